import { RunError } from "@semantic-xpath/runtime";
import { ModelFailure } from "@semantic-xpath/runtime/node";
import type { Io } from "../io.js";
import { EXIT, Stop, usage } from "../stop.js";

/** Runs what a command does with models; what went wrong there becomes a message and an exit code. */
export async function withModels<T>(command: string, io: Io, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (io.signal.aborted) throw new Stop(EXIT.interrupted);
    if (error instanceof ModelFailure) {
      throw error.kind === "usage" ? usage(error.message, command) : new Stop(EXIT.input, `sxp: ${error.message}`);
    }
    if (error instanceof RunError) throw new Stop(EXIT.scorer, `sxp: ${error.diagnostic.message}`);
    if (isOfSystem(error)) throw new Stop(EXIT.input, `sxp: ${error.message}.`);
    throw error;
  }
}

/** A full disk, a folder without access. */
const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === "string";
