import type { Memory } from "@semantic-xpath/memory";
import type { Diagnostic } from "@semantic-xpath/parser";
import type { Budget, DataReading, Scorer } from "@semantic-xpath/runtime";
import type { CompletionList, Hover, Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { DataFile } from "./workspace/dataFile.js";

/**
 * What the language service needs from outside. All answers are synchronous: a host that reads asynchronously says `undefined`
 * for what it has not read yet, starts reading, and requests what depends on it again when it has.
 */
export interface LanguageHost {
  /** The present text of a file (of an open one, as in the editor); null: there is none; undefined: not read yet. */
  readText(uri: string): string | null | undefined;
  /** A data file that was read ahead with this text, since it is large or its format needs it; else it is read when it is needed. */
  dataFile?(uri: string, text: string): DataFile | undefined;
  /**
   * How the configuration of its folder has a data file read, the same object while that does not change; the schema as a URI. null: it
   * says nothing of the file, undefined: not read yet. Absent: nothing is configured.
   */
  dataReading?(uri: string): DataReading | null | undefined;
  /** The query and script files of the workspace, open ones included, for everything that looks across files. */
  files(): readonly string[];
  /** Names in a folder, folders with a slash at the end, for paths in imports; undefined: not read yet. */
  list(folder: string): readonly string[] | undefined;
  /** Place of a cell in its notebook; null: the document is not a cell. Absent: the host has no notebooks. */
  notebook?(uri: string): CellPlace | null;
  /** When nothing is being read any more: what was `undefined` is known then. Absent: nothing is ever read later. */
  settled?(): Promise<void>;
  /** What is wrong in a suite of `sxp eval` with this text; undefined: not known yet. Absent: suites are left alone. */
  suiteProblems?(uri: string, text: string): readonly Diagnostic[] | undefined;
  /** What may be written at a place of a suite, and what is there, by its JSON Schema. */
  completeSuite?(document: TextDocument, position: Position): Promise<CompletionList | null>;
  hoverSuite?(document: TextDocument, position: Position): Promise<Hover | null>;
  /** Who scores relevance in runs. Absent: words only. */
  readonly scorers?: ScorerProvider;
  /** Who opens memories. Absent: none can be opened. */
  readonly memories?: MemoryProvider;
  /** Called with every failure inside a feature, which then answers with nothing. */
  onPanic?(feature: string, error: unknown): void;
}

/** A cell of a notebook among the others. */
export interface CellPlace {
  /** URI of the notebook. Paths in its cells are relative to it. */
  readonly uri: string;
  /** Language of the cell. */
  readonly languageId: string;
  /** The document with the YAML of the front matter, which may be the cell itself; null: there is none. */
  readonly frontMatter: string | null;
  /** The documents of the cells of code before it, in their order. */
  readonly before: readonly string[];
}

/** Finds scorers. Only runs that a user asks for go here: what is measured while one types is scored by words. */
export interface ScorerProvider {
  /**
   * The scorer of a spec, as the command line takes it with `--scorer`; null: the default of the project, else `lexical`. `uri` is the
   * file with the query. `problem` says why there is none; never rejects.
   */
  open(spec: string | null, uri: string, source?: SpecSource): Promise<OpenedScorer | { readonly problem: string }>;
}

export interface MemoryProvider {
  /**
   * Runs work on the memory in a folder, which is open only meanwhile. Rejects as the work does, and with a `MemoryError` if there is no memory or it can't be
   * opened.
   */
  use<T>(folder: string, how: { readonly writes?: boolean }, work: (memory: Memory) => T | Promise<T>): Promise<T>;
}

/** Origin of the name of a scorer. A scorer that a file names may send nothing to a server, like a default of a configuration. */
export type SpecSource = "user" | "file";

export interface OpenedScorer {
  readonly problem: null;
  readonly scorer: Scorer;
  /** As a request names it. */
  readonly name: string;
  /** Bounds that the project sets on a run. */
  readonly budget: Partial<Budget>;
}

/** What the user may set. */
export interface Settings {
  /** False: no data is read, nothing is run; only text and schemas are looked at. */
  readonly trusted: boolean;
  /** Matches and best weight after each step. */
  readonly inlayHints: boolean;
  /** How many of its best matches the hover of a step shows, 20 at the most. */
  readonly hoverMatches: number;
  /** Pairs of text and condition from which on a query gets a cost hint. */
  readonly maxScorerPairs: number;
  /** URIs of the schema and data of queries that import none. */
  readonly schema: string | null;
  readonly data: string | null;
  /** The same for single files, by their URIs: these go first. */
  readonly files: Readonly<Record<string, { readonly schema?: string | null; readonly data?: string | null }>>;
  /** What differs for the files of a workspace folder, by the folder's URI. A file that is not saved yet belongs to the first one. */
  readonly folders: Readonly<Record<string, FolderSettings>>;
  /** Who scores the runs that a user asks for, as `--scorer` takes it; null: the default of the project, else `lexical`. */
  readonly scorer: string | null;
  /** Most results of a run; null: all. */
  readonly limit: number | null;
  /** Least weight of a result, in [0, 1]. */
  readonly minScore: number;
  /** How many runs are kept, so that requests can name them. */
  readonly keptRuns: number;
  /** URI of the folder that has `docs/`, with a slash at the end; links of diagnostics lead there. null: no links. */
  readonly documentation: string | null;
}

/** Settings that folders of one workspace may have of their own. */
type FolderSettings = Partial<Pick<Settings, "schema" | "data" | "scorer" | "hoverMatches">>;

export const DEFAULT_SETTINGS: Settings = {
  trusted: true,
  inlayHints: true,
  hoverMatches: 3,
  maxScorerPairs: 20_000,
  schema: null,
  data: null,
  files: {},
  folders: {},
  scorer: null,
  limit: 50,
  minScore: 0,
  keptRuns: 20,
  documentation: null,
};

/** UTF-16 units of a data file beyond which the features do not look into it. */
export const DATA_LIMIT = 64 * 1024 * 1024;
