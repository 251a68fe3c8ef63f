import { dependsOnPlace, type QueryPlan, type RecordPlan } from "@semantic-xpath/planner";
import { Floor } from "@semantic-xpath/scorers";
import type { Collection } from "./collection.js";
import type { Compiled } from "./compiled.js";
import { concludeTracedRun, isEmpty, type PreparedRun, rowsOf, weighing } from "./concludeRun.js";
import { type Emptiness, explainEmptiness } from "./emptiness.js";
import type { Caveat } from "./execute/caveats.js";
import { Session } from "./execute/drive.js";
import { driveAll, type RequestCounts } from "./execute/driveAll.js";
import type { Task } from "./execute/effects.js";
import { type Frame, indices, pick } from "./execute/frame.js";
import { evaluateRecords } from "./execute/records.js";
import type { Run } from "./execute/run.js";
import { withoutDocument } from "./execute/sequence.js";
import { type QueryValue, resultValue } from "./execute/valueQuery.js";
import { type MergedOrder, wholeOrder } from "./execute/wholeOrder.js";
import { Match } from "./match.js";
import { driveOptions, prepareRun, sharedBy } from "./prepareRun.js";
import { cuttingOf, defaultScorer, type RunOptions } from "./runOptions.js";
import type { RunStats } from "./runResult.js";
import type { Trace } from "./trace/trace.js";
import { Tracer } from "./trace/tracer.js";
import { visibleCollection } from "./visibleData.js";

/** Result of a query on one tree. */
export interface TreeValue {
  readonly source: string;
  readonly value: QueryValue;
}

/** The trace of the run on one tree, with that tree's own results up to the limit: what the cut over all trees left out is in it. */
export interface TreeTrace {
  readonly source: string;
  readonly trace: Trace;
}

/** Result of a run over a collection. */
export interface CollectionResult {
  /** In the order of the result, each with its `source`. Made when first read. */
  readonly matches: readonly Match[];
  /** Statistics of all trees together. `empty` is of the tree whose run went furthest. */
  readonly stats: RunStats;
  /** Values of a query that gives one, in the order of the trees. They have no total, since a query counts within one tree. */
  readonly values?: readonly TreeValue[];
  /** Reservations about columns whose types were inferred, each column once; absent if there are none. */
  readonly caveats?: readonly Caveat[];
  /** Traces, one for each tree, if requested. */
  readonly traces?: readonly TreeTrace[];
}

/** A run on one tree, before it begins. */
interface TreeRun {
  readonly source: string;
  readonly prepared: PreparedRun;
  readonly tracer: Tracer | null;
}

export async function runCollection(
  query: Compiled,
  collection: Collection,
  options: RunOptions,
): Promise<CollectionResult> {
  const started = performance.now();
  const runs = prepareAll(query, visibleCollection(collection, options.root), options);
  const { reached, left, order, counts: asked } = await reachedBy(query.plan, runs, options, started);
  const milliseconds = (): number => performance.now() - started;
  const isNothing = isValue(query)
    ? runs.every(({ prepared: { run } }, i) => isEmpty(run, left[i]!))
    : order.part.length === 0;
  const stats: RunStats = {
    ...countsOf(runs, asked, options),
    milliseconds: milliseconds(),
    empty: isNothing ? emptinessOf(query, runs) : null,
  };
  const traces = runs.flatMap(({ source, prepared, tracer }, i) =>
    tracer === null
      ? []
      : [{ source, trace: concludeTracedRun(prepared, reached[i]!, milliseconds, tracer).result.trace }],
  );
  const caveats = [...new Map(runs.flatMap(({ prepared: { run } }) => [...run.caveats])).values()];
  return collectionResult(runs, left, order, {
    stats,
    ...(caveats.length > 0 && { caveats }),
    ...(isValue(query) && {
      values: runs.map(({ source, prepared: { run } }) => ({ source, value: resultValue(run)! })),
    }),
    ...(options.trace && { traces }),
  });
}

const isValue = ({ plan }: Compiled): boolean => plan.result.kind === "Value";

/** All runs share their bounds and clocks; without traces, those that prune share the needed weight. */
function prepareAll(query: Compiled, collection: Collection, { root: _, ...options }: RunOptions): readonly TreeRun[] {
  const shared = sharedBy(options);
  const { limit } = cuttingOf(options);
  const floor = limit > 0 && limit < Number.POSITIVE_INFINITY && !options.trace ? new Floor(limit) : null;
  const treeOptions = { ...options, within: collection };
  return collection.trees.map(({ name, tree }) => {
    const tracer = options.trace ? new Tracer(query.plan) : null;
    const prepared = prepareRun(query, tree, treeOptions, {
      observer: tracer?.recorder ?? null,
      shared,
      floor,
      isPart: true,
    });
    return { source: name, prepared, tracer };
  });
}

interface CollectionEntries {
  readonly reached: readonly Frame[];
  /** Entries of each tree with a weight above 0. */
  readonly left: readonly Frame[];
  readonly order: MergedOrder;
  readonly counts: RequestCounts;
}

/** The results of all runs together, with their records. */
async function reachedBy(
  { record }: QueryPlan,
  runs: readonly TreeRun[],
  options: RunOptions,
  started: number,
): Promise<CollectionEntries> {
  const scorers = runs.map(({ prepared: { scorer } }) => scorer);
  const session = new Session(driveOptions(scorers[0] ?? options.scorer ?? defaultScorer(), options), started);
  const { limit, minScore } = cuttingOf(options);
  try {
    const { results: reached, asked } = await driveAll(
      runs.map(({ prepared: { task } }) => task),
      scorers,
      session,
    );
    const left = runs.map(({ prepared }, i) => leftOf(prepared, reached[i]!));
    const parts = runs.map(({ prepared: { run } }, i) => ({ run, frame: left[i]! }));
    if (record === null) return { reached, left, order: wholeOrder(parts, limit, minScore), counts: asked };
    const all = wholeOrder(parts, dependsOnPlace(record) ? Number.POSITIVE_INFINITY : limit, minScore);
    const order = { part: all.part.subarray(0, limit), entry: all.entry.subarray(0, limit) };
    const tasks = parts.map((part, p) => recordsIn(record, part, p, order, all.part.length));
    const { asked: also } = await driveAll(tasks, scorers, session);
    return {
      reached,
      left,
      order,
      counts: { calls: asked.calls + also.calls, pairs: asked.pairs + also.pairs },
    };
  } finally {
    session.end();
  }
}

/** Makes the records of the entries of one part, which have their places in the whole result. */
function* recordsIn(
  record: RecordPlan,
  { run, frame }: { readonly run: Run; readonly frame: Frame },
  part: number,
  whole: MergedOrder,
  count: number,
): Task<void> {
  const entryIndices = indices(whole.part.length).filter((i) => whole.part[i] === part);
  const entries = pick(
    frame,
    entryIndices.map((i) => whole.entry[i]!),
  );
  const places = { places: entryIndices.map((i) => i + 1), lasts: new Int32Array(entryIndices.length).fill(count) };
  run.once.set(record, "records", yield* evaluateRecords(run, record, entries, places));
}

/** Entries with a weight above 0. All contributors of a value are kept. */
function leftOf({ run }: PreparedRun, reached: Frame): Frame {
  const frame = withoutDocument(reached);
  if (run.plan.result.kind === "Value") return frame;
  return weighing({ ...frame, weights: run.groups.totals(frame.ids, frame.weights) }, 0);
}

function countsOf(
  runs: readonly TreeRun[],
  { calls, pairs }: RequestCounts,
  options: RunOptions,
): Omit<RunStats, "milliseconds" | "empty"> {
  const uses = runs.map(({ prepared: { run } }) => run.scores.total);
  const total = (key: "hits" | "pairs" | "postings"): number => uses.reduce((sum, use) => sum + use[key], 0);
  const scorers = new Set(runs.map(({ prepared: { scorer } }) => scorer));
  const unbound = options.scorer ?? defaultScorer();
  const [scorer = unbound] = scorers;
  return {
    scorer: (scorers.size > 1 ? unbound : scorer).id,
    strategy: runs.some(({ prepared: { prunes } }) => prunes) ? "best-first" : "all",
    scorerCalls: calls,
    scorerPairs: pairs,
    postingsRead: total("postings"),
    // A pair needed by one tree and scored for another counts as a cache hit.
    cacheHits: total("hits") + total("pairs") - pairs,
    approximation: scorer.notes?.() ?? null,
  };
}

/** Trees that are looked at to say why there is nothing. */
const MAX_EXPLAINED = 100;

/** Why there is nothing in any tree: what ended the run that went furthest. Where not all ended so, it is said in which tree that was. */
function emptinessOf({ plan }: Compiled, runs: readonly TreeRun[]): Emptiness {
  const explained = runs.slice(0, MAX_EXPLAINED).map(({ source, prepared: { run, minScore, limit, scorer } }) => ({
    source,
    ...explainEmptiness(run, minScore, limit, scorer.ifNothing),
  }));
  const [first] = explained;
  if (first === undefined)
    return { operatorId: 0, span: plan.result.span, message: "There is no tree to look in: the collection is empty." };
  const reach = ({ operatorId, span }: Emptiness): number => (operatorId === 0 ? Number.POSITIVE_INFINITY : span.start);
  const { source, ...furthest } = explained.reduce((best, next) => (reach(next) > reach(best) ? next : best));
  const isCommon = runs.length === explained.length && explained.every(({ message }) => message === furthest.message);
  return isCommon ? furthest : { ...furthest, message: `In ${source}: ${furthest.message}` };
}

function collectionResult(
  runs: readonly TreeRun[],
  frames: readonly Frame[],
  { part, entry }: MergedOrder,
  rest: Omit<CollectionResult, "matches">,
): CollectionResult {
  let matches: readonly Match[] | null = null;
  const makeMatches = (): readonly Match[] => {
    if (matches !== null) return matches;
    const rows = runs.map(({ source, prepared }, p) => rowsOf(prepared.run, frames[p]!, source));
    matches = Array.from(part, (p, i) => new Match(rows[p]!, entry[i]!));
    return matches;
  };
  return Object.defineProperty(rest, "matches", { enumerable: true, get: makeMatches }) as CollectionResult;
}
