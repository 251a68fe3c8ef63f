import { textOf } from "@semantic-xpath/readers/node";
import { ReadError, type ReadLimits, readTree, type Tree } from "@semantic-xpath/runtime";
import { inOneLine } from "../render/columns.js";
import { diagnosticText, type Source } from "../render/diagnostics.js";
import type { World } from "../render/screen.js";
import { EXIT, Stop } from "../stop.js";
import { readBytes } from "./files.js";

/** A tree with the text that its spans point into. */
export interface Data {
  readonly tree: Tree;
  readonly source: Source;
}

/**
 * Reads a tree, XML or JSON by its first character. What can't be read ends the command with its place and exit code 3.
 *
 * `typeKey`: the member of JSON whose text is a type, empty for none. Unless it was given, it is said if that member takes the place of
 * names that a query would have.
 */
export async function readData(
  path: string,
  io: World,
  limits: Partial<ReadLimits> = {},
  typeKey?: string,
): Promise<Data> {
  const bytes = await readBytes(path, io);
  const source = decodedWhenAsked(path === "-" ? "standard input" : path, bytes);
  let taken = "";
  const onTyped = (member: string, type: string): void => {
    taken ||= `a "${inOneLine(member)}" is a "${inOneLine(type)}"`;
  };
  try {
    const tree = readTree(bytes, { limits, ...(typeKey === undefined ? { onTyped } : { typeKey: typeKey || null }) });
    if (taken !== "") io.stderr.write(`${source.name}: its "type" names nodes: ${taken}. ${TYPE_KEY_HINT}\n`);
    return { tree, source };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    const note = error.code === "SXP4007" ? noteOn(source.text) : "";
    throw new Stop(EXIT.input, diagnosticText(source, error.diagnostic, io.errors) + note);
  }
}

const TYPE_KEY_HINT = '--type-key NAME takes another member for that, --type-key "" none.';

/** What else the file is, if its beginning shows it: a table, YAML, several values. */
function noteOn(text: string): string {
  const start = text.trimStart();
  if (!/^[<{["]|^$/.test(start)) return "\n  note: data is XML or JSON, and this begins like neither";
  const [first = "", second = ""] = start.split("\n", 2);
  if (first.startsWith("{") && first.trimEnd().endsWith("}") && second.trimStart().startsWith("{"))
    return "\n  note: this is JSON Lines, a value a line; put the values into a list: [ …, … ]";
  return "";
}

/** Only a message shows the text; a large tree is not decoded twice for none. */
function decodedWhenAsked(name: string, bytes: Uint8Array): Source {
  let text: string | undefined;
  return {
    name,
    get text() {
      text ??= textOf(bytes);
      return text;
    },
  };
}
