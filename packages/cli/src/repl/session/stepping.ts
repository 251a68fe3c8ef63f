import { type Breakpoint, type Halt, type Stepper, startStepper } from "@semantic-xpath/inspect";
import { planRows } from "@semantic-xpath/planner";
import { wrap } from "../../render/columns.js";
import { abortable, begin, reporting } from "./execute.js";
import { haltLines, watchLines } from "./halt.js";
import { misuse, note, type Prepared, type Session, say } from "./session.js";

/** A way to step, by its key and its command, with the method of the stepper. */
export const STEPS = {
  n: { command: "next", says: "over: the next operator, evidence in one go", go: "stepOver" },
  s: { command: "in", says: "into evidence", go: "stepIn" },
  o: { command: "out", says: "out of the evidence", go: "stepOut" },
  b: { command: "back", says: "one step back", go: "stepBack" },
  c: { command: "continue", says: "to the next breakpoint, or to the end", go: "continue" },
  r: { command: "rewind", says: "to the breakpoint before, or to the start", go: "reverseContinue" },
} as const;

export type StepKey = keyof typeof STEPS;
export const isStepKey = (text: string): text is StepKey => Object.hasOwn(STEPS, text);

export const STEP_KEYS = "n next  s into  o out  b back  c continue  r rewind  q end";

/** Begins to step through a query. */
export async function beginStepping(session: Session, prepared: Prepared): Promise<void> {
  const { tree, options, about } = await begin(session, prepared);
  // A stepper lives longer than the command that began it, so that each step has the signal of its own command.
  const { signal: _, onProgress: __, ...lasting } = options;
  const stepper = startStepper(prepared.query, tree, lasting);
  session.stepping = { stepper, run: about, last: "n" };
  bindBreakpoints(session);
  const { paint, columns } = session.errors;
  const keys = `${STEP_KEYS}; a path or, after a space, an expression is evaluated here`;
  note(session, wrap(keys, columns).map(paint.dim));
  await showHalt(session, stepper.halt);
}

/** Goes on; what was watched is shown again. */
export async function step(session: Session, key: StepKey): Promise<void> {
  const stepping = steppingOf(session);
  stepping.last = key;
  const { stepper, run } = stepping;
  const { signal } = session;
  const pause = (): void => stepper.pause();
  signal.addEventListener("abort", pause, { once: true });
  const going = abortable(session, stepper[STEPS[key].go]()).finally(() => signal.removeEventListener("abort", pause));
  await showHalt(session, await reporting(session, run.source, () => going));
}

export function endStepping(session: Session): void {
  steppingOf(session);
  session.stepping = null;
  note(session, "No longer stepping.");
}

function steppingOf({ stepping }: Session): NonNullable<Session["stepping"]> {
  if (stepping === null) throw misuse("Nothing is stepped through. Begin with :step QUERY");
  return stepping;
}

async function showHalt(session: Session, halt: Halt): Promise<void> {
  const { stepper, run } = steppingOf(session);
  const screen = session.screen;
  say(session, haltLines(halt, run.source, screen));
  for (const text of session.settings.watches) {
    const value = await abortable(session, stepper.watch(text, session.signal));
    say(session, watchLines(text, value, screen));
  }
}

/** Evaluates an expression where the stepper is. */
export async function evaluate(session: Session, text: string): Promise<void> {
  const { stepper } = steppingOf(session);
  const value = await abortable(session, stepper.watch(text, session.signal));
  if (value.kind === "problem") throw misuse(value.message);
  say(session, watchLines(text, value, session.screen));
}

/** Gives the stepper the breakpoints as they are now; says of each that does not fit why, and gives back which these are. */
export function bindBreakpoints(session: Session): ReadonlySet<number> {
  const { stepping, breakpoints } = session;
  if (stepping === null) return new Set();
  const { stepper } = stepping;
  const placed: Breakpoint[] = [];
  for (const { id, place, condition, hits } of breakpoints) {
    const offset = offsetOf(stepper, place);
    if (offset === null) note(session, `breakpoint ${id}: this query has no ${place}`);
    else placed.push({ id, offset, condition, hits });
  }
  const wrong = stepper.setBreakpoints(placed).filter(({ problem }) => problem !== null);
  for (const { id, problem } of wrong) note(session, session.errors.paint.yellow(`breakpoint ${id}: ${problem}`));
  return new Set(wrong.map(({ id }) => id));
}

/** A place in the query text: `#3` is an operator, which begins before all that is inside of it; everything else a part of the text. */
function offsetOf({ query: { plan } }: Stepper, place: string): number | null {
  if (place.startsWith("#")) return planRows(plan).find(({ id }) => `#${id}` === place)?.span.start ?? null;
  const at = plan.text.indexOf(place);
  return at < 0 ? null : at;
}
