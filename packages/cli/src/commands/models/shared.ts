import { RunError } from "@semantic-xpath/runtime";
import { type InstalledModel, kindOfModel, ModelFailure } from "@semantic-xpath/runtime/node";
import { shownPath } from "../../input/files.js";
import type { Io } from "../../io.js";
import { bytesText } from "../../render/columns.js";
import { EXIT, Stop, usage } from "../../stop.js";
import { sizeOf, sourceText } from "./list.js";

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

/** What was got, and how it is used. */
export async function added(model: InstalledModel, io: Io, wasThere = false): Promise<string> {
  const source = sourceText(model, (path) => shownPath(path, io));
  const scorer = `${await kindOfModel(model.folder)}:${model.name}`;
  return `${model.name}: ${source}, ${bytesText(sizeOf(model))}${wasThere ? ", was there already" : ""}\nUse it with --scorer ${scorer}\n`;
}
