import {
  type AstNode,
  type Declaration,
  type Diagnostic,
  type Document,
  type GroupKey,
  type Import,
  pathAt,
  type Query,
  type Span,
  type Update,
  type UpdateDeclaration,
  type ValueQuery,
} from "@semantic-xpath/parser";
import type { Checked, Schema, TypeSet, ValueFacts } from "@semantic-xpath/planner";
import type { Collection, Tree } from "@semantic-xpath/runtime";
import type { DiagnosticRelatedInformation, Position, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Region } from "../embedded/regions.js";
import type { Settings } from "../host.js";
import type { OwnFinding } from "../kinds.js";
import { holds, rangeIn } from "../spans.js";
import type { SchemaFile } from "./schemaFile.js";

/**
 * One query text with everything that is known about it now: what the features work on. A literal of a script, or a piece of a file
 * of queries: a declaration, or what is before the first.
 */
export interface View {
  readonly document: TextDocument;
  readonly region: Region;
  /** The text of the region; spans and offsets below count in it. */
  readonly text: string;
  readonly ast: Document;
  readonly syntax: readonly Diagnostic[];
  /** Targets of its imports, or else of the settings. */
  readonly schema: Source<SchemaFile>;
  readonly data: Source<Tree>;
  /** The trees, where the data are several: queries run on each. `data` is then all of them below one node, for counts and values. */
  readonly collection: Collection | null;
  /** The declared schema, or else the one that the data follow: what may be offered and shown, but not be reported against. */
  readonly known: Schema | null;
  /** Checked when first needed: completion, folding and the like only need the tree. */
  readonly queries: readonly CheckedQuery[];
  /** Likewise; nothing runs them here. */
  readonly updates: readonly CheckedChange[];
  /** They depend on the text and not on its place in the file. */
  readonly notes: Notes;
  /** This text over other data. */
  over(data: Source<Tree>): View;
}

/**
 * Answers about a text, kept with it. A collection of young objects keeps all values of a `WeakMap`, also of texts that are gone: after some
 * hundred keys it would copy the checks of each.
 */
interface Notes {
  checks?: Checks;
  findings?: Findings;
}

/** A text checked against a declared schema, and against what may be known of it otherwise. */
export interface Checks extends Pick<View, "queries" | "updates" | "known"> {
  readonly declared: Schema | null;
}

/** Findings of a text, with what they depend on. */
export interface Findings extends Pick<View, "queries" | "syntax" | "schema" | "data"> {
  readonly settings: Settings;
  readonly located: readonly LocatedFinding[];
}

export interface LocatedFinding {
  readonly finding: Diagnostic | OwnFinding;
  readonly related: readonly DiagnosticRelatedInformation[];
}

/** Origin of a schema or data, and its state. */
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
  readonly query: Query | ValueQuery;
  readonly declaration: Declaration | null;
  /** Against the declared schema. */
  readonly checked: Checked;
  readonly diagnostics: readonly Diagnostic[];
  /** By segments, groups, paths and queries; with the types of the data if no schema is declared. */
  readonly types: ReadonlyMap<AstNode, TypeSet>;
  /** Facts of each value, from the same checks. */
  readonly values: ReadonlyMap<AstNode, ValueFacts>;
  /** The keys of groups that names mean. */
  readonly keys: CheckedKeys;
}

/** A bare update or a declared one, checked. */
export interface CheckedChange {
  readonly query: Update;
  readonly declaration: UpdateDeclaration | null;
  readonly diagnostics: readonly Diagnostic[];
  /** As for queries, of all its paths. */
  readonly types: ReadonlyMap<AstNode, TypeSet>;
  readonly values: ReadonlyMap<AstNode, ValueFacts>;
  readonly keys: CheckedKeys;
}

type CheckedKeys = ReadonlyMap<AstNode, GroupKey>;

/** A query or an update. */
export type CheckedText = CheckedQuery | CheckedChange;

/** Data of a view's queries; null without any. */
export const dataOf = ({ collection, data }: View): Tree | Collection | null => collection ?? data.value;

/** A place in a query text. */
export interface Place {
  readonly view: View;
  /** In the text of the view. */
  readonly offset: number;
}

export const toRange = (view: View, span: Span): Range => rangeIn(view.document, inFile(view, span));

/** A span in the file, with the backslashes of escaped quotes at its ends: the text of the region has a blank for each. */
function inFile({ document, region }: View, { start, end }: Span): Span {
  const span = { start: region.start + start, end: region.start + end };
  if (!region.escaped || start === end) return span;
  const text = document.getText();
  const isBefore = text[span.start - 1] === "\\" && region.text[start - 1] === " ";
  const isSplit = text[span.end - 1] === "\\" && region.text[end] === " " && /["']/.test(region.text[end - 1]!);
  return { start: isBefore ? span.start - 1 : span.start, end: isSplit ? span.end + 1 : span.end };
}

/** The offset in the region; it may lie outside of it. */
export const toOffset = ({ document, region }: View, position: Position): number =>
  document.offsetAt(position) - region.start;

/** Tests that an offset of the file is in a region. */
export const isInRegion = ({ start, text }: Region, offset: number): boolean =>
  holds({ start, end: start + text.length }, offset);

export const nodesAt = (view: View, offset: number): readonly AstNode[] => pathAt(view.ast, offset);

export const declaredSchema = ({ schema }: View): Schema | null => schema.value?.schema ?? null;

/** A query with its declaration. */
export const spanOf = ({ query, declaration }: CheckedText): Span => (declaration ?? query).span;

/** The query around an offset. */
export function queryAt({ queries }: View, offset: number): CheckedQuery | null {
  const [only, ...others] = queries;
  const holding = queries.find((checked) => holds(spanOf(checked), offset));
  return holding ?? (others.length === 0 ? only : null) ?? null;
}

/** The query or update around an offset. */
export const textAt = (view: View, offset: number): CheckedText | null =>
  view.updates.find((checked) => holds(spanOf(checked), offset)) ?? queryAt(view, offset);

/** The declaration that an offset is in or after. */
export const declarationAt = ({ ast }: View, offset: number): Declaration | UpdateDeclaration | null =>
  declarationsOf(ast).findLast(({ span }) => span.start <= offset) ?? null;

/** Queries and updates in the order of the text. */
export const declarationsOf = ({ declarations, updates }: Document): readonly (Declaration | UpdateDeclaration)[] =>
  [...declarations, ...updates].sort((a, b) => a.span.start - b.span.start);

/** The declared name of a query or update, null for a bare one. */
export const nameOf = ({ declaration }: CheckedText): string | null =>
  declaration?.name.kind === "Name" ? declaration.name.text : null;

/** Source text at a span of a query text: holes and escapes as they are written. */
export function sourceAt(view: View, span: Span): string {
  const { start, end } = inFile(view, span);
  return view.document.getText().slice(start, end);
}

/** Words about a span, with its holes as they are written and not as the parameters that the parser sees. */
export function withHoles(view: View, words: string, span: Span): string {
  const holes = view.region.holes.filter((hole) => hole.start < span.end && span.start < hole.end);
  return holes.reduce((shown, hole) => {
    const masked = new RegExp(`\\$_{${hole.end - hole.start - 1}}(?!_)`);
    return shown.replace(masked, () => sourceAt(view, hole));
  }, words);
}

/** Tests that a span overlaps a hole; then its text is unknown. */
export const touchesHole = ({ region }: View, { start, end }: Span): boolean =>
  region.holes.some((hole) => hole.start < end && start < hole.end);
