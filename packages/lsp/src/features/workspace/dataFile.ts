import type { Diagnostic, Span } from "@semantic-xpath/parser";
import { formatOf, readAs } from "@semantic-xpath/readers";
import { type DataReading, ReadError, readTree, readXml, type Tree } from "@semantic-xpath/runtime";
import { TextDocument } from "vscode-languageserver-textdocument";
import { DATA_LIMIT } from "../host.js";

/** A data file: its tree, or why there is none. */
export interface DataFile {
  readonly uri: string;
  readonly text: string;
  readonly tree: Tree | null;
  /** Null if it was read; also if it is too large for an editor to look into. */
  readonly problem: string | null;
  /** Place of the problem. */
  readonly problemAt: Span | null;
  /** Settings of its folder's configuration for reading it; null: none. */
  readonly reading: DataReading | null;
  /** All that is wrong with how it is written: errors, of which one is the problem, and warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** For lines and columns. */
  readonly document: TextDocument;
}

/** Formats that are read at once; the readers of the others are loaded when the first such file comes. */
const AT_ONCE: ReadonlySet<string | null> = new Set(["xml", "json", "jsonl", null]);

/** Tests that a file must be read ahead by `readDataAhead`. */
export const isReadLater = (uri: string): boolean => !AT_ONCE.has(formatOf(uri));

export function readDataFile(uri: string, text: string, reading: DataReading | null): DataFile {
  const file = unread(uri, text, reading);
  if (text.length > DATA_LIMIT || file.problem !== null) return file;
  const format = formatOf(uri);
  const { diagnostics, options } = listening(reading);
  try {
    // JSON with comments, or data under another name, shows its format by how it begins.
    const tree = readTree(text, { ...options, ...(format === "jsonl" && { format }) });
    return withFound({ ...file, tree, diagnostics });
  } catch (error) {
    return withFound({ ...file, diagnostics: [...diagnostics, thrown(error)] });
  }
}

/** Number of UTF-16 units of a slice: longer XML is read in slices, with other work in between. */
const SLICE = 1 << 18;

/** Reads a file that need not be ready at once; null if reading it at once takes no time. Its settings are looked up if it is read. */
export async function readDataAhead(
  uri: string,
  text: string,
  readingOf: () => Promise<DataReading | null>,
): Promise<DataFile | null> {
  const format = formatOf(uri);
  const isLater = isReadLater(uri);
  if (!isLater && (text.length <= SLICE || text.length > DATA_LIMIT || !/^\s*</.test(text))) return null;
  const reading = await readingOf();
  const file = unread(uri, text, reading);
  if (text.length > DATA_LIMIT || file.problem !== null) return file;
  const { diagnostics, options } = listening(reading);
  try {
    const tree = await (isLater ? readAs(format, text, options) : readXml(slicesOf(text), options));
    return withFound({ ...file, tree, diagnostics });
  } catch (error) {
    return withFound({ ...file, diagnostics: [...diagnostics, thrown(error)] });
  }
}

/** The tree of another text of a data file, read in the same way. Throws a `ReadError` where it can't be read. */
export function readAgain({ uri, tree, reading }: DataFile, text: string): Promise<Tree> {
  const { format } = tree!.source;
  const options = listening(reading).options;
  return readAs(format === "object" || format === "folder" ? formatOf(uri) : format, text, options);
}

async function* slicesOf(text: string): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += SLICE) {
    yield text.slice(at, at + SLICE);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

const unread = (uri: string, text: string, reading: DataReading | null): DataFile => ({
  uri,
  text,
  document: TextDocument.create(uri, "", 0, text),
  tree: null,
  problem: reading?.problem ?? null,
  problemAt: null,
  reading,
  diagnostics: [],
});

function listening(reading: DataReading | null) {
  const diagnostics: Diagnostic[] = [];
  const onDiagnostic = (one: Diagnostic): unknown => diagnostics.push(one);
  return { diagnostics, options: { onDiagnostic, ...(reading?.mapping && { mapping: reading.mapping }) } };
}

function thrown(error: unknown): Diagnostic {
  if (error instanceof ReadError) return error.diagnostic;
  throw error;
}

/** As in the command, a text with an error has no tree, even if some of it was read. */
function withFound(file: DataFile): DataFile {
  const error = file.diagnostics.find(({ severity }) => severity === "error");
  return error === undefined ? file : { ...file, tree: null, problem: error.message, problemAt: error.span };
}
