import {
  type AttributeOperator,
  type BracketOperator,
  type KeyOperator,
  type MembersOperator,
  type OwnTextOperator,
  type PathPlan,
  placeInterval,
  type StepPlan,
  startSequence,
} from "@semantic-xpath/planner";
import { DOCUMENT_TYPE, getOrMake, lowerBound, NONE } from "@semantic-xpath/tree";
import { mergeHighest } from "./axes/algorithm.js";
import { pushCandidates, unionAxis, unionInSlices } from "./axes/axes.js";
import { type ResolvedAxis, resolvePlaces } from "./axes/resolvedAxis.js";
import { applyBrackets, keep, takePlaces } from "./brackets.js";
import type { Task } from "./effects.js";
import {
  EMPTY_IDS,
  type Frame,
  gatherFloats,
  gatherInts,
  IdBuffer,
  indices,
  isAscending,
  type List,
  multiply,
  nodesOnly,
  OWN_TEXT,
  pick,
  weightIn,
} from "./frame.js";
import { countRows, type Run } from "./run.js";

/** The steps of a path from given contexts (in document order within each sequence) to its result in document order. */
export function* evaluateSteps(run: Run, path: PathPlan, start: Frame): Task<Frame> {
  if (path.steps.length === 0 && path.attribute === null) return start;
  const [first] = path.steps;
  const isUp = start.attributes !== null && first !== undefined && leadsToOwner(path, first);
  let frame = isUp ? evaluateOwners(run, first, start) : nodesOnly(start);
  for (const step of isUp ? path.steps.slice(1) : path.steps) {
    frame = yield* evaluateStep(run, step, frame);
    if (run.clock.isDue) yield* run.clock.pause();
  }
  const { attribute } = path;
  // Computed values are read from the nodes.
  if (attribute === null || attribute.kind === "Computed") return frame;
  const values = attribute.kind === "KeyOf" ? takeKeys(run, attribute, frame) : takeValues(run, attribute, frame);
  if (attribute.kind !== "KeyOf") run.observer?.values(attribute, frame, values);
  return values;
}

/** After a group the step is written as one that stays at the node, which its value is read from. */
const leadsToOwner = (path: PathPlan, { axis }: StepPlan): boolean =>
  axis.kind === "Axis" && axis.axis === (startSequence(path) === null ? "parent" : "self");

/**
 * The members of groups, or what is below them, too: a list for each group, in the order of its members, or one for each sequence in document order.
 * A member weighs what it did when it was grouped, times the scores of its group since.
 */
function membersOf(run: Run, { test, isDeep }: MembersOperator, contexts: Frame, perContext: boolean): List {
  const { groups, tree } = run;
  const { ids, weights } = contexts;
  const mask = Uint8Array.from(tree.typeNames, (name, type) =>
    type !== DOCUMENT_TYPE && (test.names === null || test.names.includes(name)) ? 1 : 0,
  );
  const takesGroups = test.names === null || test.names.includes("group");
  const passes = (id: number): boolean => (groups.isGroup(id) ? takesGroups : mask[tree.type[id]!] === 1);
  const out = new IdBuffer(Math.max(16, ids.length));
  const outWeights: number[] = [];
  const push = (id: number, weight: number): void => {
    if (!passes(id)) return;
    // Weights are kept from the first that is not 1.
    if (weight !== 1 || outWeights.length > 0) {
      while (outWeights.length < out.length) outWeights.push(1);
      outWeights.push(weight);
    }
    out.push(id);
  };
  const below = (id: number, weight: number): void => {
    if (!groups.isGroup(id)) {
      for (let node = id; node < tree.end[id]!; node++) push(node, weight);
      return;
    }
    push(id, weight);
    const members = groups.membersOf(id);
    for (let i = 0; i < members.ids.length; i++) below(members.ids[i]!, weight * weightIn(members.own, i));
  };
  const segments = new Int32Array(ids.length + 1);
  for (let i = 0; i < ids.length; i++) {
    if (groups.isGroup(ids[i]!)) {
      const members = groups.membersOf(ids[i]!);
      const isAll = !isDeep && test.names === null && members.own === null && outWeights.length === 0;
      if (isAll) out.append(members.ids, 0, members.ids.length);
      for (let k = isAll ? members.ids.length : 0; k < members.ids.length; k++)
        (isDeep ? below : push)(members.ids[k]!, weightIn(members.own, k));
    }
    segments[i + 1] = out.length;
  }
  if (outWeights.length > 0) while (outWeights.length < out.length) outWeights.push(1);
  const base = weights === null ? null : new Float64Array(out.length);
  for (let i = 0; base !== null && i < ids.length; i++) base.fill(weights![i]!, segments[i]!, segments[i + 1]!);
  const list: List = {
    ids: out.take(),
    base,
    own: outWeights.length === 0 ? null : Float64Array.from(outWeights),
    segments,
    attributes: null,
  };
  if (perContext) return isDeep ? eachOnce(list) : list;
  const bounds = contexts.offsets === null ? Int32Array.of(0, out.length) : contexts.offsets.map((i) => segments[i]!);
  const merged = concatSequences(list.ids, multiply(list.base, list.own), bounds);
  const sequences = contexts.offsets === null ? null : merged.offsets;
  return { ids: merged.ids, base: merged.weights, own: null, segments: sequences, attributes: null };
}

/** Entries of each list once, with the highest weight, in document order. */
function eachOnce({ ids, base, own, segments }: List): List {
  const merged = concatSequences(ids, own, segments!);
  const since = base === null ? null : new Float64Array(merged.ids.length);
  for (let s = 0; since !== null && s + 1 < segments!.length; s++)
    if (segments![s + 1]! > segments![s]!)
      since.fill(base![segments![s]!]!, merged.offsets![s]!, merged.offsets![s + 1]!);
  return { ids: merged.ids, base: since, own: merged.weights, segments: merged.offsets, attributes: null };
}

/** `g ↦ g/@name` where the key is present */
function takeKeys({ groups }: Run, { name }: KeyOperator, frame: Frame): Frame {
  const numbers = frame.ids.map((id) => (groups.isGroup(id) ? groups.keyNumber(id, name) : NONE));
  const at = indices(numbers.length).filter((i) => numbers[i]! >= 0);
  const attributeFrame = { ...pick(frame, at), attributes: gatherInts(numbers, at) };
  const { offsets } = frame;
  return offsets === null
    ? attributeFrame
    : { ...attributeFrame, offsets: offsets.map((offset) => lowerBound(at, offset)) };
}

/** `..` of attributes and own texts: the nodes that have them, each once with its highest weight, in document order. */
function evaluateOwners(run: Run, step: StepPlan, contexts: Frame): Frame {
  const { observer } = run;
  const { ids, weights, offsets } = contexts;
  observer?.enter(step.id);
  observer?.enter(step.axis.id);
  const merged = concatSequences(ids, weights, offsets ?? Int32Array.of(0, ids.length));
  const frame = offsets === null ? { ...merged, offsets: null } : merged;
  observer?.leave(step.axis.id);
  countRows(run, step.axis.id, frame.ids.length);
  observer?.candidates(step, contexts, {
    ids: frame.ids,
    base: frame.weights,
    own: null,
    segments: frame.offsets,
    attributes: null,
  });
  observer?.leave(step.id);
  return frame;
}

function* evaluateStep(run: Run, step: StepPlan, contexts: Frame): Task<Frame> {
  const { observer } = run;
  observer?.enter(step.id);
  observer?.enter(step.axis.id);
  // Hidden candidates have no position, so places are taken after they are removed.
  const take = run.hidden === null ? null : step.axis.take;
  const perContext = step.grouping === "context" || take !== null;
  const list = passing(run, take, yield* candidates(run, step, contexts, perContext));
  observer?.leave(step.axis.id);
  countRows(run, step.axis.id, list.ids.length);
  observer?.candidates(step, contexts, list);
  const bracketed = step.brackets.length === 0 ? list : yield* applyBrackets(run, step.brackets, list);
  let frame: Frame;
  if (perContext) frame = mergeContexts(bracketed, contexts);
  else if (step.brackets.some(movesNodes)) frame = asFrame(bracketed);
  else
    frame = {
      ids: bracketed.ids,
      weights: multiply(bracketed.base, bracketed.own),
      offsets: bracketed.segments,
      attributes: null,
    };
  observer?.leave(step.id);
  return frame;
}

function* candidates(run: Run, { axis }: StepPlan, contexts: Frame, perContext: boolean): Task<List> {
  if (axis.kind === "Members") return membersOf(run, axis, contexts, perContext);
  const resolved = run.axes.of(run.hidden === null ? axis : withoutTake(axis));
  return yield* perContext ? listPerContext(run, resolved, contexts) : listPerSequence(run, resolved, contexts);
}

/** One copy for each operator, so that it is resolved once. */
const withoutTake = <T extends StepPlan["axis"]>(axis: T): T =>
  axis.take === null ? axis : (getOrMake(untaken, axis, () => ({ ...axis, take: null })) as T);
const untaken = new WeakMap<StepPlan["axis"], StepPlan["axis"]>();

/** Visible candidates, and among them the places that the axis takes. */
function passing(run: Run, take: StepPlan["axis"]["take"], list: List): List {
  if (run.hidden === null) return list;
  const { mask } = run.hidden;
  const held = keep(
    list,
    Uint8Array.from(list.ids, (node) => 1 - (mask[node] ?? 0)),
  );
  const places = resolvePlaces(take, (argument) => Number(run.value(argument)));
  return places === null ? held : takePlaces(held, (count) => placeInterval(places, count));
}

/** If brackets read one node at a time, only these take a list out of document order. */
const movesNodes = ({ kind }: BracketOperator): boolean => kind === "Sibling" || kind === "Order";

/** A buffer for one node alone would grow with every candidate. */
const FEWEST_CANDIDATES = 16;

/** The union of the contexts' candidates, each with its highest context weight; a list per sequence. */
export function* listPerSequence(run: Run, axis: ResolvedAxis, contexts: Frame): Task<List> {
  const { tree } = run;
  const { offsets } = contexts;
  if (offsets === null) {
    const { ids, weights } = yield* unionInSlices(run, axis, contexts);
    return { ids, base: weights, own: null, segments: null, attributes: null };
  }
  const out = new IdBuffer(Math.max(contexts.ids.length, FEWEST_CANDIDATES));
  const segments = new Int32Array(offsets.length);
  const base: number[] | null = contexts.weights === null ? null : [];
  for (let s = 0; s + 1 < offsets.length; s++) {
    if ((s & 63) === 63 && run.clock.isDue) yield* run.clock.pause();
    const from = offsets[s]!;
    const to = offsets[s + 1]!;
    if (to - from === 1) {
      pushCandidates(tree, axis, contexts.ids[from]!, out);
      sortTail(out, segments[s]!);
      if (base !== null) while (base.length < out.length) base.push(contexts.weights![from]!);
    } else if (to > from) {
      const weights = contexts.weights === null ? null : contexts.weights.subarray(from, to);
      const union = unionAxis(tree, axis, { ids: contexts.ids.subarray(from, to), weights });
      out.append(union.ids, 0, union.ids.length);
      if (base !== null) for (const weight of union.weights!) base.push(weight);
    }
    segments[s + 1] = out.length;
  }
  return {
    ids: out.take(),
    base: base === null ? null : Float64Array.from(base),
    own: null,
    segments,
    attributes: null,
  };
}

/** Candidates of one context come in axis order; reverse axes are put into document order. */
function sortTail(out: IdBuffer, from: number): void {
  const tail = out.data.subarray(from, out.length);
  if (!isAscending(tail)) tail.sort();
}

/** One list per context node, in axis order: positions count in it. */
function* listPerContext(run: Run, axis: ResolvedAxis, contexts: Frame): Task<List> {
  const { ids, weights } = contexts;
  const out = new IdBuffer();
  const segments = new Int32Array(ids.length + 1);
  for (let i = 0; i < ids.length; i++) {
    if ((i & 63) === 63 && run.clock.isDue) yield* run.clock.pause();
    pushCandidates(run.tree, axis, ids[i]!, out);
    segments[i + 1] = out.length;
  }
  let base: Float64Array | null = null;
  if (weights !== null) {
    base = new Float64Array(out.length);
    for (let i = 0; i < ids.length; i++) base.fill(weights[i]!, segments[i]!, segments[i + 1]!);
  }
  return { ids: out.take(), base, own: null, segments, attributes: null };
}

/** Lists that are sequences already: document order is restored where a sibling offset broke it. */
export function asFrame(list: List): Frame {
  const weights = multiply(list.base, list.own);
  if (list.segments === null) {
    if (isAscending(list.ids)) return { ids: list.ids, weights, offsets: null, attributes: list.attributes };
    const merged = mergeHighest(list.ids, weights);
    return { ...merged, offsets: null, attributes: list.attributes };
  }
  let ordered = true;
  for (let s = 0; s + 1 < list.segments.length && ordered; s++) {
    ordered = isAscending(list.ids, list.segments[s]!, list.segments[s + 1]!);
  }
  if (ordered) return { ids: list.ids, weights, offsets: list.segments, attributes: null };
  return concatSequences(list.ids, weights, list.segments);
}

/** Lists per context to one sequence, or to one per sequence of contexts. */
function mergeContexts(list: List, contexts: Frame): Frame {
  const weights = multiply(list.base, list.own);
  if (contexts.offsets === null) return { ...mergeHighest(list.ids, weights), offsets: null, attributes: null };
  const bounds = contexts.offsets.map((context) => list.segments![context]!);
  return concatSequences(list.ids, weights, bounds);
}

function concatSequences(ids: Int32Array, weights: Float64Array | null, bounds: Int32Array): Frame {
  const out = new IdBuffer(ids.length);
  const outWeights = weights === null ? null : new Float64Array(ids.length);
  const offsets = new Int32Array(bounds.length);
  for (let s = 0; s + 1 < bounds.length; s++) {
    const from = bounds[s]!;
    const to = bounds[s + 1]!;
    const merged = mergeHighest(ids.subarray(from, to), weights === null ? null : weights.subarray(from, to));
    outWeights?.set(merged.weights!, out.length);
    out.append(merged.ids, 0, merged.ids.length);
    offsets[s + 1] = out.length;
  }
  const outIds = out.take();
  return {
    ids: outIds,
    weights: outWeights === null ? null : outWeights.subarray(0, outIds.length),
    offsets,
    attributes: null,
  };
}

/** `n ↦ n/@name` where it is present, `n ↦ n/text()` where there is own text */
export function takeValues({ tree }: Run, operator: AttributeOperator | OwnTextOperator, frame: Frame): Frame {
  const attribute = operator.kind === "Text" ? OWN_TEXT : tree.attributeId(operator.name);
  if (attribute < 0) {
    const offsets = frame.offsets === null ? null : new Int32Array(frame.offsets.length);
    return { ids: EMPTY_IDS, weights: null, offsets, attributes: EMPTY_IDS };
  }
  const has =
    attribute === OWN_TEXT
      ? (node: number): boolean => tree.text[node]! >= 0
      : (node: number): boolean => tree.attributeValue(node, attribute) >= 0;
  const at = new IdBuffer(Math.max(frame.ids.length, 1));
  const bounds = frame.offsets ?? Int32Array.of(0, frame.ids.length);
  const offsets = new Int32Array(bounds.length);
  for (let s = 0; s + 1 < bounds.length; s++) {
    for (let i = bounds[s]!; i < bounds[s + 1]!; i++) if (has(frame.ids[i]!)) at.push(i);
    offsets[s + 1] = at.length;
  }
  const places = at.take();
  return {
    ids: gatherInts(frame.ids, places)!,
    weights: gatherFloats(frame.weights, places),
    offsets: frame.offsets === null ? null : offsets,
    attributes: new Int32Array(places.length).fill(attribute),
  };
}
