import type { IToken } from "chevrotain";
import type { Bracket, Evidence, Expr, NodeTarget, Segment } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { endOf, fix, type Gap, missing, offer, report, type Source, spanOf } from "../source.js";
import { nameOf } from "./literal.js";

/**
 * What the grammar reads where an expression may be. Whether a path, a target or a literal alone belongs there depends on what
 * it is part of: an argument of `avg` may be a path, an operand of `and` may not. So it stays open until that is known.
 */
export type Operand = Expr | NodeTarget | PathOperand | LiteralOperand;

export interface PathOperand {
  readonly kind: "PathOperand";
  readonly span: Span;
  /** What it starts with: a slash, or the name or dot that XPath users write. */
  readonly head: "slash" | "name" | "dot";
  readonly first: IToken;
  readonly evidence: Evidence;
  /** Nothing is wrong in it, and a closing bracket follows. */
  readonly isWhole: boolean;
  /** The relevance or comparison that it is the left side of. */
  readonly compared: Expr | null;
}

export interface LiteralOperand {
  readonly kind: "LiteralOperand";
  readonly span: Span;
  readonly token: IToken;
}

/** Reads an operand as a condition; `gap` is the place after it. */
export function settle(source: Source, operand: Operand, gap: Gap): Expr {
  switch (operand.kind) {
    case "NodeTarget": {
      const condition = missing(source, gap, '"=~" and a text in quotes');
      const span = { start: operand.span.start, end: gap.end };
      return { kind: "Relevance", span, target: operand, operator: "=~", condition };
    }
    case "LiteralOperand":
      report(source, "SXP1004", operand.span, { expected: "a condition", found: operand.token.image });
      return { kind: "Missing", span: operand.span, expected: "a condition" };
    case "PathOperand":
      return settlePath(source, operand);
  }
  return operand;
}

/** The same where a value may be: `.` is one. */
export const settleValue = (source: Source, operand: Operand, gap: Gap): Expr =>
  operand.kind === "NodeTarget" ? { kind: "StringValue", span: operand.span } : settle(source, operand, gap);

/** A path where a condition belongs, `[/POI]`, is read as `exists(/POI)`. What it is when it is compared stays open. */
function settlePath(source: Source, { span, first, evidence, isWhole, compared }: PathOperand): Expr {
  const text = source.text.slice(evidence.span.start, span.end);
  const absolute = text.startsWith("/") ? text : `/${text}`;
  const fixes = isWhole && compared === null ? [fix("Wrap in exists()", span, `exists(${absolute})`)] : [];
  report(source, "SXP1017", spanOf(first), { text: absolute }, fixes);
  return compared ?? { kind: "Exists", span, evidence };
}

/** The first segment of a path that starts with a name: as if it had its slash. */
export function firstSegmentOf(token: IToken, brackets: readonly Bracket[]): Segment {
  const name = nameOf(token);
  const { start } = name.span;
  const span = { start, end: brackets.at(-1)?.span.end ?? name.span.end };
  const test = { kind: "NameTest", span: name.span, names: [name], parenthesized: false } as const;
  const step = { kind: "AxisStep", span, axis: null, axisSpan: null, test, brackets } as const;
  return { kind: "Segment", span, separator: "/", separatorSpan: { start, end: start }, step };
}

/** `Day[2]` where a path belongs: both ways to write it are offered. In a bracket it means children, as in XPath. */
export function reportRelative(source: Source, first: IToken, end: number, isEvidence: boolean): void {
  const start = first.startOffset;
  const at = { start, end: start };
  const fixes = isEvidence
    ? [fix("Its children: /", at, "/"), offer("Anywhere below it: //", at, "//")]
    : [offer("Start at the root: /", at, "/"), offer("Search the whole tree: //", at, "//")];
  report(source, "SXP1013", { start, end: endOf(first) }, { text: source.text.slice(start, end) }, fixes);
}
