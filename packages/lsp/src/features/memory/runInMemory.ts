import { inspect } from "@semantic-xpath/inspect";
import { prepareQuery } from "@semantic-xpath/memory";
import { compile } from "@semantic-xpath/runtime";
import { openScorer, type Watching } from "../run/execute.js";
import { findQuery } from "../run/findQuery.js";
import type { RunOutcome, RunParams } from "../run/requests.js";
import { noRun, outcomeOf, runQuery } from "../run/run.js";
import { fileName } from "../workspace/uris.js";
import type { Workspace } from "../workspace/workspace.js";
import type { MemoryQuery } from "./requests.js";
import { withMemory } from "./withMemory.js";

/** Runs a query of a file over its data, or a query on a memory, and keeps the run. Rejects only when the signal aborts. */
export function runAnywhere(workspace: Workspace, request: RunParams, watching: Watching = {}): Promise<RunOutcome> {
  const memory = request.memory ?? wholeMemoryOf(workspace, request);
  return memory === null
    ? runQuery(workspace, request, watching)
    : runInMemory(workspace, { ...request, memory }, watching);
}

/** A query of a cell without data, on the memory that its notebook names without a task; null: it is not one. */
function wholeMemoryOf(workspace: Workspace, request: RunParams): MemoryQuery | null {
  const { memory, task } = workspace.memoryFor(request.uri);
  if (memory === null || task !== null) return null;
  const target = findQuery(workspace, request);
  return target.problem === null && target.view.data.uri === null ? { memory, text: target.view.text } : null;
}

/** On the whole memory, or on one version of a task. */
async function runInMemory(
  workspace: Workspace,
  request: RunParams & { readonly memory: MemoryQuery },
  { signal, onProgress }: Watching,
): Promise<RunOutcome> {
  const { name, params } = request;
  const { text, memory, task = null, version = null } = request.memory;
  const settings = workspace.settingsOf(memory);
  const scorer = await openScorer(workspace, { ...request, uri: memory }, isSemanticText(text));
  if (scorer.problem !== null) return noRun({ problem: scorer.problem, about: "scorer" });
  const limit = request.limit === undefined ? settings.limit : request.limit;
  const options = {
    scorer: scorer.scorer,
    budget: scorer.budget,
    minScore: request.minScore ?? settings.minScore,
    ...(limit !== null && { limit }),
    ...(name != null && { name }),
    ...(params !== undefined && { params }),
    ...(task !== null && { task }),
    ...(version !== null && { version }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  };
  const failed = (problem: string): RunOutcome => noRun({ problem });
  return withMemory(workspace, memory, failed, async (store) => {
    signal?.throwIfAborted();
    const { ran } = await prepareQuery(store, text, options);
    const inspection = await inspect(ran.query, ran.tree, ran.options);
    const place = [fileName(memory.replace(/\/$/, "")), task, version].filter((part) => part !== null).join(", ");
    const about = { request, query: text.trim(), scorer: scorer.name, dataName: place };
    const { id, texts } = workspace.runs.keepOfMemory(inspection, about, settings.keptRuns);
    return outcomeOf(inspection, id, texts);
  });
}

const isSemanticText = (text: string): { readonly isSemantic: boolean } => ({
  isSemantic: compile(text).query?.isSemantic ?? false,
});
