import { explainJson } from "@semantic-xpath/planner";
import {
  eachOperator,
  idOf,
  type Observation,
  type PassedOperator,
  type TraceOperator,
  treeStatistics,
} from "@semantic-xpath/runtime/internal";
import type { Cause } from "../answers.js";
import { type OperatorSummary, RUN_VIEW_VERSION, type RunOverview, type StepHeat } from "../runView.js";
import type { ViewContext } from "../viewOf.js";
import { histogramOf } from "./histogram.js";
import type { RunLists } from "./lists.js";
import { scoredEntries } from "./scoredEntries.js";

/** Everything about a run that is not a list of nodes. */
export function overviewOf(
  observation: Observation,
  lists: RunLists,
  causes: readonly Cause[],
  { name = null, dataName = null, schemaName = null }: ViewContext,
): RunOverview {
  const { query, tree, limit, minScore, params, result } = observation;
  const { version, query: text, scorer, strategy, scorerCalls, scorerPairs, cacheHits, milliseconds } = result.trace;
  const plan = explainJson(query.plan, treeStatistics(tree));
  const estimates = new Map(plan.operators.map(({ id, estimate }) => [id, estimate]));
  const traced = new Map(result.trace.operators.map((operator) => [operator.id, operator]));
  const operators: OperatorSummary[] = [];
  const heat: StepHeat[] = [];
  eachOperator(query.plan.result, (operator, depth) => {
    const trace = traced.get(idOf(operator))!;
    const estimate = estimates.get(trace.id);
    operators.push({
      ...figuresOf(trace),
      depth,
      droppedCount: lists.dropped(trace.id).length,
      scoresCount: lists.scores(trace.id).length,
      estimatedRows: estimate?.rows.max ?? null,
      estimatedPairs: estimate?.pairs ?? null,
      histogram: histogramOf(scoredEntries(observation, operator)),
    });
    const { id: operatorId, span, rowsOut } = trace;
    heat.push({ operatorId, span, rowsOut, best: bestOut(observation, operator) });
  });
  return {
    version: RUN_VIEW_VERSION,
    name,
    text: query.plan.text,
    span: query.plan.result.span,
    dataName,
    schemaName,
    params,
    limit: limit === Number.POSITIVE_INFINITY ? null : limit,
    minScore,
    isSemantic: query.isSemantic,
    plan,
    trace: { version, query: text, scorer, strategy, scorerCalls, scorerPairs, cacheHits, milliseconds },
    operators,
    resultCount: result.ids.length,
    cutCount: lists.cut.length,
    treeSize: tree.size,
    approximation: result.stats.approximation,
    empty: result.stats.empty,
    causes,
    heat,
  };
}

/** Without the lists, which are made when they are read. */
export const figuresOf = ({
  id,
  kind,
  text,
  span,
  rowsIn,
  rowsOut,
  selfMilliseconds,
  pairs,
  hits,
}: TraceOperator): Omit<TraceOperator, "dropped" | "scores"> => ({
  id,
  kind,
  text,
  span,
  rowsIn,
  rowsOut,
  selfMilliseconds,
  pairs,
  hits,
});

/** The highest weight that came out of an operator, 0 where nothing did. */
function bestOut({ recorder }: Observation, operator: PassedOperator): number {
  switch (operator.kind) {
    case "Step":
      return highest((recorder.axes.get(operator.axis.id) ?? []).map(({ list: { ids, base } }) => [ids, base, null]));
    case "Attribute":
      return highest(
        (recorder.attributes.get(operator.id) ?? []).map(({ after: { ids, weights } }) => [ids, weights, null]),
      );
    default:
      return highest(
        (recorder.brackets.get(operator.id) ?? []).map(({ after: { ids, base, own } }) => [ids, base, own]),
      );
  }
}

type Weighed = readonly [ids: Int32Array, a: Float64Array | null, b: Float64Array | null];

function highest(lists: readonly Weighed[]): number {
  let best = 0;
  for (const [ids, a, b] of lists) {
    if (ids.length > 0 && a === null && b === null) return 1;
    for (let i = 0; i < ids.length; i++) {
      const weight = (a === null ? 1 : a[i]!) * (b === null ? 1 : b[i]!);
      if (weight > best) best = weight;
    }
  }
  return best;
}
