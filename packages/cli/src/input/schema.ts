import { parseSchema, type Schema } from "@semantic-xpath/planner";
import type { Io } from "../io.js";
import { diagnosticTexts, hasErrors } from "../render/diagnostics.js";
import type { Screen } from "../render/screen.js";
import { EXIT, Stop } from "../stop.js";
import { readText } from "./files.js";
import { importedPath, type QuerySource } from "./query.js";

/** The schema that a command is to use: the one of `--schema`, else the one that the file imports, else none. */
export async function schemaFor(
  given: string | undefined,
  source: QuerySource | null,
  io: Io,
  errors: Screen,
): Promise<Schema | null> {
  const path = given ?? (source === null ? null : importedPath(source, "schema", io));
  return path === null ? null : readSchema(path, io, errors);
}

/** Reads a schema file. A schema with mistakes ends the command: what is checked against it would be reported wrongly. */
export async function readSchema(path: string, io: Io, errors: Screen): Promise<Schema> {
  const source = { name: path, text: await readText(path, io) };
  const { schema, diagnostics } = parseSchema(source.text);
  io.stderr.write(diagnosticTexts(source, diagnostics, errors));
  if (schema === null || hasErrors(diagnostics)) throw new Stop(EXIT.diagnostics);
  return schema;
}
