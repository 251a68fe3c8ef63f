import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { Diagnostic } from "@semantic-xpath/parser";
import {
  type FormatName,
  identify,
  ReadError,
  type ReadLimits,
  readError,
  readLimits,
  type Tree,
  treeOfBytes,
  treeToBytes,
} from "@semantic-xpath/tree";
import { textOf } from "./decode.js";
import { type FindOptions, type FoundFile, findData } from "./findData.js";
import { readFolder } from "./folder/readFolder.js";
import { FORMATS, formatOf } from "./formats.js";
import { type ReadAsOptions, readAs } from "./readAs.js";
import { fileProblem, readRegularFile, readStream } from "./regularFile.js";

/** A tree of opened data. */
export interface OpenedTree {
  /** The path as it was named, or found, and unlike any other. */
  readonly name: string;
  /** Absolute; `-`: standard input. */
  readonly path: string;
  readonly tree: Tree;
  /** Bytes that were read. */
  readonly size: number;
  /** Diagnostics of readers about the read texts: warnings and hints, and, with tolerant reading, errors. In the order of the files. */
  readonly diagnostics: readonly DataDiagnostic[];
  /**
   * The text that spans point into: of a tree of several documents, that of the document of this name. Rejects where the file can't be read any
   * more.
   */
  text(document?: string): Promise<string>;
}

/** A problem of a text that was read anyway. */
export interface DataDiagnostic {
  /** Name for `OpenedTree.text`, which returns the text that the span points into. */
  readonly file: string;
  readonly diagnostic: Diagnostic;
}

/** A file, or an unknown name, that is missing among the trees, with the reason. */
export interface DataProblem {
  readonly name: string;
  readonly error: ReadError;
  /** Text that the span of the error points into; empty if nothing was read. */
  readonly text: string;
}

export interface OpenedData {
  /** In the order of their names, those of a pattern by their paths. */
  readonly trees: readonly OpenedTree[];
  /** Unreadable data: never silent, with or without trees. */
  readonly problems: readonly DataProblem[];
  /** True for one named file or folder: a tree. Otherwise it is a collection, also if a pattern matched one file. */
  readonly isOne: boolean;
}

export interface OpenProgress {
  /** Files read so far, and in all. */
  readonly done: number;
  readonly files: number;
  /** The one that is next. */
  readonly name: string;
}

/** Options of a reader; its diagnostics are in the trees. */
type TreeOptions = Omit<ReadAsOptions, "onDiagnostic">;

export interface OpenOptions extends FindOptions, TreeOptions {
  /** The format of all files. Default: by its extension of each, else by its beginning. */
  readonly format?: FormatName;
  /** Input of `-`. */
  readonly stdin?: AsyncIterable<string | Uint8Array>;
  /** Called before each file. */
  readonly onProgress?: (progress: OpenProgress) => void;
  /** For what a reader has to say about a file. */
  readonly optionsFor?: (name: string) => TreeOptions | Promise<TreeOptions>;
  /** Reads invalid texts as far as possible, with the errors among the diagnostics of their tree. Default: they are problems. */
  readonly tolerant?: boolean;
  /**
   * Opens a store for trees that were read from large files, so that the next process does not parse them again; null: they are not kept. Files
   * with mappings, or of which a reader had something to say, are always read, and so is standard input.
   */
  readonly kept?: (() => Promise<KeptTrees | null>) | undefined;
  /** Reports links between the notes of a folder that lead nowhere among the diagnostics. Default false. */
  readonly checkLinks?: boolean;
}

/** A store of derived data: see `DerivedStore` of the scorers. */
export interface KeptTrees {
  get(kind: string, sources: readonly string[]): readonly (Uint8Array | null)[];
  put(kind: string, entries: readonly { readonly source: string; readonly bytes: Uint8Array }[]): void;
}

/** Changes with the form of what is kept, and with every change of how texts are read. */
const KEPT = "tree/1";
/** Smaller files are read again sooner than they are looked up (measured: at 30 MB/s and 10 ms). */
const MIN_KEPT = 2 ** 19;
/** Bytes of a tree that is kept: a quarter of the user's cache, so that trees and indexes do not evict each other. */
const MAX_KEPT = 2 ** 26;

/** Files whose bytes are read ahead of the one that is being parsed. */
const AHEAD = 8;
/** Bytes that are kept for texts; beyond that files are read again when a text is asked for. */
const KEPT_BYTES = 2 ** 26;

/**
 * Opens data: files, patterns such as `memory/**\/*.xml`, folders and `-`. Each file is a tree, read in its format, and each folder one tree of all
 * that is read in it (`readFolder`); the limits are over all together. A file that can't be read is a problem and the others are there. Rejects with
 * a `ReadError` where all is over a limit (SXP4003, SXP4037).
 *
 * @example const { trees } = await openData(["chats/*.jsonl", "notes"]); new Collection(trees)
 */
export async function openData(names: readonly string[], options: OpenOptions = {}): Promise<OpenedData> {
  const search = await findData(names, { ...options, keepsFolders: true });
  const budget = new Remaining(readLimits(options.limits));
  const trees: OpenedTree[] = [];
  const problems: DataProblem[] = search.problems.map(({ name, error }) => ({ name, error, text: "" }));
  const bytes = readAhead(search.files, options);
  let keeps = KEPT_BYTES;
  for (const [done, file] of search.files.entries()) {
    options.onProgress?.({ done, files: search.files.length, name: file.name });
    options.signal?.throwIfAborted();
    if (file.isFolder) {
      const opened = await openFolder(file, budget, problems, options);
      if (opened !== null) trees.push(opened);
      continue;
    }
    const read = await bytes(done);
    if ("reason" in read) {
      // A link to a folder that a pattern found, or a folder with the ending of a file.
      if (read.isFolder && !search.isOne) continue;
      const error = readError("SXP4035", { name: file.name, reason: read.reason });
      problems.push({ name: file.name, error, text: "" });
      continue;
    }
    keeps -= read.length;
    const diagnostics: DataDiagnostic[] = [];
    const onDiagnostic = (diagnostic: Diagnostic): void => {
      if (diagnostic.severity === "error" && !options.tolerant) throw new ReadError(diagnostic);
      diagnostics.push({ file: file.name, diagnostic });
    };
    try {
      const tree = await budget.read(file, read, { ...options, onDiagnostic });
      trees.push({ ...opened(file, read, keeps > 0 || file.path === "-"), tree, diagnostics });
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      budget.check(error);
      problems.push({ name: file.name, error, text: textOf(read) });
    }
  }
  return { trees, problems, isOne: search.isOne };
}

/** A folder as one tree. The first error of a file of it is a problem under the name of the file, also where some of it is read. */
async function openFolder(
  { name, path }: FoundFile,
  budget: Remaining,
  problems: DataProblem[],
  options: OpenOptions,
): Promise<OpenedTree | null> {
  const { format: _, ...rest } = options;
  const { cwd = process.cwd() } = options;
  const text = async (document = name): Promise<string> => textOf(await readRegularFile(resolve(cwd, document)));
  const diagnostics: DataDiagnostic[] = [];
  const broken = new Map<string, Diagnostic>();
  const onDiagnostic = (diagnostic: Diagnostic, file: string): void => {
    const { severity, code } = diagnostic;
    if (severity !== "error" || (options.tolerant && !LEFT_OUT.has(code))) diagnostics.push({ file, diagnostic });
    else if (!broken.has(file)) broken.set(file, diagnostic);
  };
  try {
    const tree = await readFolder(name, { ...rest, limits: budget.left, onDiagnostic });
    return { name, path, tree, size: budget.use(tree, 0), diagnostics, text };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    budget.check(error);
    problems.push({ name, error, text: "" });
    return null;
  } finally {
    let shownCount = 0;
    for (const [file, diagnostic] of broken) {
      const isShown = diagnostic.span.end > diagnostic.span.start && shownCount++ < MAX_SHOWN;
      const read = isShown ? await text(file).catch(() => "") : "";
      problems.push({ name: file, error: new ReadError(diagnostic), text: read });
    }
  }
}

/** Files of a folder that are read again for the texts of their problems. */
const MAX_SHOWN = 100;
/** Codes of a file in a folder that is left out. */
const LEFT_OUT = new Set(["SXP4003", "SXP4035"]);

/** Limits over several files: what one has used is gone. */
class Remaining {
  private nodes = 0;
  private units = 0;

  constructor(private readonly limits: ReadLimits) {}

  async read(
    file: FoundFile,
    bytes: Uint8Array,
    { format: given, optionsFor, kept, ...options }: OpenOptions & ReadAsOptions,
  ): Promise<Tree> {
    const format = given ?? formatOf(file.path);
    if (format === null && !SHOWS_FORMAT.test(textOf(bytes.subarray(0, LOOKED_AT)))) throw unknownFormat(file.name);
    const all = { ...options, ...(await optionsFor?.(file.name)), limits: this.left };
    const mayKeep = kept !== undefined && file.path !== "-" && bytes.length >= MIN_KEPT;
    const source = mayKeep ? sourceOf(format, bytes, all) : null;
    const store = source === null ? null : await kept!();
    const tree =
      source === null || store === null
        ? await readAs(format, bytes, all)
        : await readKept(format, bytes, all, source, store);
    this.use(tree, bytes.length);
    return tree;
  }

  /** Remaining limits. */
  get left(): ReadLimits {
    const { maxNodes, maxInputLength } = this.limits;
    return { ...this.limits, maxNodes: maxNodes - this.nodes, maxInputLength: maxInputLength - this.units };
  }

  /** Counts what was read, and gives its bytes. */
  use({ size }: Tree, bytes: number): number {
    this.nodes += size;
    this.units += bytes;
    return bytes;
  }

  /** Throws if a limit was met that was lower for what was read before: the others would meet it, too. */
  check({ code, parameters }: ReadError): void {
    const name = String(parameters.option).replace("limits.", "") as keyof ReadLimits;
    if (code !== "SXP4003" || this.nodes === 0 || !OVER_ALL.has(name)) return;
    const { what, option } = parameters as { readonly what: string; readonly option: string };
    throw readError("SXP4003", { what, limit: this.limits[name], option });
  }
}

/** All that decides what a reader makes of bytes; null: a mapping does, too. */
function sourceOf(format: FormatName | null, bytes: Uint8Array, options: OpenOptions & ReadAsOptions): string | null {
  const { cwd: _, stdin: __, signal: ___, checkLinks: ____, mapping, ...rest } = options;
  if (mapping !== undefined) return null;
  return `${createHash("sha256").update(bytes).digest("hex")} ${JSON.stringify([format, rest])}`;
}

/** The tree that is kept of a source; else reads it, and keeps it if its reader had nothing to say. */
async function readKept(
  format: FormatName | null,
  bytes: Uint8Array,
  options: OpenOptions & ReadAsOptions,
  source: string,
  store: KeptTrees,
): Promise<Tree> {
  const [bytesThere] = store.get(KEPT, [source]);
  const stored = bytesThere ? treeOfBytes(bytesThere) : null;
  let isSilent = true;
  const noticing =
    <T extends readonly unknown[]>(call: ((...said: T) => void) | undefined) =>
    (...said: T): void => {
      isSilent = false;
      call?.(...said);
    };
  const { onDiagnostic, onTyped } = options;
  const tree =
    stored ??
    (await readAs(format, bytes, { ...options, onDiagnostic: noticing(onDiagnostic), onTyped: noticing(onTyped) }));
  if (stored === null && isSilent) {
    const encoded = treeToBytes(tree);
    if (encoded !== null && encoded.length <= MAX_KEPT) store.put(KEPT, [{ source, bytes: encoded }]);
  }
  identify(tree, `${KEPT} ${source}`);
  return tree;
}

const OVER_ALL: ReadonlySet<keyof ReadLimits> = new Set(["maxNodes", "maxInputLength"]);

/** Maximum bytes for detecting the format of a text, and the beginnings of XML, JSON and JSON Lines. */
const LOOKED_AT = 1024;
const SHOWS_FORMAT = /^\uFEFF?\s*(?:[<{["]|-?\d|true\b|false\b|null\b|$)/;

const unknownFormat = (name: string): ReadError =>
  readError("SXP4038", { name, endings: Object.values(FORMATS).map(({ endings }) => endings[0]!) });

const NOTHING_READ = new Uint8Array(0);

type Read = Uint8Array | { readonly reason: string; readonly isFolder: boolean };

/** Gives the bytes of the i-th file, asked for in order; the next ones are read meanwhile. */
function readAhead(files: readonly FoundFile[], { limits, stdin }: OpenOptions): (i: number) => Promise<Read> {
  const { maxInputLength } = readLimits(limits);
  const started: (Promise<Read> | undefined)[] = [];
  const start = ({ path, isFolder }: FoundFile): Promise<Read> => {
    if (isFolder) return Promise.resolve(NOTHING_READ);
    const bytes =
      path === "-" ? readStream(stdin ?? process.stdin, maxInputLength) : readRegularFile(path, maxInputLength);
    return bytes.catch((error: unknown) => {
      if (error instanceof Error && error.name === "Stop") throw error;
      return { reason: fileProblem(error), isFolder: (error as NodeJS.ErrnoException).code === "EISDIR" };
    });
  };
  let next = 0;
  return (i) => {
    for (; next < files.length && next <= i + AHEAD; next++) started[next] = start(files[next]!);
    const read = started[i]!;
    started[i] = undefined;
    return read;
  };
}

function opened(
  { name, path }: FoundFile,
  bytes: Uint8Array,
  isKept: boolean,
): Omit<OpenedTree, "tree" | "diagnostics"> {
  const retained = isKept ? bytes : null;
  const text = async (): Promise<string> => textOf(retained ?? (await readRegularFile(path)));
  return { name, path, size: bytes.length, text };
}
