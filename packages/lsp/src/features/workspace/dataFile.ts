import type { Diagnostic, Span } from "@semantic-xpath/parser";
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
  /** All that is wrong with how it is written: errors, of which one is the problem, and warnings. */
  readonly diagnostics: readonly Diagnostic[];
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
  const { diagnostics, onDiagnostic } = listening();
  try {
    // JSON with comments, or data under another name, shows its format by how it begins.
    const tree = readTree(text, { onDiagnostic, ...(format === "jsonl" && { format }) });
    return withFound({ ...file, tree, diagnostics });
  } catch (error) {
    return withFound({ ...file, diagnostics: [...diagnostics, thrown(error)] });
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
  const { diagnostics, onDiagnostic } = listening();
  try {
    const tree = await (isLater ? readAs(format, text, { onDiagnostic }) : readXml(slicesOf(text), { onDiagnostic }));
    return withFound({ ...file, tree, diagnostics });
  } catch (error) {
    return withFound({ ...file, diagnostics: [...diagnostics, thrown(error)] });
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
  diagnostics: [],
});

function listening() {
  const diagnostics: Diagnostic[] = [];
  return { diagnostics, onDiagnostic: (one: Diagnostic): unknown => diagnostics.push(one) };
}

function thrown(error: unknown): Diagnostic {
  if (error instanceof ReadError) return error.diagnostic;
  throw error;
}

/** As for the command, there is no tree where the text has an error, also where some of it was read. */
function withFound(file: DataFile): DataFile {
  const error = file.diagnostics.find(({ severity }) => severity === "error");
  return error === undefined ? file : { ...file, tree: null, problem: error.message, problemAt: error.span };
}
