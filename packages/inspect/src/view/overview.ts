import { type Span, type Token, tokenize } from "@semantic-xpath/parser";
import { explainJson } from "@semantic-xpath/planner";
import {
  eachOperator,
  type LazyList,
  type Observation,
  type PassedOperator,
  pageOf,
  reaches,
  treeStatistics,
  weightIn,
} from "@semantic-xpath/runtime/internal";
import { DOCUMENT } from "@semantic-xpath/tree";
import type { Cause } from "../answers.js";
import { entryValuesOf } from "../entryValues.js";
import { figuresOf, ownOf, passedBy } from "../passed.js";
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
  const traced = figuresOf(observation);
  const operators: OperatorSummary[] = [];
  const heat: StepHeat[] = [];
  eachOperator(query.plan.result, (operator, depth) => {
    const trace = traced.get(ownOf(operator).id)!;
    const estimate = estimates.get(trace.id);
    operators.push({
      ...picked(trace, FIGURES),
      depth,
      droppedCount: lists.dropped(trace.id).length,
      scoresCount: lists.scores(trace.id).length,
      valuesCount: lists.values(trace.id).length,
      estimatedRows: estimate?.rows.max ?? null,
      estimatedPairs: estimate?.pairs ?? null,
      histogram: histogramOf(scoredEntries(observation, operator)),
    });
    const { id: operatorId, span } = trace;
    // A value lets nothing through.
    if (operator.kind !== "Value") heat.push({ operatorId, span, ...passedOut(observation, operator) });
  });
  return {
    version: RUN_VIEW_VERSION,
    name,
    text: query.plan.text,
    span: query.plan.span,
    tokens: tokensIn(query.plan.text, query.plan.span),
    dataName,
    schemaName,
    params,
    limit: limit === Number.POSITIVE_INFINITY ? null : limit,
    minScore,
    isSemantic: query.isSemantic,
    plan,
    trace: picked(result.trace, TOTALS),
    operators,
    keys: entryValuesOf(observation).keys,
    fields: query.plan.record?.fields.map((field) => field.name) ?? [],
    resultCount: result.ids.length,
    cutCount: lists.cut.length,
    cutReasons: cutReasons(observation, lists.cut.length),
    treeSize: tree.size,
    approximation: result.stats.approximation,
    caveats: (result.caveats ?? []).map(({ message }) => message),
    empty: result.stats.empty,
    causes,
    heat,
  };
}

const tokensIn = (text: string, { start, end }: Span): Token[] =>
  tokenize(text).filter(({ span }) => start <= span.start && span.end <= end);

/** Without the lists, which are made when they are read. */
const FIGURES = ["id", "kind", "text", "span", "rowsIn", "rowsOut", "selfMilliseconds", "pairs", "hits"] as const;

const TOTALS = [
  "version",
  "query",
  "scorer",
  "strategy",
  "scorerCalls",
  "scorerPairs",
  "cacheHits",
  "milliseconds",
  "value",
  "now",
] as const;

/** Absent members are absent in the copy. */
const picked = <T, K extends keyof T>(of: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.flatMap((key) => (of[key] === undefined ? [] : [[key, of[key]]]))) as Pick<T, K>;

/** The nodes that came out of an operator with a weight above 0, each once, and the highest of their weights. */
function passedOut(seen: Observation, operator: PassedOperator): Pick<StepHeat, "rowsOut" | "best"> {
  const isPassed = new Uint8Array(seen.tree.size + 1);
  let rowsOut = 0;
  let best = 0;
  for (const { after } of passedBy(seen.recorder, operator)) {
    const { ids } = after;
    const [base, own] = "own" in after ? [after.base, after.own] : [after.weights, null];
    for (let i = 0; i < ids.length; i++) {
      const node = ids[i]!;
      const weight = weightIn(base, i) * weightIn(own, i);
      if (node === DOCUMENT || !(weight > 0)) continue;
      rowsOut += 1 - isPassed[node]!;
      isPassed[node] = 1;
      if (weight > best) best = weight;
    }
  }
  return { rowsOut, best };
}

/** Entries at the end of the plan that are not in the result, by reason. */
function cutReasons({ reached, minScore }: Observation, cutCount: number): RunOverview["cutReasons"] {
  if (reached === null || cutCount === 0) return [];
  const { ids, weights } = reached;
  const counts = { limit: cutCount, "min-score": 0, "zero-weight": 0 };
  for (let i = 0; i < ids.length; i++) {
    const node = ids[i]!;
    const weight = weightIn(weights, i);
    if (node !== DOCUMENT && weight > 0 && reaches(weight, minScore)) continue;
    counts.limit--;
    if (node !== DOCUMENT) counts[weight > 0 ? "min-score" : "zero-weight"]++;
  }
  return (["limit", "min-score", "zero-weight"] as const).flatMap((reason) => {
    const count = counts[reason];
    const words = CUT_WORDS[reason][count === 1 ? 0 : 1];
    return count === 0 ? [] : [{ reason, count, words }];
  });
}

/** For one, and for several. */
const CUT_WORDS = {
  limit: ["is over the limit", "are over the limit"],
  "min-score": ["weighs less than the minimum score", "weigh less than the minimum score"],
  "zero-weight": ["weighs 0", "weigh 0"],
} as const;

const BINS = 10;

/** Number of scores in each of ten equal bins of [0, 1], the last one closed; empty without scores. */
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
        ...picked(operator, FIGURES),
        dropped: first(lists.dropped(operator.id)),
        scores: first(lists.scores(operator.id)),
        ...(lists.values(operator.id).length > 0 && { values: first(lists.values(operator.id)) }),
      })),
      results: first(lists.results),
      cut: first(lists.cut),
    },
  };
}
