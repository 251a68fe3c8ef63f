import { emitTypes } from "@semantic-xpath/emitters";
import { printSchema } from "@semantic-xpath/planner";
import { inferSchema, TreeNode } from "@semantic-xpath/runtime";
import type { Workspace } from "../workspace/workspace.js";
import type { FileParams, InferSchemaParams, NodeAtParams, NodeAtResult, TextResult } from "./requests.js";

/** The text of a schema that a data file follows: a start, to be edited. */
export async function inferSchemaOf(
  workspace: Workspace,
  { uri, fields = false }: InferSchemaParams,
): Promise<TextResult> {
  if (!workspace.settings.trusted) return problem("This workspace is not trusted, so no data is read.");
  const file = await whenRead(workspace, () => workspace.dataFile(uri));
  if (file === null) return problem("There is no such data file.");
  if (file.tree === null) return problem(file.problem ?? "The data is too large to be looked into here.");
  return { problem: null, text: printSchema(inferSchema(file.tree, { fields })) };
}

/** TypeScript types of the nodes that a schema file describes. */
export async function typesOfSchema(workspace: Workspace, { uri }: FileParams): Promise<TextResult> {
  const file = await whenRead(workspace, () => workspace.schemaFile(uri));
  if (file === null) return problem("There is no such schema file.");
  const error = file.diagnostics.find(({ severity }) => severity === "error");
  if (file.schema === null || error !== undefined) return problem(error?.message ?? "The schema has no types.");
  return { problem: null, text: emitTypes(file.schema) };
}

/** The innermost node at a place of a data file. */
export async function nodeAtPlace(workspace: Workspace, { uri, offset }: NodeAtParams): Promise<NodeAtResult> {
  const file = workspace.settings.trusted ? await whenRead(workspace, () => workspace.dataFile(uri)) : null;
  const { size = 0, spanStart = null, spanEnd = null } = file?.tree ?? {};
  let innermostNode = 0;
  // In document order, so that the last one is the innermost.
  for (let node = 1; spanStart !== null && spanEnd !== null && node <= size; node++)
    if (spanStart[node]! <= offset && offset < spanEnd[node]!) innermostNode = node;
  return { path: innermostNode === 0 || !file?.tree ? null : new TreeNode(file.tree, innermostNode).path };
}

const problem = (words: string): TextResult => ({ problem: words, text: "" });

/** A file, and then how the configuration has it read. */
const MAX_ROUNDS = 4;

/** Waits for files that the host has not read yet. */
export async function whenRead<T>({ host }: Workspace, get: () => T | null | undefined): Promise<T | null> {
  let answer = get();
  for (let round = 0; round < MAX_ROUNDS && answer === undefined; round++) {
    await host.settled?.();
    answer = get();
  }
  return answer ?? null;
}
