import type { Tree } from "@semantic-xpath/tree";
import type { Compiled } from "./compiled.js";
import { concludeRun, concludeTracedRun } from "./concludeRun.js";
import { checkBounds, drive } from "./execute/drive.js";
import type { Observation } from "./observation.js";
import { checkTree, driveOptions, prepareRun } from "./prepareRun.js";
import { cuttingOf, defaultScorer, type RunOptions } from "./runOptions.js";
import { RowsResult, type RunResult } from "./runResult.js";
import { lookUpRows } from "./selectPlan.js";
import { Tracer } from "./trace/tracer.js";

export async function runPlan(query: Compiled, tree: Tree, options: RunOptions): Promise<RunResult> {
  if (options.trace) return (await observePlan(query, tree, options)).result;
  const started = performance.now();
  const lookedUp = lookUpResult(query, tree, options, started);
  if (lookedUp !== null) return lookedUp;
  const prepared = prepareRun(query, tree, options);
  const frame = await drive(prepared.task, driveOptions(prepared.scorer, options), started);
  return concludeRun(prepared, frame, () => performance.now() - started);
}

const NO_PARAMS = {};

/** The result of a query that a few look-ups in the index answer; null for others, and for one that finds nothing, which a run explains. */
function lookUpResult(query: Compiled, whole: Tree, options: RunOptions, started: number): RunResult | null {
  checkTree(whole);
  if (query.isSemantic) return null;
  const { limit } = cuttingOf(options);
  const bounds = driveOptions(options.scorer ?? defaultScorer(), options);
  const all = lookUpRows(query, whole, options.params ?? NO_PARAMS, options.root);
  if (all === null || all.ids.length === 0 || limit === 0) return null;
  const rows = all.ids.length <= limit ? all : { ...all, ids: all.ids.subarray(0, limit) };
  const milliseconds = performance.now() - started;
  checkBounds(bounds, milliseconds);
  const { scorer } = bounds;
  return new RowsResult(rows, {
    scorer: scorer.id,
    strategy: "all",
    scorerCalls: 0,
    scorerPairs: 0,
    postingsRead: 0,
    cacheHits: 0,
    milliseconds,
    approximation: scorer.notes?.() ?? null,
    empty: null,
  });
}

/** Runs with a trace and keeps what the run left behind. */
export async function observePlan(query: Compiled, tree: Tree, options: RunOptions): Promise<Observation> {
  const started = performance.now();
  const tracer = new Tracer(query.plan);
  const prepared = prepareRun(query, tree, options, { observer: tracer.recorder });
  const frame = await drive(prepared.task, driveOptions(prepared.scorer, options), started);
  return concludeTracedRun(prepared, frame, () => performance.now() - started, tracer);
}
