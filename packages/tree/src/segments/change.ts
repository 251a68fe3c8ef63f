import type { NodeId } from "../ids.js";
import type { Tree } from "../tree.js";

/** The one segment in which two versions of a tree differ, at the same place in both, and which of its nodes do. */
export interface SegmentChange {
  readonly was: object;
  readonly is: object;
  /** The first node of the segment, and one past its last one, before and now. */
  readonly first: NodeId;
  readonly endBefore: NodeId;
  readonly end: NodeId;
  /** Nodes in `[first, from)` have the same type, own text and attributes in both versions, and so have `[to, end)`, which were `[toBefore, endBefore)`. */
  readonly from: NodeId;
  readonly toBefore: NodeId;
  readonly to: NodeId;
}

/** Nodes of a segment among those of a tree. */
export interface PlacedSegment {
  readonly segment: object;
  readonly from: NodeId;
  readonly to: NodeId;
}

/** The difference of two versions of a family; null if it is in several segments, in their number, or in the numbers of names. */
export function changeBetween(
  before: Tree,
  segmentsBefore: readonly PlacedSegment[],
  after: Tree,
  segmentsAfter: readonly PlacedSegment[],
): SegmentChange | null {
  if (segmentsBefore.length !== segmentsAfter.length || !haveSameNames(before, after)) return null;
  const place = segmentsAfter.findIndex(({ segment }, i) => segment !== segmentsBefore[i]!.segment);
  if (place < 0 || segmentsAfter.some(({ segment }, i) => i > place && segment !== segmentsBefore[i]!.segment))
    return null;
  const [was, is] = [segmentsBefore[place]!, segmentsAfter[place]!];
  let from = is.from;
  while (from < is.to && from < was.to && saySame(before, from, after, from)) from++;
  let [to, toBefore] = [is.to, was.to];
  while (to > from && toBefore > from && saySame(before, toBefore - 1, after, to - 1)) {
    to--;
    toBefore--;
  }
  return { was: was.segment, is: is.segment, first: is.from, endBefore: was.to, end: is.to, from, toBefore, to };
}

/** True if types and attributes have the same numbers, the attributes of each type the same order, and no text has places among children. */
function haveSameNames(one: Tree, other: Tree): boolean {
  return (
    one.places.nodes.length === 0 &&
    other.places.nodes.length === 0 &&
    isSame(one.typeNames, other.typeNames) &&
    isSame(one.attributeNames, other.attributeNames) &&
    one.attributesOfType.every((attributes, type) => isSame(attributes, other.attributesOfType[type]!))
  );
}

export const isSame = <T>(one: ArrayLike<T>, other: ArrayLike<T>): boolean => {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
};

/** Values of a family have the same numbers in all of its versions. */
function saySame(before: Tree, old: NodeId, after: Tree, node: NodeId): boolean {
  const type = after.type[node]!;
  if (before.type[old] !== type || before.text[old] !== after.text[node]) return false;
  const attributes = after.attributesOfType[type]!;
  for (let i = 0; i < attributes.length; i++)
    if (before.attributeValue(old, attributes[i]!) !== after.attributeValue(node, attributes[i]!)) return false;
  return true;
}

/** Visits the nodes of a changed segment whose whole subtree is unchanged, each with the number that it had before, from the last to the first of a run. */
export function eachKept(
  before: Tree,
  after: Tree,
  { first, from, to, end, toBefore }: SegmentChange,
  visit: (old: NodeId, node: NodeId) => void,
): void {
  const changed = new Uint8Array(end - first);
  const look = (begin: NodeId, stop: NodeId, by: number): void => {
    for (let node = stop - 1; node >= begin; node--) {
      const old = node - by;
      const isKept =
        changed[node - first] === 0 && after.end[node]! <= stop && after.end[node]! - node === before.end[old]! - old;
      if (isKept) visit(old, node);
      else if (after.parent[node]! >= first) changed[after.parent[node]! - first] = 1;
    }
  };
  look(to, end, to - toBefore);
  for (let node = to - 1; node >= from; node--)
    if (after.parent[node]! >= first) changed[after.parent[node]! - first] = 1;
  look(first, from, 0);
}
