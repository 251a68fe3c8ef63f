import {
  type AstNode,
  children,
  diagnose,
  enclosure,
  type Fix,
  insertion,
  type Quantified,
  someChild,
  type TextEdit,
} from "@semantic-xpath/parser";
import type { Check } from "../checked.js";
import { isLoose, shortText } from "../wording.js";

/** A quantifier asks whether nodes satisfy a condition; how well they do is what aggregates are for. */
export const gradedQuantifier: Check = {
  codes: ["SXP2011"],
  on: {
    Quantified: ({ kinds, diagnostics }, quantified) => {
      const { condition, quantifier } = quantified;
      if (kinds.get(condition) !== "Relevance") return;
      const write = quantifier === "some" ? "max" : "min";
      const graded = gradedFix(quantified, write);
      const { span } = condition;
      const open = isLoose(condition) ? enclosure(span, "(", ") >= 0.5") : [insertion(span.end, " >= 0.5")];
      const crisp = { title: 'Compare with ">= 0.5"', edits: open, isSafe: false };
      const fixes = graded === null ? [crisp] : [graded, crisp];
      diagnostics.push(diagnose("SXP2011", span, { text: shortText(condition), write }, fixes));
    },
  },
};

/** `some $x in /POI satisfies max($x/Review[r])` as `max(/POI[max(/Review[r])])`; null if the condition is about more than the node bound. */
function gradedFix({ bindings, condition, span }: Quantified, write: "max" | "min"): Fix | null {
  const [binding, second] = bindings;
  if (binding === undefined || second !== undefined || binding.parameter.kind === "Missing") return null;
  const removed = startsRemoved(condition, binding.parameter.name);
  if (removed === null) return null;
  const edits: TextEdit[] = [
    { span: { start: span.start, end: binding.evidence.span.start }, newText: `${write}(` },
    { span: { start: binding.evidence.span.end, end: condition.span.start }, newText: "[" },
    ...removed,
    { span: { start: condition.span.end, end: span.end }, newText: "])" },
  ];
  return { title: `Grade with ${write}(…)`, edits, isSafe: false };
}

/** The edits that make paths from the bound node start at the node whose bracket it is; null if something else is in the condition. */
function startsRemoved(node: AstNode, name: string): readonly TextEdit[] | null {
  switch (node.kind) {
    case "Evidence":
      if (node.start?.kind !== "ParameterReference" || node.start.name !== name) return null;
      return node.segments.some((segment) => mentions(segment, name)) ? null : [{ span: node.start.span, newText: "" }];
    case "Aggregate":
    case "Or":
    case "And":
    case "Not":
    case "Combine":
    case "Comparison":
    case "Call": {
      const parts = children(node).map((child) => startsRemoved(child, name));
      return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
    }
    case "StringLiteral":
    case "NumberLiteral":
    case "BooleanLiteral":
      return [];
    default:
      return null;
  }
}

const mentions = (node: AstNode, name: string): boolean =>
  (node.kind === "ParameterReference" && node.name === name) || someChild(node, (child) => mentions(child, name));
