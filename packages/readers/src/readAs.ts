import { assertNever } from "@semantic-xpath/parser";
import { type FormatName, readLimits, type Tree } from "@semantic-xpath/tree";
import type { CsvOptions } from "./csv/readCsv.js";
import { checkLength } from "./decode.js";
import type { MarkdownOptions } from "./markdown/readMarkdown.js";
import { type ReadOptions, readTree } from "./readTree.js";

/** The options of every reader; each takes its own. */
export type ReadAsOptions = Omit<ReadOptions, "format"> & CsvOptions & MarkdownOptions;

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
    case "csv":
      return (await import("./csv.js")).readCsv(await readWhole(input, options), options);
    case "html":
      return (await import("./html.js")).readHtml(await readWhole(input, options), options);
    case "markdown":
      return (await import("./markdown.js")).readMarkdown(await readWhole(input, options), options);
    case "yaml":
      return (await import("./yaml.js")).readYaml(await readWhole(input, options), options);
    default:
      return assertNever(format);
  }
}

/** All of a stream, for a reader that needs it whole. */
async function readWhole(input: Input, options: ReadAsOptions): Promise<string | Uint8Array> {
  if (typeof input === "string" || input instanceof Uint8Array) return input;
  const limits = readLimits(options.limits);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of input) {
    const bytes = typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
    length += bytes.length;
    // Maximum bytes of a character for each of its units.
    checkLength(length / BYTES_A_UNIT, limits);
    pieces.push(bytes);
  }
  return joined(pieces, length);
}

const BYTES_A_UNIT = 3;

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const concatenated = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    concatenated.set(piece, at);
    at += piece.length;
  }
  return concatenated;
}
