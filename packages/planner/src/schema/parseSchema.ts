import { byStart, type Diagnostic } from "@semantic-xpath/parser";
import { LANGUAGE_NAMES, type LanguageName, languageList, languageNamed, parseValueType } from "@semantic-xpath/values";
import { type ContextPlaces, readContext, withKnownContexts } from "./readContext.js";
import { type JsonNode, type JsonProperty, JsonReader, ROOT } from "./readJson.js";
import type { AttributeType, NodeType, Occurrence, Schema, Validity } from "./schema.js";
import { nounOfType, readsAs, textOfType, typeProblem, type ValueType, valueOfType } from "./valueType.js";

/** Result of `parseSchema` for a schema file. */
interface ParsedSchema {
  /** Everything that could be read; null if the text is no JSON or has no types. */
  readonly schema: Schema | null;
  /** With spans into the schema text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The properties of each kind of object in a schema file, as in schema/sxp-schema.json. */
export const SCHEMA_PROPERTIES = [
  "$schema",
  "version",
  "documentation",
  "language",
  "strict",
  "roots",
  "types",
] as const;
export const NODE_TYPE_PROPERTIES = [
  "documentation",
  "aliases",
  "text",
  "searchable",
  "context",
  "validity",
  "attributes",
  "children",
] as const;
export const VALIDITY_PROPERTIES = ["from", "to", "by", "status", "hides"] as const;
export const ATTRIBUTE_PROPERTIES = [
  "documentation",
  "aliases",
  "type",
  "odd",
  "required",
  "values",
  "element",
  "searchable",
] as const;
export const OCCURRENCE_PROPERTIES = ["min", "max"] as const;

/**
 * Reads a schema file. Mistakes are values: a schema with some mistakes is still returned, without what is wrong in it.
 *
 * @example
 * parseSchema('{ "version": 1, "roots": ["Day"], "types": { "Day": { "text": true } } }').schema?.roots; // ["Day"]
 */
export function parseSchema(text: string): ParsedSchema {
  const json = new JsonReader();
  const root = json.tree(text);
  const schema = root === null ? null : readSchema(json, root);
  const { diagnostics } = json;
  if (schema !== null) diagnostics.sort(byStart);
  return { schema, diagnostics };
}

function readSchema(json: JsonReader, root: JsonNode): Schema | null {
  const properties = json.properties(root, ROOT, SCHEMA_PROPERTIES);
  if (root.type !== "object") return null;
  json.scalar(properties.get("$schema"), "string");
  /** Missing members of a JSON object are reported at its first character. */
  const nodeOf = (name: string): JsonNode =>
    properties.get(name)?.value ?? { type: "null", offset: root.offset, length: 1 };
  const version = nodeOf("version");
  if (version.value !== 1) json.shape(version, "version", "1");
  const types = readTypes(json, nodeOf("types"));
  if (types === null) return null;
  const documentation = json.scalar(properties.get("documentation"), "string");
  const language = readLanguage(json, properties.get("language"));
  const strict = json.scalar(properties.get("strict"), "boolean") ?? false;
  const roots = readRoots(json, nodeOf("roots"), types);
  return {
    version: 1,
    ...(documentation !== undefined && { documentation }),
    ...(language !== null && { language }),
    ...(strict && { strict }),
    roots,
    types,
  };
}

/** A language by its name or its code; null for none. */
function readLanguage(json: JsonReader, property: JsonProperty | undefined): LanguageName | null {
  if (property === undefined) return null;
  const { value, where } = property;
  const named = typeof value.value === "string" ? languageNamed(value.value) : null;
  if (named === null) json.shape(value, where, `a language: ${languageList()}`, LANGUAGE_NAMES);
  return named;
}

type Types = Readonly<Record<string, NodeType>>;

function readTypes(json: JsonReader, node: JsonNode): Types | null {
  if (node.type !== "object") {
    json.shape(node, "types", "an object that declares the node types by name");
    return null;
  }
  const declared = json.properties(node, "types", null);
  const names = [...declared.keys()];
  const contexts: ContextPlaces = new Map();
  const types = readRecord(declared, (property) => readNodeType(json, property, { names, contexts }));
  return withKnownContexts(json, types, contexts);
}

/** Without a prototype, so that a type may be called `__proto__`. */
function readRecord<T>(
  properties: ReadonlyMap<string, JsonProperty>,
  read: (property: JsonProperty) => T | undefined,
): Readonly<Record<string, T>> {
  const record: Record<string, T> = Object.create(null);
  for (const [name, property] of properties) {
    const value = read(property);
    if (value !== undefined) record[name] = value;
  }
  return record;
}

function readRoots(json: JsonReader, node: JsonNode, types: Types): readonly string[] {
  const roots = new Set<string>();
  for (const [index, item] of (json.items(node, "roots", "the name of at least one type") ?? []).entries()) {
    const name: unknown = item.value;
    if (typeof name !== "string") json.shape(item, `roots[${index}]`, "the name of a type");
    else if (!Object.hasOwn(types, name)) json.unknown("name", item, "roots", Object.keys(types));
    else if (roots.has(name)) json.report("SXP2105", item, { where: "roots", name });
    else roots.add(name);
  }
  return roots.size > 0 ? [...roots] : topTypes(types);
}

/** The best guess without named roots: the types that are not a child of any, else all. */
export function topTypes(types: Readonly<Record<string, NodeType>>): readonly string[] {
  const names = Object.keys(types);
  const children = new Set(
    names.flatMap((name) => Object.keys(types[name]!.children).filter((child) => child !== name)),
  );
  const tops = names.filter((name) => !children.has(name));
  return tops.length > 0 ? tops : names;
}

/** One entry under "types"; `names` are those of all of them, and `contexts` gets the place of its reading context. */
function readNodeType(
  json: JsonReader,
  { name, value, where }: JsonProperty,
  { names: declared, contexts }: { readonly names: readonly string[]; readonly contexts: ContextPlaces },
): NodeType {
  const properties = json.properties(value, where, NODE_TYPE_PROPERTIES);
  const propertiesOf = (key: string): ReadonlyMap<string, JsonProperty> => {
    const property = properties.get(key);
    return property === undefined ? new Map() : json.properties(property.value, property.where, null);
  };
  const documentation = json.scalar(properties.get("documentation"), "string");
  const attributes = readAttributes(json, name, propertiesOf("attributes"), declared);
  const children = readRecord(propertiesOf("children"), (child) => {
    if (Object.hasOwn(attributes, child.name) && attributes[child.name]!.element)
      json.report("SXP2107", child.key, { type: name, name: child.name });
    else if (!declared.includes(child.name)) json.unknown("name", child.key, `${where}.children`, declared);
    else return readOccurrence(json, child);
    return undefined;
  });
  const text = json.scalar(properties.get("text"), "boolean") ?? false;
  return {
    ...(documentation !== undefined && { documentation }),
    ...aliasesOf(json, properties, where),
    attributes,
    children,
    text,
    ...searchable(json, properties),
    ...readContext(json, properties.get("context"), name, contexts),
    ...readValidity(json, properties.get("validity"), Object.keys(attributes)),
  };
}

/** When nodes of a type hold: each part names an attribute of the type. */
function readValidity(
  json: JsonReader,
  property: JsonProperty | undefined,
  attributes: readonly string[],
): { readonly validity?: Validity } {
  if (property === undefined) return {};
  const properties = json.properties(property.value, property.where, VALIDITY_PROPERTIES);
  const named: Record<string, string> = {};
  for (const part of ["from", "to", "by", "status"] as const) {
    const partProperty = properties.get(part);
    const name = json.scalar(partProperty, "string");
    if (partProperty === undefined || name === undefined) continue;
    if (attributes.includes(name)) named[part] = name;
    else json.unknown("name", partProperty.value, partProperty.where, attributes);
  }
  const listed = properties.get("hides");
  const hides = listed === undefined ? [] : (json.items(listed.value, listed.where, "at least one value") ?? []);
  const values = hides.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  return { validity: { ...named, ...(listed !== undefined && { hides: values }) } };
}

function readOccurrence(json: JsonReader, { value, where }: JsonProperty): Occurrence {
  const properties = json.properties(value, where, OCCURRENCE_PROPERTIES);
  const min = readCount(json, properties.get("min"), 0) ?? 0;
  const max = readCount(json, properties.get("max"), 1);
  if (max === undefined) return { min };
  if (min <= max) return { min, max };
  json.report("SXP2106", value, { where, min, max });
  return { min: max, max };
}

function readCount(json: JsonReader, property: JsonProperty | undefined, least: number): number | undefined {
  if (property === undefined) return undefined;
  const value: unknown = property.value.value;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return value;
  json.shape(property.value, property.where, `a whole number of at least ${least}`);
  return undefined;
}

/** The attributes of a type; a second id is a string. */
function readAttributes(
  json: JsonReader,
  on: string,
  properties: ReadonlyMap<string, JsonProperty>,
  declared: readonly string[],
): NodeType["attributes"] {
  let id: string | null = null;
  return readRecord(properties, (property) => {
    const attribute = readAttribute(json, property, declared);
    if (attribute.type !== "id") return attribute;
    if (id === null) {
      id = property.name;
      return attribute;
    }
    json.report("SXP2108", property.key, { type: on, first: id, second: property.name });
    return { ...attribute, type: "string" };
  });
}

/** One entry under "attributes"; what is wrong takes its default. */
function readAttribute(json: JsonReader, { value, where }: JsonProperty, declared: readonly string[]): AttributeType {
  const properties = json.properties(value, where, ATTRIBUTE_PROPERTIES);
  const documentation = json.scalar(properties.get("documentation"), "string");
  const type = readType(json, properties.get("type"), declared);
  const values = readValues(json, properties.get("values"), type);
  return {
    type,
    ...oddOf(json, properties.get("odd")),
    ...(documentation !== undefined && { documentation }),
    ...aliasesOf(json, properties, where),
    required: json.scalar(properties.get("required"), "boolean") ?? false,
    ...(values !== null && { values }),
    element: json.scalar(properties.get("element"), "boolean") ?? false,
    ...searchable(json, properties),
  };
}

/** The property that makes values absent which do not read as the type. */
function oddOf(json: JsonReader, property: JsonProperty | undefined): { readonly odd?: "absent" } {
  if (property === undefined) return {};
  if (property.value.value === "absent") return { odd: "absent" };
  json.shape(property.value, property.where, '"absent"', ["absent"]);
  return {};
}

/** Declared aliases. */
function aliasesOf(
  json: JsonReader,
  properties: ReadonlyMap<string, JsonProperty>,
  where: string,
): { readonly aliases?: readonly string[] } {
  const property = properties.get("aliases");
  if (property === undefined) return {};
  const aliases = new Set<string>();
  for (const [index, item] of (json.items(property.value, property.where, "at least one name") ?? []).entries()) {
    const name: unknown = item.value;
    if (typeof name !== "string" || name.trim() === "") json.shape(item, `${where}.aliases[${index}]`, "a name");
    else if (aliases.has(name)) json.report("SXP2105", item, { where: property.where, name });
    else aliases.add(name);
  }
  return aliases.size > 0 ? { aliases: [...aliases] } : {};
}

/** That it is not searched, where that is said. */
const searchable = (
  json: JsonReader,
  properties: ReadonlyMap<string, JsonProperty>,
): { readonly searchable?: false } =>
  json.scalar(properties.get("searchable"), "boolean") === false ? { searchable: false } : {};

function readType(json: JsonReader, property: JsonProperty | undefined, declared: readonly string[]): ValueType {
  if (property === undefined) return "string";
  const { value, where } = property;
  const type = parseValueType(String(value.value));
  if (type.kind === "ref" && type.types !== null) return readReference(json, property, type.types, declared);
  if (type.kind !== "ValueTypeError") return textOfType(type);
  const { expected, types } = typeProblem(type);
  json.shape(value, where, expected, types);
  return "string";
}

/** A reference leads to the types that are declared; where none is, to any. */
function readReference(
  json: JsonReader,
  { value, where }: JsonProperty,
  types: readonly string[],
  declared: readonly string[],
): ValueType {
  const knownTypes = types.filter((type) => declared.includes(type));
  for (const name of types) {
    if (knownTypes.includes(name)) continue;
    const write = (other: string): string =>
      textOfType({ kind: "ref", types: [...new Set(types.map((type) => (type === name ? other : type)))] });
    json.unknown("name", value, where, declared, { name, write });
  }
  return textOfType({ kind: "ref", types: knownTypes.length > 0 ? knownTypes : null });
}

/** The allowed values, as written in the data; each must read as the type. */
function readValues(json: JsonReader, property: JsonProperty | undefined, type: ValueType): readonly string[] | null {
  if (property === undefined) return null;
  const { where } = property;
  const values = new Set<string>();
  for (const [index, item] of (json.items(property.value, where, "at least one value") ?? []).entries()) {
    const value: unknown = item.value;
    if (typeof value !== "string" || !readsAs(value, type))
      json.shape(
        item,
        `${where}[${index}]`,
        valueOfType(type) === "string" ? "a string" : `a string that reads as ${nounOfType(type)}`,
      );
    else if (values.has(value)) json.report("SXP2105", item, { where, name: value });
    else values.add(value);
  }
  return values.size > 0 ? [...values] : null;
}
