import { astToQuery } from "@semantic-xpath/emitters";
import { memoryError, type NodeKey, type View } from "@semantic-xpath/memory";
import type { Schema } from "@semantic-xpath/planner";
import { type CompiledQuery, compile } from "@semantic-xpath/runtime";
import type { NodeId } from "@semantic-xpath/tree";
import { z } from "zod";
import type { Client } from "../client.js";
import { invalidInput, ToolFailure } from "../results/failure.js";
import { readCursor } from "../results/page.js";
import { type Problem, problemsOf, problemsOfFailure, recheckQuery } from "../results/problems.js";
import type { Size } from "./tool.js";

/** Properties that several tools have. What they mean is said once, in the instructions of the server. */
export const TASK = { task: z.string().optional() };
/** A number or a branch of a version; a key or a path of a node. */
export const REFERENCE = z.union([z.int(), z.string()]);
export const VERSION = { version: REFERENCE.optional() };
export const OBJECT = z.record(z.string(), z.unknown());
export const CONTENT = z.union([z.string(), OBJECT]);
export const PARAMS = { params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional() };
export const CUTS = { limit: z.int().min(1).optional(), minScore: z.number().min(0).max(1).optional() };
export const PAGING = { cursor: z.string().optional() };
export const QUERY = { query: z.string().optional(), ast: OBJECT.optional() };
/** End of a page. */
export const PAGED = { left: z.int(), cursor: z.string().optional() };

type PlaceInput = z.output<z.ZodObject<typeof TASK & typeof VERSION & typeof PAGING>> & Size;

/** The task that a call is about, its version, and the page of an answer. A cursor is of one version, whatever the input names. */
export function placeOf(session: Client, { task: name, version, cursor, maxTokens }: Partial<PlaceInput>) {
  const task = session.taskNamed(name);
  const end = readCursor(cursor);
  const view = session.scope.view(task, end?.version ?? version);
  return { task, view, version: view.version.number, end, maxTokens: session.tokensFor(maxTokens) };
}

/** A list in an output; undefined if it is empty. */
export const unlessEmpty = <T>(list: readonly T[]): T[] | undefined => (list.length > 0 ? [...list] : undefined);

/** The text of a query that is given as such or as a syntax tree. Throws SXP5064, SXP5067. */
export function queryText(tool: string, { query, ast }: z.output<z.ZodObject<typeof QUERY>>): string {
  if ((query === undefined) === (ast === undefined))
    throw invalidInput(tool, "give query or ast, and one of them only");
  if (query !== undefined) return query;
  const { text, problems } = astToQuery(ast);
  if (text !== null) return text;
  throw memoryError("SXP5067", { problems: problems.map(({ path, message }) => `${path}: ${message}`) });
}

/** A query that can run, and what is noted about it. Throws a `ToolFailure` with its problems, each with repairs that were tried. */
export function compiled(text: string, schema: Schema | null): { query: CompiledQuery; notes: readonly Problem[] } {
  const { query, diagnostics } = compile(text, { schema });
  const problems = problemsOf(text, diagnostics, recheckQuery(schema));
  const error = problems.find(({ severity }) => severity === "error");
  if (query !== undefined && error === undefined) return { query, notes: problems };
  const first = error ?? problems[0];
  throw new ToolFailure({
    code: first?.code ?? "SXP5064",
    message: first?.message ?? "The text has several queries, and one is needed.",
    ...problemsOfFailure(first, problems),
  });
}

/** The key in a reference to a node; null: it is a path. */
export function keyIn(reference: number | string): number | null {
  const digits = /^#?(\d+)$/.exec(String(reference).trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

export const keyAt = (view: View, reference: number | string): NodeKey => view.tree.keyOf(nodeAt(view, reference));

/** The node of a key, or of a path that finds one. Throws SXP5069. */
export function nodeAt({ tree }: View, reference: number | string): NodeId {
  const trimmed = String(reference).trim();
  const key = keyIn(trimmed);
  const nodes = key === null ? nodesAt(trimmed, tree) : [tree.nodeOfKey(key)].filter((node) => node > 0);
  if (nodes.length !== 1) throw memoryError("SXP5069", { node: trimmed, found: nodes.length });
  return nodes[0]!;
}

function nodesAt(path: string, tree: View["tree"]): ArrayLike<NodeId> {
  const { query } = compile(path);
  const isPath = query !== undefined && !query.isSemantic && query.plan.parameters.length === 0;
  return isPath && query.plan.result.kind !== "Value" ? query.select(tree).ids : [];
}
