import {
  type AttributeOperator,
  type BracketOperator,
  bracketScores,
  type ScoreExpression,
  type StepPlan,
} from "@semantic-xpath/planner";
import type { Run } from "../execute/run.js";
import type { Algebra } from "./algebra.js";
import { attributeDrops, axisDrops, bracketDrops, pathOf } from "./drops.js";
import { localsOf } from "./eachOperator.js";
import { placedAt } from "./factors.js";
import type { Known } from "./known.js";
import { lazily } from "./lazily.js";
import type { Recorder } from "./recorder.js";
import type { Cutoff } from "./replay.js";
import type { TraceOperator, TraceScore } from "./trace.js";

/** What a run left behind for its trace. */
export interface Seen {
  /** The run, quiet: see `quietRun`. */
  readonly run: Run;
  /** What passed each operator, and how long each took. */
  readonly recorder: Recorder;
  readonly times: Recorder;
  readonly known: Known;
  readonly algebra: Algebra;
  /** Of a pruned run: what nodes that were not scored at a bracket could not reach. */
  readonly cutoffs: ReadonlyMap<number, Cutoff> | null;
}

export function operatorTrace(
  seen: Seen,
  operator: StepPlan | BracketOperator | AttributeOperator,
  texts: ReadonlyMap<number, string>,
): TraceOperator {
  switch (operator.kind) {
    case "Step":
      return axisTrace(seen, operator, texts);
    case "Attribute":
      return attributeTrace(seen, operator, texts);
    default:
      return bracketTrace(seen, operator, texts);
  }
}

const sum = <T>(records: readonly T[], count: (record: T) => number): number =>
  records.reduce((total, record) => total + count(record), 0);

function axisTrace({ run, recorder, times }: Seen, step: StepPlan, texts: ReadonlyMap<number, string>): TraceOperator {
  const { id, span } = step.axis;
  const records = recorder.axes.get(id) ?? [];
  const plain = {
    id,
    kind: "Axis",
    text: texts.get(id) ?? "",
    span,
    rowsIn: sum(records, ({ contexts }) => contexts.ids.length),
    rowsOut: sum(records, ({ list }) => list.ids.length),
    selfMilliseconds: times.selfMilliseconds(id),
    pairs: 0,
    hits: 0,
    scores: [],
  };
  return lazily(plain, { dropped: () => axisDrops(run, step, records) });
}

function attributeTrace(
  { run, recorder, times }: Seen,
  operator: AttributeOperator,
  texts: ReadonlyMap<number, string>,
): TraceOperator {
  const records = recorder.attributes.get(operator.id) ?? [];
  const plain = { ...passed(operator, records, times, texts), pairs: 0, hits: 0, scores: [] };
  return lazily(plain, { dropped: () => attributeDrops(run, operator, records) });
}

function bracketTrace(seen: Seen, bracket: BracketOperator, texts: ReadonlyMap<number, string>): TraceOperator {
  const { id } = bracket;
  const { run, recorder, known, times } = seen;
  const records = recorder.brackets.get(id) ?? [];
  const plain = { ...passed(bracket, records, times, texts), ...scoreUse(run, bracket) };
  return lazily(plain, {
    dropped: () => bracketDrops(run, bracket, records, known, seen.cutoffs?.get(id) ?? null),
    scores: () => scoreTraces(seen, bracket),
  });
}

/** What passed an operator that turns one list into another. */
function passed(
  { id, kind, span }: BracketOperator | AttributeOperator,
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

/** What the local relevances of a bracket asked for; those of its evidence paths count in their own brackets. */
function scoreUse(run: Run, bracket: BracketOperator): { pairs: number; hits: number } {
  const use = { pairs: 0, hits: 0 };
  for (const id of localsOf(bracket)) {
    use.pairs += run.scores.useOf(id).pairs;
    use.hits += run.scores.useOf(id).hits;
  }
  return use;
}

function scoreTraces({ run, recorder, algebra }: Seen, bracket: BracketOperator): TraceScore[] {
  const score = scoredBy(bracket);
  if (score === null) return [];
  return (recorder.brackets.get(bracket.id) ?? []).flatMap(({ before }) =>
    Array.from(before.ids, (node, i): TraceScore => {
      const told = algebra.of(score, placedAt(before, i));
      const weight = before.own === null ? 1 : before.own[i]!;
      const after = bracket.kind === "Relevance" && told.value !== null ? weight * told.value : null;
      return { path: pathOf(run, node), before: weight, after, algebra: told };
    }),
  );
}

/** The score of a relevance, or of a filter that is one comparison of a score. */
function scoredBy(bracket: BracketOperator): ScoreExpression | null {
  if (bracket.kind === "Relevance") return bracket.score;
  return bracket.kind === "Filter" && bracketScores(bracket) && bracket.condition.kind === "Threshold"
    ? bracket.condition.score
    : null;
}
