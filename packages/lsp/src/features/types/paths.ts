import {
  type AstNode,
  children,
  type Evidence,
  type Meet,
  type Missing,
  type Path,
  type Query,
  type Span,
  type ValueQuery,
} from "@semantic-xpath/parser";
import { contains, innermost } from "../nodes.js";

/** A place in a query up to which it can run by itself. */
interface Prefix {
  /** What is run: the path from the document to here, or the whole query. */
  readonly path: string;
  /** Where the prefix ends. */
  readonly end: number;
  /** Whether it is the whole of a query that is more than one path. */
  readonly isWhole?: true;
}

/**
 * The prefixes of the top-level paths of a query: up to each group and each step; of several paths, and of a value, the whole besides.
 * What holds a parameter or a gap ends its path.
 */
export function prefixesOf(text: string, query: Query | ValueQuery): readonly Prefix[] {
  const { span } = query;
  const whole: Prefix = { path: text.slice(span.start, span.end), end: span.end, isWhole: true };
  if (query.kind === "ValueQuery") {
    const found = evidenceIn(query.value).flatMap(({ segments }) => prefixesOfParts(text, segments));
    return isOpenPart(query) ? found : [...found, whole];
  }
  const paths = query.paths.flatMap(pathsOf);
  const found = paths.flatMap(({ head, segments }) =>
    prefixesOfParts(text, head === null ? segments : [head, ...segments]),
  );
  const isAlone = query.paths.length === 1 && query.paths[0]?.kind !== "Meet";
  return isAlone || isOpenPart(query) ? found : [...found, whole];
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

const isOpenPart = (part: AstNode): boolean => contains(part, "Missing", "ParameterReference");

function prefixesOfParts(text: string, parts: readonly AstNode[]): readonly Prefix[] {
  const open = parts.findIndex(isOpenPart);
  const start = parts[0]?.span.start ?? 0;
  return parts
    .slice(0, open < 0 ? parts.length : open)
    .map(({ span: { end } }) => ({ path: text.slice(start, end), end }));
}

/** The path from the document to the end of a node, given with its ancestors: what surrounds an evidence path comes before it. */
export function pathTo(text: string, ancestors: readonly AstNode[], { end }: Pick<Span, "end">): string {
  const start = innermost(ancestors, "Path", "Evidence")?.span.start;
  return contextPath(text, ancestors) + (start === undefined ? "" : text.slice(start, end));
}

/** The path to the nodes before the innermost step of `nodes`, empty if there is no step. */
export function pathBefore(text: string, nodes: readonly AstNode[]): string {
  const at = nodes.findLastIndex(({ kind }) => kind === "Segment");
  const segment = nodes[at];
  return segment === undefined ? "" : pathTo(text, nodes.slice(0, at), { end: segment.span.start });
}

/**
 * The path whose nodes are tested in the innermost bracket of `ancestors`, read from the text: what is around an evidence path
 * comes before it. Empty outside of brackets.
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
