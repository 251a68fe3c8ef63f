import {
  type BracketOperator,
  bracketScores,
  planRows,
  type QueryPlan,
  type ScoreExpression,
  type SequencePlan,
} from "@semantic-xpath/planner";
import { Bounds } from "../execute/bounds.js";
import type { Frame } from "../execute/frame.js";
import type { Run } from "../execute/run.js";
import type { RunStats } from "../runPlan.js";
import { Algebra } from "./algebra.js";
import { attributeDrops, axisDrops, bracketDrops, pathOf } from "./drops.js";
import { eachOperator, localsOf } from "./eachOperator.js";
import { factorsOf, placeOf } from "./factors.js";
import { lazily } from "./lazily.js";
import { Recorder } from "./recorder.js";
import { replaySequence } from "./replay.js";
import {
  TRACE_VERSION,
  type Trace,
  type TraceDrop,
  type TraceOperator,
  type TraceResult,
  type TraceScore,
} from "./trace.js";

/** What the cut at the end of a run left out. */
export interface Cut {
  /** Everything that reached the end of the plan, the document node included. */
  readonly reached: Frame;
  readonly minScore: number;
  readonly limit: number;
}

/**
 * Makes the trace document of a run from what a recorder kept and the scores in the run's store. Lists of nodes are made when
 * they are read, so a trace of a large run costs what is looked at.
 */
export class Tracer {
  readonly recorder = new Recorder();

  constructor(private readonly plan: QueryPlan) {}

  finish(run: Run, result: Frame, cut: Cut | null, stats: RunStats): Trace {
    const { plan, recorder } = this;
    const bounds = new Bounds(run);
    const lastWeight =
      result.ids.length === 0
        ? (cut?.minScore ?? 0)
        : result.weights === null
          ? 1
          : result.weights[result.weights.length - 1]!;
    if (stats.strategy === "best-first") replaySequence(run, recorder, bounds, plan.result);
    const algebra = new Algebra(run);
    const texts = new Map(planRows(plan).map((row) => [row.id, row.text]));
    const operators: TraceOperator[] = [];
    eachOperator(plan.result, (operator) => {
      const described = {
        id: operator.id,
        kind: operator.kind,
        text: texts.get(operator.id) ?? "",
        span: operator.span,
      };
      const timed = { ...described, selfMilliseconds: recorder.selfMilliseconds(operator.id) };
      operators.push(operatorTrace(run, recorder, operator, timed, algebra, bounds, lastWeight));
    });
    return {
      version: TRACE_VERSION,
      query: plan.text,
      scorer: stats.scorer,
      strategy: stats.strategy,
      scorerCalls: stats.scorerCalls,
      scorerPairs: stats.scorerPairs,
      cacheHits: stats.cacheHits,
      milliseconds: stats.milliseconds,
      operators,
      ...lazily({
        results: () => resultTraces(run, recorder, plan.result, result, algebra),
        cut: () => cutDrops(run, result, cut),
      }),
    };
  }
}

type Described = Pick<TraceOperator, "id" | "kind" | "text" | "span" | "selfMilliseconds">;
type Traced = Parameters<Parameters<typeof eachOperator>[1]>[0];

function operatorTrace(
  run: Run,
  recorder: Recorder,
  operator: Traced,
  described: Described,
  algebra: Algebra,
  bounds: Bounds,
  last: number,
): TraceOperator {
  if (operator.kind === "Step") {
    const records = recorder.axes.get(operator.axis.id) ?? [];
    const rowsIn = records.reduce((sum, { contexts }) => sum + contexts.ids.length, 0);
    const rowsOut = records.reduce((sum, { list }) => sum + list.ids.length, 0);
    const { id, span } = operator.axis;
    const selfMilliseconds = recorder.selfMilliseconds(id);
    const axis = {
      ...described,
      id,
      kind: "Axis",
      span,
      selfMilliseconds,
      rowsIn,
      rowsOut,
      pairs: 0,
      hits: 0,
      scores: [],
    };
    return { ...axis, ...lazily({ dropped: () => axisDrops(run, operator, records) }) };
  }
  if (operator.kind === "Attribute") {
    const records = recorder.attributes.get(operator.id) ?? [];
    const rowsIn = records.reduce((sum, { before }) => sum + before.ids.length, 0);
    const rowsOut = records.reduce((sum, { after }) => sum + after.ids.length, 0);
    const plain = { ...described, rowsIn, rowsOut, pairs: 0, hits: 0, scores: [] };
    return { ...plain, ...lazily({ dropped: () => attributeDrops(run, operator, records) }) };
  }
  const records = recorder.brackets.get(operator.id) ?? [];
  const rowsIn = records.reduce((sum, { before }) => sum + before.ids.length, 0);
  const rowsOut = records.reduce((sum, { after }) => sum + after.ids.length, 0);
  return {
    ...described,
    rowsIn,
    rowsOut,
    ...scoreUse(run, operator),
    ...lazily({
      dropped: () => bracketDrops(run, operator, records, bounds, last),
      scores: () => scoreTraces(run, recorder, operator, algebra),
    }),
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

function scoreTraces(run: Run, recorder: Recorder, bracket: BracketOperator, algebra: Algebra): TraceScore[] {
  const score = scoredBy(bracket);
  if (score === null) return [];
  return (recorder.brackets.get(bracket.id) ?? []).flatMap(({ before }) =>
    Array.from(before.ids, (node, i): TraceScore => {
      const told = algebra.of(score, { node, ...placeOf(before, node) });
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

function resultTraces(
  run: Run,
  recorder: Recorder,
  plan: SequencePlan,
  result: Frame,
  algebra: Algebra,
): TraceResult[] {
  return Array.from(result.ids, (node, i) => {
    const weight = result.weights === null ? 1 : result.weights[i]!;
    const chain = factorsOf(run, recorder, plan, node, weight) ?? [];
    const attribute =
      result.attributes === null || result.attributes[i]! < 0
        ? ""
        : `/@${run.tree.attributeNames[result.attributes[i]!]!}`;
    return { path: `${pathOf(run, node)}${attribute}`, weight, factors: algebra.factors(chain) };
  });
}

function cutDrops(run: Run, result: Frame, cut: Cut | null): TraceDrop[] {
  if (cut === null) return [];
  const { reached, minScore, limit } = cut;
  const kept = new Set(Array.from(result.ids, (node, i) => `${node} ${result.attributes?.[i] ?? -1}`));
  const drops: TraceDrop[] = [];
  for (let i = 0; i < reached.ids.length; i++) {
    const node = reached.ids[i]!;
    if (kept.has(`${node} ${reached.attributes?.[i] ?? -1}`)) continue;
    const weight = reached.weights === null ? 1 : reached.weights[i]!;
    drops.push({ path: pathOf(run, node), ...cutReason(node, weight, minScore, limit) });
  }
  return drops;
}

function cutReason(
  node: number,
  weight: number,
  minScore: number,
  limit: number,
): Pick<TraceDrop, "reason" | "detail"> {
  if (node === 0) return { reason: "document", detail: "the document node is never a result" };
  if (weight === 0) return { reason: "zero-weight", detail: "its weight is 0" };
  if (weight < minScore)
    return { reason: "min-score", detail: `its weight ${weight} is below the minimum score ${minScore}` };
  return { reason: "limit", detail: `it ranks behind the first ${limit}` };
}
