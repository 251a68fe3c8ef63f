import type { Span } from "@semantic-xpath/parser";
import { formatOf, readAs } from "@semantic-xpath/readers";
import { ReadError, readTree, readXml, type Tree } from "@semantic-xpath/runtime";
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

/** Formats that are read at once; the readers of the others are loaded when the first such file comes. */
const AT_ONCE: ReadonlySet<string | null> = new Set(["xml", "json", "jsonl", null]);

/** Whether a file has to be read ahead by `readDataAhead`. */
export const isReadLater = (uri: string): boolean => !AT_ONCE.has(formatOf(uri));

export function readDataFile(uri: string, text: string): DataFile {
  const file = unread(uri, text);
  if (text.length > DATA_LIMIT) return file;
  const format = formatOf(uri);
  try {
    // JSON with comments, or data under another name, shows its format by how it begins.
    return { ...file, tree: readTree(text, format === "jsonl" ? { format } : {}) };
  } catch (error) {
    return broken(file, error);
  }
}

/** UTF-16 units of XML from which on it is read in slices of so many, between which other things are done. */
const SLICE = 1 << 18;

/** The same for a file that need not be there at once; null if reading it at once takes no time. */
export async function readDataAhead(uri: string, text: string): Promise<DataFile | null> {
  const format = formatOf(uri);
  const isLater = isReadLater(uri);
  if (!isLater && (text.length <= SLICE || text.length > DATA_LIMIT || !/^\s*</.test(text))) return null;
  const file = unread(uri, text);
  if (text.length > DATA_LIMIT) return file;
  try {
    return { ...file, tree: isLater ? await readAs(format, text) : await readXml(slicesOf(text)) };
  } catch (error) {
    return broken(file, error);
  }
}

async function* slicesOf(text: string): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += SLICE) {
    yield text.slice(at, at + SLICE);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

const unread = (uri: string, text: string): DataFile => ({
  uri,
  text,
  document: TextDocument.create(uri, "", 0, text),
  tree: null,
  problem: null,
  problemAt: null,
});

function broken(file: DataFile, error: unknown): DataFile {
  if (!(error instanceof ReadError)) throw error;
  const { message, span } = error.diagnostic;
  return { ...file, problem: message, problemAt: span };
}
