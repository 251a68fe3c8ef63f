import type { Expr, Literal, Missing, Name, ParameterReference, Target } from "@semantic-xpath/parser";
import { stringLiteral } from "./fixes.js";

/** What a message calls an expression: its outer form, with "…" for what is inside. */
export function shortText(expression: Expr | Target): string {
  switch (expression.kind) {
    case "Or":
      return "… or …";
    case "And":
      return "… and …";
    case "Not":
      return expression.form === "not" ? `not(${innerText(expression.operand)})` : `1-${innerText(expression.operand)}`;
    case "Comparison":
      return `${shortText(expression.left)} ${expression.operator} ${literalText(expression.right)}`;
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
    case "NodeFunction":
      return `${expression.name}()`;
    case "Count":
      return "count(…)";
    case "Call":
      return `${expression.function}(…)`;
    case "Exists":
      return "exists(…)";
    case "NodeTarget":
      return expression.form;
    case "TextTarget":
      return "text()";
    case "Missing":
      return "…";
  }
}

/** A literal as one would write it. */
export function literalText(literal: Literal | ParameterReference | Missing): string {
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
