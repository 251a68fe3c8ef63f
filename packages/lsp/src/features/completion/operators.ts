import { ARITHMETIC_OPERATORS, type FunctionResult, functionOf, OPERATORS, type Place } from "@semantic-xpath/parser";
import { typesOf } from "../types/typesOf.js";
import { attributesOf, childrenOf } from "../words/words.js";
import type { Items } from "./items.js";

const COMPARISONS = {
  "=": "equal",
  "!=": "not equal",
  ">=": "at least",
  "<=": "at most",
  ">": "greater, or later",
  "<": "less, or earlier",
} as const;
const EQUALITY_FIRST = Object.keys(COMPARISONS) as (keyof typeof COMPARISONS)[];
const ORDER_FIRST = [...EQUALITY_FIRST.slice(2), ...EQUALITY_FIRST.slice(0, 2)];

type Placed<K extends Place["kind"]> = Extract<Place, { kind: K }>;

/** After an operand: relevance where it has text, comparisons in the order that suits its type, and what ends the operand. */
export function addOperators(items: Items, { operand, base, inBracket }: Placed<"operator">): void {
  const { known } = items.view;
  const { kind, name } = operand;
  if (kind === "field" && inBracket) {
    addWordsAfter(items, name);
    const types = typesOf(known, base);
    const isUnknown =
      known !== null && !attributesOf(known, types).has(name) && !childrenOf(known, types).includes(name);
    if (items.list.length > 0 && isUnknown) return;
  }
  const isName = kind === "attribute" || kind === "field";
  const isTarget = kind === "node" || kind === "text";
  const { type, values } = (isName && attributesOf(known, typesOf(known, base)).get(name)?.attribute) || {};
  const gives = kind === "call" ? functionOf(name.slice(0, -2))?.gives : undefined;
  const relevance = (): void => {
    if (!(isTarget || isName) || (type ?? "string") !== "string") return;
    const detail = "relevance, from 0 to 1";
    items.add({ label: "=~", kind: "operator", snippet: '=~ "$1"', filter: "=~", detail, about: "operator", base });
  };
  const isCondition = !takesValuesOnly(items);
  if (isCondition && values === undefined) relevance();
  if (isCondition && (!isTarget || !isNode(items))) {
    const isOrdered = (type !== undefined && type !== "string" && type !== "boolean") || kind === "other";
    addComparisons(items, isOrdered || gives === "graded");
  }
  if (isCondition && values !== undefined) relevance();
  if (isCondition && !isTarget && kind !== "other" && !isValue(gives) && base !== "") addConnectives(items, false);
  const isText = type === "string" || type === "boolean" || isTarget || gives === "text" || gives === "condition";
  if (isText || type?.startsWith("interval") || type?.startsWith("ref") || type === "id") return;
  addArithmetic(items, type !== undefined && MOMENTS.has(type));
}

/** Moments take durations, and are not multiplied. */
const MOMENTS: ReadonlySet<string> = new Set(["date", "dateTime", "time"]);

const isValue = (gives: FunctionResult | undefined): boolean =>
  gives !== undefined && gives !== "condition" && gives !== "graded" && gives !== "relevance";

/** `node` and `content` are targets of a relevance and no values. */
const isNode = ({ view: { text }, cursor }: Items): boolean =>
  /\b(?:node|content)\s*$/.test(text.slice(0, cursor.insert.start));

/** Words of the language that are names until another word follows. */
function addWordsAfter(items: Items, name: string): void {
  if (name === "order") items.add({ label: "by", kind: "keyword", text: "by ", detail: "the values to order by" });
  if (name === "group") items.add({ label: "by", kind: "keyword", text: "by ", detail: "the values to group by" });
  if (name !== "some" && name !== "every") return;
  const label = "$x in … satisfies …";
  items.add({
    label,
    kind: "snippet",
    snippet: "\\$x in $1 satisfies $2",
    filter: "$x",
    detail: "each node of a path",
  });
}

function addComparisons(items: Items, isOrdered: boolean): void {
  for (const label of isOrdered ? ORDER_FIRST : EQUALITY_FIRST) {
    items.add({ label, kind: "operator", text: `${label} `, detail: COMPARISONS[label], about: "operator" });
  }
}

function addArithmetic(items: Items, isOfMoments = false): void {
  for (const label of isOfMoments ? (["+", "-"] as const) : ARITHMETIC_OPERATORS) {
    const { documentation: detail } = OPERATORS[label];
    items.add({ label, kind: "operator", text: `${label} `, detail, about: "operator" });
  }
}

/** After a path that is a value: what it is compared with or computed with. */
export function addValueJoints(items: Items): void {
  if (!takesValuesOnly(items)) addComparisons(items, true);
  addArithmetic(items);
}

/** True in an argument that is not a condition. */
const takesValuesOnly = ({ cursor: { call } }: Items): boolean =>
  call !== null && call.takes.length > 0 && call.takes.every((kind) => kind === "value" || kind === "text");

/** After a whole condition; what ends in a value may go on as arithmetic. */
export function addAfterCondition(
  items: Items,
  { base, isRelevance, isValue }: Pick<Placed<"afterCondition">, "base" | "isRelevance" | "isValue">,
): void {
  if (base !== "") addConnectives(items, isRelevance);
  if (isValue) addArithmetic(items);
}

/** After a path with which others are joined. */
export function addSetOperators(items: Items): void {
  for (const label of ["except", "intersect"] as const) {
    const { documentation: detail } = OPERATORS[label];
    items.add({ label, kind: "keyword", text: `${label} `, detail, about: "operator" });
  }
}

/** After the path of a binding. */
export function addSatisfies(items: Items): void {
  const detail = "the condition on the nodes that are bound";
  items.add({ label: "satisfies", kind: "keyword", text: "satisfies ", detail });
}

/** After a key to order by. */
export function addDirections(items: Items, isNumeric: boolean): void {
  items.add({ label: "ascending", kind: "keyword", detail: "the least first, which is how it is without a word" });
  items.add({ label: "descending", kind: "keyword", detail: "the greatest first" });
  if (isNumeric) addArithmetic(items);
}

export function addAfterKey(items: Items, { base, operand, hasDirection }: Placed<"afterKey">): void {
  if (hasDirection) return;
  const { kind, name } = operand;
  const { known } = items.view;
  const isName = kind === "attribute" || kind === "field";
  const type = isName ? attributesOf(known, typesOf(known, base)).get(name)?.attribute.type : undefined;
  const gives = kind === "call" ? functionOf(name.slice(0, -2))?.gives : undefined;
  addDirections(items, type !== "string" && type !== "boolean" && gives !== "text");
}

/** Connectives of conditions. */
function addConnectives(items: Items, isRelevance: boolean): void {
  const both = "both: the smaller of two scores";
  const either = "either: the greater of two scores";
  items.add({ label: "and", kind: "keyword", text: "and ", detail: both, about: "operator" });
  items.add({ label: "or", kind: "keyword", text: "or ", detail: either, about: "operator" });
  if (!isRelevance) return;
  const detail = "a threshold: keep what scores at least so much";
  items.add({ label: ">=", kind: "operator", text: ">= 0.5", detail, about: "operator" });
}
