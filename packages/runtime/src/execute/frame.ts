import { DOCUMENT, lowerBound, NONE, type Tree } from "@semantic-xpath/tree";

/**
 * A weighted sequence of nodes, or several side by side: evidence paths are evaluated for all nodes that need them at once.
 * Arrays are never written after a frame is made; they may be views into the tree's own posting lists.
 */
export interface Frame {
  readonly ids: Int32Array;
  /** null: every weight is 1. */
  readonly weights: Float64Array | null;
  /** Sequence s is the range `[offsets[s], offsets[s + 1])`; null: one sequence. */
  readonly offsets: Int32Array | null;
  /** Attribute ids where the entries are attributes of the nodes, `OWN_TEXT` where they are their own texts, -1 where not; null: nodes only. */
  readonly attributes: Int32Array | null;
}

/** Stands in a column of attributes for the own text of a node: in document order it is after the node's attributes. */
export const OWN_TEXT = 0x7fff_ffff;

/** A number for each entry that a sequence can have, so that equal entries have the same. */
export const entryKey = ({ attributeNames }: Tree, node: number, attribute: number): number =>
  node * (attributeNames.length + 2) + (attribute === OWN_TEXT ? attributeNames.length + 1 : attribute + 1);

/** Tests that an entry of another sequence is in a sequence. */
export function isEntryOf(tree: Tree, sequence: Frame): (other: Frame, i: number) => boolean {
  const key = ({ ids, attributes }: Frame, i: number): number => entryKey(tree, ids[i]!, attributes?.[i] ?? NONE);
  if (sequence.attributes === null) {
    // A set of numbers takes ten times as long.
    const isIn = new Uint8Array(tree.size + 1);
    for (let i = 0; i < sequence.ids.length; i++) isIn[sequence.ids[i]!] = 1;
    return ({ ids, attributes }, i) => isIn[ids[i]!] === 1 && (attributes === null || attributes[i] === NONE);
  }
  const keys = new Set<number>();
  for (let i = 0; i < sequence.ids.length; i++) keys.add(key(sequence, i));
  return (other, i) => keys.has(key(other, i));
}

/** The text of an entry that is not a node. */
export const entryText = (tree: Tree, node: number, attribute: number): string =>
  attribute === OWN_TEXT ? tree.ownText(node) : tree.values.get(tree.attributeValue(node, attribute));

/**
 * Candidates while brackets act on them. Segments are the lists in which positions count: one per context node, or one per
 * sequence where no bracket counts.
 */
export interface List {
  readonly ids: Int32Array;
  /** Weight of the context that each candidate comes from; null: 1. */
  readonly base: Float64Array | null;
  /** Product of the scores so far; null: 1. */
  readonly own: Float64Array | null;
  /** Segment s is `[segments[s], segments[s + 1])`; null: one segment. */
  readonly segments: Int32Array | null;
  readonly attributes: Int32Array | null;
}

/** Start of the paths of a query. */
export const DOCUMENT_FRAME: Frame = {
  ids: Int32Array.of(DOCUMENT),
  weights: null,
  offsets: null,
  attributes: null,
};

export const EMPTY_IDS = new Int32Array(0);

/** A growable list of node ids. */
export class IdBuffer {
  data: Int32Array;
  length = 0;

  constructor(capacity = 256) {
    this.data = new Int32Array(capacity);
  }

  push(id: number): void {
    if (this.length === this.data.length) this.reserve(this.length + 1);
    this.data[this.length++] = id;
  }

  /** Appends `list[from..to)`. */
  append(list: Int32Array, from: number, to: number): void {
    if (to <= from) return;
    const end = this.length + to - from;
    if (end > this.data.length) this.reserve(end);
    if (to - from < 16) for (let i = from; i < to; i++) this.data[this.length++] = list[i]!;
    else {
      this.data.set(list.subarray(from, to), this.length);
      this.length = end;
    }
  }

  take(): Int32Array {
    return this.data.subarray(0, this.length);
  }

  private reserve(capacity: number): void {
    const grown = new Int32Array(Math.max(capacity, this.data.length * 2));
    grown.set(this.data.subarray(0, this.length));
    this.data = grown;
  }
}

/** 0, 1, 2, …: twenty times as fast as `Int32Array.from(list.keys())`. */
export function indices(count: number): Int32Array {
  const result = new Int32Array(count);
  for (let i = 0; i < count; i++) result[i] = i;
  return result;
}

export function isAscending(ids: Int32Array, from = 0, to: number = ids.length): boolean {
  for (let i = from + 1; i < to; i++) if (ids[i - 1]! >= ids[i]!) return false;
  return true;
}

/** True for the list of the index of all nodes of a type, which ascends. */
export const isPosting = ({ postings, type }: Tree, ids: Int32Array): boolean =>
  ids.length > 0 && postings[type[ids[0]!]!] === ids;

/** The i-th entry of a column of weights, where null is all ones. */
export const weightIn = (column: Float64Array | null, i: number): number => (column === null ? 1 : column[i]!);

/** `a[i] * b[i]`, where null is all ones. */
export function multiply(a: Float64Array | null, b: Float64Array | null): Float64Array | null {
  if (a === null || b === null) return a ?? b;
  const product = new Float64Array(a.length);
  for (let i = 0; i < product.length; i++) product[i] = a[i]! * b[i]!;
  return product;
}

export function gatherFloats(column: Float64Array | null, at: Int32Array): Float64Array | null {
  if (column === null) return null;
  const result = new Float64Array(at.length);
  for (let i = 0; i < result.length; i++) result[i] = column[at[i]!]!;
  return result;
}

export function gatherInts(column: Int32Array | null, at: Int32Array): Int32Array | null {
  if (column === null) return null;
  const result = new Int32Array(at.length);
  for (let i = 0; i < result.length; i++) result[i] = column[at[i]!]!;
  return result;
}

/** The entries of one sequence at the given places. */
export const pick = (frame: Frame, at: Int32Array): Frame => ({
  ids: gatherInts(frame.ids, at)!,
  weights: gatherFloats(frame.weights, at),
  offsets: null,
  attributes: gatherInts(frame.attributes, at),
});

/** The entries that are nodes: from an attribute no step leads on. */
export function nodesOnly(frame: Frame): Frame {
  const { ids, attributes, offsets } = frame;
  if (attributes === null) return frame;
  const at = indices(ids.length).filter((i) => attributes[i] === NONE);
  const nodes = { ...pick(frame, at), attributes: null };
  return offsets === null ? nodes : { ...nodes, offsets: offsets.map((offset) => lowerBound(at, offset)) };
}

/** One sequence as one list, for brackets that act on the whole of it. */
export const listOf = ({ ids, weights, attributes }: Frame): List => ({
  ids,
  base: null,
  own: weights,
  segments: null,
  attributes,
});

/** The sequence that such a list became, in the order of the list. */
export const frameOf = ({ ids, own, attributes }: List): Frame => ({ ids, weights: own, offsets: null, attributes });
