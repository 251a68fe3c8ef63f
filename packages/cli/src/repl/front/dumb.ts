import { createInterface } from "node:readline";
import { ReadStream } from "node:tty";
import type { Io } from "../../io.js";
import type { Interrupts } from "./plain.js";

/** A terminal that can't be drawn on: lines as the system reads them. */
export interface Dumb {
  /** Runs a loop over its lines, which hears of interrupts: they don't end the process. */
  run(loop: (lines: AsyncIterable<string>, interrupts: Interrupts) => Promise<unknown>): Promise<void>;
}

/** Null where nobody sits at standard input. */
export function dumbLines({ stdin }: Io): Dumb | null {
  if (!(stdin instanceof ReadStream)) return null;
  return {
    async run(loop) {
      const others = process.listeners("SIGINT");
      const interrupts: Interrupts = { onInterrupt: () => undefined };
      const interrupt = (): void => interrupts.onInterrupt();
      process.removeAllListeners("SIGINT");
      process.on("SIGINT", interrupt);
      const lines = createInterface({ input: stdin, terminal: false });
      try {
        await loop(lines, interrupts);
      } finally {
        lines.close();
        process.off("SIGINT", interrupt);
        for (const other of others) process.on("SIGINT", other);
      }
    },
  };
}
