import { type Diagnostic, diagnose } from "@semantic-xpath/parser";
import { nearestNames } from "./nearestNames.js";
import { type JsonNode, readProperties, readScalar, reportShape, spanOf } from "./readJson.js";
import { readsAs } from "./readsAs.js";
import { type AttributeType, VALUE_TYPES, type ValueType } from "./schema.js";

/** The properties of an attribute in a schema file. */
export const ATTRIBUTE_PROPERTIES = ["documentation", "type", "required", "values", "element"] as const;

/** One entry under "attributes"; what is wrong is reported and takes its default. */
export function readAttribute(node: JsonNode, where: string, diagnostics: Diagnostic[]): AttributeType {
  const properties = readProperties(node, where, ATTRIBUTE_PROPERTIES, diagnostics);
  const scalarPrefix = `${where}.`;
  const documentation = readScalar(properties, "documentation", "string", scalarPrefix, diagnostics);
  const type = readType(properties.get("type")?.value, `${where}.type`, diagnostics);
  const values = readValues(properties.get("values")?.value, type, `${where}.values`, diagnostics);
  return {
    type,
    ...(documentation !== undefined && { documentation }),
    required: readScalar(properties, "required", "boolean", scalarPrefix, diagnostics) ?? false,
    ...(values !== null && { values }),
    element: readScalar(properties, "element", "boolean", scalarPrefix, diagnostics) ?? false,
  };
}

function readType(node: JsonNode | undefined, where: string, diagnostics: Diagnostic[]): ValueType {
  if (node === undefined) return "string";
  const written: unknown = node.value;
  const type = VALUE_TYPES.find((known) => known === written);
  if (type !== undefined) return type;
  const fixes = nearestNames(typeof written === "string" ? written : "", VALUE_TYPES).map((word) => ({
    title: `Replace by "${word}"`,
    edits: [{ span: spanOf(node), newText: JSON.stringify(word) }],
  }));
  const expected = `${VALUE_TYPES.slice(0, -1).join(", ")} or ${VALUE_TYPES.at(-1)}`;
  diagnostics.push(diagnose("SXP2102", spanOf(node), { where, expected }, fixes));
  return "string";
}

/** The allowed values, as written in the data; each must read as the type. */
function readValues(
  node: JsonNode | undefined,
  type: ValueType,
  where: string,
  diagnostics: Diagnostic[],
): readonly string[] | null {
  if (node === undefined) return null;
  if (node.type !== "array" || node.children === undefined || node.children.length === 0) {
    reportShape(node, where, "a list with at least one value", diagnostics);
    return null;
  }
  const values = new Set<string>();
  for (const [index, item] of node.children.entries()) {
    const value: unknown = item.value;
    if (typeof value !== "string" || !readsAs(value, type)) {
      reportShape(
        item,
        `${where}[${index}]`,
        type === "string" ? "a string" : `a string that reads as a ${type}`,
        diagnostics,
      );
    } else if (values.has(value)) {
      diagnostics.push(diagnose("SXP2105", spanOf(item), { where, name: value }));
    } else {
      values.add(value);
    }
  }
  return values.size > 0 ? [...values] : null;
}
