import { childrenOf, type TreeColumns, typeOf } from "@semantic-xpath/views/components";

/**
 * Pairs the open nodes of two trees, so that a tree changed by another user stays open. Children are paired by the common beginning and the common
 * end of their list; between them by type, in order. Goes down open nodes only.
 */
export function sameNodes(before: TreeColumns, after: TreeColumns, open: Uint8Array): Map<number, number> {
  const pairs = new Map<number, number>();
  const waiting: [number, number][] = before.size > 0 && after.size > 0 ? [[1, 1]] : [];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [old, now] = pair;
    pairs.set(old, now);
    if (open[old - 1] === 1) waiting.push(...pairedChildren(before, after, old, now));
  }
  return pairs;
}

function pairedChildren(before: TreeColumns, after: TreeColumns, old: number, now: number): [number, number][] {
  const oldChildren = childrenOf(before, old);
  const right = childrenOf(after, now);
  const isSame = (a: number, b: number): boolean =>
    typeOf(before, a) === typeOf(after, b) && sizeOf(before, a) === sizeOf(after, b);
  const pairs: [number, number][] = [];
  let start = 0;
  let fromEnd = 0;
  const room = Math.min(oldChildren.length, right.length);
  while (start < room && isSame(oldChildren[start]!, right[start]!)) {
    pairs.push([oldChildren[start]!, right[start]!]);
    start++;
  }
  while (fromEnd < room - start && isSame(oldChildren.at(-1 - fromEnd)!, right.at(-1 - fromEnd)!)) {
    pairs.push([oldChildren.at(-1 - fromEnd)!, right.at(-1 - fromEnd)!]);
    fromEnd++;
  }
  const between = right.slice(start, right.length - fromEnd);
  for (const child of oldChildren.slice(start, oldChildren.length - fromEnd)) {
    const at = between.findIndex((other) => typeOf(after, other) === typeOf(before, child));
    if (at >= 0) pairs.push([child, between.splice(0, at + 1).at(-1)!]);
  }
  return pairs;
}

const sizeOf = (tree: TreeColumns, node: number): number => tree.end[node - 1]! - node;
