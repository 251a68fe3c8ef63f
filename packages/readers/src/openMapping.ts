import { basename, resolve } from "node:path";
import type { Diagnostic } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { textOf } from "./decode.js";
import type { Mapping } from "./mapping/mapping.js";
import { SCHEMAS, schemaParser } from "./mappings.js";
import { readRegularFile } from "./regularFile.js";
import { isMappingPath, mappingNamed, unknownMapping } from "./shipped.js";

/** Result of `openMapping`. */
export interface OpenedMapping {
  /** Null if there is none, or an error in it: `diagnostics` says which. */
  readonly mapping: Mapping | null;
  /** Schema of the resulting nodes; null for a file, which has none beside it. */
  readonly schema: Schema | null;
  /** Path of a file; null for a shipped one. */
  readonly path: string | null;
  /** Text of the spans of `diagnostics`: that of the file, or the unknown name. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The mapping that `--mapping` and configurations name: a shipped one by its name, else a file. A name that is neither shipped
 * nor looks like a path is SXP2209. Rejects, with an error that has a `code`, if the file can't be read.
 */
export async function openMapping(nameOrPath: string): Promise<OpenedMapping> {
  const shipped = await mappingNamed(nameOrPath);
  if (shipped !== null) return { ...shipped, path: null, text: nameOrPath, diagnostics: [] };
  if (!isMappingPath(nameOrPath)) {
    const diagnostics = [unknownMapping(nameOrPath)];
    return { mapping: null, schema: null, path: null, text: nameOrPath, diagnostics };
  }
  const path = resolve(nameOrPath);
  const text = textOf(await readRegularFile(path));
  const { parseMapping } = await import("./mapping/mapping.js");
  return { ...parseMapping(text, basename(path)), schema: null, path, text };
}

/** A schema; `schema` is null if nothing of it could be read. */
export interface OpenedSchema {
  /** Path of a file; null for a shipped one. */
  readonly path: string | null;
  /** Name of a shipped one; null for a file. */
  readonly name: string | null;
  readonly text: string;
  readonly schema: Schema | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The schema that `--schema` and configurations name: a shipped one by its name, else a file. Rejects, with an error that has a `code`, if
 * the file can't be read.
 */
export async function openSchema(nameOrPath: string): Promise<OpenedSchema> {
  const shipped = SCHEMAS.find(({ name }) => name === nameOrPath);
  const text = (await shipped?.load())?.schema ?? textOf(await readRegularFile(nameOrPath));
  const { parseSchema } = await schemaParser();
  return {
    path: shipped === undefined ? resolve(nameOrPath) : null,
    name: shipped?.name ?? null,
    text,
    ...parseSchema(text),
  };
}
