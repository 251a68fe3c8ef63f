import type { FormatName, Tree } from "@semantic-xpath/tree";
import { FORMATS } from "./formats.js";
import { type ReadOptions, readTree } from "./readTree.js";

/** The options of every reader; each takes its own. */
export type ReadAsOptions = Omit<ReadOptions, "format">;

type Input = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/**
 * Reads a tree in any format. The reader of a format is loaded when the first text in it comes.
 *
 * @param format null: as the beginning of the text shows, of those that `readTree` knows. `formatOf(path)` gives it for a file.
 * @example await readAs(formatOf(path), await readFile(path))
 */
export async function readAs(format: FormatName | null, input: Input, options: ReadAsOptions = {}): Promise<Tree> {
  switch (format) {
    case null:
      return readTree(input as string, options);
    case "xml":
    case "json":
    case "jsonl":
      return readTree(input as string, { ...options, format });
    default:
      throw new TypeError(`There is no reader for ${FORMATS[format].noun} yet.`);
  }
}
