import { type AstNode, parse } from "@semantic-xpath/parser";
import { check, type Schema, type TypeSet } from "@semantic-xpath/planner";

/** Paths asked for per schema, kept from one keystroke to the next. */
const KEPT = 512;
const known = new WeakMap<Schema, Map<string, TypeSet>>();

/**
 * The node types that a path can reach; null where nothing is known, empty where it reaches nothing. The path may be broken or
 * unfinished. Asking the planner about a text keeps one definition of what leads where.
 *
 * @example typesOf(schema, "//Day[avg(/POI)]/*") // ["POI", "Restaurant"]
 */
export function typesOf(schema: Schema | null, path: string): TypeSet {
  if (schema === null || path === "") return schema === null ? null : [];
  let paths = known.get(schema);
  if (paths === undefined) {
    paths = new Map();
    known.set(schema, paths);
  }
  const found = paths.get(path);
  if (found !== undefined) return found;
  const types = infer(schema, path);
  if (paths.size >= KEPT) paths.clear();
  paths.set(path, types);
  return types;
}

function infer(schema: Schema, path: string): TypeSet {
  const { query } = parse(path).ast;
  if (query === null) return null;
  const { types, diagnostics } = check(query, schema, null);
  const reached = types.get(query) ?? null;
  if (reached !== null) return reached;
  return diagnostics.some(({ code }) => code === "SXP3001") ? [] : null;
}

/** Whether a path can lead to a node, for all that the schema says. */
export function canLead(schema: Schema, path: string): boolean {
  const { query } = parse(path).ast;
  if (query === null) return false;
  return check(query, schema, null).diagnostics.every(
    ({ severity, code }) => severity !== "error" && code !== "SXP3001",
  );
}

/**
 * The path whose nodes are tested in the innermost bracket of `ancestors`, read from the text: what is around an evidence path
 * stands before it. Empty outside of brackets.
 */
export function contextPath(text: string, ancestors: readonly AstNode[]): string {
  let base = "";
  let start = 0;
  for (const node of ancestors) {
    if (node.kind === "Path") {
      base = "";
      start = node.span.start;
    } else if (node.kind === "Evidence") start = node.span.start;
    else if (node.kind === "Bracket") base += text.slice(start, node.span.start);
  }
  return base;
}
