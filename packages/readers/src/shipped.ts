import { type Diagnostic, diagnose, suggest } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import type { Mapping } from "./mapping/mapping.js";
import { MAPPINGS, SCHEMAS, type Shipped, schemaParser } from "./mappings.js";

/** A shipped mapping: the reading of data, and the schema of the nodes. */
export interface ShippedMapping {
  readonly mapping: Mapping;
  readonly schema: Schema;
}

/** A shipped mapping by its name; null if there is none. */
export async function mappingNamed(name: string): Promise<ShippedMapping | null> {
  const shipped = MAPPINGS.find((one) => one.name === name);
  if (shipped === undefined) return null;
  const [texts, { parseMapping }, { parseSchema }] = await Promise.all([
    shipped.load(),
    import("./mapping/mapping.js"),
    schemaParser(),
  ]);
  // Shipped mappings are without mistakes, which a test asserts of each.
  return { mapping: parseMapping(texts.mapping, name).mapping!, schema: parseSchema(texts.schema).schema! };
}

/** A shipped schema by its name; null if there is none. */
export async function schemaNamed(name: string): Promise<Schema | null> {
  const shipped = SCHEMAS.find((one) => one.name === name);
  if (shipped === undefined) return null;
  const [texts, { parseSchema }] = await Promise.all([shipped.load(), schemaParser()]);
  return parseSchema(texts.schema).schema;
}

/** That a name is of no shipped mapping (SXP2209), with those that it may mean. The span is the name. */
export function unknownMapping(name: string): Diagnostic {
  const names = MAPPINGS.map((one) => one.name);
  const parameters = { name, known: names, suggestions: suggest(name, names).slice(0, 3) };
  return diagnose("SXP2209", { start: 0, end: name.length }, parameters);
}

/** True if the argument is a path; else it is the name of a shipped mapping. */
export const isMappingPath = (nameOrPath: string): boolean => /[./\\]/.test(nameOrPath);

/** The shipped mapping that the data of a tree looks like; null if there is none, or a mapping was used already. */
export function recogniseMapping(tree: Tree): Shipped | null {
  if (tree.source.mapping !== undefined) return null;
  const fits = ({ signs: { types, attributes } }: Shipped): boolean =>
    types.length + attributes.length > 0 &&
    types.every((type) => tree.typeId(type) >= 0) &&
    attributes.every((name) => tree.attributeId(name) >= 0);
  return MAPPINGS.find(fits) ?? null;
}

/** The notice that a shipped mapping is for the data of a tree (SXP4024), at its root; null if none is. */
export function mappingNotice(tree: Tree): Diagnostic | null {
  const shipped = recogniseMapping(tree);
  if (shipped === null) return null;
  const start = tree.spanStart?.[1] ?? 0;
  return diagnose("SXP4024", { start, end: start + 1 }, { title: shipped.title, name: shipped.name });
}
