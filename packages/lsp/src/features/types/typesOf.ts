import { type AstNode, parse } from "@semantic-xpath/parser";
import { type ContextItems, check, contextItems, type Schema, type TypeSet } from "@semantic-xpath/planner";
import { perObject, remember } from "../kept.js";
import type { View } from "../workspace/view.js";
import { contextPath, pathBefore } from "./paths.js";

const typesByPath = perObject((_: Schema) => new Map<string, TypeSet>());
const leading = perObject((_: Schema) => new Map<string, boolean>());

/**
 * The node types that a path can reach; null if nothing is known, empty if it reaches nothing. The path may be broken or
 * unfinished. The planner answers, so that there is one definition of what leads where.
 *
 * @example typesOf(schema, "//Day[avg(/POI)]/*") // ["POI", "Restaurant"]
 */
export function typesOf(schema: Schema | null, path: string): TypeSet {
  if (schema === null) return null;
  return path === "" ? [] : remember(typesByPath(schema), path, () => infer(schema, path));
}

function infer(schema: Schema, path: string): TypeSet {
  const { query } = parse(path).ast;
  if (query === null) return null;
  const { types, diagnostics } = check(query, schema, null);
  const inferred = types.get(query) ?? null;
  if (inferred !== null) return inferred;
  return diagnostics.some(({ code }) => code === "SXP3001") ? [] : null;
}

const contexts = new Map<string, ContextItems>();

/** The items that a path leads to; nodes where it is broken. */
export function itemsOf(path: string): ContextItems {
  if (!/\bgroup\s+by\b|@|text\(\)/.test(path)) return { kind: "nodes" };
  return remember(contexts, path, () => {
    const { query } = parse(path).ast;
    return query?.kind === "Query" ? contextItems(query) : { kind: "nodes" };
  });
}

/** Tests that the schema allows a path to lead to a node. */
export const canLead = (schema: Schema, path: string): boolean =>
  remember(leading(schema), path, () => {
    const { query } = parse(path).ast;
    if (query === null) return false;
    const { diagnostics } = check(query, schema, null);
    return diagnostics.every(({ severity, code }) => severity !== "error" && code !== "SXP3001");
  });

/**
 * The types that a node is about, given with its ancestors, outermost first: those that its bracket tests; for an attribute step, in
 * `id(…)` and outside of brackets those before its step.
 */
export function typesAround({ known, text }: View, nodes: readonly AstNode[]): TypeSet {
  const owner = nodes.findLast(({ kind }) => kind === "Bracket" || kind === "AttributeStep" || kind === "IdStep");
  return typesOf(known, owner?.kind === "Bracket" ? contextPath(text, nodes) : pathBefore(text, nodes));
}
