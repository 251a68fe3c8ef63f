import { ReadError, readTree, type Tree } from "@semantic-xpath/runtime";
import { DATA_LIMIT } from "../host.js";

/** A data file: its tree, or why there is none. */
export interface DataFile {
  readonly uri: string;
  readonly text: string;
  readonly tree: Tree | null;
  /** Null where it was read; also where it is too large for an editor to look into. */
  readonly problem: string | null;
}

export function readDataFile(uri: string, text: string): DataFile {
  if (text.length > DATA_LIMIT) return { uri, text, tree: null, problem: null };
  try {
    return { uri, text, tree: readTree(text), problem: null };
  } catch (error) {
    if (error instanceof ReadError) return { uri, text, tree: null, problem: error.diagnostic.message };
    throw error;
  }
}
