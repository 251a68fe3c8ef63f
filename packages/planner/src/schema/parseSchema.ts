import { type Diagnostic, diagnose } from "@semantic-xpath/parser";
import {
  type JsonNode,
  type JsonProperty,
  readJson,
  readProperties,
  readScalar,
  reportShape,
  spanOf,
} from "./readJson.js";
import { readNodeType, reportUndeclared } from "./readNodeType.js";
import type { NodeType, Schema } from "./schema.js";

/** What `parseSchema` found in a schema file. */
export interface ParsedSchema {
  /** Everything that could be read; null where the text is no JSON or has no types. */
  readonly schema: Schema | null;
  /** With spans into the schema text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The properties of a schema file, as in schema/sxp-schema.json. */
export const SCHEMA_PROPERTIES = ["$schema", "version", "documentation", "roots", "types"] as const;

/**
 * Reads a schema file. Mistakes are values: a schema with some mistakes is still returned, without what is wrong in it.
 *
 * @example
 * parseSchema('{ "version": 1, "roots": ["Day"], "types": { "Day": { "text": true } } }').schema?.roots; // ["Day"]
 */
export function parseSchema(text: string): ParsedSchema {
  const diagnostics: Diagnostic[] = [];
  const root = readJson(text, diagnostics);
  if (root === null) {
    if (diagnostics.length === 0) reportEmpty(text, diagnostics);
    return { schema: null, diagnostics };
  }
  const properties = readProperties(root, "schema", SCHEMA_PROPERTIES, diagnostics);
  if (root.type !== "object") return { schema: null, diagnostics };
  readScalar(properties, "$schema", "string", "", diagnostics);
  checkVersion(root, properties, diagnostics);
  const types = readTypes(root, properties, diagnostics);
  if (types === null) return { schema: null, diagnostics };
  const documentation = readScalar(properties, "documentation", "string", "", diagnostics);
  const roots = readRoots(root, properties, types, diagnostics);
  const schema: Schema = { version: 1, ...(documentation !== undefined && { documentation }), roots, types };
  diagnostics.sort((a, b) => a.span.start - b.span.start);
  return { schema, diagnostics };
}

function reportEmpty(text: string, diagnostics: Diagnostic[]): void {
  diagnostics.push(diagnose("SXP2101", { start: 0, end: text.length }, { problem: "it is empty" }));
}

function checkVersion(root: JsonNode, properties: ReadonlyMap<string, JsonProperty>, diagnostics: Diagnostic[]): void {
  const node = properties.get("version")?.value;
  if (node?.value !== 1) reportShape(node ?? openingBrace(root), "version", "1", diagnostics);
}

function readTypes(
  root: JsonNode,
  properties: ReadonlyMap<string, JsonProperty>,
  diagnostics: Diagnostic[],
): Readonly<Record<string, NodeType>> | null {
  const node = properties.get("types")?.value;
  if (node?.type !== "object") {
    reportShape(node ?? openingBrace(root), "types", "an object that declares the node types by name", diagnostics);
    return null;
  }
  const declared = readProperties(node, "types", null, diagnostics);
  const names = [...declared.keys()];
  const types: Record<string, NodeType> = Object.create(null);
  for (const { name, value } of declared.values()) types[name] = readNodeType(value, name, names, diagnostics);
  return types;
}

function readRoots(
  root: JsonNode,
  properties: ReadonlyMap<string, JsonProperty>,
  types: Readonly<Record<string, NodeType>>,
  diagnostics: Diagnostic[],
): readonly string[] {
  const node = properties.get("roots")?.value;
  if (node?.type !== "array" || node.children === undefined || node.children.length === 0) {
    reportShape(node ?? openingBrace(root), "roots", "a list with the name of at least one type", diagnostics);
    return topTypes(types);
  }
  const roots = new Set<string>();
  for (const [index, item] of node.children.entries()) {
    const name: unknown = item.value;
    if (typeof name !== "string") reportShape(item, `roots[${index}]`, "the name of a type", diagnostics);
    else if (!Object.hasOwn(types, name)) reportUndeclared(item, name, "roots", Object.keys(types), diagnostics);
    else if (roots.has(name)) diagnostics.push(diagnose("SXP2105", spanOf(item), { where: "roots", name }));
    else roots.add(name);
  }
  return roots.size > 0 ? [...roots] : topTypes(types);
}

/** The best guess where the file names no root: the types that are nobody's child, else all. */
function topTypes(types: Readonly<Record<string, NodeType>>): readonly string[] {
  const names = Object.keys(types);
  const children = new Set(
    names.flatMap((name) => Object.keys(types[name]!.children).filter((child) => child !== name)),
  );
  const tops = names.filter((name) => !children.has(name));
  return tops.length > 0 ? tops : names;
}

/** The place for what a JSON object lacks: its first character. */
const openingBrace = (node: JsonNode): JsonNode => ({ type: "null", offset: node.offset, length: 1 });
