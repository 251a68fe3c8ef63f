import type { IToken } from "chevrotain";
import type { Evidence, Exists, Missing, NameTest, Segment } from "../../ast/nodes.js";
import { fix, missing, report, type Source, silently, spanFrom, spanOf, take, tokenFrom } from "../../source.js";
import { RightBracket, RightParenthesis } from "../../tokens/tokenTypes.js";
import type * as Cst from "../cst.js";
import { buildBracket } from "./bracket.js";
import { reportStray } from "./closing.js";
import { buildName } from "./literal.js";
import { buildSegments, reportRelative } from "./query.js";

/** What a path in an expression starts with: a slash, or the name or dot that XPath users write; null: it is no path. */
type PathHead = "slash" | "name" | "dot" | null;

export function pathHead({ pathTail, Name, At, Dot, call, parenthesized, ...rest }: Cst.Unary["children"]): PathHead {
  if (Name !== undefined && At === undefined) return "name";
  if (pathTail === undefined) return null;
  const hasSteps = pathTail[0].children.segment !== undefined;
  if (Dot !== undefined) return hasSteps ? "dot" : null;
  const other = At ?? call ?? parenthesized ?? rest.String ?? rest.Parameter ?? rest.Number;
  return other === undefined && pathTail[0].children.bracket === undefined ? "slash" : null;
}

/** The evidence path of an aggregate, `count` or `exists`; a first step without slash is read as if it had one. */
export function buildEvidence(source: Source, argument: Cst.Unary["children"] | null): Evidence {
  const head = argument === null ? null : pathHead(argument);
  if (argument === null || head === null) return buildMissingEvidence(source);
  if (head === "dot") reportStray(source, "SXP1001", take(source, argument.Dot![0]));
  return buildPath(source, argument, head === "name");
}

/** Nothing usable: one segment without a step. */
function buildMissingEvidence(source: Source): Evidence {
  const step = missing(source, 'a path such as "/Day"');
  const { span } = step;
  return { kind: "Evidence", span, segments: [{ kind: "Segment", span, separator: "/", separatorSpan: span, step }] };
}

function buildPath(source: Source, { Name, At, pathTail }: Cst.Unary["children"], isReported: boolean): Evidence {
  const isRelative = Name !== undefined && At === undefined;
  const tail = pathTail?.[0].children;
  const first = isRelative ? [buildFirstSegment(source, Name[0], tail?.bracket ?? [], isReported)] : [];
  const segments = buildSegments(source, tail?.segment, first);
  return { kind: "Evidence", span: spanFrom(source, segments[0].span.start), segments };
}

function buildFirstSegment(
  source: Source,
  token: IToken,
  brackets: readonly Cst.Bracket[],
  isReported: boolean,
): Segment {
  const name = buildName(source, token);
  const { start } = name.span;
  if (isReported) reportRelative(source, token, start, name.span.end);
  const test: NameTest = { kind: "NameTest", span: name.span, names: [name], parenthesized: false };
  const built = brackets.map((each) => buildBracket(source, each));
  const span = spanFrom(source, start);
  const step = { kind: "AxisStep", span, axis: null, axisSpan: null, test, brackets: built } as const;
  return { kind: "Segment", span, separator: "/", separatorSpan: { start, end: start }, step };
}

/**
 * A path where a condition belongs: `[/POI]`, `[POI/Name = "x"]`. Alone it is read as `exists(…)`; what it is when it is
 * compared stays open.
 */
export function buildPathCondition(source: Source, children: Cst.Unary["children"]): Exists | Missing {
  const first = tokenFrom(source, source.last)!;
  const start = first.startOffset;
  const isCompared = children.Tilde !== undefined || children.ComparisonSign !== undefined;
  if (children.Dot !== undefined) take(source, children.Dot[0]);
  const diagnosticsBefore = source.diagnostics.length;
  const evidence = buildPath(source, children, false);
  const span = spanFrom(source, start);
  const text = source.text.slice(evidence.span.start, span.end);
  const absolute = text.startsWith("/") ? text : `/${text}`;
  const isWhole = !isCompared && source.diagnostics.length === diagnosticsBefore && endsOperand(source);
  const fixes = isWhole ? [fix("Wrap in exists()", span, `exists(${absolute})`)] : [];
  report(source, "SXP1017", spanOf(first), { text: absolute }, fixes);
  return isCompared ? { kind: "Missing", span, expected: "a condition" } : { kind: "Exists", span, evidence };
}

function endsOperand(source: Source): boolean {
  const next = tokenFrom(source, source.last)?.tokenType;
  return next === RightBracket || next === RightParenthesis;
}

/** Steps or brackets behind what can't have any: `@a/b`, `(x)[1]`, `"x"[1]`. */
export function takeStrayTail(source: Source, { children: { bracket, segment } }: Cst.PathTail): void {
  const first = tokenFrom(source, source.last)!;
  silently(source, () => {
    for (const each of bracket ?? []) buildBracket(source, each);
    buildSegments(source, segment, []);
  });
  reportStray(source, "SXP1001", { start: first.startOffset, end: source.last });
}
