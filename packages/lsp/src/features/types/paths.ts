import type { AstNode, Path, Query, Span } from "@semantic-xpath/parser";
import { contains, innermost } from "../nodes.js";

/** A place in a path up to which it can run by itself. */
interface Prefix {
  /** The path from the document to here. */
  readonly path: string;
  /** Where the prefix ends. */
  readonly end: number;
  /** Whether it is a union, the whole query. */
  readonly isUnion?: true;
}

/** The prefixes of the top-level paths of a query: up to each group and each step. What holds a parameter or a gap ends its path. */
export function prefixesOf(text: string, { paths, span }: Query): readonly Prefix[] {
  const found = paths.flatMap((path): readonly Prefix[] => (path.kind === "Path" ? prefixesOfPath(text, path) : []));
  const isWhole = paths.every((path) => found.some(({ end }) => end === path.span.end));
  if (paths.length < 2 || !isWhole) return found;
  return [...found, { path: text.slice(span.start, span.end), end: span.end, isUnion: true }];
}

function prefixesOfPath(text: string, { head, segments, span }: Path): readonly Prefix[] {
  const parts: readonly AstNode[] = head === null ? segments : [head, ...segments];
  const open = parts.findIndex((part) => contains(part, "Missing", "ParameterReference"));
  return parts
    .slice(0, open < 0 ? parts.length : open)
    .map(({ span: { end } }) => ({ path: text.slice(span.start, end), end }));
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
