import type { Comparison } from "@semantic-xpath/parser";
import { nearestNames } from "../../schema/nearestNames.js";
import { readsAsNumber } from "../../schema/readsAs.js";
import type { CheckContext, Nodes } from "../context.js";
import { quotedList, stringLiteral } from "../fixes.js";
import { reportIncompatible } from "./incompatible.js";
import { checkParameter } from "./parameters.js";

/** `position()`, `last()` and `count(…)` compare with numbers. True where this one does. */
export function checkNumberComparison(context: CheckContext, comparison: Comparison): boolean {
  const { right } = comparison;
  if (right.kind === "NumberLiteral") return true;
  if (right.kind === "ParameterReference") checkParameter(context, right, "number");
  else reportIncompatible(context, comparison, { expected: "a number", replacements: unquotedNumber(right) });
  return false;
}

/** A score compares with numbers, a condition also with true and false. True where this one does. */
export function checkScoreComparison(context: CheckContext, comparison: Comparison, isGraded: boolean): boolean {
  const { right } = comparison;
  if (right.kind === "NumberLiteral" || (right.kind === "BooleanLiteral" && !isGraded)) return true;
  const expected = isGraded ? "a score between 0 and 1" : "true or false";
  reportIncompatible(context, comparison, {
    expected,
    replacements: isGraded ? unquotedNumber(right) : unquotedTruth(right),
  });
  return false;
}

/** `name()` compares with strings; with a schema, with the names of the types that can stand here. */
export function checkNameComparison(context: CheckContext, comparison: Comparison, nodes: Nodes): void {
  const { right, operator } = comparison;
  if (right.kind === "ParameterReference") {
    checkParameter(context, right, "string");
  } else if (right.kind !== "StringLiteral") {
    reportIncompatible(context, comparison, { expected: "a name" });
  } else if ((operator === "=" || operator === "!=") && nodes !== null && nodes.names.length > 0) {
    if (nodes.names.includes(right.value)) return;
    const suggestions = nearestNames(right.value, nodes.names);
    const replacements = (suggestions.length > 0 ? suggestions : nodes.names.slice(0, 3)).map(stringLiteral);
    const expected = `always ${quotedList(nodes.names)}`;
    reportIncompatible(context, comparison, { expected, isImpossible: true, suggestions, replacements });
  }
}

const unquotedNumber = (right: Comparison["right"]): string[] =>
  right.kind === "StringLiteral" && readsAsNumber(right.value) ? [right.value.trim().replace(/^\+/, "")] : [];

const unquotedTruth = (right: Comparison["right"]): string[] =>
  right.kind === "StringLiteral" && (right.value === "true" || right.value === "false") ? [right.value] : [];
