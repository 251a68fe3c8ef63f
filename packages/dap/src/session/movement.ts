import type { Halt, Stepper } from "@semantic-xpath/inspect";
import { RunError } from "@semantic-xpath/runtime";
import { resultText } from "../console/report.js";
import { messageOf } from "../problem.js";
import type { DebugRun } from "../program/debugRun.js";
import { counted } from "../text/numbers.js";
import { diagnosticText } from "../text/rendered.js";
import { type Context, forgetShown, say } from "./context.js";
import { log } from "./logpoint.js";
import { tellStep } from "./stepEvent.js";

export type Movement = "continue" | "next" | "stepIn" | "stepOut" | "stepBack" | "reverseContinue";

const MOVES: Readonly<Record<Movement, (stepper: Stepper) => Promise<Halt>>> = {
  continue: (stepper) => stepper.continue(),
  next: (stepper) => stepper.stepOver(),
  stepIn: (stepper) => stepper.stepIn(),
  stepOut: (stepper) => stepper.stepOut(),
  stepBack: (stepper) => stepper.stepBack(),
  reverseContinue: (stepper) => stepper.reverseContinue(),
};

export const isMovement = (command: string): command is Movement => Object.hasOwn(MOVES, command);

const isForward = (movement: Movement): boolean => movement !== "stepBack" && movement !== "reverseContinue";

/** Moves and tells the client where the run halts; behind the end it ends the session. Never rejects. */
export async function move(context: Context, run: DebugRun, movement: Movement): Promise<void> {
  if (isForward(movement) && run.stepper.halt.stop?.kind === "End") return endSession(context);
  run.isMoving = true;
  run.isPausing = false;
  run.failure = null;
  forgetShown(context);
  run.progress.begin();
  const { scorerPairs } = run.stepper.counts;
  try {
    const halt = await past(context, run, movement);
    run.progress.end();
    if (context.run !== run) return;
    tellAsked(context, run, scorerPairs);
    run.isMoving = false;
    if (halt.reason === "end") await tellResult(context, run);
    if (halt.reason === "end" && endsThere(run, movement)) return endSession(context);
    tellStopped(context, run, reasonOf(context, run, halt));
  } catch (error) {
    run.isMoving = false;
    if (context.run === run) tellFailure(context, run, error);
  } finally {
    run.progress.end();
    run.isMoving = false;
  }
}

/** Goes back to a stop, so that what comes behind it can be gone through again. */
export async function goBackTo(context: Context, run: DebugRun, index: number): Promise<void> {
  const { stepper } = run;
  run.isPausing = false;
  run.failure = null;
  forgetShown(context);
  while ((stepper.halt.stop?.index ?? 0) > index) await stepper.stepBack();
  run.isMoving = false;
  const description = "Before what is gone through again";
  if (context.run === run) tellStopped(context, run, { ...entryReason, reason: "restart", description });
}

/** Goes on past breakpoints that only write, each of which writes once; what is gone back over writes nothing. */
async function past(context: Context, run: DebugRun, movement: Movement): Promise<Halt> {
  const { stepper } = run;
  const { breakpoints } = context;
  const depth = stepper.halt.stop?.depth ?? 0;
  const target = movement === "stepOut" ? depth - 1 : depth;
  const isLogged = (id: number): boolean => breakpoints.logMessageOf(id) !== null;
  let before = stepper.halt.stop?.index ?? 0;
  let halt = await MOVES[movement](stepper);
  for (;;) {
    const { stop, hits, reason } = halt;
    if (context.run !== run) return halt;
    if (isForward(movement) && (stop?.index ?? 0) > before)
      for (const id of hits.filter(isLogged)) await log(context, run, breakpoints.logMessageOf(id) ?? "");
    before = stop?.index ?? 0;
    if (run.isPausing || stop === null || reason === "end" || !hits.every(isLogged)) return halt;
    if (movement === "continue" || movement === "reverseContinue") {
      if (reason !== "breakpoint") return halt;
      tellProblem(context, halt.problem);
      halt = await MOVES[movement](stepper);
    } else {
      // A message inside evidence that is gone over or out of: it goes on to where it would have halted without.
      if (movement === "stepIn" || movement === "stepBack" || stop.depth <= target) return halt;
      halt = await stepper.stepOut();
    }
  }
}

/** Ends a movement: at the next operator, or at once where it waits for the scorer. */
export function pause(run: DebugRun): void {
  run.isPausing = true;
  run.stepper.pause();
}

/** The client gives up what a progress shows. */
export function cancelProgress({ run }: Context, progressId: string): void {
  if (run?.progress.is(progressId)) pause(run);
}

/** A run halts behind its last operator, with the result, so that one can ask about it and go back. */
const endsThere = ({ launch }: DebugRun, movement: Movement): boolean =>
  launch.noDebug === true || (movement === "continue" && launch.stopAtEnd === false);

interface Reason {
  readonly reason: string;
  readonly description: string;
  readonly breakpoints: readonly number[];
  readonly problem: string | null;
}

function reasonOf(context: Context, run: DebugRun, { reason, hits, problem, stop }: Halt): Reason {
  const isHalting = (id: number): boolean => context.breakpoints.logMessageOf(id) === null;
  const told = { breakpoints: reason === "breakpoint" ? hits.filter(isHalting) : [], problem };
  switch (reason) {
    case "entry":
    case "start":
      if (run.isPausing) return { ...told, reason: "pause", description: "Paused" };
      return { ...told, reason: "entry", description: "Before the first operator" };
    case "end":
      return { ...told, reason: "end", description: `At the end: ${counted(stop?.after.count ?? 0, "result")}` };
    case "breakpoint":
      return { ...told, reason: "breakpoint", description: "Paused on breakpoint" };
    case "step":
      if (run.isPausing) return { ...told, reason: "pause", description: "Paused" };
      return { ...told, reason: "step", description: "Paused on step" };
  }
}

export const entryReason: Reason = {
  reason: "entry",
  description: "Before the first operator",
  breakpoints: [],
  problem: null,
};

export function tellStopped(
  context: Context,
  run: DebugRun,
  { reason, description, breakpoints, problem }: Reason,
): void {
  tellProblem(context, problem);
  tellStep(context, run);
  context.send("stopped", {
    reason,
    description,
    threadId: 1,
    allThreadsStopped: true,
    ...(breakpoints.length > 0 && { hitBreakpointIds: breakpoints }),
  });
}

function tellProblem(context: Context, problem: string | null): void {
  if (problem !== null) say(context, `The condition of the breakpoint can't be evaluated: ${problem}`, "stderr");
}

function tellAsked(context: Context, { stepper }: DebugRun, before: number): void {
  const asked = stepper.counts.scorerPairs - before;
  if (asked > 0) say(context, `The scorer was asked for ${counted(asked, "text")}.`);
}

async function tellResult(context: Context, run: DebugRun): Promise<void> {
  if (run.isTold) return;
  run.isTold = true;
  say(context, resultText(await run.stepper.inspect()), "stdout");
}

/** The run stands where it got to: going on tries again. */
function tellFailure(context: Context, run: DebugRun, error: unknown): void {
  if (run.abort.signal.aborted) return;
  const { program } = run;
  const isRunError = error instanceof RunError;
  run.failure = isRunError ? error : null;
  const text = isRunError ? error.diagnostic.message : `The debugger made a mistake: ${messageOf(error)}`;
  say(context, isRunError ? diagnosticText(program.name, program.text, error.diagnostic) : text, "stderr");
  tellStep(context, run);
  context.send("stopped", {
    reason: "exception",
    description: "The run can't go on",
    text,
    threadId: 1,
    allThreadsStopped: true,
  });
}

export function endSession(context: Context): void {
  if (context.hasEnded) return;
  context.hasEnded = true;
  forgetShown(context);
  context.run?.abort.abort();
  context.run = null;
  context.send("exited", { exitCode: 0 });
  context.send("terminated");
}
