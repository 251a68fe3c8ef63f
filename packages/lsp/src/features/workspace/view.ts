import {
  type AstNode,
  type Declaration,
  type Diagnostic,
  type Document,
  type Import,
  nodeAt,
  pathAt,
  type Query,
  type Span,
  walk,
} from "@semantic-xpath/parser";
import type { Checked, Schema, TypeSet } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/runtime";
import type { Position, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Region } from "../embedded/regions.js";
import { contextPath, typesOf } from "../types/typesOf.js";
import type { SchemaFile } from "./schemaFile.js";

/** One query text with everything that is known about it now: what the features work on. */
export interface View {
  readonly document: TextDocument;
  readonly region: Region;
  /** The text of the region; spans and offsets below count in it. */
  readonly text: string;
  readonly ast: Document;
  readonly syntax: readonly Diagnostic[];
  /** What its imports, or else the settings, lead to. */
  readonly schema: Source<SchemaFile>;
  readonly data: Source<Tree>;
  /** The declared schema, or else the one that the data follow: what may be offered and shown, but not be reported against. */
  readonly known: Schema | null;
  readonly queries: readonly CheckedQuery[];
}

/** Where something comes from, and whether it is there. */
export interface Source<T> {
  readonly uri: string | null;
  readonly path: Import | null;
  readonly state: "none" | "loading" | "missing" | "broken" | "ready";
  readonly value: T | null;
  /** Why it is broken. */
  readonly problem: string | null;
}

/** A bare query or a declared one, checked. */
export interface CheckedQuery {
  readonly query: Query;
  readonly declaration: Declaration | null;
  /** Against the declared schema. */
  readonly checked: Checked;
  readonly diagnostics: readonly Diagnostic[];
  /** By segments, groups, paths and queries; with the types of the data where no schema is declared. */
  readonly types: ReadonlyMap<AstNode, TypeSet>;
}

export const toRange = ({ document, region }: View, { start, end }: Span): Range => ({
  start: document.positionAt(region.start + start),
  end: document.positionAt(region.start + end),
});

/** The offset in the region; it may lie outside of it. */
export const toOffset = ({ document, region }: View, position: Position): number =>
  document.offsetAt(position) - region.start;

export const touchesRegion = ({ start, text }: Region, offset: number): boolean =>
  start <= offset && offset <= start + text.length;

export const nodesAt = (view: View, offset: number): readonly AstNode[] => pathAt(view.ast, offset);
export const innermost = (view: View, offset: number): AstNode | null => nodeAt(view.ast, offset);

/** The query around an offset. */
export function queryAt(view: View, offset: number): CheckedQuery | null {
  const within = ({ query, declaration }: CheckedQuery): boolean => {
    const { start, end } = (declaration ?? query).span;
    return start <= offset && offset <= end;
  };
  return view.queries.find(within) ?? (view.queries.length === 1 ? view.queries[0]! : null);
}

/** The types of the nodes that a bracket tests, for a node inside of it given with its ancestors, outermost first. */
export const contextTypes = (view: View, ancestors: readonly AstNode[]): TypeSet =>
  typesOf(view.known, contextPath(view.text, ancestors));

/** What a name is called for people: the declared name, or "query". */
export const nameOf = ({ declaration }: CheckedQuery): string | null =>
  declaration !== null && declaration.name.kind === "Name" ? declaration.name.text : null;

/** Whether a span overlaps a hole; then what is there is not known. */
export const touchesHole = ({ region }: View, { start, end }: Span): boolean =>
  region.holes.some((hole) => hole.start < end && start < hole.end);

/** Whether something is missing in a node or below it. */
export function hasGaps(root: AstNode): boolean {
  let gaps = false;
  walk(root, ({ kind }) => {
    gaps ||= kind === "Missing";
  });
  return gaps;
}
