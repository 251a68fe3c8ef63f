import { stepOf } from "../../tree/path.js";
import type { Tree } from "../../tree/tree.js";

/** The nodes with these paths, of attributes their nodes, as far as the tree has them: one pass over the tree for all of them. */
export function nodesAt(tree: Tree, paths: readonly string[]): Map<string, number> {
  const wanted = new Map<string, string[]>();
  for (const path of paths) {
    const ofNode = path.replace(/\/@[^/]*$/, "");
    wanted.set(ofNode, [...(wanted.get(ofNode) ?? []), path]);
  }
  const found = new Map<string, number>();
  if (wanted.size === 0) return found;
  const onTheWay = new Set([...wanted.keys()].flatMap(beginnings));
  const visit = (node: number, above: string): void => {
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
      const path = `${above}/${stepOf(tree, child)}`;
      if (!onTheWay.has(path)) continue;
      for (const each of wanted.get(path) ?? []) found.set(each, child);
      visit(child, path);
    }
  };
  visit(0, "");
  return found;
}

/** `/a/b/c` ↦ `/a`, `/a/b`, `/a/b/c` */
function beginnings(path: string): string[] {
  const all: string[] = [];
  for (let at = path.indexOf("/", 1); at >= 0; at = path.indexOf("/", at + 1)) all.push(path.slice(0, at));
  return [...all, path];
}
