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
    const said = summaryOf(tree, node);
    lines.push(`${"  ".repeat(ends.length)}${step}${said === "" ? "" : `: ${said}`}`);
    const isDeepest = ends.length + 1 >= depth;
    ends.push(tree.end[node]!);
    node = isDeepest ? tree.end[node]! : node + 1;
  }
  const left = tree.end[top]! - top - lines.length;
  return [...lines, ...(left > 0 ? [`… and ${left} more nodes`] : [])].join("\n");
}

/** The number of levels that fit. Stops counting a level once it exceeds the rest. */
function depthFor(tree: Tree, most: number, top: NodeId): number {
  let level: NodeId[] = [top];
  let shown = 0;
  for (let depth = 0; ; depth++) {
    if (shown + level.length > most || level.length === 0) return Math.max(1, depth);
    shown += level.length;
    level = level.flatMap((parent) => childrenOf(tree, parent, most));
  }
}

function childrenOf(tree: Tree, parent: NodeId, most: number): NodeId[] {
  const children: NodeId[] = [];
  for (let child = parent + 1; child < tree.end[parent]! && children.length <= most; child = tree.end[child]!)
    children.push(child);
  return children;
}
