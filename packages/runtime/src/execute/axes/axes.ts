import { AXES } from "@semantic-xpath/parser";
import { placeInterval } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import type { Task } from "../effects.js";
import { IdBuffer } from "../frame.js";
import type { Run } from "../run.js";
import { mergeHighest, type NodeMarks, type NodeSet, sortedDistinct } from "./algorithm.js";
import { algorithmOf } from "./axisRows.js";
import { PostingRange } from "./postingRange.js";
import { neededFromFront, type ResolvedAxis } from "./resolvedAxis.js";

/**
 * Appends the candidates of one context node in axis order (reverse axes from the context outwards), cut to `take`.
 * Costs no more than the candidates it walks: a positive position stops the walk, and on the type index any position is a
 * binary search.
 */
export function pushCandidates(tree: Tree, axis: ResolvedAxis, context: number, out: IdBuffer): void {
  const range = PostingRange.of(tree, axis);
  if (range?.find(context)) range.appendTo(out);
  else walkCandidates(tree, axis, context, out);
}

function walkCandidates(tree: Tree, axis: ResolvedAxis, context: number, out: IdBuffer): void {
  const { take, mask } = axis;
  const start = out.length;
  const most = take === null ? Number.POSITIVE_INFINITY : start + neededFromFront(take);
  algorithmOf(axis).walk(tree, mask, context, out, most);
  if (take === null) return;
  const { start: from, stop } = placeInterval(take, out.length - start);
  out.data.copyWithin(start, start + from, start + stop);
  out.length = start + stop - from;
}

/** Candidates for contexts one after the other: they mostly ascend, and with them their candidates in the index. */
function candidatesInto(tree: Tree, axis: ResolvedAxis, out: IdBuffer): (context: number) => void {
  const range = PostingRange.of(tree, axis);
  return (context) => {
    if (range?.find(context)) range.appendTo(out);
    else walkCandidates(tree, axis, context, out);
  };
}

/**
 * `⋃ axis(c) ∩ test` over contexts in document order, each node with the highest weight of a context that reaches it. Linear in
 * contexts, walked nodes and results: nested contexts, long sibling lists and deep chains are each passed once.
 */
export function unionAxis(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet {
  const { ids } = contexts;
  if (ids.length === 0) return contexts;
  const range = ids.length === 1 ? PostingRange.of(tree, axis) : null;
  if (range?.find(ids[0]!)) return fromOne(range.view(), contexts);
  const union = unionTogether(tree, axis, contexts);
  if (union !== null) return union;
  const collected = new Collected(contexts);
  collected.add(tree, axis, 0, ids.length);
  return collected.merged();
}

/** Contexts per slice: some milliseconds of work. */
const SLICE = 16_384;

/** Union in slices, with pauses if very many contexts are walked one by one. */
export function* unionInSlices({ tree, clock }: Run, axis: ResolvedAxis, contexts: NodeSet): Task<NodeSet> {
  const { ids } = contexts;
  if (ids.length <= SLICE) return unionAxis(tree, axis, contexts);
  const union = unionTogether(tree, axis, contexts);
  if (union !== null) return union;
  const collected = new Collected(contexts);
  for (let from = 0; from < ids.length; from += SLICE) {
    if (clock.isDue) yield* clock.pause();
    collected.add(tree, axis, from, Math.min(from + SLICE, ids.length));
  }
  return collected.merged();
}

/** Up to here walking from each context is cheaper than laying out what all candidates lie in. */
const FEW_CONTEXTS = 16;
const FEW_PLACES = 16;

/** null if walking from each context costs no more. */
function unionTogether(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet | null {
  const { union, unionOfPlaces } = algorithmOf(axis);
  if (axis.take === null) return union(tree, axis, contexts);
  if (unionOfPlaces === null || contexts.ids.length < FEW_CONTEXTS || neededFromFront(axis.take) <= FEW_PLACES)
    return null;
  return unionOfPlaces(tree, axis, contexts);
}

/** Candidates of the only context. */
const fromOne = (ids: Int32Array, { weights }: NodeSet): NodeSet => ({
  ids,
  weights: weights === null ? null : new Float64Array(ids.length).fill(weights[0]!),
});

/** Candidates context by context, then merged. */
class Collected {
  private readonly out: IdBuffer;
  /** Ends of the candidates of each context; null: no weight needs them. */
  private readonly ends: Int32Array | null;

  constructor(private readonly contexts: NodeSet) {
    this.out = new IdBuffer(Math.max(16, contexts.ids.length));
    this.ends = contexts.weights === null ? null : new Int32Array(contexts.ids.length);
  }

  add(tree: Tree, axis: ResolvedAxis, from: number, to: number): void {
    const { contexts, out, ends } = this;
    const { appendPlaces } = algorithmOf(axis);
    const isOfPlaces = ends === null && axis.take !== null && axis.indexed && axis.types?.length === 1;
    if (isOfPlaces && appendPlaces?.(tree, axis, contexts.ids.subarray(from, to), out)) return;
    const push = candidatesInto(tree, axis, out);
    for (let i = from; i < to; i++) {
      push(contexts.ids[i]!);
      if (ends !== null) ends[i] = out.length;
    }
  }

  merged(): NodeSet {
    const ids = this.out.take();
    if (this.contexts.weights === null || this.ends === null) return { ids: sortedDistinct(ids), weights: null };
    const weights = new Float64Array(ids.length);
    let from = 0;
    for (const [i, to] of this.ends.entries()) {
      weights.fill(this.contexts.weights[i]!, from, to);
      from = to;
    }
    return mergeHighest(ids, weights);
  }
}

/**
 * Tests which contexts reach a node of a set of candidates: constant time per context, linear in the tree once. If a position is part of
 * the axis, the lists are made again, as short as before.
 */
export function reachesSet(tree: Tree, axis: ResolvedAxis, set: NodeMarks): (context: number) => boolean {
  if (axis.take === null) return algorithmOf(axis).reaches(tree, set);
  const out = new IdBuffer(16);
  const push = candidatesInto(tree, axis, out);
  return (context) => {
    out.length = 0;
    push(context);
    for (let i = 0; i < out.length; i++) if (set[out.data[i]!] === 1) return true;
    return false;
  };
}

/** Tests that a context has any candidates. */
export function reachesAnything(tree: Tree, axis: ResolvedAxis): (context: number) => boolean {
  if (axis.take === null) return algorithmOf(axis).reaches(tree, passing(tree, axis));
  const out = new IdBuffer(16);
  const push = candidatesInto(tree, axis, out);
  return (context) => {
    out.length = 0;
    push(context);
    return out.length > 0;
  };
}

/** The nodes that pass the node test. */
function passing({ type }: Tree, { mask }: ResolvedAxis): NodeMarks {
  const marks = new Uint8Array(type.length);
  for (let node = 0; node < marks.length; node++) marks[node] = mask[type[node]!]!;
  return marks;
}

/** The axis that leads back, without a test. */
export function inverseAxis(resolved: ResolvedAxis): ResolvedAxis {
  const { axis, mask } = resolved;
  const any = { mask: new Uint8Array(mask.length).fill(1), types: null, take: null, indexed: false };
  switch (axis) {
    case "id":
      return { axis: "inverse-id", references: resolved.references, ...any };
    case "inverse-id":
      return { axis: "id", references: resolved.references, ...any };
    default:
      return { axis: AXES[axis].inverse, ...any };
  }
}
