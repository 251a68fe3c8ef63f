import type { Schema } from "@semantic-xpath/planner";
import { SCHEMAS, schemaParser } from "@semantic-xpath/readers/mappings";
import { diagnosticTexts, hasErrors } from "../render/diagnostics.js";
import type { World } from "../render/screen.js";
import { EXIT, Stop } from "../stop.js";
import { readText } from "./files.js";
import { dataPaths, importedPath, type QuerySource } from "./query.js";

/**
 * The name of the schema that `--schema` gives, else of the one that the file imports, else of the one that the configuration of the data has. `data`:
 * what the command line names; without any it is what the file imports.
 */
export const schemaNameFor = async (
  given: string | undefined,
  source: QuerySource,
  data: readonly string[],
  io: World,
): Promise<string | null> =>
  given ?? importedPath(source, "schema", io) ?? schemaOfData(dataPaths(data, source, io), io);

/** The reader of configurations is loaded only for data that may have one. */
async function schemaOfData(data: readonly string[], io: World): Promise<string | null> {
  if (data.length === 0) return null;
  const { configuredSchema } = await import("./mapping.js");
  return configuredSchema(data, io);
}

/** The schema of that name, null if there is none. */
export const schemaFor = async (
  given: string | undefined,
  source: QuerySource,
  data: readonly string[],
  io: World,
): Promise<Schema | null> => readSchemaAt(await schemaNameFor(given, source, data, io), io);

export const readSchemaAt = async (path: string | null, io: World): Promise<Schema | null> =>
  path === null ? null : readSchema(path, io);

export const readSchema = async (path: string, io: World): Promise<Schema> => (await readSchemaText(path, io)).schema;

/**
 * Reads a schema file, or a shipped one by its name. A schema with mistakes ends the command: what is checked against it would be reported
 * wrongly.
 */
export async function readSchemaText(path: string, io: World): Promise<{ schema: Schema; text: string }> {
  const shipped = SCHEMAS.find(({ name }) => name === path);
  const source = { name: path, text: (await shipped?.load())?.schema ?? (await readText(path, io)) };
  const { parseSchema } = await schemaParser();
  const { schema, diagnostics } = parseSchema(source.text);
  io.stderr.write(diagnosticTexts(source, diagnostics, io.errors));
  if (schema === null || hasErrors(diagnostics)) throw new Stop(EXIT.diagnostics);
  return { schema, text: source.text };
}
