import { ReadError, readTree, type Tree } from "@semantic-xpath/runtime";
import type { Io } from "../io.js";
import { diagnosticText, type Source } from "../render/diagnostics.js";
import type { Screen } from "../render/screen.js";
import { EXIT, Stop } from "../stop.js";
import { decode, readBytes } from "./files.js";

/** A tree with the text that its spans point into. */
export interface Data extends Source {
  readonly tree: Tree;
}

/** Reads a tree, XML or JSON by its first character. What can't be read ends the command with its place and exit code 3. */
export async function readData(path: string, io: Io, errors: Screen): Promise<Data> {
  const bytes = await readBytes(path, io);
  const name = path === "-" ? "standard input" : path;
  let text: string | undefined;
  const source: Source = {
    name,
    // Decoded only where a message shows a line of it.
    get text() {
      text ??= decode(bytes);
      return text;
    },
  };
  try {
    return {
      tree: readTree(bytes),
      name,
      get text() {
        return source.text;
      },
    };
  } catch (error) {
    if (error instanceof ReadError) throw new Stop(EXIT.input, diagnosticText(source, error.diagnostic, errors));
    throw error;
  }
}
