import { placeInterval } from "@semantic-xpath/planner";
import { DOCUMENT, lowerBound, type Tree } from "@semantic-xpath/tree";
import type { IdBuffer } from "./frame.js";
import { neededFromFront, type ResolvedAxis } from "./resolvedAxis.js";

/**
 * Appends the candidates of one context node in axis order (reverse axes from the context outwards), cut to `take`.
 * Costs no more than the candidates it walks: a positive position stops the walk, and on the type index any position is a
 * binary search.
 */
export function pushCandidates(tree: Tree, axis: ResolvedAxis, context: number, out: IdBuffer): void {
  const { take } = axis;
  const range = rangeInIndex(tree, axis, context);
  if (range !== null) {
    out.append(range.posting, range.from, range.to);
    return;
  }
  if (take === null) {
    walk(tree, axis, context, out, Number.POSITIVE_INFINITY);
    return;
  }
  const start = out.length;
  walk(tree, axis, context, out, neededFromFront(take));
  const { start: from, stop } = placeInterval(take, out.length - start);
  out.data.copyWithin(start, start + from, start + stop);
  out.length = start + stop - from;
}

/** Child and descendant candidates of one type as a range of its posting list; null where the list can't tell. */
export function rangeInIndex(
  tree: Tree,
  { axis, indexed, types, take }: ResolvedAxis,
  context: number,
): { posting: Int32Array; from: number; to: number } | null {
  if (!indexed || types === null || types.length !== 1) return null;
  const type = types[0]!;
  const posting = tree.postings[type]!;
  let low: number;
  let high: number;
  if (axis === "descendant" || axis === "descendant-or-self") {
    low = lowerBound(posting, axis === "descendant" ? context + 1 : context);
    high = lowerBound(posting, tree.end[context]!, low);
  } else if (axis === "child") {
    low = lowerBound(posting, context + 1);
    high = lowerBound(posting, tree.end[context]!, low);
    if (low < high && !onlyChildren(tree, type, posting, low, high, context)) return null;
    if (low < high && tree.parent[posting[low]!] !== context) high = low;
  } else return null;
  if (take === null) return { posting, from: low, to: high };
  const { start, stop } = placeInterval(take, high - low);
  return { posting, from: low + start, to: low + stop };
}

/** Whether the nodes of a type inside a subtree all lie at one depth: then either all are children of its root or none is. */
function onlyChildren(
  tree: Tree,
  type: number,
  posting: Int32Array,
  low: number,
  high: number,
  context: number,
): boolean {
  const { minDepth, maxDepth } = tree.shapes[type]!;
  if (minDepth === maxDepth) return true;
  for (let i = low; i < high && i < low + 16; i++) if (tree.parent[posting[i]!] !== context) return false;
  return high - low <= 16;
}

function walk(tree: Tree, { axis, mask }: ResolvedAxis, context: number, out: IdBuffer, limit: number): void {
  const { type, parent, end } = tree;
  const stop = limit === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : out.length + limit;
  switch (axis) {
    case "self":
      if (mask[type[context]!]) out.push(context);
      return;
    case "child": {
      const last = end[context]!;
      for (let node = context + 1; node < last && out.length < stop; node = end[node]!)
        if (mask[type[node]!]) out.push(node);
      return;
    }
    case "descendant":
    case "descendant-or-self": {
      const last = end[context]!;
      const first = axis === "descendant" ? context + 1 : context;
      for (let node = first; node < last && out.length < stop; node++) if (mask[type[node]!]) out.push(node);
      return;
    }
    case "parent": {
      const above = parent[context]!;
      if (above >= 0 && mask[type[above]!]) out.push(above);
      return;
    }
    case "ancestor":
    case "ancestor-or-self":
      for (
        let node = axis === "ancestor" ? parent[context]! : context;
        node >= 0 && out.length < stop;
        node = parent[node]!
      ) {
        if (mask[type[node]!]) out.push(node);
      }
      return;
    case "following-sibling": {
      if (context === DOCUMENT) return;
      const last = end[parent[context]!]!;
      for (let node = end[context]!; node < last && out.length < stop; node = end[node]!)
        if (mask[type[node]!]) out.push(node);
      return;
    }
    case "preceding-sibling":
      for (
        let node = previousSibling(tree, context);
        node >= 0 && out.length < stop;
        node = previousSibling(tree, node)
      ) {
        if (mask[type[node]!]) out.push(node);
      }
      return;
    case "following":
      for (let node = end[context]!; node < type.length && out.length < stop; node++)
        if (mask[type[node]!]) out.push(node);
      return;
    case "preceding": {
      const before = lastBefore(tree);
      for (let node = before[context]!; node > DOCUMENT && out.length < stop; ) {
        if (mask[type[node]!]) out.push(node);
        node--;
        if (end[node]! > context) node = before[node]!;
      }
      return;
    }
  }
}

const lastBeforeOf = new WeakMap<Tree, Int32Array>();

/**
 * For each node the last one before it in document order that is not an ancestor, 0 where there is none. A first child has
 * its parent's, so that deep chains are skipped in one look.
 */
function lastBefore(tree: Tree): Int32Array {
  const known = lastBeforeOf.get(tree);
  if (known !== undefined) return known;
  const { parent } = tree;
  const before = new Int32Array(parent.length);
  for (let node = 1; node < before.length; node++)
    before[node] = parent[node] === node - 1 ? before[node - 1]! : node - 1;
  lastBeforeOf.set(tree, before);
  return before;
}

/** The sibling before a node, -1 where it is the first: the node just before it in preorder ends that sibling's subtree. */
export function previousSibling(tree: Tree, node: number): number {
  const { parent } = tree;
  const above = parent[node]!;
  let before = node - 1;
  if (before <= above || above < 0) return -1;
  while (parent[before] !== above) before = parent[before]!;
  return before;
}
