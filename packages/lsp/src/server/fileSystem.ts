import type { Diagnostic } from "@semantic-xpath/parser";
import type { DataReading } from "@semantic-xpath/runtime";
import type { CompletionList, Hover, Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { ReadCells } from "../features/embedded/regions.js";

/** The files of the machine that the server runs on, or of the client if it runs in a browser. */
export interface FileSystem {
  /** Null if there is no such file or it can't be read. */
  read(uri: string): Promise<string | null>;
  /** Names in a folder, folders with a slash at the end; empty if there is none. */
  list(folder: string): Promise<readonly string[]>;
  /** Settings of the folder's configuration for reading a data file, with URIs; null: none. Absent: there are none. Never rejects. */
  dataReading?(uri: string): Promise<DataReading | null>;
  /** Query and script files below a folder. */
  find(folder: string): Promise<readonly string[]>;
  /** Absent: notebooks that are not open are left alone. */
  readonly notebookCells?: ReadCells;
  /** Suites of `sxp eval`. Absent: they are left alone. */
  readonly suites?: SuiteFiles;
}

export interface SuiteFiles {
  /** Rejects where the check is no longer wanted. */
  check(suite: SuiteCheck): Promise<CheckedSuite>;
  complete(document: TextDocument, position: Position): Promise<CompletionList | null>;
  hover(document: TextDocument, position: Position): Promise<Hover | null>;
}

export interface SuiteCheck {
  readonly uri: string;
  readonly text: string;
  /** The text of a file in the editor; undefined: it is not open. */
  opened(uri: string): string | undefined;
  isWanted(): boolean;
}

export interface CheckedSuite {
  readonly problems: readonly Diagnostic[];
  /** Texts of imported suites by their URIs. */
  readonly suites: ReadonlyMap<string, string>;
  /** URIs of all that was read. */
  readonly files: ReadonlySet<string>;
}

/** Folders without files of one's own. */
export const SKIPPED = new Set(["node_modules", "dist", "out", "build", "coverage", "target"]);
export const QUERY_FILE = /\.(?:sxp|sxpnb|[cm]?[jt]sx?)$/;
/** Marks of a script with queries. */
export const QUERY_MARK = /\bsxp\b|semantic-xpath/;
/** Files found, and read, at most: a large workspace is looked at in part. */
export const MAX_FILES = 2000;
