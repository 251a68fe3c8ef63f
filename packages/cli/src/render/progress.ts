import type { Progress } from "@semantic-xpath/runtime";
import type { Io } from "../io.js";

/** What takes less than this shows nothing. */
const QUIET_MILLISECONDS = 300;
const BETWEEN_MILLISECONDS = 80;
const CLEAR_LINE = "\r\u001b[2K";

type Errors = Pick<Io, "stderr" | "env">;

export interface ProgressLine {
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

export interface WaitingLine extends Pick<ProgressLine, "clear"> {
  /** What it says from now on. */
  say(text: string): void;
}

/** The same for what is looked for: one sentence while it is waited for. */
export function waitingLine(first: string, { stderr, env }: Errors): WaitingLine {
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
