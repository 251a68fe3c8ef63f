import type { IToken } from "chevrotain";
import type { Bracket, Segment, Step } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import type { Fix } from "../diagnostics/diagnostic.js";
import { fix, insertion, offer, replacements } from "../diagnostics/fix.js";
import { suggest } from "../diagnostics/suggest.js";
import { report, type Source, spanOf, textIn } from "../source.js";
import { AXES_MEANT, AXIS_NAMES, type Axis, isAxis } from "../words/axes.js";

/** Mistakes in steps. */

/** The axis as written, or the nearest one if there is no such axis. */
export function axisOf(source: Source, token: IToken): Axis | null {
  if (isAxis(token.image)) return token.image;
  const meant = AXES_MEANT.get(token.image);
  const suggestions = meant === undefined ? suggest(token.image, AXIS_NAMES).slice(0, 3) : [meant];
  const fixes = replacements(suggestions, spanOf(token));
  report(source, "SXP1011", spanOf(token), { name: token.image, suggestions }, fixes);
  return AXIS_NAMES.find((axis) => axis === suggestions[0]) ?? null;
}

/** XPath's `attribute::id` is written `@id` here. */
export function reportAttributeAxis(source: Source, span: Span): null {
  report(source, "SXP1011", span, { name: "attribute", suggestions: ["@"] }, [fix("Replace by @", span, "@")]);
  return null;
}

/** `..` and `.` with brackets. */
export function reportDots(source: Source, token: IToken, axis: "parent" | "self"): void {
  const span = spanOf(token);
  const axisStep = `${axis}::*`;
  // Other dialects write the dot for any child.
  const fixes =
    axis === "parent"
      ? [fix(`Replace by ${axisStep}`, span, axisStep)]
      : [offer(`The node itself: ${axisStep}`, span, axisStep), offer("Any child: *", span, "*")];
  report(source, "SXP1019", span, { step: token.image, axis }, fixes);
}

/** An attribute or a text has nothing below it. A record reports its own followers: `checkRecords`. */
export function checkLeaves(source: Source, segments: readonly Segment[]): void {
  let before: Step | undefined;
  for (const { span, step } of segments) {
    const text = before === undefined || before.kind === "RecordStep" ? null : leafOf(before);
    if (text !== null) report(source, "SXP1014", span, { text }, [offer("Remove it", span, "")]);
    before = step;
  }
}

export function reportLeafBrackets(source: Source, step: Step, brackets: readonly Bracket[]): void {
  const [first] = brackets;
  if (first === undefined) return;
  const span = { start: first.span.start, end: brackets.at(-1)?.span.end ?? first.span.end };
  const fixes = [...toStepBefore(source, step, brackets, span), offer("Remove it", span, "")];
  report(source, "SXP1014", span, { text: leafOf(step) ?? "@" }, fixes);
}

/** `/A/@b[1]`: a position counts the nodes before. */
function toStepBefore(source: Source, { span: { start } }: Step, brackets: readonly Bracket[], span: Span): Fix[] {
  const isPlace = brackets.every(({ content: { kind } }) => kind === "IndexPosition" || kind === "RangePosition");
  if (!isPlace || !/[^\s/]\/$/.test(source.text.slice(Math.max(0, start - 2), start))) return [];
  const edits = [insertion(start - 1, textIn(source, span)), { span, newText: "" }];
  return [{ title: "Put it before the slash", edits, isSafe: false }];
}

/** Source form of a step that must be the last; null for others. */
function leafOf(step: Step): string | null {
  if (step.kind === "TextStep") return "text()";
  if (step.kind === "ComputedStep") return "(…)";
  if (step.kind === "RecordStep") return "{…}";
  return step.kind === "AttributeStep" && step.name.kind === "Name" ? `@${step.name.text}` : null;
}
