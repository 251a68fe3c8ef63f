import type { NodeId, Tree } from "@semantic-xpath/tree";

/** Own text and children in document order. */
export function contentOf(tree: Tree, node: NodeId): readonly (string | NodeId)[] {
  const content: (string | NodeId)[] = [];
  const text = tree.ownText(node);
  if (text !== "") content.push(text);
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) content.push(child);
  return content;
}

/** Whether text stands between children anywhere. */
export const hasMixedContent = (_: Tree): boolean => false;
