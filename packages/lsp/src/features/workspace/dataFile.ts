import type { Span } from "@semantic-xpath/parser";
import { ReadError, readTree, type Tree } from "@semantic-xpath/runtime";
import { TextDocument } from "vscode-languageserver-textdocument";
import { DATA_LIMIT } from "../host.js";

/** A data file: its tree, or why there is none. */
export interface DataFile {
  readonly uri: string;
  readonly text: string;
  readonly tree: Tree | null;
  /** Null if it was read; also if it is too large for an editor to look into. */
  readonly problem: string | null;
  /** Where the problem is. */
  readonly problemAt: Span | null;
  /** For lines and columns. */
  readonly document: TextDocument;
}

export function readDataFile(uri: string, text: string): DataFile {
  const file = {
    uri,
    text,
    document: TextDocument.create(uri, "", 0, text),
    tree: null,
    problem: null,
    problemAt: null,
  };
  if (text.length > DATA_LIMIT) return file;
  try {
    return { ...file, tree: readTree(text) };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    const { message, span } = error.diagnostic;
    return { ...file, problem: message, problemAt: span };
  }
}
