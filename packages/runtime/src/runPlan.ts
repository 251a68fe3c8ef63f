import type { QueryPlan } from "@semantic-xpath/planner";
import { foldFields } from "@semantic-xpath/readers";
import { lexicalScorer, type Scorer } from "@semantic-xpath/scorers";
import { BUDGET, type Budget, NONE, type Tree } from "@semantic-xpath/tree";
import type { CompiledQuery } from "./compiledQuery.js";
import { type Emptiness, explainEmptiness } from "./emptiness.js";
import { bindArguments } from "./execute/arguments.js";
import { bestFirst, hasInnerLimit } from "./execute/bestFirst.js";
import { Clock } from "./execute/clock.js";
import { type DriveOptions, drive, driveSync, type Progress } from "./execute/drive.js";
import type { Task } from "./execute/effects.js";
import { type Frame, indices } from "./execute/frame.js";
import type { Observer } from "./execute/observer.js";
import { topOrder } from "./execute/order.js";
import { type ArgumentValue, AxisCache, type Run } from "./execute/run.js";
import { ScoreStore } from "./execute/scoreStore.js";
import { DOCUMENT_FRAME, evaluateSequence, pick, withoutDocument } from "./execute/sequence.js";
import { Match } from "./match.js";
import type { Seen } from "./trace/operatorTrace.js";
import type { Trace } from "./trace/trace.js";
import { Tracer } from "./trace/tracer.js";

export interface RunOptions {
  /** Default: `lexicalScorer()`. */
  readonly scorer?: Scorer;
  /** Arguments by parameter name, without the sign. */
  readonly params?: Readonly<Record<string, ArgumentValue>>;
  /** At most so many results, the best first. Default: all. */
  readonly limit?: number;
  /** Leaves out results that weigh less. In [0, 1]; default 0. */
  readonly minScore?: number;
  /** `true`: with what pruning left unscored shown as such; `full`: every score, without pruning. */
  readonly trace?: boolean | "full";
  /** Cancels the run within 50 ms, whether or not the scorer listens. */
  readonly signal?: AbortSignal;
  readonly budget?: Partial<Budget>;
  readonly onProgress?: (progress: Progress) => void;
}

export interface RunStats {
  readonly scorer: string;
  readonly strategy: "all" | "best-first";
  /** Calls of the scorer, and pairs of text and condition handed to it. */
  readonly scorerCalls: number;
  readonly scorerPairs: number;
  /** Scores wanted that were there already: equal texts, or the same node again. */
  readonly cacheHits: number;
  readonly milliseconds: number;
  /** What is not exact about the scorer and how well it did against the exact answer; null where all is exact. */
  readonly approximation: string | null;
  /** Why there are no results; null where there are some. */
  readonly empty: Emptiness | null;
}

export interface RunResult {
  readonly matches: readonly Match[];
  readonly stats: RunStats;
  readonly trace?: Trace;
}

/** The result of a structural query as columns. */
export interface Selection {
  readonly ids: Int32Array;
  /** Attribute ids of the entries, -1 for nodes; null: nodes only. */
  readonly attributes: Int32Array | null;
}

let lexical: Scorer | undefined;

/** One for all runs: its caches are worth keeping. */
function defaultScorer(): Scorer {
  lexical ??= lexicalScorer();
  return lexical;
}

/** What a traced run left behind: enough to answer any question about it afterwards, without asking for a score. */
export interface Observation extends Seen {
  readonly query: CompiledQuery;
  /** The tree that was queried: fields are folded where there is a schema. */
  readonly tree: Tree;
  /** As the run had them: the scorer bound to the tree, no limit as infinity. */
  readonly scorer: Scorer;
  readonly limit: number;
  readonly minScore: number;
  readonly params: Readonly<Record<string, ArgumentValue>>;
  /** The result: in order, cut. */
  readonly frame: Frame;
  /** Everything that reached the end of the plan, the document node included; null where pruning kept some of it away. */
  readonly reached: Frame | null;
  readonly result: RunResult & { readonly trace: Trace };
}

export async function runPlan(query: CompiledQuery, given: Tree, options: RunOptions): Promise<RunResult> {
  const { result } = await execute(query, given, options, options.trace ? new Tracer(query.plan) : null);
  return result;
}

/** Runs with a trace and keeps what the run left behind. */
export async function observePlan(query: CompiledQuery, given: Tree, options: RunOptions): Promise<Observation> {
  const { observation } = await execute(query, given, options, new Tracer(query.plan));
  return observation!;
}

async function execute(
  query: CompiledQuery,
  given: Tree,
  options: RunOptions,
  tracer: Tracer | null,
): Promise<{ readonly result: RunResult; readonly observation: Observation | null }> {
  const started = performance.now();
  const prepared = prepareRun(query, given, options, tracer?.recorder ?? null);
  const reached = await drive(prepared.task, driveOptions(prepared.scorer, options));
  return concludeRun(prepared, reached, () => performance.now() - started, tracer);
}

/** A run before its first operator. */
export interface PreparedRun extends Pick<Observation, "query" | "tree" | "scorer" | "params" | "limit" | "minScore"> {
  readonly run: Run;
  readonly prunes: boolean;
  /** Everything that reaches the end of the plan; of a pruned run, what can still be in the result. */
  readonly task: Task<Frame>;
}

export function prepareRun(
  query: CompiledQuery,
  given: Tree,
  options: RunOptions,
  observer: Observer | null,
): PreparedRun {
  const { plan, schema } = query;
  const limit = checkLimit(options.limit);
  const minScore = checkMinScore(options.minScore);
  const tree = schema === null ? given : foldFields(given, schema);
  const scorer = scorerFor(options.scorer ?? defaultScorer(), tree, query);
  const params = options.params ?? {};
  const run = startRun(query, tree, params, observer);
  const cuts = limit < Number.POSITIVE_INFINITY || minScore > 0 || hasInnerLimit(plan.result);
  const prunes = plan.strategy === "best-first" && scorer.cost === "expensive" && cuts && options.trace !== "full";
  const task = prunes ? bestFirst(run, plan.result, limit, minScore) : evaluateSequence(run, plan.result);
  return { query, tree, scorer, params, limit, minScore, run, prunes, task };
}

export const driveOptions = (scorer: Scorer, options: RunOptions): DriveOptions => ({
  scorer,
  budget: { ...BUDGET, ...options.budget },
  signal: options.signal,
  onProgress: options.onProgress,
});

/** The result of what reached the end of the plan; with a tracer, the trace and all that the run left behind. */
export function concludeRun(
  prepared: PreparedRun,
  reached: Frame,
  milliseconds: () => number,
  tracer: Tracer | null,
): { readonly result: RunResult; readonly observation: Observation | null } {
  const { run, prunes, task: _, ...told } = prepared;
  const { query, tree, scorer, limit, minScore } = told;
  const frame = cutResult(query.plan, reached, limit, minScore);
  const matches = toMatches(tree, frame);
  const { calls, pairs, hits } = run.scores.total;
  const stats: RunStats = {
    scorer: scorer.id,
    strategy: prunes ? "best-first" : "all",
    scorerCalls: calls,
    scorerPairs: pairs,
    cacheHits: hits,
    milliseconds: milliseconds(),
    approximation: scorer.notes?.() ?? null,
    empty: matches.length > 0 ? null : explainEmptiness(run, minScore, limit),
  };
  if (tracer === null) return { result: { matches, stats }, observation: null };
  const cut = { reached: prunes ? null : reached, minScore, limit };
  const seen = tracer.see(run, frame, cut);
  const result = { matches, stats, trace: tracer.finish(seen, frame, cut, stats) };
  return { result, observation: { ...seen, ...told, ...cut, frame, result } };
}

export function selectPlan(
  query: CompiledQuery,
  tree: Tree,
  params: Readonly<Record<string, ArgumentValue>>,
): Selection {
  if (query.isSemantic) throw new Error("select runs structural queries only: use run for one that asks a scorer");
  const folded = query.schema === null ? tree : foldFields(tree, query.schema);
  const run = startRun(query, folded, params, null);
  const { ids, attributes } = withoutDocument(driveSync(evaluateSequence(run, query.plan.result)));
  return { ids, attributes };
}

export function startRun(
  { plan }: Pick<CompiledQuery, "plan">,
  tree: Tree,
  params: Readonly<Record<string, ArgumentValue>>,
  observer: Observer | null,
): Run {
  const value = bindArguments(plan, params);
  const clock = new Clock();
  return {
    tree,
    plan,
    axes: new AxisCache(tree, (argument) => Number(value(argument))),
    scores: new ScoreStore(tree, plan, (slot) => String(value(slot.condition)), clock),
    clock,
    rows: [],
    observer,
    start: DOCUMENT_FRAME,
    value,
  };
}

const scorerFor = (scorer: Scorer, tree: Tree, query: CompiledQuery): Scorer =>
  query.isSemantic && scorer.forTree !== undefined ? scorer.forTree(tree) : scorer;

/** Weight 0 is left out, then the minimum score and the limit cut; neither changes a weight. */
function cutResult(plan: QueryPlan, reached: Frame, limit: number, minScore: number): Frame {
  const frame = withoutDocument(reached);
  const { weights } = frame;
  if (weights === null) return firstOf(frame, limit);
  const kept = new Int32Array(weights.length);
  let count = 0;
  for (let i = 0; i < weights.length; i++) {
    kept[count] = i;
    if (weights[i]! > 0 && weights[i]! >= minScore) count++;
  }
  const left = count === weights.length ? frame : pick(frame, kept.subarray(0, count));
  if (plan.order === "document") return firstOf(left, limit);
  return pick(left, topOrder(left.weights!, indices(left.ids.length), limit));
}

function firstOf(frame: Frame, limit: number): Frame {
  if (frame.ids.length <= limit) return frame;
  return {
    ids: frame.ids.subarray(0, limit),
    weights: frame.weights?.subarray(0, limit) ?? null,
    offsets: null,
    attributes: frame.attributes?.subarray(0, limit) ?? null,
  };
}

function toMatches(tree: Tree, { ids, weights, attributes }: Frame): Match[] {
  const matches: Match[] = new Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    matches[i] = new Match(
      tree,
      ids[i]!,
      weights === null ? 1 : weights[i]!,
      attributes === null ? NONE : attributes[i]!,
    );
  }
  return matches;
}

function checkLimit(limit: number | undefined): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  if (limit === Number.POSITIVE_INFINITY || (Number.isSafeInteger(limit) && limit >= 0)) return limit;
  throw new RangeError(`limit must be a whole number from 0 up, not ${limit}`);
}

function checkMinScore(minScore: number | undefined): number {
  if (minScore === undefined) return 0;
  if (minScore >= 0 && minScore <= 1) return minScore;
  throw new RangeError(`minScore must be a number from 0 to 1, not ${minScore}`);
}
