import type { Inspection, viewOf } from "@semantic-xpath/inspect";
import { type CompiledQuery, RunError, type RunOptions, type RunResult, type Tree } from "@semantic-xpath/runtime";
import type { Prepared } from "./input/prepare.js";
import { progressLine } from "./progress.js";
import { diagnosticText, type Source } from "./render/diagnostics.js";
import type { Screen, World } from "./render/screen.js";
import { type ReportRequest, writeReport } from "./report.js";
import { abortable, EXIT, Stop } from "./stop.js";

interface Running {
  readonly query: CompiledQuery;
  readonly source: Source;
  readonly tree: Tree;
  readonly io: World;
}

/** Runs a query with progress on the terminal; a run that can't end with an answer becomes a message and an exit code. */
export const runQuery = (running: Running, options: RunOptions): Promise<RunResult> =>
  watched(running, (watching) => running.query.run(running.tree, { ...options, ...watching }));

/** Runs a query for later questions about it. */
export const inspectQuery = (running: Running, options: RunOptions): Promise<Inspection> =>
  watched(running, async (watching) => {
    const { inspect } = await import("@semantic-xpath/inspect");
    return inspect(running.query, running.tree, { ...options, ...watching });
  });

/** Runs work that calls the scorer, with progress on the terminal, and its failures in words. After an interrupt it does not wait for the scorer. */
export async function watched<T>(
  { source, io }: Pick<Running, "source" | "io">,
  task: (watching: Pick<RunOptions, "signal" | "onProgress">) => Promise<T>,
): Promise<T> {
  const progress = progressLine(io);
  const run = task({ signal: io.signal, onProgress: progress.show });
  return abortable(io.signal, run)
    .catch((error: unknown) => {
      throw failureOf(error, source, io.errors, { overtime: "that option is --timeout MS." });
    })
    .finally(progress.clear);
}

/** Writes a page about a run, and says so. An expensive scorer is not asked for what only the page would show. */
export async function reportRun(done: Reported, request: Omit<ReportRequest, "isExpensive">, io: World): Promise<void> {
  const isExpensive = done.scoring.scorer.cost === "expensive";
  const { viewOf } = await import("@semantic-xpath/inspect");
  const view = viewOf(done.inspection, done);
  const notice = await watched({ ...done, io }, () => writeReport(view, { ...request, isExpensive }, io));
  io.stderr.write(`${notice}\n`);
}

type Reported = Parameters<typeof viewOf>[1] &
  Pick<Prepared, "source" | "scoring"> & { readonly inspection: Inspection };

/** Failures of the scorer, or limits of the run. All others concern the query. */
export const OF_SCORER: ReadonlySet<string> = new Set<string>(["SXP4001", "SXP4002", "SXP4003", "SXP4010"]);

/** Wording that differs by place: the message of a cancelled run, and the names of the API's options. */
interface FailureContext {
  readonly cancelled?: string;
  readonly overtime: string;
  readonly argument?: string;
}

/** A run that can't end with an answer as a message and an exit code; any other error as it is. */
export function failureOf(error: unknown, source: Source, errors: Screen, here: FailureContext): unknown {
  if (!(error instanceof RunError)) return error;
  const { code, diagnostic, parameters } = error;
  if (code === "SXP4004") return new Stop(EXIT.interrupted, here.cancelled);
  const isLate = parameters.option === "budget.maxMilliseconds";
  const hint = code === "SXP4009" ? here.argument : isLate ? `Here ${here.overtime}` : undefined;
  const text =
    diagnosticText(source, { ...diagnostic, message: error.messageBy("sxp.config.json") }, errors) +
    (hint === undefined ? "" : `\n  ${hint}`);
  return new Stop(OF_SCORER.has(code) ? EXIT.scorer : EXIT.diagnostics, text);
}
