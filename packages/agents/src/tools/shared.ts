import { astToQuery } from "@semantic-xpath/emitters";
import type { View } from "@semantic-xpath/memory";
import { memoryError } from "@semantic-xpath/memory";
import type { Schema } from "@semantic-xpath/planner";
import { type CompiledQuery, compile } from "@semantic-xpath/runtime";
import type { NodeId } from "@semantic-xpath/tree";
import { z } from "zod";
import { ToolFailure } from "../results/failure.js";
import { type Problem, problemsOf, problemsOfFailure, recheckQuery } from "../results/problems.js";

/** Properties that several tools have. What they mean is said once, in the instructions of the server. */
export const TASK = { task: z.string().optional() };
export const VERSION = { version: z.union([z.int(), z.string()]).optional() };
export const NODE = z.union([z.int(), z.string()]);
export const PARAMS = { params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional() };
export const PAGING = { cursor: z.string().optional(), maxTokens: z.int().min(100).optional() };
export const QUERY = {
  query: z.string().optional(),
  ast: z.record(z.string(), z.unknown()).optional(),
};
/** End of a page. */
export const PAGED = { left: z.int(), cursor: z.string().optional() };

interface GivenQuery {
  readonly query?: string | undefined;
  readonly ast?: Readonly<Record<string, unknown>> | undefined;
}

/** The text of a query that is given as such or as a syntax tree. Throws SXP5064, SXP5067. */
export function queryText(tool: string, { query, ast }: GivenQuery): string {
  if ((query === undefined) === (ast === undefined))
    throw memoryError("SXP5064", { tool, problems: ["give query or ast, and one of them only"] });
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
  const [first] = error === undefined ? problems : [error];
  const details = problemsOfFailure(first, problems);
  throw new ToolFailure({
    code: first?.code ?? "SXP5064",
    message: first?.message ?? "The text has several queries, and one is needed.",
    ...(details.length > 0 && { problems: details }),
  });
}

/** The node of a key, or of a path that finds one. Throws SXP5069. */
export function nodeAt({ tree }: View, reference: number | string): NodeId {
  const trimmed = String(reference).trim();
  const key = /^#?(\d+)$/.exec(trimmed)?.[1];
  if (key !== undefined) {
    const node = tree.nodeOfKey(Number(key));
    if (node > 0) return node;
    throw memoryError("SXP5069", { node: trimmed, found: 0 });
  }
  const { query } = compile(trimmed);
  const isPath = query !== undefined && !query.isSemantic && query.plan.parameters.length === 0;
  const matches = isPath && query.plan.result.kind !== "Value" ? query.select(tree).ids : new Int32Array();
  if (matches.length !== 1) throw memoryError("SXP5069", { node: trimmed, found: matches.length });
  return matches[0]!;
}
