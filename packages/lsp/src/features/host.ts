import type { Memory } from "@semantic-xpath/memory";
import type { Diagnostic } from "@semantic-xpath/parser";
import type { Budget, DataReading, Scorer } from "@semantic-xpath/runtime";
import type { CompletionList, Hover, Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { ReadCells } from "./embedded/regions.js";
import type { DataFile } from "./workspace/dataFile.js";

/**
 * Environment of the language service. All answers are synchronous: a host that reads asynchronously returns `undefined`
 * for an unread file, starts reading, and requests dependent answers again afterwards.
 */
export interface LanguageHost {
  /** The present text of a file (of an open one, as in the editor); null: there is none; undefined: not read yet. */
  readText(uri: string): string | null | undefined;
  /** Reads a file again that has changed unseen: until that is done, it is `undefined`. Absent: nothing is cached. */
  readAgain?(uri: string): void;
  /** A data file that was read ahead with this text, since it is large or its format needs it; else it is read when it is needed. */
  dataFile?(uri: string, text: string): DataFile | undefined;
  /**
   * Settings of the folder's configuration for a data file, the same object while they do not change; the schema as a URI. null:
   * none for the file, undefined: not read yet. Absent: nothing is configured.
   */
  dataReading?(uri: string): DataReading | null | undefined;
  /** The query and script files of the workspace, open ones included, for everything that looks across files. */
  files(): readonly string[];
  /** Names in a folder, folders with a slash at the end, for paths in imports; undefined: not read yet. */
  list(folder: string): readonly string[] | undefined;
  /** Cells of a notebook that is not open. Absent: such notebooks are left alone. */
  readonly notebookCells?: ReadCells | undefined;
  /** Place of a cell in its notebook; null: the document is not a cell. Absent: the host has no notebooks. */
  notebook?(uri: string): CellPlace | null;
  /** When nothing is being read any more: what was `undefined` is known then. Absent: nothing is ever read later. */
  settled?(): Promise<void>;
  /** Problems of a suite of `sxp eval` with this text; undefined: not known yet. Absent: suites are ignored. */
  suiteProblems?(uri: string, text: string): readonly Diagnostic[] | undefined;
  /** Completions and hovers at a place of a suite, by its JSON Schema. */
  completeSuite?(document: TextDocument, position: Position): Promise<CompletionList | null>;
  hoverSuite?(document: TextDocument, position: Position): Promise<Hover | null>;
  /** Provider of scorers for runs. Absent: words only. */
  readonly scorers?: ScorerProvider;
  /** Provider of memories. Absent: none can be opened. */
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
   * Runs work on the memory in a folder, which is open only meanwhile. Rejects as the work does, and with a `MemoryError` for a missing or unreadable
   * memory.
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

/** Settings of the user. */
export interface Settings {
  /** False: no data is read, nothing is run; only text and schemas are looked at. */
  readonly trusted: boolean;
  /** Matches and best weight after each step. */
  readonly inlayHints: boolean;
  /** Number of the best matches in the hover of a step, at most 20. */
  readonly hoverMatches: number;
  /** Pairs of text and condition from which on a query gets a cost hint. */
  readonly maxScorerPairs: number;
  /** URIs of the schema and data of queries that import none. */
  readonly schema: string | null;
  readonly data: string | null;
  /** Settings of single files, by their URIs: these take precedence. */
  readonly files: Readonly<Record<string, { readonly schema?: string | null; readonly data?: string | null }>>;
  /** Settings of a workspace folder, by the folder's URI. An unsaved file belongs to the first one. */
  readonly folders: Readonly<Record<string, FolderSettings>>;
  /** Scorer of the runs that a user requests, as `--scorer` takes it; null: the default of the project, else `lexical`. */
  readonly scorer: string | null;
  /** Most results of a run; null: all. */
  readonly limit: number | null;
  /** Least weight of a result, in [0, 1]. */
  readonly minScore: number;
  /** Number of kept runs, which requests can name. */
  readonly keptRuns: number;
  /** URI of the folder that has `docs/`, with a slash at the end; links of diagnostics lead there. null: no links. */
  readonly documentation: string | null;
}

/** The file of a folder that names scorers, mappings and limits. */
export const CONFIG_FILE = "sxp.config.json";

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
