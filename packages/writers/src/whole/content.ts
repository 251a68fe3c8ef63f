import { addSpace, hasTextWithin, type NodeId, type Tree } from "@semantic-xpath/tree";

/**
 * Own text and children in document order, as `Tree.content`, a text without a place written as one that stands before the children: so
 * that it is told from what follows by a space, as its string value has it.
 */
export function contentOf(tree: Tree, node: NodeId): readonly (string | NodeId)[] {
  if (tree.isMixed(node)) return tree.content(node);
  const content: (string | NodeId)[] = [];
  const text = tree.ownText(node);
  if (text !== "") content.push(text);
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
    if (text !== "" && hasTextWithin(tree, child)) addSpace(content);
    content.push(child);
  }
  return content;
}

/** Tests that the text of a node can stand before its children without a change of content. */
export function isTextFirst(tree: Tree, node: NodeId): boolean {
  if (!tree.isMixed(node)) return true;
  const content = contentOf(tree, node);
  return content.every((piece, i) => typeof piece !== "string" || i === 0 || piece === " ") && !isGlued(tree, content);
}

/** Tests that any two texts in a node are adjacent without a space. */
function isGlued(tree: Tree, content: readonly (string | NodeId)[]): boolean {
  let previous = "";
  for (const piece of content) {
    const isChild = typeof piece !== "string";
    if (isChild && !hasTextWithin(tree, piece)) continue;
    if (isChild && previous !== "" && !previous.endsWith(" ")) return true;
    previous = isChild ? "x" : piece;
  }
  return false;
}
