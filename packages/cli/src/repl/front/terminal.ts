import type { Readable } from "node:stream";
import { ReadStream, type WriteStream } from "node:tty";
import type { Io } from "../../io.js";
import type { Key } from "../editor/keys/key.js";
import { readKeys } from "../editor/keys/keyReader.js";

/** A terminal that can be drawn on. */
export interface Terminal {
  columns(): number;
  rows(): number;
  write(text: string): void;
  /** Keys from now on, without line editing of the terminal's own; gives back how to end it. */
  listen(onKey: (key: Key) => void, onResize: () => void): () => void;
  /** Ends the process, whatever it may still wait for, such as the answer of a scorer to a query that was cancelled. */
  quit(): void;
  /** Leaves the process to the shell until it is fetched back. */
  suspend(onReturn: () => void): void;
}

const PASTE_ON = "\u001b[?2004h";
const PASTE_OFF = "\u001b[?2004l";
/** Signals that end the process: the terminal gets back its own ways before. */
const ENDING = ["SIGTERM", "SIGHUP"] as const;
const ENDED = 143;
/** Where the system does not say how large the terminal is, or says 0. */
const FALLBACK = { columns: 80, rows: 24 };

/** The terminal of the process, null where there is none that can be drawn on: input or output is no terminal, or a dumb one. */
export function processTerminal({ env, stdout }: Io): Terminal | null {
  const { stdin, stdout: screen } = process;
  if (!(stdin instanceof ReadStream) || !stdout.isTerminal || env.TERM === "dumb") return null;
  return terminalOf(stdin, screen);
}

function terminalOf(input: ReadStream, output: WriteStream): Terminal {
  const take = (): void => {
    input.setRawMode(true);
    input.resume();
    output.write(PASTE_ON);
  };
  const give = (): void => {
    output.write(PASTE_OFF);
    input.setRawMode(false);
    input.pause();
  };
  return {
    columns: () => output.columns || FALLBACK.columns,
    rows: () => output.rows || FALLBACK.rows,
    write: (text) => void output.write(text),
    listen(onKey, onResize) {
      const end = readKeys(input as Readable, onKey);
      output.on("resize", onResize);
      const stop = (): void => process.exit(ENDED);
      process.once("exit", give);
      for (const signal of ENDING) process.once(signal, stop);
      take();
      return () => {
        end();
        output.off("resize", onResize);
        process.off("exit", give);
        for (const signal of ENDING) process.off(signal, stop);
        give();
      };
    },
    quit: () => process.exit(),
    suspend(onReturn) {
      if (process.platform === "win32") return onReturn();
      give();
      process.once("SIGCONT", () => {
        take();
        onReturn();
      });
      process.kill(process.pid, "SIGTSTP");
    },
  };
}
