import { AXES, type Bracket, type Expr, type Step } from "@semantic-xpath/parser";
import { idsIn } from "../schema/bits.js";
import type { PossibleNodes, SchemaTypes } from "../schema/schemaTypes.js";
import type { StepPlace } from "./checked.js";
import { isNumber } from "./values.js";

/** Maximum number of nodes or values of a step from one node; null: it depends on the data. */
export function mostOfStep(
  schema: SchemaTypes | null,
  place: StepPlace,
  names: readonly string[] | null,
): number | null {
  const { segment, axis, from } = place;
  const { step, separator } = segment;
  if (separator === "//" && (step.kind !== "AxisStep" || step.axis === null)) return null;
  if (step.kind !== "AxisStep" && step.kind !== "IdStep") return 1;
  let most: number | null = null;
  if (axis === null) most = mostReferred(step);
  else if (AXES[AXES[axis].inverse].once) most = 1;
  else if (axis === "child" && schema !== null && from !== null && names !== null)
    most = mostChildren(schema, from, names);
  for (const bracket of step.brackets) most = mostAfter(bracket, most);
  return most;
}

/** A text that is written in the query names as many nodes as it has words. */
function mostReferred(step: Step): number | null {
  if (step.kind !== "IdStep" || step.argument.kind !== "StringLiteral") return null;
  return step.argument.value.split(/[ \t\r\n]+/).length;
}

/** A condition may leave out any number of nodes. */
function mostAfter({ content }: Bracket, most: number | null): number | null {
  switch (content.kind) {
    case "IndexPosition":
      return 1;
    case "OrderBy":
    case "SiblingOffset":
      return most;
    case "RangePosition":
    case "GroupBy":
      return atMostOne(most);
    default:
      return isNumber(content) && !isPosition(content) ? 1 : atMostOne(most);
  }
}

const atMostOne = (most: number | null): number | null => (most === null || most <= 1 ? most : null);

/** `[position()]` keeps every node. */
const isPosition = (content: Expr): boolean => content.kind === "Call" && content.function === "position";

/** max over the parents of the sum of max over the children of these types. */
export function mostChildren(types: SchemaTypes, from: PossibleNodes, names: readonly string[]): number {
  let most = from.document ? 1 : 0;
  for (const parent of idsIn(from.bits)) {
    const children = types.schema.types[types.names[parent]!]!.children;
    let sum = 0;
    for (const name of names) {
      if (Object.hasOwn(children, name)) sum += children[name]!.max ?? Number.POSITIVE_INFINITY;
    }
    most = Math.max(most, sum);
  }
  return most;
}
