import type { Span } from "@semantic-xpath/parser";
import { type NotebookCell, textStart } from "@semantic-xpath/readers/notebook";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { findEmbedded } from "./findEmbedded.js";
import { mask } from "./mask.js";

/** A span of a file that is query text: all of a `.sxp` file, a cell of a notebook, or one literal in a script. */
export interface Region {
  /** Start in the file. */
  readonly start: number;
  /** As long as in the file; holes and escapes are masked. */
  readonly text: string;
  /** In offsets of the region. */
  readonly holes: readonly Span[];
  readonly escaped: boolean;
  /** The quote around it in a script, null for a file of its own. */
  readonly quote: '"' | "'" | "`" | null;
}

type FileKind = "query" | "script" | "notebook" | "schema" | "other";

const SCRIPT_LANGUAGES = new Set(["typescript", "javascript", "typescriptreact", "javascriptreact"]);
const SCRIPT_FILE = /\.[cm]?[jt]sx?$/;

export function fileKind({ uri, languageId }: { readonly uri: string; readonly languageId: string }): FileKind {
  if (languageId === "sxp" || uri.endsWith(".sxp")) return "query";
  if (uri.endsWith(".sxpnb")) return "notebook";
  if (SCRIPT_LANGUAGES.has(languageId) || SCRIPT_FILE.test(uri)) return "script";
  return languageId === "json" || languageId === "jsonc" || uri.endsWith(".json") ? "schema" : "other";
}

/** New text for a region as the script has to spell it. */
export const spell = ({ quote }: Region, text: string): string =>
  quote === null ? text : text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`).replaceAll("${", "\\${");

/** Reads the cells of a notebook. */
export type ReadCells = (text: string) => readonly NotebookCell[];

/** The query texts of a document in source order; none of a notebook if nothing reads its cells. */
export function regionsOf(document: TextDocument, readCells: ReadCells = () => []): readonly Region[] {
  const text = document.getText();
  switch (fileKind(document)) {
    case "query":
      return [{ start: 0, text, holes: [], escaped: false, quote: null }];
    case "script":
      return findEmbedded(text).map(({ span: { start, end }, holes, quote }) => ({
        start,
        quote,
        ...mask(
          text.slice(start, end),
          holes.map((hole) => ({ start: hole.start - start, end: hole.end - start })),
        ),
      }));
    case "notebook":
      return readCells(text)
        .filter(({ kind }) => kind === "code")
        .map((cell) => ({ start: textStart(cell), text: cell.text, holes: [], escaped: false, quote: null }));
    default:
      return [];
  }
}
