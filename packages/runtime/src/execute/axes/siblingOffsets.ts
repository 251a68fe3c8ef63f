import { DOCUMENT, NONE, type Tree } from "@semantic-xpath/tree";
import { previousSibling } from "./siblings.js";

/** From here on a table of each parent's children beats walking from sibling to sibling. */
const TABLE_FROM = 8;

/** The offset-th sibling of each node (following where positive), -1 where there is none. Linear in nodes and fan-out. */
export function siblingOffsets(tree: Tree, ids: Int32Array, offset: number): Int32Array {
  if (offset === 0) return ids;
  return Math.abs(offset) < TABLE_FROM
    ? ids.map((node) => walkSiblings(tree, node, offset))
    : lookUpSiblings(tree, ids, offset);
}

function walkSiblings(tree: Tree, node: number, offset: number): number {
  if (node === DOCUMENT) return NONE;
  let at = node;
  if (offset < 0) for (let i = offset; i < 0 && at >= 0; i++) at = previousSibling(tree, at);
  else {
    const last = tree.end[tree.parent[node]!]!;
    for (let i = 0; i < offset; i++) {
      at = tree.end[at]!;
      if (at >= last) return NONE;
    }
  }
  return at;
}

function lookUpSiblings(tree: Tree, ids: Int32Array, offset: number): Int32Array {
  const childrenOf = new Map<number, number[]>();
  const placeOf = new Map<number, number>();
  return ids.map((node) => {
    if (node === DOCUMENT) return NONE;
    const parent = tree.parent[node]!;
    let children = childrenOf.get(parent);
    if (children === undefined) {
      children = [];
      for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
        placeOf.set(child, children.length);
        children.push(child);
      }
      childrenOf.set(parent, children);
    }
    return children[placeOf.get(node)! + offset] ?? NONE;
  });
}
