import { type AstNode, type Path, type Query, type Span, walk } from "@semantic-xpath/parser";
import { contextPath } from "./typesOf.js";

/** A place in a path up to which it can run by itself. */
export interface Prefix {
  /** The path from the document to here. */
  readonly path: string;
  /** Behind what the prefix ends with. */
  readonly end: number;
}

/** The prefixes of the top-level paths of a query: behind each group and each step. What holds a parameter or a gap ends its path. */
export function prefixesOf(text: string, query: Query): readonly Prefix[] {
  return query.paths.flatMap((path) => (path.kind === "Path" ? prefixesOfPath(text, path) : []));
}

function prefixesOfPath(text: string, path: Path): Prefix[] {
  const prefixes: Prefix[] = [];
  const parts: readonly AstNode[] = path.head === null ? path.segments : [path.head, ...path.segments];
  for (const part of parts) {
    if (!isClosed(part)) break;
    prefixes.push({ path: text.slice(path.span.start, part.span.end), end: part.span.end });
  }
  return prefixes;
}

function isClosed(root: AstNode): boolean {
  let closed = true;
  walk(root, (node) => {
    if (node.kind === "Missing" || node.kind === "ParameterReference") closed = false;
  });
  return closed;
}

/** The path from the document to the end of a node, given with its ancestors: what surrounds an evidence path stands before it. */
export function pathTo(text: string, ancestors: readonly AstNode[], { end }: Span): string {
  const around = contextPath(text, ancestors);
  const start = ancestors.findLast(({ kind }) => kind === "Path" || kind === "Evidence")?.span.start;
  return start === undefined ? around : around + text.slice(start, end);
}
