import { summaryOf } from "@semantic-xpath/inspect";
import { type NodeId, stepOf, type Tree } from "@semantic-xpath/tree";

/** A subtree as indented lines, one per node with its text. Of a large subtree the upper levels: as many as fit, and at least one. */
export function outline(tree: Tree, most: number, top: NodeId = 1): string {
  if (tree.size === 0) return "";
  const depth = depthFor(tree, most, top);
  const lines: string[] = [];
  const ends: number[] = [];
  let node = top;
  while (node < tree.end[top]! && lines.length < most) {
    while (ends.length > 0 && ends.at(-1)! <= node) ends.pop();
    const step = stepOf(tree, node).replace(/\[(\d+)\]$/, " $1");
    const summary = summaryOf(tree, node);
    lines.push(`${"  ".repeat(ends.length)}${step}${summary === "" ? "" : `: ${summary}`}`);
    const isDeepest = ends.length + 1 >= depth;
    ends.push(tree.end[node]!);
    node = isDeepest ? tree.end[node]! : node + 1;
  }
  const hidden = tree.end[top]! - top - lines.length;
  return [...lines, ...(hidden > 0 ? [`… and ${hidden} more nodes`] : [])].join("\n");
}

/** The number of levels that fit. Stops counting a level once it exceeds the rest. */
function depthFor(tree: Tree, most: number, top: NodeId): number {
  let level: NodeId[] = [top];
  let count = 0;
  for (let depth = 0; ; depth++) {
    if (count + level.length > most || level.length === 0) return Math.max(1, depth);
    count += level.length;
    level = level.flatMap((parent) => childrenOf(tree, parent, most));
  }
}

function childrenOf(tree: Tree, parent: NodeId, most: number): NodeId[] {
  const children: NodeId[] = [];
  for (let child = parent + 1; child < tree.end[parent]! && children.length <= most; child = tree.end[child]!)
    children.push(child);
  return children;
}
