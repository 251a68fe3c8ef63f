import { createInterface } from "node:readline";
import { ReadStream } from "node:tty";
import type { Io } from "../../io.js";
import { EXIT, type ExitCode } from "../../stop.js";
import { beginsCommand, wantsMore } from "../answer.js";
import { note, type Session } from "../session/session.js";
import { type Notices, perform, promptOf } from "./perform.js";
import { replaceInterrupts } from "./terminal.js";

interface PlainOptions {
  /** Whether somebody types at it: a dumb terminal. Then mistakes end nothing. */
  readonly isInteractive: boolean;
  /** Whether a script goes on after a mistake. */
  readonly keepsGoing: boolean;
  readonly notices: Notices;
  /** Aborts when the whole is to end. */
  readonly signal: AbortSignal;
  readonly interrupts?: Interrupts;
}

/** What somebody who types does about interrupts, which they replace. */
interface Interrupts {
  onInterrupt: () => void;
}

/**
 * Lines without an editor: one input a line, or several if the line is open. A script ends at its first mistake with the exit code of
 * it; `keepsGoing` does the rest and answers with the first mistake's code.
 */
export async function plain(session: Session, lines: AsyncIterable<string>, options: PlainOptions): Promise<ExitCode> {
  const { isInteractive, keepsGoing, notices, signal, interrupts = { onInterrupt: () => undefined } } = options;
  let first: ExitCode = EXIT.fine;
  let input = "";
  let number = 0;
  let begun = 1;
  let isRunning = false;
  const prompt = (text: string): void => {
    const { stdout, stderr } = session;
    if (isInteractive) (stdout.isTerminal ? stdout : stderr).write(text);
  };
  const run = async (): Promise<void> => {
    const text = input;
    input = "";
    isRunning = true;
    const code = await perform(session, text);
    isRunning = false;
    if (code === EXIT.fine) return;
    if (first === EXIT.fine) first = code;
    if (!isInteractive && !signal.aborted) note(session, `  in line ${begun} of the input`);
  };
  const isOver = (): boolean =>
    session.isLeaving || signal.aborted || (first !== EXIT.fine && !isInteractive && !keepsGoing);
  const interrupt = (): void => session.interruption.abort();
  signal.addEventListener("abort", interrupt);
  // Ends the query that runs; before it is sent, what was typed of it is forgotten.
  interrupts.onInterrupt = () => {
    if (isRunning) return interrupt();
    input = "";
    prompt(`\n${promptOf(session)}`);
  };
  prompt(promptOf(session));
  const ended = (): ExitCode => (isInteractive ? EXIT.fine : signal.aborted ? EXIT.interrupted : first);
  for await (const line of untilAborted(lines, signal)) {
    number++;
    // What was left open ends where a command begins: it is a mistake of its own, and takes nothing else along.
    if (input !== "" && beginsCommand(line)) {
      await run();
      if (isOver()) return ended();
    }
    if (input === "") begun = number;
    input = input === "" ? line : `${input}\n${line}`;
    if (wantsMore(input)) {
      prompt("...> ");
      continue;
    }
    await notices.print();
    await run();
    if (isOver()) return ended();
    prompt(promptOf(session));
  }
  if (signal.aborted) return EXIT.interrupted;
  if (input !== "") await run();
  prompt("\n");
  return isInteractive ? EXIT.fine : first;
}

/** The lines, up to an interrupt: who waits for a line hears of it at once. */
async function* untilAborted(lines: AsyncIterable<string>, signal: AbortSignal): AsyncIterable<string> {
  const iterator = lines[Symbol.asyncIterator]();
  const aborted = new Promise<IteratorResult<string>>((resolve) => {
    signal.addEventListener("abort", () => resolve({ done: true, value: undefined }), { once: true });
  });
  for (;;) {
    const next = await Promise.race([iterator.next(), aborted]);
    if (next.done === true) return;
    yield next.value;
  }
}

/** The lines of a stream of text; the last one may have no end. */
export async function* linesOf(input: AsyncIterable<Uint8Array | string>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of input) {
    rest += typeof piece === "string" ? piece : decoder.decode(piece, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** A terminal that can't be drawn on: lines as the system reads them. */
interface Dumb {
  /** Runs a loop over its lines, which hears of interrupts: they don't end the process. */
  run(loop: (lines: AsyncIterable<string>, interrupts: Interrupts) => Promise<unknown>): Promise<void>;
}

/** Null if nobody sits at standard input. */
export function dumbLines({ stdin }: Io): Dumb | null {
  if (!(stdin instanceof ReadStream)) return null;
  return {
    async run(loop) {
      const interrupts: Interrupts = { onInterrupt: () => undefined };
      const restore = replaceInterrupts(() => interrupts.onInterrupt());
      const lines = createInterface({ input: stdin, terminal: false });
      try {
        await loop(lines, interrupts);
      } finally {
        lines.close();
        restore();
      }
    },
  };
}
