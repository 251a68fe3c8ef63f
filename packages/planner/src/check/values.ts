import {
  type AttributeReference,
  assertNever,
  type Call,
  type Comparison,
  type Expr,
  type FieldReference,
  type Group,
  type Literal,
  type Missing,
  type ParameterReference,
  type Step,
  type Value,
} from "@semantic-xpath/parser";
import { callRow } from "@semantic-xpath/values";
import type { Schema } from "../schema/schema.js";
import type { ValueType } from "../schema/valueType.js";
import { attributeOf, attributeRead, childOf, declaredType } from "./attributes.js";
import type { CheckContext, Nodes, TypeSet, ValueFacts } from "./checked.js";
import { isGroups, isKeys, keyNamed, partName } from "./items.js";
import { arithmeticType, type Operand, TYPE_OF_RESULT, typeOfCall } from "./valueTypes.js";

/** Facts of a value; its parts have been checked before. */
export function valueFacts(context: CheckContext, value: Value, nodes: Nodes): ValueFacts {
  const schema = context.schema?.schema ?? null;
  const factsOf = (part: Value | Missing): ValueFacts => context.values.get(part) ?? UNKNOWN;
  switch (value.kind) {
    case "StringLiteral":
    case "TextTarget":
      return { type: null, most: 1 };
    case "StringValue":
      return { ...itemFacts(context, nodes), most: 1 };
    case "NumberLiteral":
      return { type: "number", most: 1 };
    case "BooleanLiteral":
      return { type: "boolean", most: 1 };
    case "ParameterReference":
      return parameterFacts(context, value);
    case "AttributeReference":
      if (isGroups(context.item)) return keyFacts(context, value.name);
      return { ...namedFacts(nodes, value, schema), most: 1 };
    case "Concatenation":
      return { type: "string", most: 1 };
    case "FieldReference": {
      if (isGroups(context.item)) return keyFacts(context, value.name);
      return { ...namedFacts(nodes, value, schema), most: mostOfField(context, value.name.text, nodes) };
    }
    case "Evidence":
      return factsOf(value);
    case "Arithmetic": {
      const [left, right] = [value.left, value.right].map((part) => operandOf(context, part)) as [Operand, Operand];
      return { type: arithmeticType(left, value.operator, right), most: 1 };
    }
    case "Negative":
      return { type: arithmeticType(operandOf(context, value.operand), "*", MINUS_ONE), most: 1 };
    case "Call":
      return callFacts(value, value.arguments.map(factsOf));
    default:
      return assertNever(value);
  }
}

/** Facts of a key of the groups that a bracket is applied to. */
function keyFacts(
  { item, values }: Pick<CheckContext, "item" | "values">,
  name: { readonly kind: string; readonly text?: string },
): ValueFacts {
  const key = isGroups(item) && name.text !== undefined ? keyNamed(item, name.text) : undefined;
  const { type, attribute } = (key && values.get(key.value)) ?? UNKNOWN;
  return { type, attribute, most: 1 };
}

/** Facts of `.` where it is an attribute or a key. */
function itemFacts({ item, schema, values }: CheckContext, nodes: Nodes): ReadFacts {
  const name = item === null || isGroups(item) ? null : partName(item);
  if (name === null) return UNKNOWN;
  if (isKeys(item)) return keyFacts({ item: item.of, values }, { kind: "Name", text: name });
  return attributeFacts(nodes?.names ?? null, name, schema?.schema ?? null);
}

/** Facts that do not depend on the number of values. */
export type ReadFacts = Pick<ValueFacts, "type" | "attribute">;

/** Facts of an attribute, or of a field, of nodes of some types. */
export const attributeFacts = (types: TypeSet, name: string, schema: Schema | null, isField = false): ReadFacts => ({
  type: declaredType(types, name, schema, isField),
  attribute: attributeRead(types, name, schema, isField),
});

function namedFacts(
  nodes: Nodes,
  { kind, name }: AttributeReference | FieldReference,
  schema: Schema | null,
): ReadFacts {
  return name.kind === "Missing"
    ? UNKNOWN
    : attributeFacts(nodes?.names ?? null, name.text, schema, kind === "FieldReference");
}

const UNKNOWN: ValueFacts = { type: null, most: null };

/** `-x` is `x * -1`. */
export const MINUS_ONE: Operand = { type: "number" };

/** Facts of an operand of arithmetic. */
export function operandOf({ values }: CheckContext, value: Value | Missing): Operand {
  if (value.kind === "StringLiteral") return { text: value.value };
  const type = values.get(value)?.type ?? null;
  if (type !== null) return { type };
  return value.kind === "Call" && callRow(value.function).kind === "scalar" ? null : "data";
}

function parameterFacts({ bound, parameters }: CheckContext, { name }: ParameterReference): ValueFacts {
  const node = bound.get(name);
  if (node !== undefined) return { type: node.type, attribute: node.attribute, most: node.most };
  const declared = parameters?.find((each) => each.name === name)?.type;
  return { type: declared === "number" ? "number" : null, most: 1 };
}

/** The type of the values of an attribute, a field or a function that has no arguments; null if it is unknown or differs between the node types. */
export function valueTypeOf(types: TypeSet, value: Value, schema: Schema | null): ValueType | null {
  switch (value.kind) {
    case "AttributeReference":
    case "FieldReference":
      return value.name.kind === "Missing"
        ? null
        : declaredType(types, value.name.text, schema, value.kind === "FieldReference");
    case "Call":
      return TYPE_OF_RESULT[callRow(value.function).gives];
    default:
      return null;
  }
}

/** An attribute is one value; without it, each child of that name is one. */
function mostOfField({ schema }: CheckContext, name: string, nodes: Nodes): number | null {
  if (schema === null || nodes === null) return null;
  let most = 1;
  for (const type of nodes.names) {
    if (attributeOf(schema.schema, type, name) !== null || !childOf(schema.schema, type, name)) continue;
    most = Math.max(most, schema.schema.types[type]!.children[name]!.max ?? Number.POSITIVE_INFINITY);
  }
  return most;
}

/** One value, but for calls that give several. */
const callFacts = ({ function: name }: Call, args: readonly ValueFacts[]): ValueFacts => ({
  type: typeOfCall(
    name,
    args.map(({ type }) => type),
  ),
  most: callRow(name).gives === "values" ? (args[0]?.most ?? null) : 1,
});

/**
 * True if the form of a value allows at most one; else it is a list. Lists are `distinct-values`, and paths that are more than `..`, `.`, `self`
 * and `parent` from a node, or from a group that ends in one index.
 */
export function isOneValue(value: Value): boolean {
  if (value.kind === "Call") return callRow(value.function).gives !== "values";
  if (value.kind !== "Evidence") return true;
  const { start, segments } = value;
  if (start?.kind === "Group" && !endsInOne(start)) return false;
  return segments.every(({ step, separator }) => separator === "/" && isAtMostOne(step));
}

/** True if the last bracket of a group is one index, or a number used as one. */
const endsInOne = ({ brackets }: Group): boolean => {
  const content = brackets.at(-1)?.content;
  if (content === undefined) return false;
  if (content.kind === "IndexPosition") return true;
  return content.kind === "Call" && content.function === "last";
};

function isAtMostOne(step: Step): boolean {
  switch (step.kind) {
    case "ParentStep":
    case "SelfStep":
    case "AttributeStep":
    case "TextStep":
      return true;
    case "AxisStep":
      return step.axis === "self" || step.axis === "parent";
    default:
      return false;
  }
}

/** True for an expression of values, rather than a composed condition or a relevance. */
export const isValue = (expression: Expr | Missing): expression is Value => VALUES.has(expression.kind);

const VALUES: ReadonlySet<string> = new Set<Value["kind"]>([
  "Concatenation",
  "Arithmetic",
  "Negative",
  "StringLiteral",
  "NumberLiteral",
  "BooleanLiteral",
  "ParameterReference",
  "AttributeReference",
  "FieldReference",
  "StringValue",
  "TextTarget",
  "Evidence",
  "Call",
]);

/** True for a value that is true or false. */
export const isTest = (value: Expr | Missing): boolean =>
  value.kind === "Call" && callRow(value.function).gives === "condition";

/** A literal, or a parameter of the query. */
export const isGiven = (
  value: Value | Missing,
  bound: { has(name: string): boolean },
): value is Literal | ParameterReference =>
  value.kind === "ParameterReference"
    ? !bound.has(value.name)
    : value.kind === "StringLiteral" || value.kind === "NumberLiteral" || value.kind === "BooleanLiteral";

/** True if the left side of a comparison is a value. A Boolean call is a condition beside a literal. */
export const comparesValues = ({ left, right }: Comparison, bound: { has(name: string): boolean }): boolean =>
  isValue(left) && !(isTest(left) && (right.kind === "Missing" || isGiven(right, bound)));

/** `agg_avg(/POI/@cost)`: a function of scores that is given values, which is reported. */
export const isOverValues = (expression: Expr): boolean => {
  const last = expression.kind === "Aggregate" ? expression.evidence.segments.at(-1)?.step.kind : undefined;
  return last === "AttributeStep" || last === "TextStep";
};

/** True if the form of a value is a number: alone in a bracket it is a position. */
export function isNumber(value: Expr): boolean {
  if (value.kind === "Arithmetic" || value.kind === "Negative" || value.kind === "NumberLiteral") return true;
  if (value.kind !== "Call") return false;
  const { gives } = callRow(value.function);
  return gives === "number" || gives === "amount";
}
