import {
  type AttributeOperator,
  asksScorer,
  type BracketOperator,
  type MeetPlan,
  type OwnTextOperator,
  type ScoreExpression,
  type StepPlan,
  type ValuePlan,
} from "@semantic-xpath/planner";
import { type List, weightIn } from "../execute/frame.js";
import type { Run } from "../execute/run.js";
import type { Algebra } from "./algebra.js";
import { contributorsOf, keysAt } from "./contributors.js";
import { axisDrops, bracketDrops, meetDrops, pathOf, valueDrops } from "./drops.js";
import { localsOf, type PassedOperator } from "./eachOperator.js";
import { placedAt } from "./factors.js";
import type { KnownScores } from "./knownScores.js";
import { lazily } from "./lazily.js";
import { allOf, joined, type LazyList, NO_ENTRIES } from "./lazyList.js";
import type { Recorder } from "./recorder.js";
import type { Cutoff } from "./replay.js";
import type { TraceDrop, TraceOperator, TraceScore, TraceValue } from "./trace.js";

/** Record of a run for its trace. */
export interface Seen {
  /** The run, quiet: see `quietRun`. */
  readonly run: Run;
  /** Entries of each operator, and its time. */
  readonly recorder: Recorder;
  readonly times: Recorder;
  readonly knownScores: KnownScores;
  readonly algebra: Algebra;
  /** For a pruned run: weights out of reach of the nodes that a bracket did not score. */
  readonly cutoffs: ReadonlyMap<number, Cutoff> | null;
}

export function operatorTrace(seen: Seen, operator: PassedOperator, texts: ReadonlyMap<number, string>): TraceOperator {
  switch (operator.kind) {
    case "Step":
      return axisTrace(seen, operator, texts);
    case "Attribute":
    case "Text":
    case "Meet":
      return frameTrace(seen, operator, texts);
    case "Value":
      return valueTrace(seen, operator, texts);
    default:
      return bracketTrace(seen, operator, texts);
  }
}

/** Dropped entries of an operator. */
export function dropsAt(seen: Seen, operator: PassedOperator): LazyList<TraceDrop> {
  const { run, recorder, knownScores } = seen;
  switch (operator.kind) {
    case "Step":
      return axisDrops(run, operator, recorder.axes.get(operator.axis.id) ?? []);
    case "Attribute":
    case "Text":
      return valueDrops(run, operator, recorder.frames.get(operator.id) ?? []);
    case "Meet":
      return meetDrops(run, operator, recorder.frames.get(operator.id) ?? []);
    case "Value":
      return NO_ENTRIES;
    default: {
      const cutoff = seen.cutoffs?.get(operator.id) ?? null;
      return bracketDrops(run, operator, recorder.brackets.get(operator.id) ?? [], knownScores, cutoff);
    }
  }
}

/** The algebra of what an operator scored, entry by entry. */
export function scoresAt({ run, recorder, algebra }: Seen, operator: PassedOperator): LazyList<TraceScore> {
  const score = scoredBy(operator);
  if (score === null) return NO_ENTRIES;
  const scoreAt = (before: List, i: number): TraceScore => {
    const scoreAlgebra = algebra.of(score, placedAt(before, i));
    const weight = weightIn(before.own, i);
    const after = operator.kind === "Relevance" && scoreAlgebra.value !== null ? weight * scoreAlgebra.value : null;
    return { path: pathOf(run, before.ids[i]!), before: weight, after, algebra: scoreAlgebra };
  };
  const records = recorder.brackets.get(operator.id) ?? [];
  return joined(records.map(({ before }) => ({ length: before.ids.length, at: (i) => scoreAt(before, i) })));
}

/** For a value, its contributors; for an order by, its input with the keys. */
export function valuesAt({ run, recorder }: Seen, operator: PassedOperator): LazyList<TraceValue> {
  if (operator.kind === "Value") return contributorsOf(run, operator);
  return operator.kind === "Order" ? keysAt(run, operator, recorder.brackets.get(operator.id) ?? []) : NO_ENTRIES;
}

/** The score of a relevance, or of a filter that is one comparison of a score. */
export function scoredBy(operator: PassedOperator): ScoreExpression | null {
  if (operator.kind === "Relevance") return operator.score;
  return operator.kind === "Filter" && asksScorer(operator) && operator.condition.kind === "Threshold"
    ? operator.condition.score
    : null;
}

const sum = <T>(records: readonly T[], count: (record: T) => number): number =>
  records.reduce((total, record) => total + count(record), 0);

function axisTrace(seen: Seen, step: StepPlan, texts: ReadonlyMap<number, string>): TraceOperator {
  const { id, span } = step.axis;
  const records = seen.recorder.axes.get(id) ?? [];
  const plain = {
    id,
    kind: "Axis",
    text: texts.get(id) ?? "",
    span,
    rowsIn: sum(records, ({ contexts }) => contexts.ids.length),
    rowsOut: sum(records, ({ list }) => list.ids.length),
    selfMilliseconds: seen.times.selfMilliseconds(id),
    pairs: 0,
    hits: 0,
    scores: [],
  };
  return lazily(plain, { dropped: () => allOf(dropsAt(seen, step)) });
}

function frameTrace(
  seen: Seen,
  operator: AttributeOperator | OwnTextOperator | MeetPlan,
  texts: ReadonlyMap<number, string>,
): TraceOperator {
  const records = seen.recorder.frames.get(operator.id) ?? [];
  const plain = { ...passedTrace(operator, records, seen.times, texts), pairs: 0, hits: 0, scores: [] };
  return lazily(plain, { dropped: () => allOf(dropsAt(seen, operator)) });
}

function valueTrace(seen: Seen, plan: ValuePlan, texts: ReadonlyMap<number, string>): TraceOperator {
  const contributors = contributorsOf(seen.run, plan);
  const plain = { ...passedTrace(plan, [], seen.times, texts), pairs: 0, hits: 0, dropped: [], scores: [] };
  const counted = { ...plain, rowsIn: contributors.length, rowsOut: contributors.length };
  return lazily(counted, { values: () => allOf(contributors) });
}

function bracketTrace(seen: Seen, bracket: BracketOperator, texts: ReadonlyMap<number, string>): TraceOperator {
  const { run, recorder, times } = seen;
  const records = recorder.brackets.get(bracket.id) ?? [];
  const plain = { ...passedTrace(bracket, records, times, texts), ...scoreUse(run, bracket) };
  const lists = { dropped: () => allOf(dropsAt(seen, bracket)), scores: () => allOf(scoresAt(seen, bracket)) };
  return bracket.kind === "Order"
    ? lazily(plain, { ...lists, values: () => allOf(valuesAt(seen, bracket)) })
    : lazily(plain, lists);
}

/** Counts of an operator that turns one list into another. */
function passedTrace(
  { id, kind, span }: Exclude<PassedOperator, StepPlan>,
  records: readonly { readonly before: { readonly ids: Int32Array }; readonly after: { readonly ids: Int32Array } }[],
  times: Seen["times"],
  texts: ReadonlyMap<number, string>,
) {
  return {
    id,
    kind,
    text: texts.get(id) ?? "",
    span,
    rowsIn: sum(records, ({ before }) => before.ids.length),
    rowsOut: sum(records, ({ after }) => after.ids.length),
    selfMilliseconds: times.selfMilliseconds(id),
  };
}

/** Scorer use of the local relevances of a bracket; those of its evidence paths count in their own brackets. */
function scoreUse(run: Run, bracket: BracketOperator): { pairs: number; hits: number } {
  const use = { pairs: 0, hits: 0 };
  for (const id of localsOf(bracket)) {
    use.pairs += run.scores.useOf(id).pairs;
    use.hits += run.scores.useOf(id).hits;
  }
  return use;
}
