import {
  AXES,
  type Axis,
  type Declaration,
  type FunctionForm,
  type FunctionResult,
  type FunctionRow,
  functionOf,
  type UpdateDeclaration,
} from "@semantic-xpath/parser";
import type { AttributeType, Schema, TypeSet } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/runtime";
import { code, fenced, plain, prose } from "../words/markdown.js";
import { attributesOf, attributeWords, count, occurrenceWords, shorten } from "../words/words.js";
import type { View } from "../workspace/view.js";
import { countOf, frequentValues } from "./dataFacts.js";

const SHOWN_TYPES = 4;
const SHOWN_ATTRIBUTES = 12;
const SHOWN_VALUES = 5;

/** A node type for people: what it is, what it carries, what it contains. */
export function describeType(schema: Schema, tree: Tree | null, name: string): string {
  const type = schema.types[name];
  if (type === undefined) return `**${plain(name)}**`;
  const nodes = tree === null ? "" : ` · ${count(countOf(tree, [name]), "node")}`;
  const lines = [`**${plain(name)}**${nodes}`];
  if (type.documentation !== undefined) lines.push(prose(type.documentation));
  const attributes = Object.entries(type.attributes);
  if (attributes.length > 0) {
    const attributeLines = attributes
      .slice(0, SHOWN_ATTRIBUTES)
      .map(([key, attribute]) => attributeLine(key, attribute));
    lines.push(attributeLines.join("\n") + (attributes.length > SHOWN_ATTRIBUTES ? "\n- …" : ""));
  }
  const children = Object.entries(type.children).map(
    ([child, occurs]) => `${code(child)} (${occurrenceWords(occurs)})`,
  );
  if (children.length > 0) lines.push(`Children: ${children.join(", ")}`);
  return lines.join("\n\n");
}

const attributeLine = (name: string, { type, documentation }: AttributeType): string =>
  `- ${code(`@${name}`)} ${type}${dashed(documentation)}`;

/** Several types: in full if there are few, else their names. */
export function describeTypes(schema: Schema, tree: Tree | null, types: TypeSet): string {
  if (types === null) return "";
  if (types.length === 0) return "No node can be here.";
  if (types.length === 1) return describeType(schema, tree, types[0]!);
  const lines = types
    .slice(0, SHOWN_TYPES)
    .map((name) => `- **${plain(name)}**${dashed(schema.types[name]?.documentation)}`);
  const moreText = types.length > SHOWN_TYPES ? `\n- and ${types.length - SHOWN_TYPES} more types` : "";
  return `${lines.join("\n")}${moreText}`;
}

/** An attribute on these types: its declarations, and values that nodes have. */
export function describeAttribute(schema: Schema, tree: Tree | null, types: TypeSet, name: string): string {
  const declared = attributesOf(schema, types).get(name);
  const lines: string[] = [];
  if (declared === undefined) lines.push(`**@${plain(name)}**`);
  else {
    const { attribute, on } = declared;
    lines.push(`**@${plain(name)}** · ${attributeWords(attribute)}`);
    if (attribute.documentation !== undefined) lines.push(prose(attribute.documentation));
    if (types === null || types.length > 1) lines.push(`On ${listed(on)}.`);
    if (attribute.values !== undefined) lines.push(`Allowed: ${listed(attribute.values)}`);
  }
  const sample = tree === null ? [] : frequentValues(tree, types, name);
  if (sample.length > 0) {
    const samples = sample
      .slice(0, SHOWN_VALUES)
      .map(({ text, count: nodes }) => `${code(shorten(text, 48))} (${nodes})`);
    lines.push(
      `In the data: ${samples.join(", ")}${sample.length > SHOWN_VALUES ? `, … (${sample.length} values)` : ""}`,
    );
  }
  return lines.join("\n\n");
}

/** A function with its signatures; null if there is none of that name. */
export function describeFunction(name: string): string | null {
  const row = functionOf(name);
  if (row === null) return null;
  const signatures = row.forms.map((form) => signatureText(name, form)).join("\n");
  return `${fenced("sxp", signatures)}\n\n${describeCall(row)}`;
}

/** `contains(value, value, text?)` */
function signatureText(name: string, { parameters, optional, repeats }: FunctionForm): string {
  const parameterTexts = parameters.map((parameter, i) =>
    i < parameters.length - optional ? parameter : `${parameter}?`,
  );
  return `${name}(${parameterTexts.join(", ")}${repeats ? ", …" : ""})`;
}

/** Description of a function, and its meaning as equations. */
export const describeCall = ({ documentation, equation, gives, source }: FunctionRow): string =>
  `${documentation}\n\n${fenced("text", equation)}\n\nGives ${RESULTS[gives]} · ${SOURCES[source]}`;

const RESULTS: Readonly<Record<FunctionResult, string>> = {
  condition: "a condition, true or false",
  relevance: "a relevance, from 0 to 1",
  graded: "a relevance from 0 to 1, or what its operands are",
  number: "a number",
  text: "a text",
  date: "a date",
  dateTime: "a moment",
  duration: "a duration",
  value: "a value",
  amount: "a number, or an amount in the unit of its values",
  values: "values",
};

const SOURCES: Readonly<Record<FunctionRow["source"], string>> = {
  XPath: "as in XPath 3.1",
  ours: "of this language, not of XPath",
};

export const describeAxis = (axis: Axis): string => `**${axis}::** — ${AXES[axis].documentation}.`;

/** A declared query: its name with its parameters, and the comment right above it. */
export function describeDeclaration(view: View, declaration: Declaration | UpdateDeclaration): string {
  const comment = commentBefore(view, declaration);
  return fenced("sxp", declaredSignature(declaration)) + (comment === "" ? "" : `\n\n${prose(comment)}`);
}

/** `day_with($wish as string)`. */
export function declaredSignature({ name, parameters }: Declaration | UpdateDeclaration): string {
  const parameterTexts = parameters.map((one) => `$${one.name}${one.type === null ? "" : ` as ${one.type}`}`);
  return `${name.kind === "Name" ? name.text : "…"}(${parameterTexts.join(", ")})`;
}

/** The words of the comment right above a declaration, empty if there is none. */
export const commentBefore = (view: View, declaration: Declaration | UpdateDeclaration): string =>
  (commentOf(view, declaration)?.text ?? "").slice(2, -2).replaceAll(/\s+/g, " ").trim();

/** Start of a declaration with the comment about it. */
export const startWithComment = (view: View, declaration: Declaration | UpdateDeclaration): number =>
  (commentOf(view, declaration) ?? declaration).span.start;

function commentOf({ ast, text }: View, { span }: Declaration | UpdateDeclaration) {
  const comment = ast.comments.findLast((one) => one.span.end <= span.start);
  return comment !== undefined && text.slice(comment.span.end, span.start).trim() === "" ? comment : null;
}

const listed = (words: readonly string[]): string => words.map(code).join(", ");
const dashed = (documentation: string | undefined): string =>
  documentation === undefined ? "" : ` — ${prose(documentation)}`;
