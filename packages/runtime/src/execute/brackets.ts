import {
  type BracketOperator,
  dependsOnPlace,
  type OrderOperator,
  type PositionOperator,
  placeInterval,
  type RelevanceOperator,
} from "@semantic-xpath/planner";
import { NONE, type Tree } from "@semantic-xpath/tree";
import { resolvePlaces } from "./axes/resolvedAxis.js";
import { siblingOffsets } from "./axes/siblingOffsets.js";
import { type Batch, nodesBatch } from "./batch.js";
import { evaluateCondition } from "./conditions.js";
import type { Task } from "./effects.js";
import { weighFound } from "./foundScores.js";
import { gatherFloats, gatherInts, type List } from "./frame.js";
import { groupSegments } from "./groupBy.js";
import { rankOrder } from "./order.js";
import { evaluateKeys, isAlwaysOne, orderSegments } from "./orderBy.js";
import { countRows, type Run } from "./run.js";
import { evaluateScore } from "./scores.js";

/** Brackets from left to right on lists of candidates. */
export function* applyBrackets(run: Run, brackets: readonly BracketOperator[], list: List): Task<List> {
  let current = list;
  for (let i = 0; i < brackets.length; i++) {
    const ordered = i + 1 < brackets.length && brackets.slice(i + 1).some(dependsOnPlace);
    const [bracket, next] = [brackets[i]!, brackets[i + 1]];
    if (run.observer === null && bracket.kind === "Order" && next?.kind === "Position") {
      current = yield* takeOrdered(run, bracket, next, current);
      i++;
    } else current = yield* applyBracket(run, bracket, current, ordered);
  }
  return current;
}

/** Sorts only the wanted places of an order. Used without an observer, so that intermediate results may be skipped. */
function* takeOrdered(run: Run, order: OrderOperator, position: PositionOperator, list: List): Task<List> {
  const places = resolvePlaces(position.range, (argument) => Number(run.value(argument)))!;
  const { at, segments } = yield* orderSegments(run, order, list, (count) => placeInterval(places, count));
  countRows(run, order.id, list.ids.length);
  countRows(run, position.id, at.length);
  return select(list, at, segments);
}

/** `ordered`: a later bracket counts places, so a relevance or an order has to sort its lists. */
function* applyBracket(run: Run, bracket: BracketOperator, list: List, ordered: boolean): Task<List> {
  const { observer } = run;
  observer?.enter(bracket.id);
  let after: List;
  let mask: Uint8Array | null = null;
  switch (bracket.kind) {
    case "Position": {
      const places = resolvePlaces(bracket.range, (argument) => Number(run.value(argument)))!;
      after = takePlaces(list, (count) => placeInterval(places, count));
      break;
    }
    case "Sibling":
      after = moveToSiblings(run.tree, list, bracket.offset);
      break;
    case "Filter": {
      mask = yield* evaluateCondition(run, bracket.condition, batchOf(list, dependsOnPlace(bracket)));
      after = keep(list, mask);
      break;
    }
    case "Relevance": {
      const weighing = yield* weighLast(run, bracket, list);
      if (weighing !== null) {
        countRows(run, bracket.id, list.ids.length);
        return weighing;
      }
      const values = yield* evaluateScore(run, bracket.score, batchOf(list, dependsOnPlace(bracket)));
      after = weigh(list, values);
      if (ordered) after = rankSegments(run, after);
      break;
    }
    case "GroupBy":
      after = yield* groupSegments(run, bracket, list);
      break;
    case "Order":
      after = ordered ? yield* orderedBy(run, bracket, list) : list;
      // Nothing here counts places, but a key that is not a value of the node is a mistake anyway.
      if (!ordered && !bracket.keys.every(isAlwaysOne)) yield* evaluateKeys(run, bracket, list);
      break;
  }
  observer?.leave(bracket.id);
  countRows(run, bracket.id, after.ids.length);
  observer?.bracket(bracket, list, after, mask);
  return after;
}

function* orderedBy(run: Run, order: OrderOperator, list: List): Task<List> {
  const { at } = yield* orderSegments(run, order, list);
  return select(list, at, list.segments);
}

/** Entries of a list that do not weigh 0 after one of the last relevances, if they are found. */
function* weighLast(run: Run, { id, score }: RelevanceOperator, list: List): Task<List | null> {
  if (!run.lasts.includes(id)) return null;
  const isLast = id === run.lasts.at(-1);
  const weighed = yield* weighFound(run, score, list, isLast ? run.most : Number.POSITIVE_INFINITY);
  // The columns of a later relevance may need a note.
  return !isLast && weighed?.ids.length === 0 ? null : weighed;
}

/** The entries of a list as a batch, with places where an expression asks for them. */
export function batchOf({ ids, segments }: List, withPlaces: boolean): Batch {
  if (!withPlaces) return nodesBatch(ids);
  const places = new Int32Array(ids.length);
  const lasts = new Int32Array(ids.length);
  eachSegment(segments, ids.length, (from, to) => {
    for (let i = from; i < to; i++) {
      places[i] = i - from + 1;
      lasts[i] = to - from;
    }
  });
  return { ids, places, lasts, bindings: null };
}

function eachSegment(segments: Int32Array | null, count: number, visit: (from: number, to: number) => void): void {
  if (segments === null) visit(0, count);
  else for (let s = 0; s + 1 < segments.length; s++) visit(segments[s]!, segments[s + 1]!);
}

/** Entries at the given indices, which ascend segment by segment. */
function select(list: List, at: Int32Array, segments: Int32Array | null): List {
  return {
    ids: gatherInts(list.ids, at)!,
    base: gatherFloats(list.base, at),
    own: gatherFloats(list.own, at),
    segments,
    attributes: gatherInts(list.attributes, at),
  };
}

export function takePlaces(list: List, interval: (count: number) => { start: number; stop: number }): List {
  if (list.segments === null) {
    const { start, stop } = interval(list.ids.length);
    return {
      ids: list.ids.subarray(start, stop),
      base: list.base?.subarray(start, stop) ?? null,
      own: list.own?.subarray(start, stop) ?? null,
      segments: null,
      attributes: list.attributes?.subarray(start, stop) ?? null,
    };
  }
  const at: number[] = [];
  const segments = new Int32Array(list.segments.length);
  for (let s = 0; s + 1 < segments.length; s++) {
    const from = list.segments[s]!;
    const { start, stop } = interval(list.segments[s + 1]! - from);
    for (let i = from + start; i < from + stop; i++) at.push(i);
    segments[s + 1] = at.length;
  }
  return select(list, Int32Array.from(at), segments);
}

export function keep(list: List, mask: Uint8Array): List {
  let count = 0;
  for (let i = 0; i < mask.length; i++) count += mask[i]!;
  if (count === mask.length) return list;
  const at = new Int32Array(count);
  // Without a branch, which would be mispredicted: 1.3 to 1.9 times as fast where a filter keeps a third.
  for (let i = 0, k = 0; k < count; i++) {
    at[k] = i;
    k += mask[i]!;
  }
  if (list.segments === null) return select(list, at, null);
  const segments = new Int32Array(list.segments.length);
  for (let s = 0, k = 0; s + 1 < segments.length; s++) {
    for (let i = list.segments[s]!; i < list.segments[s + 1]!; i++) k += mask[i]!;
    segments[s + 1] = k;
  }
  return select(list, at, segments);
}

/** `weight(n) ↦ weight(n) · score(n)` */
export function weigh(list: List, values: Float64Array): List {
  const { own } = list;
  if (own === null) return { ...list, own: values };
  const product = new Float64Array(values.length);
  for (let i = 0; i < product.length; i++) product[i] = own[i]! * values[i]!;
  return { ...list, own: product };
}

/** Each list by weight descending, ties in document order. */
function rankSegments(run: Run, list: List): List {
  const at = new Int32Array(list.ids.length);
  const weights = run.groups.totals(list.ids, list.own)!;
  eachSegment(list.segments, list.ids.length, (from, to) => at.set(rankOrder(weights, list.ids, from, to), from));
  return select(list, at, list.segments);
}

/** `n ↦ the offset-th sibling of n`; nodes without one are dropped. */
function moveToSiblings(tree: Tree, list: List, offset: number): List {
  const moved = siblingOffsets(tree, list.ids, offset);
  const mask = Uint8Array.from(moved, (node, i) =>
    node === NONE || (list.attributes !== null && list.attributes[i] !== NONE) ? 0 : 1,
  );
  return keep({ ...list, ids: moved }, mask);
}
