import {
  type AstNode,
  type Binding,
  children,
  type Evidence,
  type Meet,
  type Missing,
  type Path,
  type Query,
  type Span,
  type ValueQuery,
} from "@semantic-xpath/parser";
import { contains } from "../nodes.js";
import { bindingOf, freeParameters } from "./scopes.js";

/** A place in a query up to which it can run by itself. */
interface Prefix {
  /** Measured query: the path from the document to here, or the whole query. */
  readonly path: string;
  /** End of the prefix. */
  readonly end: number;
  /** True for the whole of a query that is more than one path. */
  readonly isWhole?: true;
}

/**
 * The prefixes of the top-level paths of a query: up to each group and each step; of several paths, and of a value, the whole besides.
 * What holds a parameter or a gap ends its path.
 */
export function prefixesOf(text: string, query: Query | ValueQuery): readonly Prefix[] {
  const { span } = query;
  const full: Prefix = { path: text.slice(span.start, span.end), end: span.end, isWhole: true };
  if (query.kind === "ValueQuery") {
    const ofValue = evidenceIn(query.value).flatMap(({ segments }) => prefixesOfParts(text, segments));
    return isOpenPart(query) ? ofValue : [...ofValue, full];
  }
  const paths = query.paths.flatMap(pathsOf);
  const ofPaths = paths.flatMap(({ head, segments }) =>
    prefixesOfParts(text, head === null ? segments : [head, ...segments]),
  );
  const isAlone = query.paths.length === 1 && query.paths[0]?.kind !== "Meet";
  return isAlone || isOpenPart(query) ? ofPaths : [...ofPaths, full];
}

/** The paths of a union or of what `except` and `intersect` join, in source order. */
export function pathsOf(part: Path | Meet | Missing): readonly Path[] {
  if (part.kind === "Meet") return [...pathsOf(part.left), ...pathsOf(part.right)];
  return part.kind === "Path" ? [part] : [];
}

/** The paths of a value that start at the document: those in no bracket. */
export function evidenceIn(value: AstNode): readonly Evidence[] {
  if (value.kind === "Evidence") return value.start?.kind === "ParameterReference" ? [] : [value];
  return children(value).flatMap(evidenceIn);
}

const isOpenPart = (part: AstNode): boolean => contains(part, "Missing") || freeParameters(part).length > 0;

function prefixesOfParts(text: string, parts: readonly AstNode[]): readonly Prefix[] {
  const open = parts.findIndex(isOpenPart);
  const start = parts[0]?.span.start ?? 0;
  return parts
    .slice(0, open < 0 ? parts.length : open)
    .map(({ span: { end } }) => ({ path: text.slice(start, end), end }));
}

/** The path from the document to the end of a node, given with its ancestors: what surrounds an evidence path comes before it. */
export function pathTo(text: string, ancestors: readonly AstNode[], { end }: Pick<Span, "end">): string {
  const { from, start } = placeIn(text, ancestors);
  return start === null ? from : from + text.slice(start, end);
}

/** The path to the nodes before the innermost step of `nodes`, empty without a step. */
export function pathBefore(text: string, nodes: readonly AstNode[]): string {
  const at = nodes.findLastIndex(({ kind }) => kind === "Segment");
  const segment = nodes[at];
  return segment === undefined ? "" : pathTo(text, nodes.slice(0, at), { end: segment.span.start });
}

/**
 * The path whose nodes are tested in the innermost bracket of `ancestors`, read from the text: what is around an evidence path
 * comes before it. Empty outside of brackets.
 */
export const contextPath = (text: string, ancestors: readonly AstNode[]): string => placeIn(text, ancestors).tested;

interface PathPlace {
  /** The path whose nodes the innermost bracket tests. */
  readonly tested: string;
  /** The path that the innermost path or evidence goes on from, and where its own text starts; null: there is none. */
  readonly from: string;
  readonly start: number | null;
}

function placeIn(text: string, ancestors: readonly AstNode[]): PathPlace {
  let place: PathPlace = { tested: "", from: "", start: null };
  ancestors.forEach((node, i) => {
    const { tested, from, start } = place;
    if (node.kind === "Path") place = { tested: "", from: "", start: node.span.start };
    else if (node.kind === "Evidence") place = { tested, ...startOf(text, node, ancestors.slice(0, i), tested) };
    else if (node.kind === "Bracket" && start !== null) {
      const path = from + text.slice(start, node.span.start);
      place = { tested: path, from: path, start: null };
    }
  });
  return place;
}

/** Start of an evidence path: the document, the binding of a quantifier, else the tested node. */
function startOf(
  text: string,
  { start, segments, span }: Evidence,
  ancestors: readonly AstNode[],
  tested: string,
): Pick<PathPlace, "from" | "start"> {
  const first = segments[0]?.span.start ?? span.end;
  if (start === null) return { from: tested, start: span.start };
  if (start.kind === "RootStart") return { from: "", start: first };
  if (start.kind === "Group") return { from: text.slice(start.span.start, start.span.end), start: first };
  const binding = bindingOf(start, ancestors);
  return { from: binding === null ? ANYWHERE : pathOfBinding(text, binding, ancestors), start: first };
}

/** The path whose nodes a name is bound to, given with what is around its use. */
export function pathOfBinding(text: string, binding: Binding, ancestors: readonly AstNode[]): string {
  const at = ancestors.findLastIndex((node) => node.kind === "Quantified" && node.bindings.includes(binding));
  const { evidence } = binding;
  return pathTo(text, [...ancestors.slice(0, at + 1), binding, evidence], evidence.span);
}

/** Nothing is known of the nodes. */
const ANYWHERE = "//*";
