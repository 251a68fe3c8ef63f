import { createInterface } from "node:readline";
import { ReadStream } from "node:tty";
import type { Io } from "../../io.js";
import type { Session } from "../session/session.js";

/** A terminal that can't be drawn on: lines as the system reads them. */
export interface Dumb {
  /** Runs a loop over its lines; an interrupt ends the query that runs, and not the process. */
  run(session: Session, loop: (lines: AsyncIterable<string>) => Promise<unknown>): Promise<void>;
}

/** Null where nobody sits at standard input. */
export function dumbLines({ stdin }: Io): Dumb | null {
  if (!(stdin instanceof ReadStream)) return null;
  return {
    async run(session, loop) {
      const others = process.listeners("SIGINT");
      const interrupt = (): void => session.interruption.abort();
      process.removeAllListeners("SIGINT");
      process.on("SIGINT", interrupt);
      const lines = createInterface({ input: stdin, terminal: false });
      try {
        await loop(lines);
      } finally {
        lines.close();
        process.off("SIGINT", interrupt);
        for (const other of others) process.on("SIGINT", other);
      }
    },
  };
}
