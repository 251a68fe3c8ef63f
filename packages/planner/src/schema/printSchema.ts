import type { AttributeType, NodeType, Occurrence, ReadingContext, Schema } from "./schema.js";

const WIDTH = 100;

/**
 * The canonical text of a schema: `parseSchema(printSchema(s)).schema` equals `s`.
 * Defaults are left out, two spaces a level, objects on one line if they fit.
 */
export function printSchema(schema: Schema): string {
  const head = [
    ["version", "1"],
    ...(schema.documentation === undefined ? [] : [["documentation", JSON.stringify(schema.documentation)]]),
    ...(schema.language === undefined ? [] : [["language", JSON.stringify(schema.language)]]),
    ...(schema.strict ? [["strict", "true"]] : []),
    ["roots", list(schema.roots)],
    ["types", broken(members(schema.types, printNodeType, "    "), "  ")],
  ].map(([key, value]) => `${JSON.stringify(key)}: ${value}`);
  return `${broken(head, "")}\n`;
}

/** One type, attribute or occurrence as `printSchema` writes it, in a line that is indented so far. */
export function printNodeType(type: NodeType, indent: string): string {
  const inner = `${indent}  `;
  const parts: string[] = [];
  if (type.documentation !== undefined) parts.push(`"documentation": ${JSON.stringify(type.documentation)}`);
  if (type.aliases !== undefined) parts.push(`"aliases": ${list(type.aliases)}`);
  if (type.text) parts.push('"text": true');
  if (type.searchable === false) parts.push('"searchable": false');
  if (type.validity !== undefined) parts.push(`"validity": ${JSON.stringify(type.validity)}`);
  if (type.context !== undefined) parts.push(`"context": ${printContext(type.context)}`);
  const attributes = members(type.attributes, printAttribute, `${inner}  `);
  if (attributes.length > 0) parts.push(`"attributes": ${object(attributes, inner, '"attributes": '.length)}`);
  const children = members(type.children, printOccurrence, `${inner}  `);
  if (children.length > 0) parts.push(`"children": ${object(children, inner, '"children": '.length)}`);
  return attributes.length > 0 ? broken(parts, indent) : object(parts, indent, WIDTH / 4);
}

/** Reading context of a type, as `printSchema` writes it. */
export function printContext(context: ReadingContext | false): string {
  if (context === false) return "false";
  const { within, facts, neighbours, by } = context;
  const parts: string[] = [];
  if (within !== undefined) parts.push(`"within": ${JSON.stringify(within)}`);
  if (facts !== undefined) parts.push(`"facts": ${list(facts)}`);
  if (neighbours !== undefined) parts.push(`"neighbours": ${neighbours}`);
  if (by !== undefined) parts.push(`"by": ${JSON.stringify(by)}`);
  return parts.length === 0 ? "true" : `{ ${parts.join(", ")} }`;
}

export function printAttribute(attribute: AttributeType, indent: string): string {
  const parts = [`"type": ${JSON.stringify(attribute.type)}`];
  if (attribute.odd !== undefined) parts.push(`"odd": ${JSON.stringify(attribute.odd)}`);
  if (attribute.required) parts.push('"required": true');
  if (attribute.values !== undefined) parts.push(`"values": ${list(attribute.values)}`);
  if (attribute.element) parts.push('"element": true');
  if (attribute.searchable === false) parts.push('"searchable": false');
  if (attribute.documentation !== undefined) parts.push(`"documentation": ${JSON.stringify(attribute.documentation)}`);
  if (attribute.aliases !== undefined) parts.push(`"aliases": ${list(attribute.aliases)}`);
  return object(parts, indent, WIDTH / 4);
}

export function printOccurrence({ min, max }: Occurrence, indent: string): string {
  const parts: string[] = [];
  if (min !== 0) parts.push(`"min": ${min}`);
  if (max !== undefined) parts.push(`"max": ${max}`);
  return object(parts, indent, 0);
}

/** The members of a record as `"key": value`; own keys only, so that a type may be called `__proto__`. */
function members<T>(
  record: Readonly<Record<string, T>>,
  print: (value: T, indent: string) => string,
  indent: string,
): string[] {
  return Object.keys(record).map((key) => `${JSON.stringify(key)}: ${print(record[key]!, indent)}`);
}

const list = (items: readonly string[]): string => `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;

/** On one line if it fits after `indent` and `used` characters, else one member a line. */
function object(parts: readonly string[], indent: string, used: number): string {
  if (parts.length === 0) return "{}";
  const line = `{ ${parts.join(", ")} }`;
  return !line.includes("\n") && indent.length + used + line.length <= WIDTH ? line : broken(parts, indent);
}

const broken = (parts: readonly string[], indent: string): string =>
  parts.length === 0 ? "{}" : `{\n${parts.map((part) => `${indent}  ${part}`).join(",\n")}\n${indent}}`;
