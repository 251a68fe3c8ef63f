import type { NodeId, Tree } from "@semantic-xpath/tree";

const STEP = /^(.+?)(?:\[(\d{1,9})\])?$/u;

/** The node at a path such as `/Plan/Day[2]/POI`, as results name nodes; null: there is none now. An attribute's path is that of its node. */
export function nodeAtPath(tree: Tree, path: string): NodeId | null {
  let node: NodeId = 0;
  for (const step of path.split("/").slice(1)) {
    if (step.startsWith("@") || step === "text()") break;
    const match = STEP.exec(step);
    const next = match === null ? null : childAt(tree, node, match[1]!, Number(match[2] ?? 1));
    if (next === null) return null;
    node = next;
  }
  return node === 0 ? null : node;
}

function childAt(tree: Tree, node: NodeId, name: string, place: number): NodeId | null {
  let count = 0;
  const end = node === 0 ? tree.size + 1 : tree.end[node]!;
  for (let child = node + 1; child < end; child = tree.end[child]!) {
    if (name !== "*" && tree.typeNames[tree.type[child]!] !== name) continue;
    if (++count === place) return child;
  }
  return null;
}
