import type { IToken } from "chevrotain";
import type { Missing, OrderKey, Value } from "../ast/nodes.js";
import { fix, offer } from "../diagnostics/fix.js";
import { endOf, report, type Source, spanOf, textIn } from "../source.js";
import { type Operand, readValue } from "./operand.js";

/** `order by`, and what other languages write for it. */

export function readOrder(source: Source, order: IToken, by: IToken | undefined): void {
  if (order.image === "order" && by?.image === "by") return;
  const span = { start: order.startOffset, end: endOf(by ?? order) };
  const written = textIn(source, span);
  report(source, "SXP1010", span, { written, operator: "order by" }, [fix("Replace by order by", span, "order by")]);
}

export const KEY = "a value to order by";

/** A relevance orders by itself: alone, after the word `order`, the fix writes it without that. */
export function keyOf(source: Source, operand: Operand, order: IToken | null): Value | Missing {
  const { kind, span } = operand;
  if (kind !== "Relevance" && kind !== "Aggregate" && kind !== "Combine") return readValue(source, operand, KEY);
  const text = textIn(source, span);
  const fixes =
    order === null ? [] : [offer("Order by the relevance", { start: order.startOffset, end: span.end }, text)];
  const instead = 'It orders by itself, in a bracket without "order by".';
  report(source, "SXP1027", span, { text, instead }, fixes);
  return { kind: "Missing", span, expected: KEY };
}

/** The direction that a word is or, as in SQL, stands for. */
export function directionOf(source: Source, token: IToken | undefined): OrderKey["direction"] {
  if (token === undefined) return null;
  const direction = token.image.toLowerCase().startsWith("d") ? "descending" : "ascending";
  if (token.image !== direction) {
    const fixes = [fix(`Replace by ${direction}`, spanOf(token), direction)];
    report(source, "SXP1010", spanOf(token), { written: token.image, operator: direction }, fixes);
  }
  return direction;
}
