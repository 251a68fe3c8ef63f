import type { LaunchArguments } from "../launch.js";
import { Cancelled, messageOf, RequestProblem } from "../problem.js";
import { type DebugRun, startRun } from "../program/debugRun.js";
import { isSamePath } from "../text/paths.js";
import { type Context, forgetShown, say } from "./context.js";
import { entryReason, move, tellStopped } from "./movement.js";
import { ProgressTeller } from "./progress.js";
import { tellSession } from "./stepEvent.js";

/**
 * Reads and compiles what is to be debugged. What is wrong with it is told in the console and thrown. Rejects with `Cancelled` where
 * meanwhile the request was withdrawn, another one took its place, or the session ended.
 */
export async function launchRun(context: Context, launch: LaunchArguments, signal: AbortSignal): Promise<DebugRun> {
  const own = {};
  context.launching = own;
  const isWanted = (): boolean => context.launching === own;
  const withdraw = (): void => {
    if (isWanted()) context.launching = null;
  };
  signal.addEventListener("abort", withdraw, { once: true });
  try {
    const run = await startRun(context.host, launch, new ProgressTeller(context));
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

/** Whether a run goes on by itself, instead of halting before its first operator. */
export const goesOn = ({ stopOnEntry = true, noDebug = false }: LaunchArguments): boolean => noDebug || !stopOnEntry;

/** From the first operator on: halts there, or goes on. */
export function begin(context: Context, run: DebugRun): void {
  if (context.run !== run) return;
  tellSession(context, run);
  if (goesOn(run.launch)) void move(context, run, "continue");
  else tellStopped(context, run, entryReason);
}

/** Tells how the breakpoints that are known already stand in the present run. */
export function tellBreakpoints(context: Context): void {
  for (const breakpoint of context.breakpoints.bind(context.run, null, context.client.counting))
    context.send("breakpoint", { reason: "changed", breakpoint });
}

/** Ends the present run and begins a new one, breakpoints kept by line. The present one stays where the new one can't begin. */
export async function restart(context: Context, launch: LaunchArguments, signal: AbortSignal): Promise<() => void> {
  const run = await launchRun(context, launch, signal);
  if (context.launch === null) throw new Cancelled();
  context.run?.abort.abort();
  context.launch = launch;
  context.run = run;
  context.hasEnded = false;
  run.isMoving = goesOn(launch);
  forgetShown(context);
  tellBreakpoints(context);
  return () => begin(context, run);
}

/** A file was edited: where it is one that the run stands on, the run starts again. */
export async function changed(
  context: Context,
  path: string,
  signal: AbortSignal,
): Promise<{ body: object; afterwards?: () => void }> {
  const { run, launch } = context;
  if (run === null || launch === null) return { body: { restarted: false } };
  const { program } = run;
  const own = [program.path, program.dataPath, program.schemaPath];
  if (!own.some((known) => known !== null && isSamePath(known, path))) return { body: { restarted: false } };
  try {
    const afterwards = await restart(context, launch, signal);
    return { body: { restarted: true }, afterwards };
  } catch (error) {
    if (!(error instanceof RequestProblem) || error instanceof Cancelled) throw error;
    say(context, "The run goes on with the files as they were.");
    return { body: { restarted: false, problem: error.message } };
  }
}
