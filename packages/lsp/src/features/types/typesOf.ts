import { type AstNode, type Evidence, type Path, parse, type Segment } from "@semantic-xpath/parser";
import { type ContextItems, check, contextItems, type Schema, type TypeSet } from "@semantic-xpath/planner";
import { perObject, remember } from "../kept.js";
import { declaredSchema, type View } from "../workspace/view.js";
import { contextPath, pathBefore } from "./paths.js";
import { bindingOf } from "./scopes.js";

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
export function typesAround(view: View, nodes: readonly AstNode[]): TypeSet {
  const owner = nodes.findLast(({ kind }) => kind === "Bracket" || kind === "AttributeStep" || kind === "IdStep");
  if (owner?.kind !== "Bracket") return typesBefore(view, nodes);
  const types = checkedTypes(view, nodes, owner);
  return types === undefined ? typesOf(view.known, contextPath(view.text, nodes)) : types;
}

/** The types before the innermost step of `nodes`. */
export function typesBefore(view: View, nodes: readonly AstNode[]): TypeSet {
  const at = nodes.findLastIndex(({ kind }) => kind === "Segment");
  const [path, segment] = at < 1 ? [] : nodes.slice(at - 1);
  const before = path?.kind === "Path" || path?.kind === "Evidence" ? beforeIn(path, segment, nodes) : null;
  const types = before === null ? undefined : checkedTypes(view, nodes, before);
  return types === undefined ? typesOf(view.known, pathBefore(view.text, nodes)) : types;
}

/** The segment, group or bracket whose nodes a segment of a path starts from: of a bound name the end of its path. Null: it starts elsewhere. */
function beforeIn(path: Path | Evidence, segment: AstNode | undefined, nodes: readonly AstNode[]): AstNode | null {
  const before = path.segments[path.segments.indexOf(segment as Segment) - 1];
  if (before !== undefined) return before;
  if (path.kind === "Path") return path.head;
  const around = nodes.slice(0, nodes.indexOf(path));
  if (path.start?.kind === "ParameterReference") return bindingOf(path.start, around)?.evidence.segments.at(-1) ?? null;
  return path.start === null ? (around.findLast(({ kind }) => kind === "Bracket") ?? null) : null;
}

/** Types by the check of the query or update; undefined: it sees more around the node than the path to it has, or something leads to nothing. */
function checkedTypes(view: View, nodes: readonly AstNode[], node: AstNode): TypeSet | undefined {
  const outside = nodes.findIndex(({ kind }) => kind === "Bracket");
  const isAlone = nodes.every(
    (one, index) =>
      (one.kind !== "Path" || outside < 0 || index < outside) &&
      (one.kind !== "Evidence" || isFromPlace(one, nodes.slice(0, index))),
  );
  const text = isAlone ? [...view.queries, ...view.updates].find(({ query }) => nodes.includes(query)) : undefined;
  const types = text?.types.get(node);
  if (text === undefined || types) return types;
  const isKnown = view.known === declaredSchema(view) && text.diagnostics.every(({ code }) => code !== "SXP3001");
  return isKnown ? null : undefined;
}

/** Tests that the path to an evidence path is known: from the node in question, the document, or a bound name. */
const isFromPlace = ({ start }: Evidence, around: readonly AstNode[]): boolean =>
  start === null ||
  start.kind === "RootStart" ||
  (start.kind === "ParameterReference" && bindingOf(start, around) !== null);
