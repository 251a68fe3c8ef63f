import type { Tree } from "@semantic-xpath/tree";
import type { Compiled } from "./compiled.js";
import { concludeRun, concludeTracedRun } from "./concludeRun.js";
import { checkBounds, drive } from "./execute/drive.js";
import { lookUpSequence } from "./execute/sequence.js";
import type { Observation } from "./observation.js";
import { driveOptions, prepareRun } from "./prepareRun.js";
import type { RunOptions } from "./runOptions.js";
import type { RunResult } from "./runResult.js";
import { Tracer } from "./trace/tracer.js";

export async function runPlan(query: Compiled, tree: Tree, options: RunOptions): Promise<RunResult> {
  if (options.trace) return (await observePlan(query, tree, options)).result;
  const started = performance.now();
  const prepared = prepareRun(query, tree, options);
  const bounds = driveOptions(prepared.scorer, options);
  const milliseconds = () => performance.now() - started;
  const { result: planned } = query.plan;
  const bestFirst =
    prepared.prunes || query.plan.record !== null || planned.kind === "Value"
      ? null
      : lookUpSequence(prepared.run, planned);
  if (bestFirst === null) return concludeRun(prepared, await drive(prepared.task, bounds, started), milliseconds);
  const result = concludeRun(prepared, bestFirst, milliseconds);
  checkBounds(bounds, result.stats.milliseconds);
  return result;
}

/** Runs with a trace and keeps what the run left behind. */
export async function observePlan(query: Compiled, tree: Tree, options: RunOptions): Promise<Observation> {
  const started = performance.now();
  const tracer = new Tracer(query.plan);
  const prepared = prepareRun(query, tree, options, { observer: tracer.recorder });
  const reached = await drive(prepared.task, driveOptions(prepared.scorer, options), started);
  return concludeTracedRun(prepared, reached, () => performance.now() - started, tracer);
}
