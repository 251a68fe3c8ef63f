import type { DataReading } from "@semantic-xpath/runtime";

/** The files of the machine that the server runs on, or of the client if it runs in a browser. */
export interface FileSystem {
  /** Null if there is no such file or it can't be read. */
  read(uri: string): Promise<string | null>;
  /** Names in a folder, folders with a slash at the end; empty if there is none. */
  list(folder: string): Promise<readonly string[]>;
  /** How the configuration of its folder has a data file read, with URIs; null: it says nothing of it. Absent: there are none. Never rejects. */
  dataReading?(uri: string): Promise<DataReading | null>;
  /** Query and script files below a folder. */
  find(folder: string): Promise<readonly string[]>;
}

/** Folders without files of one's own. */
export const SKIPPED = new Set(["node_modules", "dist", "out", "build", "coverage", "target"]);
export const QUERY_FILE = /\.(?:sxp|[cm]?[jt]sx?)$/;
/** What a script with queries has in it. */
export const QUERY_MARK = /\bsxp\b|semantic-xpath/;
/** Files found, and read, at most: a large workspace is looked at in part. */
export const MOST_FILES = 2000;
