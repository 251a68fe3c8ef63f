import { type Span, type Token, tokenize } from "@semantic-xpath/parser";
import { explainJson } from "@semantic-xpath/planner";
import {
  eachOperator,
  idOf,
  type LazyList,
  type List,
  type Observation,
  type PassedOperator,
  pageOf,
  type TraceOperator,
  treeStatistics,
} from "@semantic-xpath/runtime/internal";
import type { Cause } from "../answers.js";
import type { RunLists } from "./lists.js";
import { type ScoredEntries, scoredEntries } from "./recorded.js";
import {
  type OperatorSummary,
  type ResultRow,
  RUN_DOCUMENT_VERSION,
  RUN_VIEW_VERSION,
  type RunDocument,
  type RunOverview,
  type StepHeat,
} from "./runView.js";
import type { ViewContext } from "./viewOf.js";

/** Everything about a run that is not a list of nodes. */
export function overviewOf(
  observation: Observation,
  lists: RunLists,
  causes: readonly Cause[],
  { name = null, dataName = null, schemaName = null }: ViewContext,
): RunOverview {
  const { query, tree, limit, minScore, params, result } = observation;
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
    tokens: tokensIn(query.plan.text, query.plan.result.span),
    dataName,
    schemaName,
    params,
    limit: limit === Number.POSITIVE_INFINITY ? null : limit,
    minScore,
    isSemantic: query.isSemantic,
    plan,
    trace: picked(result.trace, TOTALS),
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

const tokensIn = (text: string, { start, end }: Span): Token[] =>
  tokenize(text).filter(({ span }) => start <= span.start && span.end <= end);

const FIGURES = ["id", "kind", "text", "span", "rowsIn", "rowsOut", "selfMilliseconds", "pairs", "hits"] as const;

/** Without the lists, which are made when they are read. */
const figuresOf = (operator: TraceOperator): Omit<TraceOperator, "dropped" | "scores"> => picked(operator, FIGURES);

const TOTALS = [
  "version",
  "query",
  "scorer",
  "strategy",
  "scorerCalls",
  "scorerPairs",
  "cacheHits",
  "milliseconds",
] as const;

const picked = <T, K extends keyof T>(of: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, of[key]])) as Pick<T, K>;

/** The highest weight that came out of an operator, 0 if nothing did. */
function bestOut({ recorder }: Observation, operator: PassedOperator): number {
  switch (operator.kind) {
    case "Step":
      return highest((recorder.axes.get(operator.axis.id) ?? []).map(({ list }) => ({ ...list, own: null })));
    case "Attribute":
      return highest(
        (recorder.attributes.get(operator.id) ?? []).map(({ after: { ids, weights } }) => ({
          ids,
          base: weights,
          own: null,
        })),
      );
    default:
      return highest((recorder.brackets.get(operator.id) ?? []).map(({ after }) => after));
  }
}

function highest(lists: readonly Pick<List, "ids" | "base" | "own">[]): number {
  let best = 0;
  for (const { ids, base, own } of lists) {
    if (ids.length > 0 && base === null && own === null) return 1;
    for (let i = 0; i < ids.length; i++) {
      const weight = (base?.[i] ?? 1) * (own?.[i] ?? 1);
      if (weight > best) best = weight;
    }
  }
  return best;
}

const BINS = 10;

/** How many scores lie in each of ten equal bins of [0, 1], the last one closed; empty without scores. */
function histogramOf(parts: readonly ScoredEntries[]): number[] {
  const bins = new Array<number>(BINS).fill(0);
  let count = 0;
  for (const { scores } of parts) {
    for (const score of scores) {
      if (Number.isNaN(score)) continue;
      bins[Math.min(BINS - 1, Math.floor(score * BINS))]!++;
      count++;
    }
  }
  return count === 0 ? [] : bins;
}

/** The run as one document: plain data, its lists cut to the limit. */
export function documentOf(
  { result: { trace } }: Observation,
  overview: RunOverview,
  rows: LazyList<ResultRow>,
  lists: RunLists,
  limit: number | null,
): RunDocument {
  const first = <T>(list: LazyList<T>): T[] => pageOf(list, 0, limit ?? list.length);
  return {
    format: "semantic-xpath-run",
    version: RUN_DOCUMENT_VERSION,
    limit,
    overview,
    results: first(rows),
    trace: {
      ...overview.trace,
      operators: trace.operators.map((operator) => ({
        ...figuresOf(operator),
        dropped: first(lists.dropped(operator.id)),
        scores: first(lists.scores(operator.id)),
      })),
      results: first(lists.results),
      cut: first(lists.cut),
    },
  };
}
