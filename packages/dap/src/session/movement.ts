import { type Halt, RunError, type Stepper } from "@semantic-xpath/runtime";
import { evaluate } from "../console/evaluate.js";
import { resultText } from "../console/report.js";
import { messageOf } from "../problem.js";
import type { DebugRun } from "../program/debugRun.js";
import { counted } from "../text/numbers.js";
import { diagnosticText } from "../text/rendered.js";
import { type Context, forgetShown, say } from "./context.js";
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
    tellStopped(context, run, reasonOf(run, halt));
  } catch (error) {
    run.isMoving = false;
    if (context.run === run) tellFailure(context, run, error);
  } finally {
    run.progress.end();
    run.isMoving = false;
  }
}

/** Goes on past breakpoints that only write. */
async function past(context: Context, run: DebugRun, movement: Movement): Promise<Halt> {
  const { stepper } = run;
  const depth = stepper.halt.stop?.depth ?? 0;
  const target = movement === "stepOut" ? depth - 1 : depth;
  let halt = await MOVES[movement](stepper);
  for (;;) {
    const message = halt.reason === "breakpoint" ? context.breakpoints.logMessageOf(halt.breakpoint) : null;
    if (message === null || run.isPausing || context.run !== run) return halt;
    if (movement === "continue" || movement === "reverseContinue") {
      if (movement === "continue") await log(context, run, message);
      halt = await MOVES[movement](stepper);
      continue;
    }
    await log(context, run, message);
    if (halt.stop!.depth <= target) return halt;
    halt = await stepper.stepOut();
  }
}

/** A log message with what stands in braces evaluated on the current nodes. */
async function log(context: Context, run: DebugRun, message: string): Promise<void> {
  const { signal } = run.abort;
  const parts = message.split(/(\{[^{}]*\})/);
  const told = await Promise.all(
    parts.map(async (part) => {
      if (!/^\{.*\}$/.test(part)) return part;
      const expression = part.slice(1, -1);
      if (expression.trim() === "count") return String(run.stepper.halt.stop?.after.count ?? 0);
      const answer = evaluate(run, expression, "watch", undefined, signal);
      return answer.then(({ value }) => value).catch((error: unknown) => `{${messageOf(error)}}`);
    }),
  );
  say(context, told.join(""));
}

/** A run halts behind its last operator, with the result, so that one can ask about it and go back. */
const endsThere = ({ launch }: DebugRun, movement: Movement): boolean =>
  launch.noDebug === true || (movement === "continue" && launch.stopAtEnd === false);

interface Reason {
  readonly reason: string;
  readonly description: string;
  readonly breakpoint: number | null;
  readonly problem: string | null;
}

function reasonOf(run: DebugRun, { reason, breakpoint, problem, stop }: Halt): Reason {
  const told = { breakpoint, problem };
  switch (reason) {
    case "entry":
    case "start":
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
  breakpoint: null,
  problem: null,
};

export function tellStopped(
  context: Context,
  run: DebugRun,
  { reason, description, breakpoint, problem }: Reason,
): void {
  if (problem !== null) say(context, `The condition of the breakpoint can't be evaluated: ${problem}`, "stderr");
  tellStep(context, run);
  context.send("stopped", {
    reason,
    description,
    threadId: 1,
    allThreadsStopped: true,
    ...(breakpoint !== null && { hitBreakpointIds: [breakpoint] }),
  });
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
