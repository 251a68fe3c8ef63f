import type { AttributeReference, Comparison, FieldReference, Literal } from "@semantic-xpath/parser";
import { nearestNames } from "../../schema/nearestNames.js";
import { readsAs } from "../../schema/readsAs.js";
import type { Schema, ValueType } from "../../schema/schema.js";
import { attributeInfo, childOf } from "../attributeInfo.js";
import type { CheckContext, Nodes } from "../context.js";
import { quotedList, stringLiteral } from "../fixes.js";
import { valueTypeOf } from "../valueTypes.js";
import { reportIncompatible } from "./incompatible.js";
import { checkParameter } from "./parameters.js";

/** SXP2005 for an attribute or a field: its declared type, then its allowed values. Silent where the types are mixed. */
export function checkDeclaredComparison(
  context: CheckContext,
  comparison: Comparison,
  left: AttributeReference | FieldReference,
  nodes: Nodes,
): void {
  const { right } = comparison;
  const schema = context.schema?.schema ?? null;
  const type = nodes === null ? null : valueTypeOf(nodes.names, left, schema);
  if (right.kind === "ParameterReference") checkParameter(context, right, type === "date" ? "string" : null);
  if (right.kind === "ParameterReference" || right.kind === "Missing") return;
  if (nodes === null || schema === null || type === null) return;
  if (!suits(right, type)) {
    const replacements = replacementsFor(right, type);
    reportIncompatible(context, comparison, {
      expected: EXPECTED[type],
      suggestions: replacements.filter(isQuoteless),
      replacements,
    });
  } else if (comparison.operator === "=" || comparison.operator === "!=") {
    checkAllowedValues(context, comparison, right, type, allowedValues(schema, nodes.names, left));
  }
}

const EXPECTED: Readonly<Record<ValueType, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  date: "a date",
};

/** Whether a literal can be a value of the type. A string may spell out a number, a truth value or a date. */
function suits(literal: Literal, type: ValueType): boolean {
  switch (literal.kind) {
    case "StringLiteral":
      return readsAs(literal.value, type);
    case "NumberLiteral":
      return type === "number" || type === "string";
    case "BooleanLiteral":
      return type === "boolean";
  }
}

function replacementsFor(literal: Literal, type: ValueType): readonly string[] {
  if (type === "boolean" && literal.kind === "StringLiteral") return nearestNames(literal.value, ["true", "false"]);
  if (type === "string" && literal.kind === "BooleanLiteral") return [stringLiteral(String(literal.value))];
  return [];
}

const isQuoteless = (text: string): boolean => !text.startsWith('"');

/** The allowed values where all types that have the attribute restrict it, and none has it as a child; else null. */
function allowedValues(
  schema: Schema,
  types: readonly string[],
  left: AttributeReference | FieldReference,
): readonly string[] | null {
  if (left.name.kind !== "Name") return null;
  const name = left.name.text;
  if (left.kind === "FieldReference" && types.some((type) => childOf(schema, type, name))) return null;
  return attributeInfo(types, name, schema)?.values ?? null;
}

function checkAllowedValues(
  context: CheckContext,
  comparison: Comparison,
  literal: Literal,
  type: ValueType,
  values: readonly string[] | null,
): void {
  if (values === null) return;
  const written = literal.kind === "NumberLiteral" ? literal.text : String(literal.value);
  if (values.some((value) => value === written || (type === "number" && Number(value) === Number(written)))) return;
  const suggestions = type === "number" ? [] : nearestNames(written, values);
  const offered = suggestions.length > 0 ? suggestions : values.length <= 3 ? values : [];
  const replacements = offered.map((value) => (type === "string" || type === "date" ? stringLiteral(value) : value));
  const expected = `always ${quotedList(values)}`;
  reportIncompatible(context, comparison, { expected, isImpossible: true, suggestions, replacements });
}
