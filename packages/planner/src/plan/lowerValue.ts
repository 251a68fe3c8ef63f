import {
  assertNever,
  type Call,
  FUNCTIONS,
  type Missing,
  type ParameterReference,
  type Span,
  type Value,
} from "@semantic-xpath/parser";
import { isGroups, isKeys, partName } from "../check/items.js";
import type { ValueType } from "../schema/valueType.js";
import type { ValueExpression } from "./expressions.js";
import { type Lowering, lowerArgument, present } from "./lowering.js";
import type { ArgumentUse } from "./operators.js";

/** `Value ::= Product ( ( "+" | "-" ) Product )*` and below; `use` is what an argument is used for. */
export function lowerValue(lowering: Lowering, written: Value | Missing, use: ArgumentUse = "value"): ValueExpression {
  const value = present(written);
  const { span } = value;
  const id = lowering.nextId++;
  const type = lowering.checked.values.get(value)?.type ?? null;
  switch (value.kind) {
    case "StringLiteral":
    case "NumberLiteral":
    case "BooleanLiteral": {
      const argument = lowerArgument<string | number | boolean>(lowering, value, use);
      if (!Object.is(value.value, -0)) return { kind: "Given", id, span, argument };
      return { kind: "Negative", id, span, operand: { kind: "Given", id: lowering.nextId++, span, argument } };
    }
    case "ParameterReference":
      return lowerReference(lowering, value, { id, type, use });
    case "AttributeReference": {
      const { text: name } = present(value.name);
      return { kind: isGroups(lowering.item) ? "KeyValue" : "AttributeValue", id, span, name, type };
    }
    case "FieldReference":
      return { kind: isGroups(lowering.item) ? "KeyValue" : "FieldValue", id, span, name: value.name.text, type };
    case "Concatenation":
      return {
        kind: "Function",
        id,
        span,
        function: "concat",
        arguments: value.operands.map((operand) => lowerValue(lowering, operand)),
      };
    case "StringValue":
      return itemValue(lowering, id, span, type);
    case "TextTarget":
      return { kind: "OwnText", id, span };
    case "Evidence":
      return { kind: "PathValues", id, span, evidence: lowering.lowerEvidence(lowering, value), type };
    case "Arithmetic": {
      const left = lowerValue(lowering, value.left);
      return { kind: "Arithmetic", id, span, operator: value.operator, left, right: lowerValue(lowering, value.right) };
    }
    case "Negative":
      return { kind: "Negative", id, span, operand: lowerValue(lowering, value.operand) };
    case "Call":
      return lowerCall(lowering, value, id);
    default:
      return assertNever(value);
  }
}

/** `.`: the string value of a node; of an attribute or own text, that of the node which has it. */
function itemValue({ item }: Lowering, id: number, span: Span, type: ValueType | null): ValueExpression {
  if (item === null || isGroups(item)) return { kind: "StringValue", id, span };
  const name = partName(item);
  if (isKeys(item)) return { kind: "KeyValue", id, span, name: name ?? "", type };
  return name === null ? { kind: "OwnText", id, span } : { kind: "AttributeValue", id, span, name, type };
}

/** The value of the node that a quantifier has bound to the name, else of the query's parameter. */
function lowerReference(
  lowering: Lowering,
  reference: ParameterReference,
  { id, type, use }: { readonly id: number; readonly type: ValueType | null; readonly use: ArgumentUse },
): ValueExpression {
  const { name, span } = reference;
  if (!lowering.bound.has(name))
    return { kind: "Given", id, span, argument: lowerArgument<string>(lowering, reference, use) };
  const pathId = lowering.nextId++;
  const start = { kind: "Variable", name } as const;
  const evidence = {
    kind: "Path",
    id: pathId,
    span,
    types: null,
    start,
    steps: [],
    attribute: null,
    order: "document",
  } as const;
  return { kind: "PathValues", id, span, evidence, type };
}

function lowerCall(lowering: Lowering, call: Call, id: number): ValueExpression {
  const { span } = call;
  const { item } = lowering;
  switch (call.function) {
    case "name": {
      if (item === null) return { kind: "NameValue", id, span };
      const name = isGroups(item) ? "group" : (partName(item) ?? "");
      return { kind: "Given", id, span, argument: { kind: "Literal", value: name } };
    }
    case "position":
      return { kind: "PositionValue", id, span };
    case "last":
      return { kind: "LastValue", id, span };
    case "count": {
      const [path] = call.arguments;
      if (path?.kind === "Evidence")
        return { kind: "CountValue", id, span, evidence: lowering.lowerEvidence(lowering, path) };
    }
  }
  const ofItem = item !== null && readsItem(call) ? [itemValue(lowering, lowering.nextId++, span, null)] : null;
  return { kind: "Function", id, span, function: call.function, arguments: ofItem ?? lowerArguments(lowering, call) };
}

/** A call that has no arguments and reads the context item: `string-length()`. */
const readsItem = ({ function: name, arguments: written }: Call): boolean =>
  written.length === 0 && FUNCTIONS[name].gives !== "date" && FUNCTIONS[name].gives !== "dateTime";

export const lowerArguments = (lowering: Lowering, { arguments: values }: Call): readonly ValueExpression[] =>
  values.map((value) => lowerValue(lowering, value));
