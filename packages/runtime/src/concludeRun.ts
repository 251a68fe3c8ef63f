import { dependsOnPlace } from "@semantic-xpath/planner";
import { NONE } from "@semantic-xpath/tree";
import { explainEmptiness } from "./emptiness.js";
import { driveSync } from "./execute/drive.js";
import type { Task } from "./execute/effects.js";
import { type Frame, indices, pick } from "./execute/frame.js";
import { topOrder } from "./execute/order.js";
import { keyFrame, orderOf } from "./execute/orderBy.js";
import { reaches } from "./execute/reaches.js";
import { evaluateRecords, type Records } from "./execute/records.js";
import type { Run } from "./execute/run.js";
import { rankFrame, withoutDocument } from "./execute/sequence.js";
import { noteAllTimes } from "./execute/validity.js";
import { resultValue } from "./execute/valueQuery.js";
import type { MatchRows } from "./match.js";
import type { Observation } from "./observation.js";
import type { Cutting } from "./runOptions.js";
import { type RunResult, type RunStats, runResult } from "./runResult.js";
import type { Tracer } from "./trace/tracer.js";

/** A run before its first operator. */
export interface PreparedRun extends Pick<Observation, "query" | "tree" | "scorer" | "params" | "limit" | "minScore"> {
  readonly run: Run;
  readonly prunes: boolean;
  /** Its caller has asked for all times. */
  readonly isOfAllTimes: boolean;
  /** Everything that reaches the end of the plan; of a pruned run, what can still be in the result. */
  readonly task: Task<Frame>;
}

/** The result of what reached the end of the plan. */
export const concludeRun = (prepared: PreparedRun, reached: Frame, milliseconds: () => number): RunResult => {
  const frame = cutResult(prepared.run, reached, prepared);
  noteTimes(prepared, frame);
  return runResult(
    rowsOf(prepared.run, frame),
    statsOf(prepared, frame, milliseconds()),
    prepared.run.caveats,
    resultValue(prepared.run),
  );
};

/** Concludes a run with its trace and its record. */
export function concludeTracedRun(
  prepared: PreparedRun,
  reached: Frame,
  milliseconds: () => number,
  tracer: Tracer,
): Observation {
  const { run, prunes, query, tree, scorer, params, limit, minScore } = prepared;
  const frame = cutResult(run, reached, prepared);
  noteTimes(prepared, frame);
  const stats = statsOf(prepared, frame, milliseconds());
  const cut = { reached: prunes ? null : reached, minScore, limit };
  const observed = tracer.see(run, scorer, frame, cut);
  const trace = tracer.finish(observed, frame, cut, stats);
  const result = Object.assign(runResult(rowsOf(run, frame), stats, run.caveats, resultValue(run)), { trace });
  return { ...observed, ...cut, query, tree, scorer, params, frame, result };
}

/** A run without a moment gets a note, if that matters to its results. */
function noteTimes({ run, isOfAllTimes }: PreparedRun, { ids }: Frame): void {
  if (run.hidden === null && !isOfAllTimes) noteAllTimes(run.plan, run.tree, ids, run.caveats);
}

function statsOf({ run, prunes, scorer, minScore, limit }: PreparedRun, frame: Frame, milliseconds: number): RunStats {
  const { calls, pairs, postings, hits } = run.scores.total;
  return {
    scorer: scorer.id,
    strategy: prunes ? "best-first" : "all",
    scorerCalls: calls,
    scorerPairs: pairs,
    postingsRead: postings,
    cacheHits: hits,
    milliseconds,
    approximation: scorer.notes?.() ?? null,
    empty: isEmpty(run, frame) ? explainEmptiness(run, minScore, limit, scorer.ifNothing) : null,
  };
}

/** True for an empty result: no entry, or no value. */
export function isEmpty(run: Run, frame: Frame): boolean {
  const value = resultValue(run);
  return value === undefined ? frame.ids.length === 0 : value === null || (Array.isArray(value) && value.length === 0);
}

/** Results of a run, as matches read them. */
export const rowsOf = (
  { tree, groups, once, plan }: Run,
  { ids, weights, attributes }: Frame,
  source: string | null = null,
): MatchRows => ({
  tree,
  groups: groups.areGroups(ids) ? groups : null,
  records: plan.record === null ? null : (once.get<Records>(plan.record, "records") ?? null),
  source,
  ids,
  weights,
  attributes,
});

/** Entries at the end of the plan, with the records of those that the cut leaves. */
export function* withRecords(run: Run, task: Task<Frame>, cutting: Cutting): Task<Frame> {
  const entries = yield* task;
  const { record } = run.plan;
  if (record === null) return entries;
  const isPlaced = dependsOnPlace(record);
  const uncut = cutResult(run, entries, isPlaced ? { ...cutting, limit: Number.POSITIVE_INFINITY } : cutting);
  const frame = isPlaced ? firstOf(uncut, cutting.limit) : uncut;
  const count = frame.ids.length;
  const places = isPlaced
    ? { places: indices(count).map((i) => i + 1), lasts: new Int32Array(count).fill(uncut.ids.length) }
    : { places: null, lasts: null };
  run.once.set(record, "records", yield* evaluateRecords(run, record, frame, places));
  return entries;
}

/** Weight 0 is left out, then the minimum score and the limit cut, in the order of the plan; neither changes a weight. Both leave a value's contributors alone. */
export function cutResult(run: Run, reached: Frame, { limit, minScore }: Cutting): Frame {
  const { result, order } = run.plan;
  const frame = withoutDocument(reached);
  if (result.kind === "Value") return frame;
  if (order === "keys") {
    const ordered = driveSync(keyFrame(run, orderOf(result), weighing(frame, 0, run), limit, minScore));
    return { ...ordered, weights: run.groups.totals(ordered.ids, ordered.weights) };
  }
  const weighed = { ...frame, weights: run.groups.totals(frame.ids, frame.weights) };
  const weighted = weighing(weighed, minScore);
  if (order === "document" || weighted.weights === null) return firstOf(weighted, limit);
  return pick(weighted, topOrder(weighted.weights, indices(weighted.ids.length), limit));
}

/** All that reached the end in the order of results: first what weighs enough, as the cut by the limit sees it. */
export function orderedAsCut(run: Run, reached: Frame, minScore: number): Frame {
  const frame = withoutDocument(reached);
  if (run.plan.order === "document") return frame;
  if (run.plan.order === "rank") return rankFrame(run, frame);
  const related = cutResult(run, reached, { limit: Number.POSITIVE_INFINITY, minScore });
  const { weights } = frame;
  const light = indices(frame.ids.length).filter(
    (i) => weights !== null && !(weights[i]! > 0 && reaches(weights[i]!, minScore)),
  );
  return concatenated(related, pick(frame, light));
}

function concatenated(a: Frame, b: Frame): Frame {
  const count = a.ids.length + b.ids.length;
  const join = <C extends Int32Array | Float64Array>(first: C | null, second: C | null, made: C): C | null => {
    if (first === null && second === null) return null;
    if (first !== null) made.set(first);
    if (second !== null) made.set(second, a.ids.length);
    return made;
  };
  return {
    ids: join(a.ids, b.ids, new Int32Array(count))!,
    weights: join(a.weights, b.weights, new Float64Array(count).fill(1)),
    offsets: null,
    attributes: join(a.attributes, b.attributes, new Int32Array(count).fill(NONE)),
  };
}

/** Entries that weigh more than 0 and at least the minimum. */
export function weighing(frame: Frame, minScore: number, run: Run | null = null): Frame {
  const weights = run === null ? frame.weights : run.groups.totals(frame.ids, frame.weights);
  if (weights === null) return frame;
  const passing = new Int32Array(weights.length);
  let count = 0;
  for (let i = 0; i < weights.length; i++) {
    passing[count] = i;
    if (weights[i]! > 0 && reaches(weights[i]!, minScore)) count++;
  }
  return count === weights.length ? frame : pick(frame, passing.subarray(0, count));
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
