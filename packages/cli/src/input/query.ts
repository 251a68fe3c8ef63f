import { dirname, resolve } from "node:path";
import { type Document, type Import, locate, parse } from "@semantic-xpath/parser";
import type { Io } from "../io.js";
import type { Source } from "../render/diagnostics.js";
import { EXIT, Stop } from "../stop.js";
import { isFile, readText, shownPath } from "./files.js";

/** The text of a query with where it came from. */
export interface QuerySource extends Source {
  /** The file, or null for a query on the command line. */
  readonly file: string | null;
  readonly ast: Document;
}

/** `QUERY|FILE.sxp`: a file where one of that name exists, else the text of a query. */
export async function readQuery(operand: string, io: Io): Promise<QuerySource> {
  const namesFile = operand.endsWith(".sxp") && (!/^[/(]/.test(operand) || (await isFile(operand, io)));
  const text = namesFile ? await readText(operand, io) : operand;
  return { name: namesFile ? operand : "query", text, file: namesFile ? operand : null, ast: parse(text).ast };
}

/** The path that a document imports, as seen from here; null where it imports none. Nothing is fetched: a file is a file. */
export function importedPath(source: QuerySource, what: Import["what"], io: Io): string | null {
  const found = source.ast.imports.find((candidate) => candidate.what === what);
  if (found === undefined || found.path.kind === "Missing") return null;
  const { value, span } = found.path;
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(value)) {
    const { line, column } = locate(source.text, span.start);
    throw new Stop(
      EXIT.input,
      `${source.name}:${line}:${column}: can't import "${value}": imports are files, and nothing is fetched.`,
    );
  }
  return shownPath(resolve(io.cwd, dirname(source.file ?? ""), value), io);
}
