import { type Expr, print, type Span } from "@semantic-xpath/parser";
import type { Repair, Scene } from "./repair.js";

/** The bracket left out. Where a sibling offset behind it needs something to stand on, one that keeps everything takes its place. */
export function withoutBracket({ syntax }: Scene, span: Span): readonly Repair[] {
  const bracket = syntax.at("Bracket", span);
  if (bracket === null) return [];
  const message = `without ${syntax.source(span)}`;
  return [
    { kind: "bracket", edits: [{ span, text: "" }], message },
    { kind: "bracket", edits: [{ span, text: "[1:]" }], message },
  ];
}

/** The bracket without some operands of its `and`, `min`, `product` …: one or more must be left. */
export function withoutOperands({ syntax }: Scene, span: Span, operands: readonly Span[]): readonly Repair[] {
  const bracket = syntax.at("Bracket", span);
  if (bracket === null || operands.length === 0) return [];
  const { content } = bracket;
  if (content.kind === "IndexPosition" || content.kind === "RangePosition" || content.kind === "SiblingOffset")
    return [];
  const left = leftOf(content, (expr) =>
    operands.some((gone) => gone.start === expr.span.start && gone.end === expr.span.end),
  );
  if (left === null || left === content) return [];
  const text = `[${print(left)}]`;
  const message = `without ${operands.map((gone) => syntax.source(gone)).join(" and ")}`;
  return [{ kind: "bracket", edits: [{ span, text }], message, loss: 2 }];
}

/** An expression without the operands that are to go; null where nothing is left. */
function leftOf(expr: Expr, goes: (expr: Expr) => boolean): Expr | null {
  if (goes(expr)) return null;
  if (expr.kind !== "And" && expr.kind !== "Or" && expr.kind !== "Combine") return expr;
  const operands = expr.operands.map((operand) => leftOf(operand, goes)).filter((operand) => operand !== null);
  if (operands.length === 0) return null;
  const isSame =
    operands.length === expr.operands.length && operands.every((operand, i) => operand === expr.operands[i]);
  if (isSame) return expr;
  return operands.length === 1 ? operands[0]! : { ...expr, operands };
}
