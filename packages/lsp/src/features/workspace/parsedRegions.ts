import { type Diagnostic, type Import, type Parsed, type Piece, parse, parsePieces } from "@semantic-xpath/parser";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { fileKind, type ReadCells, type Region, regionsOf } from "../embedded/regions.js";
import type { RegionView } from "./regionView.js";
import type { View } from "./view.js";

export interface ParsedRegion {
  readonly region: Region;
  /** The same object as before an edit outside of the region. */
  readonly parsed: Parsed;
  readonly diagnostics: readonly Diagnostic[];
  readonly notes: View["notes"];
}

export interface ParsedRegions {
  readonly text: string;
  readonly regions: readonly ParsedRegion[];
  /** Pieces of a file of queries, which is parsed piece by piece. */
  readonly pieces: readonly Piece[];
  readonly imports: readonly Import[];
  views: readonly RegionView[];
  /** Views of the text before, of which some are still valid; none once there are views of this one. */
  before: readonly RegionView[];
  /** Inputs of the views. */
  basis: readonly unknown[];
}

export type Sources = Pick<View, "schema" | "data" | "collection">;

/** The query texts of a document; of a file of queries only what an edit touched is parsed again. */
export function parseRegions(
  document: TextDocument,
  known: ParsedRegions | undefined,
  readCells?: ReadCells,
): ParsedRegions {
  const isFile = fileKind(document) === "query";
  const pieces = isFile ? parsePieces(document.getText(), known) : [];
  const regions = isFile
    ? pieces.map((piece, i) => regionOfPiece(piece, sameIn(known?.regions ?? [], i, pieces.length, piece.parsed)))
    : regionsOf(document, readCells).map(regionOfScript);
  const imports: Import[] = [];
  for (const { parsed } of regions) if (parsed.ast.imports.length > 0) imports.push(...parsed.ast.imports);
  return {
    text: document.getText(),
    regions,
    pieces,
    imports,
    views: [],
    before: known === undefined ? [] : latestViews(known),
    basis: [],
  };
}

/** Views of the text, or else of the one before. */
export const latestViews = ({ views, before }: ParsedRegions): readonly RegionView[] =>
  views.length > 0 ? views : before;

/** The entry for the same text in a list from before an edit: at the same index, or as far from the end. */
export function sameIn<T extends { readonly parsed: Parsed }>(
  before: readonly T[],
  index: number,
  length: number,
  parsed: Parsed,
): T | undefined {
  const fromStart = before[index];
  if (fromStart?.parsed === parsed) return fromStart;
  const fromEnd = before[index + before.length - length];
  return fromEnd?.parsed === parsed ? fromEnd : undefined;
}

function regionOfPiece({ start, text, parsed, diagnostics }: Piece, before: ParsedRegion | undefined): ParsedRegion {
  if (before?.region.start === start && before.diagnostics === diagnostics) return before;
  const region = { start, text, holes: NO_HOLES, escaped: false, quote: null };
  return { region, parsed, diagnostics, notes: before?.notes ?? {} };
}

const NO_HOLES: Region["holes"] = [];

function regionOfScript(region: Region): ParsedRegion {
  const parsed = parse(region.text);
  return { region, parsed, diagnostics: parsed.diagnostics, notes: {} };
}

/** Tests that a view equals one made now. */
export const isSameView = (
  view: View,
  document: TextDocument,
  { region, diagnostics }: ParsedRegion,
  sources: Sources,
) =>
  view.document === document &&
  view.region.start === region.start &&
  view.syntax === diagnostics &&
  view.region.quote === region.quote &&
  view.schema.value === sources.schema.value &&
  view.schema.state === sources.schema.state &&
  view.data.value === sources.data.value &&
  view.data.state === sources.data.state &&
  view.schema.path === sources.schema.path &&
  view.data.path === sources.data.path;
