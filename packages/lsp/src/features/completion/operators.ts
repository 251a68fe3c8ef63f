import { functionOf, type Place } from "@semantic-xpath/parser";
import { COMPLETION } from "../kinds.js";
import { typesOf } from "../types/typesOf.js";
import { attributesOf } from "../words/words.js";
import type { Items, Request } from "./request.js";

const COMPARISONS: readonly (readonly [string, string])[] = [
  ["=", "equal"],
  ["!=", "not equal"],
  ["<", "less, or earlier"],
  ["<=", "at most"],
  [">", "greater, or later"],
  [">=", "at least"],
];

/** After an operand: relevance where it has text, comparisons in the order that suits its type, and what ends the operand. */
export function addOperators({ view }: Request, items: Items, place: Extract<Place, { kind: "operator" }>): void {
  const { operand, base } = place;
  const isName = operand.kind === "attribute" || operand.kind === "field";
  const declared = isName
    ? attributesOf(view.known, typesOf(view.known, base)).get(operand.name)?.attribute
    : undefined;
  const isOrdered = declared !== undefined && declared.type !== "string" && declared.type !== "boolean";
  const givesText = isName || operand.kind === "node" || operand.kind === "text";
  const relevance = (): void => {
    if (!givesText || (declared !== undefined && declared.type !== "string")) return;
    const detail = "relevance, from 0 to 1";
    items.add({
      label: "=~",
      kind: COMPLETION.operator,
      text: '=~ "$1"',
      isSnippet: true,
      filter: "=~",
      detail,
      about: "operator",
      base,
    });
  };
  if (declared?.values === undefined) relevance();
  if (isName || operand.kind === "call") {
    const isGraded = operand.kind === "call" && functionOf(operand.name.slice(0, -2))?.gives === "graded";
    const order = isOrdered || isGraded ? [">=", "<=", ">", "<", "=", "!="] : ["=", "!=", ">=", "<=", ">", "<"];
    for (const operator of order) {
      const detail = COMPARISONS.find(([sign]) => sign === operator)![1];
      items.add({
        label: operator,
        kind: COMPLETION.operator,
        text: `${operator} `,
        filter: operator,
        detail,
        about: "operator",
      });
    }
  }
  if (declared?.values !== undefined) relevance();
  if (operand.kind !== "node" && operand.kind !== "text") addConnectives(items, false);
}

/** After a whole condition. */
export function addConnectives(items: Items, isRelevance: boolean): void {
  const both = "both: the smaller of two scores";
  const either = "either: the greater of two scores";
  items.add({ label: "and", kind: COMPLETION.keyword, text: "and ", filter: "and", detail: both, about: "operator" });
  items.add({ label: "or", kind: COMPLETION.keyword, text: "or ", filter: "or", detail: either, about: "operator" });
  if (isRelevance) {
    const detail = "a threshold: keep what scores at least so much";
    items.add({ label: ">=", kind: COMPLETION.operator, text: ">= 0.5", detail, about: "operator" });
  }
}
