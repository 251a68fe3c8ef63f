import type { Halt, Stepper } from "@semantic-xpath/inspect";
import { counted } from "@semantic-xpath/inspect/numbers";
import { RunError } from "@semantic-xpath/runtime";
import { evaluate } from "../console/evaluate.js";
import { resultText } from "../console/report.js";
import type { StepInfo } from "../messages.js";
import { messageOf } from "../problem.js";
import type { DebugRun } from "../program/debugRun.js";
import { rangeOf } from "../text/positions.js";
import { diagnosticText } from "../text/rendered.js";
import { type Context, forgetShown, say } from "./context.js";
import { querySource } from "./source.js";

export type Movement = keyof typeof MOVES;

/** Methods of the stepper. */
const MOVES = {
  continue: "continue",
  next: "stepOver",
  stepIn: "stepIn",
  stepOut: "stepOut",
  stepBack: "stepBack",
  reverseContinue: "reverseContinue",
} as const satisfies Readonly<Record<string, keyof Stepper>>;

export const isMovement = (command: string): command is Movement => Object.hasOwn(MOVES, command);

const isForward = (movement: Movement): boolean => movement !== "stepBack" && movement !== "reverseContinue";

/** Moves and reports to the client where the run halts; after the end it ends the session. Never rejects. */
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
    reportScored(context, run, scorerPairs);
    run.isMoving = false;
    if (halt.reason === "end") await reportResult(context, run);
    if (halt.reason === "end" && endsThere(run, movement)) return endSession(context);
    reportStopped(context, run, reasonOf(context, run, halt));
  } catch (error) {
    run.isMoving = false;
    if (context.run === run) reportFailure(context, run, error);
  } finally {
    run.progress.end();
    run.isMoving = false;
  }
}

/** Goes back to a stop, so that what comes after it can be gone through again. */
export async function goBackTo(context: Context, run: DebugRun, index: number): Promise<void> {
  const { stepper } = run;
  run.isPausing = false;
  run.failure = null;
  forgetShown(context);
  while ((stepper.halt.stop?.index ?? 0) > index) await stepper.stepBack();
  run.isMoving = false;
  const description = "Before what is gone through again";
  if (context.run === run) reportStopped(context, run, { reason: "restart", description });
}

/** Goes on past breakpoints that only write, each of which writes once; what is gone back over writes nothing. */
async function past(context: Context, run: DebugRun, movement: Movement): Promise<Halt> {
  const { stepper } = run;
  const { breakpoints } = context;
  const depth = stepper.halt.stop?.depth ?? 0;
  const target = movement === "stepOut" ? depth - 1 : depth;
  const isLogged = (id: number): boolean => breakpoints.logMessageOf(id) !== null;
  let before = stepper.halt.stop?.index ?? 0;
  let halt = await stepper[MOVES[movement]]();
  for (;;) {
    const { stop, hits, reason } = halt;
    if (context.run !== run) return halt;
    if (isForward(movement) && (stop?.index ?? 0) > before)
      for (const id of hits.filter(isLogged)) await log(context, run, breakpoints.logMessageOf(id) ?? "");
    before = stop?.index ?? 0;
    if (run.isPausing || stop === null || reason === "end" || !hits.every(isLogged)) return halt;
    if (movement === "continue" || movement === "reverseContinue") {
      if (reason !== "breakpoint") return halt;
      reportProblem(context, halt.problem);
      halt = await stepper[MOVES[movement]]();
    } else {
      // A message inside evidence that is gone over or out of: it goes on to the place at which it would have halted without.
      if (movement === "stepIn" || movement === "stepBack" || stop.depth <= target) return halt;
      halt = await stepper.stepOut();
    }
  }
}

/** Ends a movement: at the next operator, or at once if it waits for the scorer. */
export function pause(run: DebugRun): void {
  run.isPausing = true;
  run.stepper.pause();
}

/** The client gives up what a progress shows. */
export function cancelProgress({ run }: Context, progressId: string): void {
  if (run?.progress.is(progressId)) pause(run);
}

/** A run halts after its last operator, with the result, so that one can ask about it and go back. */
const endsThere = ({ launch }: DebugRun, movement: Movement): boolean =>
  launch.noDebug === true || (movement === "continue" && launch.stopAtEnd === false);

/** Why a run halts, as it is reported to the client. */
interface Reason {
  readonly reason: string;
  readonly description: string;
  readonly breakpoints?: readonly number[];
  readonly problem?: string | null;
}

function reasonOf(context: Context, run: DebugRun, { reason, hits, problem, stop }: Halt): Reason {
  const isPause = run.isPausing && reason !== "end" && reason !== "breakpoint";
  if (isPause) return { reason: "pause", description: "Paused", problem };
  const breakpoints = hits.filter((id) => context.breakpoints.logMessageOf(id) === null);
  switch (reason) {
    case "entry":
    case "start":
      return { ...ENTRY, problem };
    case "end":
      return { reason, description: `At the end: ${counted(stop?.after.count ?? 0, "result")}`, problem };
    case "breakpoint":
    case "step":
      return { reason, description: `Paused on ${reason}`, ...(reason === "breakpoint" && { breakpoints }), problem };
  }
}

export const ENTRY: Reason = { reason: "entry", description: "Before the first operator" };

export function reportStopped(
  context: Context,
  run: DebugRun,
  { reason, description, breakpoints = [], problem = null, ...more }: Reason & { readonly text?: string },
): void {
  reportProblem(context, problem);
  reportStep(context, run);
  context.send("stopped", {
    reason,
    description,
    threadId: 1,
    allThreadsStopped: true,
    ...more,
    ...(breakpoints.length > 0 && { hitBreakpointIds: breakpoints }),
  });
}

function reportProblem(context: Context, problem: string | null): void {
  if (problem !== null) say(context, `The condition of the breakpoint can't be evaluated: ${problem}`, "stderr");
}

function reportScored(context: Context, { stepper }: DebugRun, before: number): void {
  const scoredCount = stepper.counts.scorerPairs - before;
  if (scoredCount > 0) say(context, `The scorer scored ${counted(scoredCount, "text")}.`);
}

async function reportResult(context: Context, run: DebugRun): Promise<void> {
  if (run.isResultShown) return;
  run.isResultShown = true;
  say(context, resultText(await run.stepper.inspect()), "stdout");
}

/** The run stays where it got to: going on tries again. */
function reportFailure(context: Context, run: DebugRun, error: unknown): void {
  if (run.abort.signal.aborted) return;
  const { program } = run;
  const isRunError = error instanceof RunError;
  run.failure = isRunError ? error : null;
  const text = isRunError ? error.diagnostic.message : `The debugger made a mistake: ${messageOf(error)}`;
  say(context, isRunError ? diagnosticText(program.name, program.text, error.diagnostic) : text, "stderr");
  reportStopped(context, run, { reason: "exception", description: "The run can't go on", text });
}

const MAX_NODES = 1000;

/** Reports to views of the memory at which nodes the run is. */
function reportStep(context: Context, { stepper, program }: DebugRun): void {
  const { stop } = stepper.halt;
  const info: StepInfo = {
    stop: stop?.index ?? 0,
    operatorId: stop?.operatorId ?? 0,
    span: stop?.span ?? program.query.plan.result.span,
    text: stop?.text ?? "before the first operator",
    nodes: stop?.after.entries(0, MAX_NODES).map(({ node }) => node) ?? [],
    count: stop?.after.count ?? 0,
  };
  context.send("sxp/step", info);
}

/** An expression in braces; braces in its strings are its own. */
const EXPRESSION = /(\{(?:[^{}"']|"[^"]*"|'[^']*')*\})/;

/** Writes a log message, with the expressions in it evaluated on the current nodes, and the place that it comes from. */
async function log(context: Context, run: DebugRun, message: string): Promise<void> {
  const { stepper, program, abort } = run;
  const { stop } = stepper.halt;
  const parts = message.split(EXPRESSION).map(async (part, i) => {
    if (i % 2 === 0) return part;
    const answer = evaluate(run, { text: part.slice(1, -1), context: "watch" }, abort.signal);
    return answer.then(({ value }) => value).catch((error: unknown) => `{${messageOf(error)}}`);
  });
  const text = (await Promise.all(parts)).join("");
  if (context.run !== run) return;
  const { line, column } = rangeOf(program.text, stop?.span ?? program.own, context.client.counting);
  say(context, text, "console", { source: querySource(program, context.client), line, column });
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
