import type { Progress } from "@semantic-xpath/runtime";
import type { Io } from "../io.js";

/** A run shorter than this shows nothing. */
const QUIET_MILLISECONDS = 300;
const BETWEEN_MILLISECONDS = 80;
const CLEAR_LINE = "\r\u001b[2K";

export interface ProgressLine {
  show(progress: Progress): void;
  clear(): void;
}

/** One line on standard error that is rewritten while scores come in, and gone at the end. Only on a terminal. */
export function progressLine({ stderr }: Pick<Io, "stderr">): ProgressLine {
  let shownAt = 0;
  return {
    show({ pairs, wanted, milliseconds }) {
      if (!stderr.isTerminal || milliseconds < QUIET_MILLISECONDS || milliseconds - shownAt < BETWEEN_MILLISECONDS)
        return;
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
