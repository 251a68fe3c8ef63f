import type { SegmentedTree, Tree } from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";

/** What became of the nodes of a version in another one, by key. Whatever is not named is in both, with the same parent and in the same order. */
export interface Difference {
  /** Tops of the subtrees that are gone, in document order; nodes in them that are still there are `moved`. */
  readonly deleted: readonly NodeKey[];
  /** Tops of the subtrees that are new, in document order; nodes in them that were there before are `moved`. */
  readonly inserted: readonly NodeKey[];
  /** Nodes with another parent, or another place among the siblings that stay; as few as possible. */
  readonly moved: readonly NodeKey[];
  /** Nodes of both with another type, text or attribute. */
  readonly edited: readonly NodeKey[];
}

export const NOTHING: Difference = { deleted: [], inserted: [], moved: [], edited: [] };

/** How one version differs from another. */
export function difference(before: SegmentedTree, after: SegmentedTree): Difference {
  if (before === after) return NOTHING;
  const [a, b] = [before.toTree(), after.toTree()];
  const [deleted, inserted, moved, edited]: NodeKey[][] = [[], [], [], []];
  for (let node = 1; node <= a.size; node++) {
    const key = a.keyOf(node);
    if (b.nodeOfKey(key) >= 0) continue;
    const parent = a.keyOf(a.parent[node]!);
    if (parent === 0 || b.nodeOfKey(parent) >= 0) deleted!.push(key);
  }
  const outOfOrder = new Set<NodeKey>();
  for (let node = 0; node <= b.size; node++) {
    const key = b.keyOf(node);
    const was = node === 0 ? 0 : a.nodeOfKey(key);
    const parent = node === 0 ? 0 : b.keyOf(b.parent[node]!);
    if (was < 0) {
      if (parent === 0 || a.nodeOfKey(parent) >= 0) inserted!.push(key);
      continue;
    }
    for (const each of reordered(a, b, was, node)) outOfOrder.add(each);
    if (node === 0) continue;
    if (a.keyOf(a.parent[was]!) !== parent || outOfOrder.has(key)) moved!.push(key);
    if (!isSameRow(a, was, b, node)) edited!.push(key);
  }
  return { deleted: deleted!, inserted: inserted!, moved: moved!, edited: edited! };
}

/** Of the children that a node has in both versions those that must move for them to be in order: all but a longest run in order. */
function reordered(a: Tree, b: Tree, nodeA: number, nodeB: number): readonly NodeKey[] {
  const places = new Map<NodeKey, number>();
  let place = 0;
  for (let child = nodeA + 1; child < a.end[nodeA]!; child = a.end[child]!) places.set(a.keyOf(child), place++);
  const common: { key: NodeKey; place: number }[] = [];
  let isInOrder = true;
  for (let child = nodeB + 1; child < b.end[nodeB]!; child = b.end[child]!) {
    const key = b.keyOf(child);
    const at = places.get(key);
    if (at === undefined) continue;
    if (common.length > 0 && common[common.length - 1]!.place > at) isInOrder = false;
    common.push({ key, place: at });
  }
  return isInOrder ? [] : outsideLongestRun(common);
}

/** The keys that are not in a longest ascending run of places (patience sorting). */
export function outsideLongestRun(items: readonly { readonly key: NodeKey; readonly place: number }[]): NodeKey[] {
  const tails: number[] = [];
  const previous = new Int32Array(items.length).fill(-1);
  for (const [i, { place }] of items.entries()) {
    let low = 0;
    for (let high = tails.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (items[tails[middle]!]!.place < place) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[i] = tails[low - 1]!;
    tails[low] = i;
  }
  const inRun = new Set<number>();
  for (let at = tails[tails.length - 1] ?? -1; at >= 0; at = previous[at]!) inRun.add(at);
  return items.flatMap(({ key }, i) => (inRun.has(i) ? [] : [key]));
}

function isSameRow(a: Tree, nodeA: number, b: Tree, nodeB: number): boolean {
  const [one, other] = [a.node(nodeA), b.node(nodeB)];
  if (one.type !== other.type || one.text !== other.text) return false;
  const [left, right] = [one.attributes, other.attributes];
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}
