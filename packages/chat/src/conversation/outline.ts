import { summaryOf } from "@semantic-xpath/inspect";
import { stepOf, type Tree } from "@semantic-xpath/tree";

/** A tree in lines, a node each with what it says, indented. Of a large one the upper levels: as many as fit, and one at least. */
export function outline(tree: Tree, most: number): string {
  const levels = levelsOf(tree);
  let depth = 1;
  for (let sum = levels[0] ?? 0; depth < levels.length; depth++) {
    sum += levels[depth]!;
    if (sum > most) break;
  }
  const lines: string[] = [];
  const ends: number[] = [];
  for (let node = 1; node <= tree.size && lines.length < most; ) {
    while (ends.length > 0 && ends.at(-1)! <= node) ends.pop();
    const step = stepOf(tree, node).replace(/\[(\d+)\]$/, " $1");
    const said = summaryOf(tree, node);
    lines.push(`${"  ".repeat(ends.length)}${step}${said === "" ? "" : `: ${said}`}`);
    const isDeepest = ends.length + 1 >= depth;
    ends.push(tree.end[node]!);
    node = isDeepest ? tree.end[node]! : node + 1;
  }
  const left = tree.size - lines.length;
  return [...lines, ...(left > 0 ? [`… and ${left} more nodes`] : [])].join("\n");
}

/** How many nodes there are on each level. */
function levelsOf(tree: Tree): readonly number[] {
  const counts: number[] = [];
  const level = new Uint16Array(tree.size + 1);
  for (let node = 1; node <= tree.size; node++) {
    const own = node === 1 ? 0 : level[tree.parent[node]!]! + 1;
    level[node] = own;
    counts[own] = (counts[own] ?? 0) + 1;
  }
  return counts;
}
