import { type ComparisonOperator, print, type Span } from "@semantic-xpath/parser";
import type { Argument } from "@semantic-xpath/planner";
import type { ArgumentValue } from "@semantic-xpath/runtime/internal";
import { decimal } from "../words.js";
import { type Repair, replacing, type Scene } from "./repair.js";

/** Literal of a comparison after a change. */
export interface Bound {
  readonly operator: ComparisonOperator;
  readonly right: ArgumentValue;
}

interface Compared {
  readonly span: Span;
  readonly operator: ComparisonOperator;
  readonly right: Argument<ArgumentValue>;
}

/** The right side of a comparison, and its operator if that has to change as well; or the argument that is there. */
export function boundRepairs(
  { observation, syntax }: Scene,
  { span, operator, right }: Compared,
  bound: Bound | null,
  kind: "threshold" | "index" | "value",
): readonly Repair[] {
  const ast = syntax.at("Comparison", span);
  if (bound === null || ast === null) return [];
  const isSame = bound.operator === operator;
  if (right.kind === "Parameter") {
    const change = argumentChange(right.name, observation.run.value(right), bound.right);
    if (isSame) return [change];
    const edits = [{ span: ast.operatorSpan, text: bound.operator }];
    return [{ ...change, kind: "several", edits, message: `${operator} → ${bound.operator} and ${change.message}` }];
  }
  const target = isSame ? ast.right.span : { start: ast.operatorSpan.start, end: ast.right.span.end };
  const text = isSame ? literal(bound.right) : `${bound.operator} ${literal(bound.right)}`;
  const subject = kind === "threshold" ? "threshold" : syntax.source(ast.left.span);
  const by = distance(observation.run.value(right), bound.right);
  return [replacing(kind, target, text, `${subject} ${syntax.source(target)} → ${text}`, { by })];
}

/** Another argument, of the kind that the one before was. */
export function argumentChange(name: string, before: ArgumentValue, value: ArgumentValue): Repair {
  const after = typeof before === "string" ? String(value) : value;
  const message = `$${name} ${literal(before)} → ${literal(after)}`;
  return { kind: "argument", edits: [], params: { [name]: after }, message, by: distance(before, after) };
}

/** Distance of two numbers; 0 for other values. */
const distance = (a: ArgumentValue, b: ArgumentValue): number =>
  typeof a === "number" && typeof b === "number" ? Math.abs(a - b) : 0;

/** A value as a query writes it. */
export function literal(value: ArgumentValue): string {
  if (typeof value === "number") return decimal(value);
  return typeof value === "boolean" ? String(value) : print({ kind: "StringLiteral", value, span: NOWHERE });
}

const NOWHERE: Span = { start: 0, end: 0 };

/** Digits that a changed number has at least, so that 0.3127 reads 0.31 and not 0.3. */
const DIGITS = 2;

/**
 * The number with the fewest digits (two or more, if it has them) that is at most `value` and above `floor`, the next value that
 * should stay out.
 */
export function shortBelow(value: number, floor: number): number {
  if (value === 0) return 0;
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  for (let digits = DIGITS; digits < 17; digits++) {
    const places = digits - 1 - magnitude;
    if (places > 20) break;
    const scale = 10 ** Math.abs(places);
    const rounded = places >= 0 ? Math.floor(value * scale) / scale : Math.floor(value / scale) * scale;
    if (rounded <= value && rounded > floor) return rounded;
  }
  return value;
}

export const NEGATED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  "=": "!=",
  "!=": "=",
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
};
