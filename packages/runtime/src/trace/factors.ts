import {
  type BracketOperator,
  type GroupPlan,
  type PathPlan,
  type ScoreExpression,
  type SequencePlan,
  type StepPlan,
  startSequence,
  type ValuePlan,
} from "@semantic-xpath/planner";
import { getOrMake, lowerBound, NONE } from "@semantic-xpath/tree";
import { inverseAxis, pushCandidates } from "../execute/axes/axes.js";
import { algorithmOf } from "../execute/axes/axisRows.js";
import { siblingOffsets } from "../execute/axes/siblingOffsets.js";
import { EMPTY_IDS, type Frame, IdBuffer, type List, OWN_TEXT, weightIn } from "../execute/frame.js";
import type { Run } from "../execute/run.js";
import type { PlacedNode } from "./knownScores.js";
import type { Recorder } from "./recorder.js";

/** The scores that one step (or one bracket of a group) gave, in order; at least one. */
export interface Factor {
  readonly scores: readonly {
    readonly operatorId: number;
    readonly score: ScoreExpression;
    /** The node that was scored: a sibling offset after the relevance leads on from it. */
    readonly at: PlacedNode;
  }[];
}

/** An entry of a result: a node, or an attribute of it, with its weight. */
export interface Weighed {
  readonly node: number;
  readonly attribute: string | null;
  readonly weight: number;
  /**
   * For a group whose member is followed back: the members from the outermost group inwards. The weight is then that of the scores since it was made.
   */
  readonly via?: readonly number[] | undefined;
}

/** An entry of a recorded list: a node in one of the list's segments. */
interface Entry {
  readonly node: number;
  readonly segment: number;
  readonly via?: readonly number[] | undefined;
}

/**
 * The chain that made the weight of a result, first step first, from the record: an entry with that weight is followed back through brackets and axes
 * to its context. null if the sequence has no such result.
 */
export function factorsOf(
  run: Run,
  recorder: Recorder,
  sequence: SequencePlan | ValuePlan,
  result: Weighed,
): Factor[] | null {
  switch (sequence.kind) {
    case "Path":
      return pathFactors(run, recorder, sequence, result);
    case "Group":
      return groupFactors(run, recorder, sequence, result);
    case "Union":
      for (const input of sequence.inputs) {
        const factors = factorsOf(run, recorder, input, result);
        if (factors !== null) return factors;
      }
      return null;
    case "Meet":
      return factorsOf(run, recorder, sequence.left, result);
    case "Value":
      return [];
  }
}

/** Stands where the name of an attribute would for the own text of a node: no attribute of any data has it. */
export const OWN_TEXT_NAME = "\0text()";

/** The attribute name of an entry of a frame, `OWN_TEXT_NAME` for an own text, null for a node. */
export function attributeNameOf(
  run: Run,
  { ids, attributes }: Pick<Frame, "ids" | "attributes">,
  at: number,
): string | null {
  const attribute = attributes?.[at] ?? NONE;
  if (attribute === NONE) return null;
  if (attribute === OWN_TEXT) return OWN_TEXT_NAME;
  return run.groups.isGroup(ids[at]!) ? run.groups.keyName(ids[at]!, attribute) : run.tree.attributeNames[attribute]!;
}

const nameOfLast = ({ attribute }: PathPlan): string | null =>
  attribute === null || attribute.kind === "Computed"
    ? null
    : attribute.kind === "Text"
      ? OWN_TEXT_NAME
      : attribute.name;

function pathFactors(run: Run, recorder: Recorder, path: PathPlan, result: Weighed): Factor[] | null {
  const start = startSequence(path);
  if (start !== null && path.steps.length === 0 && path.attribute === null)
    return factorsOf(run, recorder, start, result);
  if (result.attribute !== nameOfLast(path)) return null;
  const factors: Factor[] = [];
  let at: Weighed = { ...result, attribute: null };
  for (const step of path.steps.toReversed()) {
    const stepped = stepBack(run, recorder, step, at);
    if (stepped === null) return null;
    if (stepped.scores.length > 0) factors.unshift({ scores: stepped.scores });
    at = stepped.context;
  }
  if (start === null) return factors;
  const before = factorsOf(run, recorder, start, at);
  return before === null ? null : [...before, ...factors];
}

function stepBack(run: Run, recorder: Recorder, step: StepPlan, { node, weight, via }: Weighed): StepFound | null {
  const record = recorder.axes.get(step.axis.id)?.at(-1);
  const first = step.brackets.length === 0 ? undefined : recorder.brackets.get(step.brackets[0]!.id)?.at(-1)?.before;
  const last =
    step.brackets.length === 0 ? record?.list : recorder.brackets.get(step.brackets.at(-1)!.id)?.at(-1)?.after;
  if (record === undefined || last === undefined) return null;
  for (const i of indicesOf(last, node)) {
    const base = weightIn(last.base, i);
    if (!weighs(run, node, base * weightIn(last.own, i), { weight, via })) continue;
    if (record.contexts.attributes !== null) return ownerBack(run, record.contexts, node, base);
    const back = bracketsBack(run, recorder, step.brackets, { node, segment: segmentOf(last, i), via });
    const { entry, scores } = back;
    if (step.axis.kind === "Members") {
      const list = first ?? record.list;
      const k = indicesOf(list, entry.node).find((index) => segmentOf(list, index) === entry.segment);
      if (k === undefined) continue;
      const before = weightIn(list.base, k) * weightIn(list.own, k);
      const context = groupOf(run, record.contexts, entry.node, before);
      if (context !== null) return { scores, context: { ...context, via: [...context.via, ...(entry.via ?? [])] } };
      continue;
    }
    // With lists per context, segments are contexts.
    const context =
      step.grouping === "context"
        ? record.contexts.ids[entry.segment]!
        : contextOf(run, step, record.contexts, entry.node, base);
    // Groups have no base weight: their members keep that of their context.
    const isGrouped = step.brackets.some(({ kind }) => kind === "GroupBy");
    const before = isGrouped ? weightIn(record.contexts.weights, entry.segment) : base;
    if (context !== null) return { scores, context: { node: context, attribute: null, weight: before } };
  }
  return null;
}

interface StepFound {
  readonly scores: Factor["scores"];
  readonly context: Weighed;
}

/** Tests that an entry of weight `own` is the one that is followed back: for a group, its best member counts unless one is followed. */
function weighs(run: Run, node: number, own: number, { weight, via }: Pick<Weighed, "weight" | "via">): boolean {
  if (via !== undefined || !run.groups.isGroup(node)) return own === weight;
  return (run.groups.totals(Int32Array.of(node), Float64Array.of(own))?.[0] ?? own) === weight;
}

/** The group that led to a member, or to what is in one, with a weight. */
function groupOf(run: Run, { ids, weights }: Frame, node: number, weight: number) {
  const { groups, tree } = run;
  const within = (id: number): boolean => id === node || (!groups.isGroup(id) && node > id && node < tree.end[id]!);
  const find = (group: number, before: number): readonly number[] | null => {
    const members = groups.membersOf(group);
    for (const [k, id] of members.ids.entries()) {
      const ownWeight = before * weightIn(members.own, k);
      if (within(id) && ownWeight === weight) return [id];
      const inner = groups.isGroup(id) ? find(id, ownWeight) : null;
      if (inner !== null) return [id, ...inner];
    }
    return null;
  };
  for (const [i, group] of ids.entries()) {
    const since = weightIn(weights, i);
    const via = groups.isGroup(group) ? find(group, since) : null;
    if (via !== null) return { node: group, attribute: null, weight: since, via };
  }
  return null;
}

/** The attribute or own text from which `..` led to its node. */
function ownerBack(run: Run, contexts: Frame, node: number, weight: number) {
  for (let i = lowerBound(contexts.ids, node); contexts.ids[i] === node; i++)
    if (weightIn(contexts.weights, i) === weight)
      return { scores: [], context: { node, attribute: attributeNameOf(run, contexts, i), weight } };
  return null;
}

/** Follows an entry back through brackets; a sibling offset is undone by the opposite one, and a group leads to a member. */
function bracketsBack(run: Run, recorder: Recorder, brackets: readonly BracketOperator[], entry: Entry) {
  const scores: Factor["scores"][number][] = [];
  let { node, via = [] } = entry;
  let sinceGrouped: number | null = null;
  for (const bracket of brackets.toReversed()) {
    if (bracket.kind === "Sibling") node = siblingOffsets(run.tree, Int32Array.of(node), -bracket.offset)[0]!;
    if (bracket.kind === "GroupBy") {
      const [next = run.groups.bestMember(node), ...rest] = via;
      node = next;
      via = rest;
      sinceGrouped ??= scores.length;
    }
    if (bracket.kind !== "Relevance") continue;
    const before = recorder.brackets.get(bracket.id)!.at(-1)!.before;
    const i = indicesOf(before, node).find((index) => segmentOf(before, index) === entry.segment)!;
    scores.unshift({ operatorId: bracket.id, score: bracket.score, at: placedAt(before, i) });
  }
  const isFollowed = entry.via !== undefined || sinceGrouped !== null;
  return { entry: { node, segment: entry.segment, via: isFollowed ? via : undefined }, scores };
}

/** Brackets of a group multiply the weight one by one: each is a factor of its own. */
function groupFactors(run: Run, recorder: Recorder, group: GroupPlan, result: Weighed): Factor[] | null {
  const { node, attribute, weight, via } = result;
  if (group.brackets.length === 0) return factorsOf(run, recorder, group.input, result);
  const first = recorder.brackets.get(group.brackets[0]!.id)?.at(-1)?.before;
  const last = recorder.brackets.get(group.brackets.at(-1)!.id)?.at(-1)?.after;
  if (first === undefined || last === undefined) return null;
  const isEntry = (list: List, i: number): boolean =>
    attribute === null
      ? list.attributes === null || list.attributes[i] === NONE
      : list.attributes !== null && attributeNameOf(run, list, i) === attribute;
  const isMember = indicesOf(last, node).some(
    (i) => isEntry(last, i) && weighs(run, node, weightIn(last.own, i), { weight, via }),
  );
  if (!isMember) return null;
  const { entry, scores } = bracketsBack(run, recorder, group.brackets, { node, segment: 0, via });
  const at = indicesOf(first, entry.node).find((i) => isEntry(first, i));
  if (at === undefined) return null;
  const ownWeight =
    run.groups.isGroup(entry.node) && (entry.via ?? []).length === 0
      ? run.groups.totals(Int32Array.of(entry.node), Float64Array.of(weightIn(first.own, at)))![0]!
      : weightIn(first.own, at);
  const next = (entry.via ?? []).length > 0 ? { via: entry.via! } : {};
  const before = factorsOf(run, recorder, group.input, { node: entry.node, attribute, weight: ownWeight, ...next });
  return before === null ? null : [...before, ...scores.map((score) => ({ scores: [score] }))];
}

const indexes = new WeakMap<List, Map<number, number[]>>();

/** The places of a node in a list: once in each segment, at most. */
export const indicesOf = (list: List, node: number): readonly number[] =>
  getOrMake(indexes, list, () => groupsOf(list.ids.length, (i) => list.ids[i]!)).get(node) ?? [];

/** The numbers below `count` by a key of each. */
function groupsOf(count: number, keyOf: (i: number) => number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (let i = 0; i < count; i++) getOrMake(groups, keyOf(i), () => []).push(i);
  return groups;
}

/** The segment that the i-th entry lies in. */
export function segmentOf({ segments }: List, i: number): number {
  if (segments === null) return 0;
  let low = 0;
  let high = segments.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (segments[middle]! <= i) low = middle;
    else high = middle;
  }
  return low;
}

/** The i-th entry of a list with its position() and last(). */
export function placedAt(list: List, i: number): PlacedNode {
  const node = list.ids[i]!;
  if (list.segments === null) return { node, place: i + 1, last: list.ids.length };
  const segment = segmentOf(list, i);
  const from = list.segments[segment]!;
  return { node, place: i - from + 1, last: list.segments[segment + 1]! - from };
}

/** The context with the entry's base weight from which the axis reaches the entry: the nearest one above it, else the first. */
function contextOf(run: Run, step: StepPlan, contexts: Frame, node: number, base: number): number | null {
  const { tree } = run;
  if (step.axis.kind === "Members") return null;
  const axis = run.axes.of(step.axis);
  const back = inverseAxis(axis);
  const { leads, from, to } = algorithmOf(back);
  const has = (context: number): boolean => {
    const i = lowerBound(contexts.ids, context);
    return contexts.ids[i] === context && weightIn(contexts.weights, i) === base;
  };
  const start = from(tree, node);
  const end = to(tree, node);
  if (end - start === 1) return has(start) ? start : null;
  const out = new IdBuffer(16);
  if ((leads === "up" || leads === "anywhere") && axis.take === null) {
    pushCandidates(tree, back, node, out);
    return out.take().find(has) ?? null;
  }
  const weighed = contextsOfWeight(contexts, base);
  for (let i = lowerBound(weighed, start); i < weighed.length && weighed[i]! < end; i++) {
    out.length = 0;
    pushCandidates(tree, axis, weighed[i]!, out);
    if (out.take().includes(node)) return weighed[i]!;
  }
  return null;
}

const byWeight = new WeakMap<Frame, ReadonlyMap<number, readonly number[]>>();

/** The contexts with one weight, in document order. */
function contextsOfWeight(contexts: Frame, weight: number): Int32Array {
  const { ids, weights } = contexts;
  if (weights === null) return weight === 1 ? ids : EMPTY_IDS;
  const places = getOrMake(byWeight, contexts, () => groupsOf(ids.length, (i) => weights[i]!)).get(weight) ?? [];
  return Int32Array.from(places, (i) => ids[i]!);
}
