import { createInterface, type Interface } from "node:readline";
import { Readable } from "node:stream";
import { ReadStream } from "node:tty";
import type { Io } from "../../io.js";
import { printable } from "../../render/terminal.js";
import { replaceInterrupts } from "../../repl/editor/terminal.js";

/** Source of requests, one at a time. */
export interface Inputs {
  /** True if a person types the requests. */
  readonly isTyped: boolean;
  /** The next line; null: there are no more. */
  next(prompt: string): Promise<string | null>;
  /** Sets the action of an interrupt; returns its undo. */
  onInterrupt(work: () => void): () => void;
  end(): void;
}

export const inputsOf = (io: Io): Inputs => (io.stdin instanceof ReadStream ? typed(io, io.stdin) : piped(io));

function piped({ stdin, signal }: Io): Inputs {
  const lines = createInterface({ input: stdin instanceof Readable ? stdin : Readable.from(stdin), signal });
  const iterator = lines[Symbol.asyncIterator]();
  return {
    isTyped: false,
    next: async () => {
      const { value, done } = await iterator.next();
      return done ? null : value;
    },
    onInterrupt: () => () => undefined,
    end: () => lines.close(),
  };
}

/** A line editor with a history of its own. Ctrl-C clears what is typed, and on an empty line leaves. */
function typed({ stdout, env }: Io, input: ReadStream): Inputs {
  const isPlain = !stdout.isTerminal || env.TERM === "dumb";
  const lines: Interface = createInterface({ input, output: process.stdout, terminal: !isPlain, historySize: 500 });
  const waiting: ((line: string | null) => void)[] = [];
  const early: string[] = [];
  let isOver = false;
  let interrupted: (() => void) | null = null;
  const interrupt = (): void => {
    if (interrupted !== null) interrupted();
    else if (lines.line === "") lines.close();
    else {
      lines.write(null, { ctrl: true, name: "e" });
      lines.write(null, { ctrl: true, name: "u" });
    }
  };
  lines.on("line", (line) => {
    const next = waiting.shift();
    if (next === undefined) early.push(line);
    else next(line);
  });
  lines.on("SIGINT", interrupt);
  const restore = replaceInterrupts(interrupt);
  lines.on("close", () => {
    isOver = true;
    for (const next of waiting.splice(0)) next(null);
  });
  return {
    isTyped: true,
    next(prompt) {
      const line = early.shift();
      if (line !== undefined) return Promise.resolve(line);
      if (isOver) return Promise.resolve(null);
      lines.setPrompt(printable(prompt));
      lines.prompt();
      return new Promise((resolve) => waiting.push(resolve));
    },
    onInterrupt(work) {
      interrupted = work;
      return () => {
        interrupted = null;
      };
    },
    end() {
      restore();
      lines.close();
    },
  };
}
