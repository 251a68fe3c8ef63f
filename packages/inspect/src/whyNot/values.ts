import { describeSequence, describeValue, type ValueExpression } from "@semantic-xpath/planner";
import {
  evaluateEvidence,
  evaluateValue,
  fromOf,
  nodesBatch,
  type Observation,
  type PlacedNode,
  readAs,
  type ScoreAlgebra,
  settle,
  textOf,
  valueTexts as textsOf,
  toOf,
  valueAt,
} from "@semantic-xpath/runtime/internal";
import { beside, formatItem, type Item, isValueError } from "@semantic-xpath/values";
import type { WhyNot } from "../answers.js";
import { quoted } from "../words.js";

export { textsOf };

export const isNumeric = (text: string): boolean => text.trim() !== "" && !Number.isNaN(Number(text));

/** The number that a value is; null if it is a text. Evidence that open scores decide counts as not there. */
export function numberOf({ run }: Observation, value: ValueExpression, at: PlacedNode): number | null {
  switch (value.kind) {
    case "PositionValue":
      return at.place;
    case "LastValue":
      return at.last;
    case "CountValue":
      return settle(evaluateEvidence(run, value.evidence, nodesBatch(Int32Array.of(at.node))))?.ids.length ?? 0;
    default:
      return null;
  }
}

/** The texts that an expression is compared by, at a node or a group. */
export const textsAt = (observation: Observation, value: ValueExpression, at: PlacedNode): readonly string[] =>
  OF_NODE.has(value.kind) ? textsOf(observation.tree, value, at.node) : itemsAt(observation, value, at).map(textOf);

const OF_NODE: ReadonlySet<ValueExpression["kind"]> = new Set([
  "AttributeValue",
  "FieldValue",
  "StringValue",
  "OwnText",
  "NameValue",
]);

/** The values of an expression at a node, numbers and texts as a query writes them. */
export const valuesOf = (observation: Observation, value: ValueExpression, at: PlacedNode): string[] =>
  itemsAt(observation, value, at).map((item) => (typeof item === "string" ? quoted(item) : textOf(item)));

function itemsAt(observation: Observation, value: ValueExpression, at: PlacedNode): readonly Item[] {
  const { tree } = observation.run;
  const column = columnAt(observation, value, at);
  if (column === null) return [];
  const from = fromOf(column, 0);
  return Array.from({ length: toOf(column, 0) - from }, (_, k) => valueAt(tree, column, from + k));
}

function columnAt({ run }: Observation, value: ValueExpression, { node, place, last }: PlacedNode) {
  const single = (number: number): Int32Array => Int32Array.of(number);
  const batch = { ...nodesBatch(single(node)), places: single(place), lasts: single(last) };
  return settle(evaluateValue(run, value, batch));
}

/** A number as it is compared at a node: in the currency or unit of the value beside it. null: the value has none. */
export function numberBeside(observation: Observation, value: ValueExpression, at: PlacedNode, number: number) {
  const column = columnAt(observation, value, at);
  if (column === null || column.kind === "numbers" || fromOf(column, 0) === toOf(column, 0)) return null;
  const item = readAs(column.type, valueAt(observation.run.tree, column, fromOf(column, 0)));
  const other = beside(number, item);
  return isValueError(other) || typeof other !== "object" ? null : formatItem(other);
}

/** Name of a value after "it has no". */
export function absentText(value: ValueExpression): string {
  switch (value.kind) {
    case "AttributeValue":
      return `attribute "${value.name}"`;
    case "FieldValue":
      return `field "${value.name}"`;
    default:
      return valueText(value);
  }
}

/** Name of a value after "its". */
export function valueText(value: ValueExpression): string {
  switch (value.kind) {
    case "StringValue":
    case "OwnText":
      return "text";
    case "NameValue":
      return "type";
    case "PositionValue":
      return "position";
    case "LastValue":
      return "list's length";
    case "CountValue":
      return `count of ${describeSequence(value.evidence)}`;
    default:
      return describeValue(value);
  }
}

/** Why an operator dropped a node: what of a `WhyNot` the operator itself knows. */
export interface Explanation extends Pick<WhyNot, "reason" | "message" | "measured" | "ranked"> {
  /** Made when it is read: its evidence may be as long as the tree, for each of its nodes. */
  readonly algebra: (() => ScoreAlgebra) | null;
}

/** Without numbers unless some are given. */
export const explanation = (
  reason: Explanation["reason"],
  message: string,
  more: Partial<Explanation> = {},
): Explanation => ({ reason, message, measured: null, algebra: null, ranked: null, ...more });

/** Why a condition drops a node. */
export const because = (message: string, more?: Partial<Explanation>): Explanation =>
  explanation("filter", message, more);
