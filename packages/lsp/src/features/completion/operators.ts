import { functionOf, type Place } from "@semantic-xpath/parser";
import { typesOf } from "../types/typesOf.js";
import { attributesOf } from "../words/words.js";
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

/** After an operand: relevance where it has text, comparisons in the order that suits its type, and what ends the operand. */
export function addOperators(items: Items, { operand, base }: Extract<Place, { kind: "operator" }>): void {
  const { known } = items.view;
  const { kind, name } = operand;
  const isName = kind === "attribute" || kind === "field";
  const isTarget = kind === "node" || kind === "text";
  const { type, values } = (isName && attributesOf(known, typesOf(known, base)).get(name)?.attribute) || {};
  const gives = kind === "call" ? functionOf(name.slice(0, -2))?.gives : undefined;
  const relevance = (): void => {
    if (!(isTarget || isName) || (type ?? "string") !== "string") return;
    const detail = "relevance, from 0 to 1";
    items.add({ label: "=~", kind: "operator", snippet: '=~ "$1"', filter: "=~", detail, about: "operator", base });
  };
  if (values === undefined) relevance();
  if (isName || kind === "call") {
    const isOrdered = type !== undefined && type !== "string" && type !== "boolean";
    for (const label of isOrdered || gives === "graded" ? ORDER_FIRST : EQUALITY_FIRST) {
      items.add({ label, kind: "operator", text: `${label} `, detail: COMPARISONS[label], about: "operator" });
    }
  }
  if (values !== undefined) relevance();
  if (!isTarget && gives !== "number" && gives !== "text") addConnectives(items, false);
}

/** After a whole condition. */
export function addConnectives(items: Items, isRelevance: boolean): void {
  const both = "both: the smaller of two scores";
  const either = "either: the greater of two scores";
  items.add({ label: "and", kind: "keyword", text: "and ", detail: both, about: "operator" });
  items.add({ label: "or", kind: "keyword", text: "or ", detail: either, about: "operator" });
  if (!isRelevance) return;
  const detail = "a threshold: keep what scores at least so much";
  items.add({ label: ">=", kind: "operator", text: ">= 0.5", detail, about: "operator" });
}
