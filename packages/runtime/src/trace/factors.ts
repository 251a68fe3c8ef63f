import {
  type BracketOperator,
  type GroupPlan,
  type PathPlan,
  type ScoreExpression,
  type SequencePlan,
  type StepPlan,
  startSequence,
} from "@semantic-xpath/planner";
import { pushCandidates } from "../execute/candidates.js";
import { type Frame, IdBuffer, type List } from "../execute/frame.js";
import type { Run } from "../execute/run.js";
import { siblingOffsets } from "../execute/siblings.js";
import { DOCUMENT, NONE } from "../tree/ids.js";
import type { Recorder } from "./recorder.js";

/** The scores that one step gave to one node, in order. */
export interface Factor {
  readonly node: number;
  readonly scores: readonly {
    readonly operatorId: number;
    readonly score: ScoreExpression;
    readonly place: number;
    readonly last: number;
  }[];
}

/** An entry of a recorded list: a node with the weight of the context it came from. */
interface Entry {
  readonly node: number;
  readonly base: number;
}

/**
 * The chain that made the weight of a result, first step first, from what a recorder kept: an entry with that weight is
 * followed back through brackets and axes to the context that it came from. null where the sequence has no such result.
 */
export function factorsOf(
  run: Run,
  recorder: Recorder,
  sequence: SequencePlan,
  node: number,
  weight: number,
): Factor[] | null {
  switch (sequence.kind) {
    case "Path":
      return pathFactors(run, recorder, sequence, node, weight);
    case "Group":
      return groupFactors(run, recorder, sequence, node, weight);
    case "Union":
      for (const input of sequence.inputs) {
        const factors = factorsOf(run, recorder, input, node, weight);
        if (factors !== null) return factors;
      }
      return null;
  }
}

function pathFactors(run: Run, recorder: Recorder, path: PathPlan, node: number, weight: number): Factor[] | null {
  const factors: Factor[] = [];
  let at = { node, weight };
  for (const step of [...path.steps].reverse()) {
    const found = stepBack(run, recorder, step, at.node, at.weight);
    if (found === null) return null;
    if (found.factor.scores.length > 0) factors.unshift(found.factor);
    at = found.context;
  }
  const start = startSequence(path);
  if (start === null) return factors;
  const before = factorsOf(run, recorder, start, at.node, at.weight);
  return before === null ? null : [...before, ...factors];
}

function stepBack(run: Run, recorder: Recorder, step: StepPlan, node: number, weight: number) {
  for (const record of recorder.axes.get(step.axis.id) ?? []) {
    const last =
      step.brackets.length === 0 ? record.list : recorder.brackets.get(step.brackets.at(-1)!.id)?.at(-1)?.after;
    if (last === undefined) continue;
    for (const i of indicesOf(last, node)) {
      const base = last.base === null ? 1 : last.base[i]!;
      const own = last.own === null ? 1 : last.own[i]!;
      if (base * own !== weight) continue;
      const { entry, scores, scored } = bracketsBack(run, recorder, step.brackets, { node, base });
      const context = contextOf(run, step, record.contexts, entry);
      if (context !== null) return { factor: { node: scored, scores }, context: { node: context, weight: base } };
    }
  }
  return null;
}

/** Follows an entry back through brackets; a sibling offset is undone by the opposite one. */
function bracketsBack(run: Run, recorder: Recorder, brackets: readonly BracketOperator[], entry: Entry) {
  const scores: Factor["scores"][number][] = [];
  let { node } = entry;
  let scored = node;
  for (const bracket of [...brackets].reverse()) {
    if (bracket.kind === "Sibling") node = siblingOffsets(run.tree, Int32Array.of(node), -bracket.offset)[0]!;
    if (bracket.kind !== "Relevance") continue;
    const before = recorder.brackets.get(bracket.id)?.at(-1)?.before;
    const { place, last } = before === undefined ? { place: 1, last: 1 } : placeOf(before, node);
    scores.unshift({ operatorId: bracket.id, score: bracket.score, place, last });
    scored = node;
  }
  return { entry: { node, base: entry.base }, scores, scored };
}

/** Brackets of a group multiply the weight one by one: each is a factor of its own. */
function groupFactors(run: Run, recorder: Recorder, group: GroupPlan, node: number, weight: number): Factor[] | null {
  const last = recorder.brackets.get(group.brackets.at(-1)!.id)?.at(-1)?.after;
  if (last === undefined) return null;
  const found = indicesOf(last, node).some((i) => (last.own === null ? 1 : last.own[i]!) === weight);
  if (!found) return null;
  const { entry, scores, scored } = bracketsBack(run, recorder, group.brackets, { node, base: 1 });
  const first = recorder.brackets.get(group.brackets[0]!.id)?.at(-1)?.before;
  const at = first === undefined ? undefined : indicesOf(first, entry.node)[0];
  if (first === undefined || at === undefined) return null;
  const before = factorsOf(run, recorder, group.input, entry.node, first.own === null ? 1 : first.own[at]!);
  if (before === null) return null;
  return [...before, ...scores.map((score) => ({ node: scored, scores: [score] }))];
}

const indexes = new WeakMap<List, Map<number, number[]>>();

/** Where a node stands in a list. */
export function indicesOf(list: List, node: number): readonly number[] {
  let index = indexes.get(list);
  if (index === undefined) {
    index = new Map();
    for (let i = 0; i < list.ids.length; i++) {
      const places = index.get(list.ids[i]!);
      if (places === undefined) index.set(list.ids[i]!, [i]);
      else places.push(i);
    }
    indexes.set(list, index);
  }
  return index.get(node) ?? [];
}

/** position() and last() of a node in a list. */
export function placeOf(list: List, node: number): { place: number; last: number } {
  const i = indicesOf(list, node)[0] ?? 0;
  if (list.segments === null) return { place: i + 1, last: list.ids.length };
  let s = 0;
  while (list.segments[s + 1]! <= i) s++;
  return { place: i - list.segments[s]! + 1, last: list.segments[s + 1]! - list.segments[s]! };
}

/** The context with the entry's base weight from which the axis reaches the entry. */
function contextOf(run: Run, step: StepPlan, contexts: Frame, entry: Entry): number | null {
  const { tree } = run;
  const axis = run.axes.of(step.axis);
  const reaches = (context: number): boolean => {
    const out = new IdBuffer(16);
    pushCandidates(tree, axis, context, out);
    return out.take().includes(entry.node);
  };
  const has = (context: number): boolean => {
    const i = contexts.ids.indexOf(context);
    return i >= 0 && (contexts.weights === null ? 1 : contexts.weights[i]!) === entry.base;
  };
  if (axis.axis === "child") {
    const parent = tree.parent[entry.node]!;
    return has(parent) ? parent : null;
  }
  if (axis.axis.startsWith("descendant") && axis.take === null) {
    for (
      let at = axis.axis === "descendant" ? tree.parent[entry.node]! : entry.node;
      at >= DOCUMENT;
      at = tree.parent[at]!
    ) {
      if (has(at)) return at;
    }
    return null;
  }
  for (let i = 0; i < contexts.ids.length; i++) {
    const weight = contexts.weights === null ? 1 : contexts.weights[i]!;
    if (weight === entry.base && contexts.ids[i] !== NONE && reaches(contexts.ids[i]!)) return contexts.ids[i]!;
  }
  return null;
}
