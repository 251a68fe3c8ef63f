import type { Tree } from "@semantic-xpath/tree";
import { EMPTY_IDS, type IdBuffer, indices, isAscending } from "../frame.js";
import type { ResolvedAxis } from "./resolvedAxis.js";

/** Distinct nodes in document order with the highest weight of the contexts that reach them. */
export interface NodeSet {
  readonly ids: Int32Array;
  /** null: every weight is 1. */
  readonly weights: Float64Array | null;
}

/** A set of nodes: 1 where a node is in it. */
export type NodeMarks = Uint8Array;

/** All that is known of how an axis is walked. Node tests come as masks by type, positions are counted by the caller. */
export interface AxisAlgorithm {
  /** The candidates of a context lie in `[from, to)`, whatever the node test. */
  from(tree: Tree, context: number): number;
  to(tree: Tree, context: number): number;
  /**
   * The nodes of a type in `[from, to)` are `[low, high)` of its posting list. Where the candidates among them end: `high` if all are
   * some, `low` if none is, NONE if the list can't tell. null: it never can.
   */
  readonly endInPosting: ((tree: Tree, type: number, low: number, high: number, context: number) => number) | null;
  /**
   * Direction from a node: `down` to itself and its descendants, `up` to itself and its ancestors, so that all candidates
   * follow from the first one; else to nodes after or before it, or anywhere.
   */
  readonly leads: "up" | "down" | "after" | "before" | "anywhere";
  /** Appends the candidates of one context in axis order until `out` has `most` entries. */
  walk(tree: Tree, mask: Uint8Array, context: number, out: IdBuffer, most: number): void;
  /**
   * `⋃ axis(c) ∩ test` over several contexts without a position, linear in contexts, walked nodes and results; null if going from
   * context to context costs no more.
   */
  union(tree: Tree, axis: ResolvedAxis, contexts: NodeSet): NodeSet | null;
  /** Union for a position far from the front; null if candidate lists are not intervals of a common list. */
  readonly unionOfPlaces: ((tree: Tree, axis: ResolvedAxis, contexts: NodeSet) => NodeSet) | null;
  /**
   * Appends the candidates at the places of the axis, of contexts that ascend, by the posting list of the only type; false if the list can't tell
   * them. The loop without a call for each context takes a third of the time. null: context by context.
   */
  readonly appendPlaces: ((tree: Tree, axis: ResolvedAxis, contexts: Int32Array, out: IdBuffer) => boolean) | null;
  /** Tests which contexts reach a node of the set: constant time per context, linear in the tree once. */
  reaches(tree: Tree, set: NodeMarks): (context: number) => boolean;
}

/** No nodes, with weights if the contexts have them. */
export const nothing = ({ weights }: NodeSet): NodeSet => ({
  ids: EMPTY_IDS,
  weights: weights === null ? null : new Float64Array(0),
});

export function sortedDistinct(ids: Int32Array): Int32Array {
  if (isAscending(ids)) return ids;
  const sorted = ids.slice().sort();
  let length = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[length++] = sorted[i]!;
  return sorted.subarray(0, length);
}

/** Entries in any order to distinct nodes in document order, each with its highest weight; null: every weight is 1. */
export function mergeHighest(ids: Int32Array, weights: Float64Array | null): NodeSet {
  if (weights === null) return { ids: sortedDistinct(ids), weights };
  if (isAscending(ids)) return { ids, weights };
  const order = indices(ids.length);
  order.sort((a, b) => ids[a]! - ids[b]!);
  const mergedIds = new Int32Array(ids.length);
  const mergedWeights = new Float64Array(ids.length);
  let length = 0;
  for (const at of order) {
    if (length > 0 && mergedIds[length - 1] === ids[at]) {
      if (weights[at]! > mergedWeights[length - 1]!) mergedWeights[length - 1] = weights[at]!;
    } else {
      mergedIds[length] = ids[at]!;
      mergedWeights[length++] = weights[at]!;
    }
  }
  return { ids: mergedIds.subarray(0, length), weights: mergedWeights.subarray(0, length) };
}
