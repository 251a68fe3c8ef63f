import {
  type CompiledQuery,
  type Inspection,
  inspect,
  RunError,
  type RunOptions,
  type RunResult,
  type Tree,
} from "@semantic-xpath/runtime";
import { progressLine } from "./progress.js";
import { diagnosticText, type Source } from "./render/diagnostics.js";
import type { World } from "./render/screen.js";
import { EXIT, type ExitCode, Stop } from "./stop.js";

interface Running {
  readonly query: CompiledQuery;
  readonly source: Source;
  readonly tree: Tree;
  readonly io: World;
}

/** Runs a query with progress on the terminal; a run that can't end with an answer becomes a message and an exit code. */
export const runQuery = (running: Running, options: RunOptions): Promise<RunResult> =>
  watched(running, (watching) => running.query.run(running.tree, { ...options, ...watching }));

/** The same, and what it left behind can be asked about. */
export const inspectQuery = (running: Running, options: RunOptions): Promise<Inspection> =>
  watched(running, (watching) => inspect(running.query, running.tree, { ...options, ...watching }));

/** What asks the scorer, with progress on the terminal, and its failures in words. Nobody waits for it after an interrupt. */
export async function watched<T>(
  { source, io }: Pick<Running, "source" | "io">,
  task: (watching: Pick<RunOptions, "signal" | "onProgress">) => Promise<T>,
): Promise<T> {
  const progress = progressLine(io);
  let interrupt = (): void => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = () => reject(new Stop(EXIT.interrupted));
    io.signal.addEventListener("abort", interrupt, { once: true });
  });
  try {
    return await Promise.race([task({ signal: io.signal, onProgress: progress.show }), interrupted]);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    if (error.code === "SXP4004") throw new Stop(EXIT.interrupted);
    const hint = flagFor(error.diagnostic.message);
    throw new Stop(exitCodeOf(error.code), diagnosticText(source, error.diagnostic, io.errors) + hint);
  } finally {
    io.signal.removeEventListener("abort", interrupt);
    progress.clear();
  }
}

const SCORER_CODES = ["SXP4001", "SXP4002", "SXP4010"];
const exitCodeOf = (code: string): ExitCode => (SCORER_CODES.includes(code) ? EXIT.scorer : EXIT.diagnostics);

/** Messages name the option of the API; here it has another name. */
const flagFor = (message: string): string =>
  message.includes("budget.maxMilliseconds") ? "\n  Here that option is --timeout MS." : "";
