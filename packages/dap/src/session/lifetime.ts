import type { LaunchArguments } from "../launch.js";
import { Cancelled, messageOf, RequestProblem } from "../problem.js";
import { type DebugRun, startRun } from "../program/debugRun.js";
import { isSamePath } from "../text/paths.js";
import { type Context, forgetShown, say } from "./context.js";
import { entryReason, move, tellStopped } from "./movement.js";
import { ProgressTeller } from "./progress.js";
import { tellSession } from "./stepEvent.js";

/** Reads and compiles what is to be debugged. What is wrong with it is told in the console and thrown. */
export async function launchRun(context: Context, launch: LaunchArguments): Promise<DebugRun> {
  try {
    const run = await startRun(context.host, launch, new ProgressTeller(context));
    for (const remark of run.program.remarks) say(context, remark);
    return run;
  } catch (error) {
    say(context, messageOf(error), "stderr");
    throw error;
  }
}

/** From the first operator on: halts there, or goes on. */
export function begin(context: Context, run: DebugRun): void {
  if (context.run !== run) return;
  tellSession(context, run);
  const { stopOnEntry = true, noDebug = false } = run.launch;
  if (noDebug) run.stepper.setBreakpoints([]);
  if (stopOnEntry && !noDebug) tellStopped(context, run, entryReason);
  else void move(context, run, "continue");
}

/** Ends the present run and begins a new one, breakpoints kept by line. The present one stays where the new one can't begin. */
export async function restart(context: Context, launch: LaunchArguments): Promise<() => void> {
  const run = await launchRun(context, launch);
  if (context.launch === null) throw new Cancelled();
  context.run?.abort.abort();
  context.launch = launch;
  context.run = run;
  context.hasEnded = false;
  forgetShown(context);
  const { program, stepper } = run;
  for (const breakpoint of context.breakpoints.bind(program, stepper, null, context.client.counting))
    context.send("breakpoint", { reason: "changed", breakpoint });
  return () => begin(context, run);
}

/** A file was edited: where it is one that the run stands on, the run starts again. */
export async function changed(context: Context, path: string): Promise<{ body: object; afterwards?: () => void }> {
  const { run, launch } = context;
  if (run === null || launch === null) return { body: { restarted: false } };
  const { program } = run;
  const own = [program.path, program.dataPath, program.schemaPath];
  if (!own.some((known) => known !== null && isSamePath(known, path))) return { body: { restarted: false } };
  try {
    const afterwards = await restart(context, launch);
    return { body: { restarted: true }, afterwards };
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error;
    say(context, "The run goes on with the files as they were.");
    return { body: { restarted: false, problem: error.message } };
  }
}
