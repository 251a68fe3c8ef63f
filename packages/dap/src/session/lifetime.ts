import type { LaunchArguments } from "../launch.js";
import type { SessionInfo } from "../messages.js";
import { Cancelled, messageOf, RequestProblem } from "../problem.js";
import { type DebugRun, startRun } from "../program/debugRun.js";
import { ProgressReporter } from "../program/progress.js";
import { isSamePath } from "../text/paths.js";
import { type Context, forgetShown, say } from "./context.js";
import { ENTRY, move, reportStopped } from "./movement.js";

/**
 * Reads and compiles the program. Errors are shown in the console and thrown. Rejects with `Cancelled` if meanwhile the request was withdrawn,
 * another one took its place, or the session ended.
 */
export async function launchRun(context: Context, launch: LaunchArguments, signal: AbortSignal): Promise<DebugRun> {
  const token = {};
  context.launching = token;
  const isWanted = (): boolean => context.launching === token;
  const withdraw = (): void => {
    if (isWanted()) context.launching = null;
  };
  signal.addEventListener("abort", withdraw, { once: true });
  try {
    const run = await startRun(context.host, launch, new ProgressReporter(context));
    if (!isWanted()) throw new Cancelled();
    for (const remark of run.program.remarks) say(context, remark);
    return run;
  } catch (error) {
    if (!isWanted()) throw new Cancelled();
    say(context, messageOf(error), "stderr");
    throw error;
  } finally {
    withdraw();
  }
}

/** True if a run continues by itself, instead of halting before its first operator. */
export const goesOn = ({ stopOnEntry = true, noDebug = false }: LaunchArguments): boolean => noDebug || !stopOnEntry;

/** From the first operator on: halts there, or goes on. */
export function begin(context: Context, run: DebugRun): void {
  if (context.run !== run) return;
  reportSession(context, run);
  if (goesOn(run.launch)) void move(context, run, "continue");
  else reportStopped(context, run, ENTRY);
}

/** Reports where the breakpoints that are known already are in the present run. */
export function reportBreakpoints(context: Context): void {
  for (const breakpoint of context.breakpoints.bind(context.run, null, context.client.counting))
    context.send("breakpoint", { reason: "changed", breakpoint });
}

/** Ends the present run and begins a new one, breakpoints kept by line. The present one stays if the new one can't begin. */
export async function restart(context: Context, launch: LaunchArguments, signal: AbortSignal): Promise<() => void> {
  const run = await launchRun(context, launch, signal);
  if (context.launch === null) throw new Cancelled();
  context.run?.abort.abort();
  context.launch = launch;
  context.run = run;
  context.hasEnded = false;
  run.isMoving = goesOn(launch);
  forgetShown(context);
  reportBreakpoints(context);
  return () => begin(context, run);
}

/** A file was edited: if it is one of the run, the run starts again. */
export async function changed(
  context: Context,
  path: string,
  signal: AbortSignal,
): Promise<{ body: object; afterwards?: () => void }> {
  const { run, launch } = context;
  if (run === null || launch === null) return { body: { restarted: false } };
  const { program } = run;
  const watchedPaths = [program.path, program.dataPath, program.schemaPath];
  if (!watchedPaths.some((known) => known !== null && isSamePath(known, path))) return { body: { restarted: false } };
  try {
    const afterwards = await restart(context, launch, signal);
    return { body: { restarted: true }, afterwards };
  } catch (error) {
    if (!(error instanceof RequestProblem) || error instanceof Cancelled) throw error;
    say(context, "The run goes on with the files as they were.");
    return { body: { restarted: false, problem: error.message } };
  }
}

/** Reports on what a run was started. */
function reportSession(context: Context, { program, launch, stepper }: DebugRun): void {
  const { span } = program.query.plan.result;
  const info: SessionInfo = {
    program: program.path,
    query: program.queryName,
    text: program.text.slice(span.start, span.end),
    data: program.dataPath,
    schema: program.schemaPath,
    scorer: stepper.counts.scorer,
    params: launch.params ?? {},
    limit: launch.limit ?? null,
    minScore: launch.minScore ?? 0,
    nodes: stepper.tree.size,
  };
  context.send("sxp/session", info);
}
