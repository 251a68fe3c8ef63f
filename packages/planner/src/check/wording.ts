import {
  type BracketContent,
  type Evidence,
  type Expr,
  type Fix,
  type Index,
  type Literal,
  type Missing,
  type Name,
  type ParameterReference,
  quote,
  type Span,
  type Step,
  type Target,
  type Value,
} from "@semantic-xpath/parser";
import { stringLiteral } from "@semantic-xpath/values";

/** Name of an expression in messages: its outer form, with "…" for its content. */
export function shortText(expression: Expr | Target): string {
  switch (expression.kind) {
    case "Or":
      return "… or …";
    case "And":
      return "… and …";
    case "Not":
      return expression.form === "not" ? `not(${innerText(expression.operand)})` : `1-${innerText(expression.operand)}`;
    case "Comparison":
    case "Arithmetic":
      return `${shortText(expression.left)} ${expression.operator} ${shortText(expression.right)}`;
    case "Concatenation":
      return expression.operands.map(shortText).join(" || ");
    case "Negative":
      return `-${shortText(expression.operand)}`;
    case "Quantified":
      return `${expression.quantifier} ${expression.bindings.map(({ parameter }) => shortName(parameter)).join(", ")} satisfies …`;
    case "Evidence":
      return `${startText(expression.start)}${pathText(expression)}`;
    case "Relevance":
      return `${shortText(expression.target)} =~ …`;
    case "Aggregate":
      return `${expression.name}(…)`;
    case "Combine":
      return `${expression.function}(…)`;
    case "AttributeReference":
      return `@${nameText(expression.name)}`;
    case "FieldReference":
      return expression.name.text;
    case "Call":
      return `${expression.function}(${expression.arguments.length === 0 ? "" : "…"})`;
    case "StringLiteral":
    case "NumberLiteral":
    case "BooleanLiteral":
    case "ParameterReference":
      return literalText(expression);
    case "NodeTarget":
      return expression.form;
    case "StringValue":
      return ".";
    case "TextTarget":
      return "text()";
    case "Missing":
      return "…";
  }
}

function startText(start: Evidence["start"]): string {
  if (start === null) return "";
  if (start.kind === "Group") return `(…)${start.brackets.map(() => "[…]").join("")}`;
  return start.kind === "RootStart" ? "root()" : `$${start.name}`;
}

const shortName = (parameter: ParameterReference | Missing): string =>
  parameter.kind === "Missing" ? "…" : `$${parameter.name}`;

/** `/POI/@price`, with "…" for what is in brackets. */
function pathText({ segments }: Evidence): string {
  return segments.map(({ separator, step }) => `${separator}${stepText(step)}`).join("");
}

export function stepText(step: Step): string {
  switch (step.kind) {
    case "Missing":
      return "…";
    case "ParentStep":
      return "..";
    case "SelfStep":
      return ".";
    case "TextStep":
      return "text()";
    case "ComputedStep":
      return "(…)";
    case "RecordStep":
      return "{…}";
    case "AttributeStep":
      return `@${nameText(step.name)}`;
    case "IdStep": {
      const argument = step.argument.kind === "Missing" ? "" : shortText(step.argument);
      return `id(${argument})${step.brackets.map(() => "[…]").join("")}`;
    }
    case "AxisStep": {
      const axis = step.axis === null ? "" : `${step.axis}::`;
      const names = step.test.kind === "NameTest" ? step.test.names.map(nameText).join("|") : "*";
      const test = step.test.kind === "NameTest" && step.test.parenthesized ? `(${names})` : names;
      return `${axis}${test}${step.brackets.map(() => "[…]").join("")}`;
    }
  }
}

/** A literal as one would write it. */
function literalText(literal: Literal | ParameterReference | Missing): string {
  switch (literal.kind) {
    case "StringLiteral":
      return stringLiteral(literal.value);
    case "NumberLiteral":
      return literal.text;
    case "BooleanLiteral":
      return String(literal.value);
    case "ParameterReference":
      return `$${literal.name}`;
    case "Missing":
      return "…";
  }
}

const innerText = (expression: Expr): string =>
  expression.kind === "Not" ? (expression.form === "not" ? "not(…)" : "1-…") : "…";

const nameText = (name: Name | Missing): string => (name.kind === "Name" ? name.text : "…");

/** The source of a position bracket; null if it is incomplete or computed from more than the list. */
export function positionText(content: BracketContent): string | null {
  switch (content.kind) {
    case "IndexPosition":
      return content.index.kind === "Missing" ? null : `[${indexText(content.index)}]`;
    case "RangePosition":
      return `[${content.from === null ? "" : indexText(content.from)}:${content.to === null ? "" : indexText(content.to)}]`;
    case "Call":
      return content.function === "position" || content.function === "last" ? `[${content.function}()]` : null;
    default:
      return null;
  }
}

function indexText(index: Index): string {
  if (index.kind === "IndexLiteral") return index.text;
  return index.kind === "ParameterReference" ? `$${index.name}` : "";
}

/** Kinds of the nodes whose parts are conditions. */
export const CONDITION_PLACES: ReadonlySet<string> = new Set(["Bracket", "Or", "And", "Not", "Combine", "Quantified"]);

/** `count(/POI)` → `exists(/POI)`, and what may be around it in parentheses. */
export const existsFix = (span: Span, evidence: Value): Fix => ({
  title: "Replace by exists(…)",
  edits: [
    { span: { start: span.start, end: evidence.span.start }, newText: "exists(" },
    { span: { start: evidence.span.end, end: span.end }, newText: ")" },
  ],
  isSafe: false,
});

/** True if an expression ends in operators of its own. The span of one in parentheses starts before its first operand. */
export function isLoose(expression: Expr): boolean {
  switch (expression.kind) {
    case "Or":
    case "And":
      return expression.span.start === expression.operands[0]?.span.start;
    case "Comparison":
    case "Arithmetic":
      return expression.span.start === expression.left.span.start;
    case "Quantified":
      return true;
    default:
      return false;
  }
}

/** Tests that two parts of queries have the same meaning: equal up to place and spelling. Ends at the first difference, and makes nothing. */
export function same(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
    return Object.is(left, right);
  const [node, other] = [left as Properties, right as Properties];
  if (node.kind !== other.kind) return false;
  if (node.kind === "Name") return node.text === other.text;
  for (const key in node) if (!isIgnored(node, key) && !same(node[key], other[key])) return false;
  for (const key in other) if (!isIgnored(other, key) && !(key in node)) return false;
  return true;
}

/** A node by its fields; a list has its places for fields. */
type Properties = Readonly<Record<string, unknown>>;

/** Places in the text, and spellings that mean the same. */
const IGNORED = new Set(["span", "axisSpan", "operatorSpan", "separatorSpan", "form", "parenthesized", "text"]);

const isIgnored = ({ kind }: Properties, key: string): boolean =>
  IGNORED.has(key) || (key === "operator" && kind === "Relevance") || (key === "name" && kind === "Aggregate");

/** A text that two expressions share if and only if they are the same: many are compared in linear time. */
export function meaningKey(value: unknown): string {
  // With its length, no text reads as two.
  if (typeof value === "string") return `"${value.length}:${value}`;
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(meaningKey).join()}]`;
  const node = value as Properties;
  if (node.kind === "Name") return meaningKey(node.text);
  let text = "{";
  for (const key in node) if (!isIgnored(node, key)) text += `${key}:${meaningKey(node[key])},`;
  return `${text}}`;
}

/** A literal as messages name it. */
export function foundText(literal: Literal): string {
  switch (literal.kind) {
    case "StringLiteral":
      return quote(literal.value);
    case "NumberLiteral":
      return `the number ${literal.text}`;
    case "BooleanLiteral":
      return String(literal.value);
  }
}
