import type { World } from "../../render/screen.js";
import { EXIT, problem, Stop, usage } from "../../stop.js";

type Models = typeof import("@semantic-xpath/runtime/node");

/** Runs what a command does with models or kept scores; what goes wrong there becomes a message and an exit code. */
export async function withModels(
  io: World,
  task: (models: Models, home: string, cacheFolder: string) => Promise<void>,
): Promise<undefined> {
  const { RunError } = await import("@semantic-xpath/runtime");
  const { cacheFolder } = await import("../../input/cache.js");
  const models = await import("@semantic-xpath/runtime/node");
  try {
    await task(models, models.modelsHome(io.env, io.cwd), cacheFolder(io));
  } catch (error) {
    if (io.signal.aborted) throw new Stop(EXIT.interrupted);
    if (error instanceof models.ModelFailure)
      throw error.kind === "usage" ? usage(error.message) : problem(EXIT.input, error.message);
    if (error instanceof RunError) throw problem(EXIT.scorer, error.diagnostic.message);
    if (isOfSystem(error)) throw problem(EXIT.input, `${error.message}.`);
    throw error;
  }
}

/** A full disk, a folder without access. */
const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === "string";
