import {
  askView,
  compareRuns,
  jsonText,
  type NodeDetails,
  type RunView,
  redacted,
  redactedComparison,
  type SearchOptions,
} from "@semantic-xpath/inspect";
import { SemanticXPathError, type Tree } from "@semantic-xpath/runtime";
import { CONFIG_FILE } from "../host.js";
import { rangeIn } from "../spans.js";
import { textOfNode, type Workspace } from "../workspace/workspace.js";
import type {
  CompareParams,
  CompareResult,
  ExportParams,
  ForgetResult,
  OfRun,
  RunsResult,
  SourceParams,
  SourceResult,
  TextResult,
  ViewParams,
  ViewResult,
} from "./requests.js";
import type { KeptRun } from "./runStore.js";

/** The requests about runs that are kept. A run that is gone is a plain sentence. */

const GONE = "This run is not kept any more. Run the query again.";

/** One method of a run's `RunView`. Rejects only when the signal aborts. */
export async function viewRun(
  { runs }: Workspace,
  { run, method, params, redacted: bars }: ViewParams,
  options: SearchOptions = {},
): Promise<ViewResult> {
  const keptRun = runs.get(run);
  if (keptRun === null) return { problem: GONE, answer: null };
  try {
    if (method === "facts" || method === "recall")
      return { problem: null, answer: await askFacts(keptRun.inspection.tree, method, params, bars === true) };
    return { problem: null, answer: await askView(viewFor(keptRun, bars, options), method, params) };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return { problem: sentenceOf(error), answer: null };
  }
}

/** A question about the facts of a tree, whose parameters come from outside. Facts are words of the data: there is nothing of them to show without these. */
async function askFacts(tree: Tree, method: "facts" | "recall", params: unknown, bars: boolean): Promise<unknown> {
  const { factsView, holdsFacts, openedBy } = await import("@semantic-xpath/conversation");
  const { filter = "", count = 0, question = null } = Object(params ?? {}) as Readonly<Record<string, unknown>>;
  if (method === "facts") {
    if (typeof filter !== "string" || !Number.isSafeInteger(count) || (count as number) < 0)
      throw new RangeError('"filter" must be a text, and "count" a whole number from 0 up.');
    return bars ? null : factsView(tree, { filter, count: count as number });
  }
  if (typeof question !== "string") throw new RangeError('"question" must be a text.');
  if (bars || !holdsFacts(tree)) throw new RangeError("This tree holds no facts.");
  return openedBy(tree, question);
}

/** Place of a node of a run in its data file: by line and column, which are independent of its line ends. */
export async function sourceInRun(workspace: Workspace, { run, node }: SourceParams): Promise<SourceResult> {
  const keptRun = workspace.runs.get(run);
  if (keptRun === null) return { problem: GONE, source: null, isOld: false };
  const { problem, answer } = await viewRun(workspace, { run, method: "node", params: { node } });
  const span = (answer as NodeDetails | null)?.source ?? null;
  const document = textOfNode(keptRun.texts, keptRun.inspection.tree, node);
  if (span === null || document === null) return { problem, source: null, isOld: false };
  const now = workspace.dataFile(document.uri)?.text ?? null;
  return {
    problem,
    source: { uri: document.uri, range: rangeIn(document, span) },
    isOld: now !== null && !isSame(now, document.getText()),
  };
}

/** An editor that opens a file may write all of its line ends alike. */
const isSame = (a: string, b: string): boolean =>
  a === b || a.replaceAll(/\r\n?/g, "\n") === b.replaceAll(/\r\n?/g, "\n");

/** Differences of two runs. */
export function compareKept({ runs }: Workspace, { before, after, redacted: bars }: CompareParams): CompareResult {
  const [first, second] = [runs.get(before), runs.get(after)];
  if (first === null || second === null) return { problem: GONE, comparison: null };
  const comparison = compareRuns(first.inspection, second.inspection);
  return { problem: null, comparison: bars === true ? redactedComparison(comparison) : comparison };
}

/** A run as a document to keep or to hand on. */
export async function exportRun(
  { runs }: Workspace,
  { run, format, redacted: bars }: ExportParams,
): Promise<TextResult> {
  const keptRun = runs.get(run);
  if (keptRun === null) return { problem: GONE, text: "" };
  const view = viewFor(keptRun, bars);
  switch (format) {
    case "json":
      return { problem: null, text: `${jsonText(await view.document(), 2)}\n` };
    case "mermaid":
      return { problem: null, text: await view.mermaid() };
    default:
      return { problem: `A run can be exported as "json" or "mermaid", not as "${String(format)}".`, text: "" };
  }
}

export const forgetRun = ({ runs }: Workspace, { run }: OfRun): ForgetResult => ({ forgotten: runs.forget(run) });

/** Oldest first. */
export const listRuns = ({ runs }: Workspace): RunsResult => ({ runs: runs.list() });

function viewFor(kept: KeptRun, bars: boolean | undefined, options: SearchOptions = {}): RunView {
  const view = searching(kept, options);
  return bars === true ? redacted(view) : view;
}

/** A view whose methods that run queries end with the signal and say how far they are; the others are answered at once. */
const searching = ({ asView, inspection }: KeptRun, options: SearchOptions): RunView => ({
  ...asView(),
  change: async ({ node }) => inspection.change(node, options),
  nearest: async () => inspection.nearest(options),
});

/** A mistake in the request is reported in a sentence; anything else is a failure of ours. */
function sentenceOf(error: unknown): string {
  if (error instanceof SemanticXPathError) return error.messageBy(CONFIG_FILE);
  if (error instanceof RangeError) return error.message;
  throw error;
}
