import { type Diagnostic, type Parsed, type Piece, parse, parsePieces } from "@semantic-xpath/parser";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { fileKind, type ReadCells, type Region, regionsOf } from "../embedded/regions.js";
import type { View } from "./view.js";

export interface ParsedRegion {
  readonly region: Region;
  /** The same object as before an edit outside of the region. */
  readonly parsed: Parsed;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ParsedRegions {
  readonly text: string;
  readonly regions: readonly ParsedRegion[];
  /** Pieces of a file of queries, which is parsed piece by piece. */
  readonly pieces: readonly Piece[];
  views: readonly View[];
  /** Views of the text before, of which some are still valid. */
  readonly before: readonly View[];
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
  const pieces = isFile ? parsePieces(document.getText(), known?.pieces) : [];
  const regions = isFile ? pieces.map(regionOfPiece) : regionsOf(document, readCells).map(regionOfScript);
  return { text: document.getText(), regions, pieces, views: [], before: known?.views ?? [], basis: [] };
}

const regionOfPiece = ({ start, text, parsed, diagnostics }: Piece): ParsedRegion => ({
  region: { start, text, holes: [], escaped: false, quote: null },
  parsed,
  diagnostics,
});

function regionOfScript(region: Region): ParsedRegion {
  const parsed = parse(region.text);
  return { region, parsed, diagnostics: parsed.diagnostics };
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
