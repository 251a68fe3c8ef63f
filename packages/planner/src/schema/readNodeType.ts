import { type Diagnostic, diagnose } from "@semantic-xpath/parser";
import { nearestNames } from "./nearestNames.js";
import { readAttribute } from "./readAttribute.js";
import { type JsonNode, readProperties, readScalar, reportShape, spanOf } from "./readJson.js";
import type { AttributeType, NodeType, Occurrence } from "./schema.js";

/** The properties of a node type in a schema file. */
export const NODE_TYPE_PROPERTIES = ["documentation", "text", "attributes", "children"] as const;
/** The properties of a child in a schema file. */
export const OCCURRENCE_PROPERTIES = ["min", "max"] as const;

/** One entry under "types"; `declared` are the names of all of them. What is wrong is reported and left out. */
export function readNodeType(
  node: JsonNode,
  name: string,
  declared: readonly string[],
  diagnostics: Diagnostic[],
): NodeType {
  const where = `types.${name}`;
  const properties = readProperties(node, where, NODE_TYPE_PROPERTIES, diagnostics);
  const documentation = readScalar(properties, "documentation", "string", `${where}.`, diagnostics);
  const attributes = readAttributes(properties.get("attributes")?.value, where, diagnostics);
  return {
    ...(documentation !== undefined && { documentation }),
    attributes,
    children: readChildren(properties.get("children")?.value, name, declared, attributes, diagnostics),
    text: readScalar(properties, "text", "boolean", `${where}.`, diagnostics) ?? false,
  };
}

function readAttributes(
  node: JsonNode | undefined,
  where: string,
  diagnostics: Diagnostic[],
): Readonly<Record<string, AttributeType>> {
  const attributes: Record<string, AttributeType> = Object.create(null);
  if (node === undefined) return attributes;
  for (const { name, value } of readProperties(node, `${where}.attributes`, null, diagnostics).values()) {
    attributes[name] = readAttribute(value, `${where}.attributes.${name}`, diagnostics);
  }
  return attributes;
}

function readChildren(
  node: JsonNode | undefined,
  type: string,
  declared: readonly string[],
  attributes: Readonly<Record<string, AttributeType>>,
  diagnostics: Diagnostic[],
): Readonly<Record<string, Occurrence>> {
  const children: Record<string, Occurrence> = Object.create(null);
  if (node === undefined) return children;
  const where = `types.${type}.children`;
  for (const { name, key, value } of readProperties(node, where, null, diagnostics).values()) {
    if (Object.hasOwn(attributes, name) && attributes[name]!.element) {
      diagnostics.push(diagnose("SXP2107", spanOf(key), { type, name }));
    } else if (!declared.includes(name)) {
      reportUndeclared(key, name, where, declared, diagnostics);
    } else {
      children[name] = readOccurrence(value, `${where}.${name}`, diagnostics);
    }
  }
  return children;
}

function readOccurrence(node: JsonNode, where: string, diagnostics: Diagnostic[]): Occurrence {
  const properties = readProperties(node, where, OCCURRENCE_PROPERTIES, diagnostics);
  const min = readCount(properties.get("min")?.value, `${where}.min`, 0, diagnostics) ?? 0;
  const max = readCount(properties.get("max")?.value, `${where}.max`, 1, diagnostics);
  if (max === undefined) return { min };
  if (min <= max) return { min, max };
  diagnostics.push(diagnose("SXP2106", spanOf(node), { where, min, max }));
  return { min: max, max };
}

function readCount(
  node: JsonNode | undefined,
  where: string,
  least: number,
  diagnostics: Diagnostic[],
): number | undefined {
  if (node === undefined) return undefined;
  const value: unknown = node.value;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return value;
  reportShape(node, where, `a whole number of at least ${least}`, diagnostics);
  return undefined;
}

/** A name under "types" that is not there, with the nearest that are. */
export function reportUndeclared(
  node: JsonNode,
  name: string,
  where: string,
  declared: readonly string[],
  diagnostics: Diagnostic[],
): void {
  const suggestions = nearestNames(name, declared);
  const fixes = suggestions.map((word) => ({
    title: `Replace by "${word}"`,
    edits: [{ span: spanOf(node), newText: JSON.stringify(word) }],
  }));
  diagnostics.push(diagnose("SXP2104", spanOf(node), { name, where, suggestions }, fixes));
}
