import type { Readable } from "node:stream";
import { ReadStream, type WriteStream } from "node:tty";
import type { Io } from "../../io.js";
import { type Key, readKeys } from "./keys.js";

/** A terminal that can be drawn on. */
export interface Terminal {
  columns(): number;
  rows(): number;
  write(text: string): void;
  /**
   * Keys from now on, without line editing of the terminal's own; gives back how to end it. `onWake`: something else had the terminal
   * while the process was stopped.
   */
  listen(onKey: (key: Key) => void, onResize: () => void, onWake: () => void): () => void;
  /** Ends the process, whatever it may still wait for, such as the answer of a scorer to a query that was cancelled. */
  quit(): void;
  /** Leaves the processes of the job to the shell until they are fetched back. */
  suspend(onReturn: () => void): void;
}

const PASTE_ON = "\u001b[?2004h";
const PASTE_OFF = "\u001b[?2004l";
/** Signals that end the process: the terminal gets back its own ways before. */
const ENDING = ["SIGTERM", "SIGHUP"] as const;
/** Further output goes below the input, and not into it. */
const BELOW = "\r\n\u001b[J";
/** A stopped process wakes up in this timer, as does one that could not be stopped since no shell controls it. */
const WAKING_MILLISECONDS = 50;
/** Size of a terminal that reports none, or 0. */
const FALLBACK = { columns: 80, rows: 24 };

const ENTER: Key = { name: "enter", text: "" };
const canSuspend = process.platform !== "win32";

/** The terminal of the process, null if it can't be drawn on: input or output is not a terminal, or a dumb one. */
export function processTerminal({ env, stdout }: Io): Terminal | null {
  const { stdin, stdout: screen } = process;
  if (!(stdin instanceof ReadStream) || !stdout.isTerminal || env.TERM === "dumb") return null;
  return terminalOf(stdin, screen);
}

function terminalOf(input: ReadStream, output: WriteStream): Terminal {
  const take = (): void => {
    // A shell that had the terminal meanwhile has changed its mode, without notice to Node.
    input.setRawMode(false);
    input.setRawMode(true);
    input.resume();
    output.write(PASTE_ON);
  };
  const give = (): void => {
    output.write(PASTE_OFF);
    input.setRawMode(false);
    input.pause();
  };
  const back = (then: () => void) => (): void => {
    take();
    then();
  };
  return {
    columns: () => output.columns || FALLBACK.columns,
    rows: () => output.rows || FALLBACK.rows,
    write: (text) => void output.write(text),
    listen(onKey, onResize, onWake) {
      let isAhead = true;
      // Earlier typing went through the terminal's own line editing, in which Enter is a line feed.
      const end = readKeys(input as Readable, (key) => onKey(isAhead && key.name === "C-j" ? ENTER : key));
      // It is there at the first look at the input, which is between one round and the next.
      setImmediate(() => setImmediate(() => (isAhead = false)));
      output.on("resize", onResize);
      const stop = (_: NodeJS.Signals, number: number): void => {
        output.write(BELOW);
        process.exit(128 + number);
      };
      const wake = back(onWake);
      // The key sends no signal in raw mode; one that comes from elsewhere means the same.
      const restore = replaceInterrupts(() => onKey({ name: "C-c", text: "" }));
      process.once("exit", give);
      for (const signal of ENDING) process.once(signal, stop);
      if (canSuspend) process.on("SIGCONT", wake);
      take();
      return () => {
        end();
        output.off("resize", onResize);
        process.off("exit", give);
        process.off("SIGCONT", wake);
        for (const signal of ENDING) process.off(signal, stop);
        restore();
        give();
      };
    },
    quit: () => process.exit(),
    suspend(onReturn) {
      if (!canSuspend) return onReturn();
      give();
      // The timer also keeps the process alive: nothing else does once it reads no keys.
      setTimeout(back(onReturn), WAKING_MILLISECONDS);
      // To all of the job, as the terminal itself does: npx waits for what it has started.
      process.kill(0, "SIGTSTP");
    },
  };
}

/** Hears of interrupts instead of the one who does; gives back how to restore that. */
export function replaceInterrupts(onInterrupt: () => void): () => void {
  const listeners = process.listeners("SIGINT");
  process.removeAllListeners("SIGINT");
  process.on("SIGINT", onInterrupt);
  return () => {
    process.off("SIGINT", onInterrupt);
    for (const other of listeners) process.on("SIGINT", other);
  };
}
