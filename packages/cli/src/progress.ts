import type { SearchOptions } from "@semantic-xpath/inspect";
import { BUDGET, type Progress, RunError } from "@semantic-xpath/runtime";
import type { Io } from "./io.js";
import { CLEAR_LINE } from "./render/terminal.js";

/** Milliseconds before progress is shown. */
const QUIET_MILLISECONDS = 300;
const BETWEEN_MILLISECONDS = 80;

type Errors = Pick<Io, "stderr" | "env">;

/**
 * One rewritten line on standard error during a wait, removed at the end. Only on a terminal with escape codes, which a dumb one lacks. `quiet`:
 * milliseconds without output from the first text on.
 */
export function waitingLine({ stderr, env }: Errors, quiet = QUIET_MILLISECONDS) {
  const canRewrite = stderr.isTerminal && env.TERM !== "dumb";
  let text = "";
  let currentText = "";
  let timer: NodeJS.Timeout | undefined;
  const show = (): void => {
    if (text !== currentText) stderr.write(CLEAR_LINE + text);
    currentText = text;
    timer = setTimeout(show, BETWEEN_MILLISECONDS).unref();
  };
  return {
    /** Sets the text. */
    say(next: string) {
      text = next;
      if (!canRewrite || timer !== undefined) return;
      if (quiet === 0) show();
      else timer = setTimeout(show, quiet).unref();
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
      if (currentText !== "") stderr.write(CLEAR_LINE);
      currentText = "";
    },
  };
}

/** Waiting line with the progress of scores. */
export function progressLine(errors: Errors) {
  const { say, clear } = waitingLine(errors);
  const show = ({ pairs, wanted, milliseconds }: Progress): void => {
    const perSecond = Math.round(pairs / (milliseconds / 1000));
    say(pairs === 0 ? `scoring ${wanted} pairs` : `scored ${pairs} of ${wanted} pairs, ${perSecond} a second`);
  };
  return { show, clear };
}

/** Result of a search, or the sentence for a search that ran out of time. */
export interface Search<T> {
  readonly found: T | null;
  readonly overtime: string | null;
}

/**
 * Looks for something by running changed queries, such as the smallest change. Says on the terminal how far it is if that takes
 * a while. Stops with the interrupt as a run does, and after the time that a run may take with nothing found: what was known before
 * stays worth showing.
 */
export async function lookFor<T>(
  what: string,
  io: Pick<Io, "stderr" | "env" | "signal">,
  maxMilliseconds: number = BUDGET.maxMilliseconds,
  task: (searching: SearchOptions) => Promise<T | null>,
): Promise<Search<T>> {
  const line = waitingLine(io);
  line.say(`looking for ${what}, Ctrl-C stops`);
  const late = AbortSignal.timeout(Math.min(Math.max(0, Math.ceil(maxMilliseconds)), MAX_MILLISECONDS));
  try {
    const found = await task({
      signal: AbortSignal.any([io.signal, late]),
      onProgress: ({ tried, of }) => line.say(`looking for ${what}, tried ${tried} of at most ${of}, Ctrl-C stops`),
    });
    return { found, overtime: null };
  } catch (error) {
    const isOver = error instanceof RunError && error.code === "SXP4004" && !io.signal.aborted && late.aborted;
    if (!isOver) throw error;
    return { found: null, overtime: `${maxMilliseconds} ms were not enough to find ${what}: --timeout MS gives more.` };
  } finally {
    line.clear();
  }
}

/** A timer takes no more. */
const MAX_MILLISECONDS = 0x7fffffff;
