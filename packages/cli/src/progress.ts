import type { SearchOptions } from "@semantic-xpath/inspect";
import { BUDGET, type Progress, RunError } from "@semantic-xpath/runtime";
import type { Io } from "./io.js";
import { CLEAR_LINE } from "./render/terminal.js";

/** What takes less than this shows nothing. */
const QUIET_MILLISECONDS = 300;
const BETWEEN_MILLISECONDS = 80;

type Errors = Pick<Io, "stderr" | "env">;

interface ProgressLine {
  show(progress: Progress): void;
  clear(): void;
}

/** One line on standard error that is rewritten while scores come in, and gone at the end. Only on a terminal. */
export function progressLine({ stderr, env }: Errors): ProgressLine {
  let shownAt = 0;
  return {
    show({ pairs, wanted, milliseconds }) {
      if (!canRewrite({ stderr, env })) return;
      if (milliseconds < QUIET_MILLISECONDS || milliseconds - shownAt < BETWEEN_MILLISECONDS) return;
      shownAt = milliseconds;
      const perSecond = Math.round(pairs / (milliseconds / 1000));
      stderr.write(`${CLEAR_LINE}scored ${pairs} of ${wanted} pairs, ${perSecond} a second`);
    },
    clear() {
      if (shownAt > 0) stderr.write(CLEAR_LINE);
      shownAt = 0;
    },
  };
}

interface WaitingLine extends Pick<ProgressLine, "clear"> {
  /** What it says from now on. */
  say(text: string): void;
}

/** The same for what is looked for: one sentence while it is waited for. */
function waitingLine(first: string, { stderr, env }: Errors): WaitingLine {
  let text = first;
  let shown: string | null = null;
  const show = (): void => {
    if (text !== shown) stderr.write(CLEAR_LINE + text);
    shown = text;
    timer = setTimeout(show, BETWEEN_MILLISECONDS);
  };
  let timer = canRewrite({ stderr, env }) ? setTimeout(show, QUIET_MILLISECONDS) : undefined;
  return {
    say(next) {
      text = next;
    },
    clear() {
      clearTimeout(timer);
      if (shown !== null) stderr.write(CLEAR_LINE);
      shown = null;
    },
  };
}

/** A line is rewritten by escape codes, which a dumb terminal does not know. */
const canRewrite = ({ stderr, env }: Errors): boolean => stderr.isTerminal && env.TERM !== "dumb";

/** What was looked for; if time was over before it was found, the sentence that says so. */
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
  const line = waitingLine(`looking for ${what}, Ctrl-C stops`, io);
  const late = AbortSignal.timeout(Math.min(Math.max(0, Math.ceil(maxMilliseconds)), MOST_MILLISECONDS));
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
const MOST_MILLISECONDS = 0x7fffffff;
