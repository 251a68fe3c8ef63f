import type { IToken } from "chevrotain";
import type { Expr, Group, Meet, Missing, Path, Query, SetOperator, ValueQuery } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { removals, report, type Source, spanOf, textIn } from "../source.js";
import { checkIdsOfValue } from "./idStep.js";
import { type Operand, settleValue } from "./operand.js";

/** The first path decides if a query is about nodes or gives a value: `//a | //b`, `//a/@n + 1`. */

/** Entry between two `|`. */
export type Entry = Path | Meet | Missing | ValueQuery;

/** `a except b`; the right side is one path, since the loop that reads it goes from left to right. */
export function meetOf(source: Source, left: Entry, sign: IToken, right: Entry): Meet {
  const [first, second] = [nodesOf(source, left), nodesOf(source, right) as Path | Missing];
  const operator: SetOperator = sign.image === "except" ? "except" : "intersect";
  const span = { start: first.span.start, end: second.span.end };
  return { kind: "Meet", span, left: first, operator, operatorSpan: spanOf(sign), right: second };
}

/** One value, or paths. */
export function queryOf(source: Source, entries: readonly Entry[], span: Span): Query | ValueQuery {
  const [first] = entries;
  if (entries.length === 1 && first?.kind === "ValueQuery") return first;
  return { kind: "Query", span, paths: entries.map((entry) => nodesOf(source, entry)) };
}

/** A value where nodes belong is reported. */
function nodesOf(source: Source, entry: Entry): Path | Meet | Missing {
  if (entry.kind !== "ValueQuery") return entry;
  const { span } = entry;
  report(source, "SXP1024", span, { text: textIn(source, span) });
  return { kind: "Missing", span, expected: 'a path such as "/Day"' };
}

/** Steps and brackets after a value. */
export function reportTail(source: Source, span: Span): void {
  const text = textIn(source, span);
  report(source, "SXP1001", span, { text }, removals(text, span));
}

/** A complete entry between two `|`: a path, or a value. */
export function valueEntryOf(source: Source, entry: Entry | Operand): Entry {
  switch (entry.kind) {
    case "Path":
    case "Meet":
    case "Missing":
    case "ValueQuery":
      return entry;
  }
  const value = settleValue(source, entry);
  if (value.kind === "Missing") return value;
  checkIdsOfValue(source, value);
  if (isResult(value)) return { kind: "ValueQuery", span: value.span, value };
  const text = textIn(source, value.span);
  report(source, "SXP1025", value.span, { text });
  return { kind: "Missing", span: value.span, expected: "a path or a value" };
}

function isResult(node: Expr): node is ValueQuery["value"] {
  switch (node.kind) {
    case "Relevance":
    case "Aggregate":
    case "Combine":
    case "Quantified":
    case "Or":
    case "And":
    case "Not":
    case "Missing":
      return false;
    default:
      return true;
  }
}

/** A path or a value in parentheses as an operand. */
export function operandOf(_source: Source, entry: Entry | Operand): Operand {
  switch (entry.kind) {
    case "ValueQuery":
      return { ...entry.value, span: entry.span };
    case "Path":
    case "Meet":
      return evidenceOfPath(entry);
    default:
      return entry;
  }
}

/** A set where a value goes on: `(//A)[1]/@n + 1`. */
function evidenceOfPath(path: Path | Meet): Expr {
  const { span } = path;
  if (path.kind === "Path") return { kind: "Evidence", span, start: path.start ?? path.head, segments: path.segments };
  const start: Group = { kind: "Group", span, query: { kind: "Query", span, paths: [path] }, brackets: [] };
  return { kind: "Evidence", span, start, segments: [] };
}
