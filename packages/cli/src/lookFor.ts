import type { SearchOptions } from "@semantic-xpath/inspect";
import { BUDGET, RunError } from "@semantic-xpath/runtime";
import type { Io } from "./io.js";
import { waitingLine } from "./render/progress.js";

/** What was looked for; where time was over before it was found, the sentence that says so. */
export interface Search<T> {
  readonly found: T | null;
  readonly overtime: string | null;
}

/**
 * Looks for something by running changed queries, such as the smallest change. Says on the terminal how far it is where that takes
 * a while. Stops with the interrupt as a run does, and after the time that a run may take with nothing found: what was known before
 * stays worth telling.
 */
export async function lookFor<T>(
  what: string,
  io: Pick<Io, "stderr" | "env" | "signal">,
  maxMilliseconds: number = BUDGET.maxMilliseconds,
  task: (searching: SearchOptions) => Promise<T | null>,
): Promise<Search<T>> {
  const line = waitingLine(`looking for ${what}, Ctrl-C stops`, io);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.min(maxMilliseconds, MOST_MILLISECONDS));
  try {
    const found = await task({
      signal: AbortSignal.any([io.signal, late.signal]),
      onProgress: ({ tried, of }) => line.say(`looking for ${what}, tried ${tried} of at most ${of}, Ctrl-C stops`),
    });
    return { found, overtime: null };
  } catch (error) {
    const isOver = error instanceof RunError && error.code === "SXP4004" && !io.signal.aborted && late.signal.aborted;
    if (!isOver) throw error;
    return { found: null, overtime: `${maxMilliseconds} ms were not enough to find ${what}: --timeout MS gives more.` };
  } finally {
    clearTimeout(timer);
    line.clear();
  }
}

/** A timer takes no more. */
const MOST_MILLISECONDS = 0x7fffffff;
