import { AXES, type Axis, functionOf, signatureOf } from "@semantic-xpath/parser";
import type { AttributeType, Schema, TypeSet } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/runtime";
import { countOf, frequentValues } from "../types/dataFacts.js";
import { attributesOf, attributeWords, count, occurrenceWords } from "./words.js";

const SHOWN_TYPES = 4;
const SHOWN_ATTRIBUTES = 12;
const SHOWN_VALUES = 5;

/** A node type for people: what it is, what it carries, what it contains. */
export function describeType(schema: Schema, tree: Tree | null, name: string): string {
  const type = schema.types[name];
  if (type === undefined) return `**${name}**`;
  const nodes = tree === null ? "" : ` · ${count(countOf(tree, [name]), "node")}`;
  const lines = [`**${name}**${nodes}`];
  if (type.documentation !== undefined) lines.push(type.documentation);
  const attributes = Object.entries(type.attributes);
  if (attributes.length > 0) {
    const shown = attributes.slice(0, SHOWN_ATTRIBUTES).map(([key, attribute]) => attributeLine(key, attribute));
    lines.push(shown.join("\n") + (attributes.length > SHOWN_ATTRIBUTES ? "\n- …" : ""));
  }
  const children = Object.entries(type.children).map(([child, occurs]) => `\`${child}\` (${occurrenceWords(occurs)})`);
  if (children.length > 0) lines.push(`Children: ${children.join(", ")}`);
  return lines.join("\n\n");
}

function attributeLine(name: string, attribute: AttributeType): string {
  const documentation = attribute.documentation === undefined ? "" : ` — ${attribute.documentation}`;
  return `- \`@${name}\` ${attribute.type}${documentation}`;
}

/** Several types: in full where there are few, else their names. */
export function describeTypes(schema: Schema, tree: Tree | null, types: TypeSet): string {
  if (types === null) return "";
  if (types.length === 0) return "No node can be here.";
  if (types.length === 1) return describeType(schema, tree, types[0]!);
  const lines = types.slice(0, SHOWN_TYPES).map((name) => {
    const documentation = schema.types[name]?.documentation;
    return `- **${name}**${documentation === undefined ? "" : ` — ${documentation}`}`;
  });
  const rest = types.length > SHOWN_TYPES ? `\n- and ${types.length - SHOWN_TYPES} more types` : "";
  return `${lines.join("\n")}${rest}`;
}

/** An attribute on these types: its declarations, and values that nodes have. */
export function describeAttribute(schema: Schema, tree: Tree | null, types: TypeSet, name: string): string {
  const found = attributesOf(schema, types).get(name);
  const lines: string[] = [];
  if (found === undefined) lines.push(`**@${name}**`);
  else {
    const { attribute, on } = found;
    lines.push(`**@${name}** · ${attributeWords(attribute)}`);
    if (attribute.documentation !== undefined) lines.push(attribute.documentation);
    if (types === null || types.length > 1) lines.push(`On ${on.map((type) => `\`${type}\``).join(", ")}.`);
    if (attribute.values !== undefined)
      lines.push(`Allowed: ${attribute.values.map((value) => `\`${value}\``).join(", ")}`);
  }
  const sample = tree === null ? [] : frequentValues(tree, types, name);
  if (sample.length > 0) {
    const shown = sample.slice(0, SHOWN_VALUES).map(({ text, count: nodes }) => `\`${shorten(text)}\` (${nodes})`);
    lines.push(
      `In the data: ${shown.join(", ")}${sample.length > SHOWN_VALUES ? `, … (${sample.length} values)` : ""}`,
    );
  }
  return lines.join("\n\n");
}

/** A function with its signatures; null if there is none of that name. */
export function describeFunction(name: string): string | null {
  const row = functionOf(name);
  if (row === null) return null;
  const signatures = row.forms.map((form) => signatureOf(name, form)).join("\n");
  return `\`\`\`sxp\n${signatures}\n\`\`\`\n\n${row.documentation}\n\n\`\`\`text\n${row.equation}\n\`\`\``;
}

export const describeAxis = (axis: Axis): string => `**${axis}::** — ${AXES[axis].documentation}.`;

export const shorten = (text: string, length = 48): string => {
  const line = text.replaceAll("`", "'").replaceAll("\n", " ");
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
};
