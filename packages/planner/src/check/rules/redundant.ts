import {
  type Aggregate,
  type And,
  type AstNode,
  bracketsOf,
  COMBINATIONS,
  type Combine,
  diagnose,
  type Expr,
  type FieldReference,
  type Fix,
  type Meet,
  type Not,
  type Or,
  offer,
  print,
  type Query,
  someChild,
} from "@semantic-xpath/parser";
import type { Check, CheckContext, Place } from "../checked.js";
import { isGroups } from "../items.js";
import { isLoose, meaningKey, same, shortText } from "../wording.js";

/** A part of a condition that changes nothing. */
export const redundant: Check = {
  codes: ["SXP3004"],
  on: {
    Not: checkDoubleNegation,
    Or: checkRepeatedOperand,
    And: checkRepeatedOperand,
    Combine: (context, expression) => {
      const isCrisp = COMBINATIONS[expression.function].ofConditions !== null;
      checkOperandCount(context, expression, isCrisp);
      if (isCrisp) checkRepeatedOperand(context, expression);
    },
    FieldReference: checkTruth,
    Aggregate: checkGraded,
    Query: checkRepeatedPath,
    Meet: checkSameSides,
  },
};

function report(context: CheckContext, expression: Expr, effect: string, fix: Fix | null): void {
  const parameters = { text: shortText(expression), effect };
  context.diagnostics.push(diagnose("SXP3004", expression.span, parameters, fix === null ? [] : [fix]));
}

/** `[true]` is a field of that name; with a schema it is an unknown one. */
function checkTruth(context: CheckContext, field: FieldReference, { parent }: Place): void {
  const { text } = field.name;
  if (context.schema !== null || !CONDITIONS.has(parent.kind) || (text !== "true" && text !== "false")) return;
  const fix = offer(`Write ${text}()`, field.span, `${text}()`);
  report(context, field, `is a field of that name here, and the truth value is "${text}()"`, fix);
}

const CONDITIONS: ReadonlySet<string> = new Set(["Bracket", "And", "Or", "Not"]);

/** `not(not(x))` is x. Reported at the outer end of a chain; the fix takes all pairs away. */
function checkDoubleNegation(context: CheckContext, expression: Not, { parent }: Place): void {
  if (parent.kind === "Not") return;
  let inner: Expr = expression;
  while (inner.kind === "Not" && inner.operand.kind === "Not") inner = inner.operand.operand;
  if (inner === expression || inner.kind === "Missing") return;
  report(context, expression, "negates twice, which changes nothing", unwrap(expression, inner));
}

/** `min(x)` is x. A mean of one Boolean is graded, so only a graded operand makes that one redundant. */
function checkOperandCount(context: CheckContext, expression: Combine, isCrisp: boolean): void {
  const [only, second] = expression.operands;
  if (only === undefined || second !== undefined || only.kind === "Missing") return;
  if (!COMBINATIONS[expression.function].keepsOne) return;
  if (!isCrisp && context.kinds.get(only) !== "Relevance") return;
  report(context, expression, "has one operand, so it is that operand", unwrap(expression, only));
}

/** `x and x` is x; so are or, min and max. Means and products count an operand as often as it is there. */
function checkRepeatedOperand(context: CheckContext, { operands }: Or | And | Combine): void {
  reportRepeated(context, operands, shortText);
}

/** `//A | //A` is `//A`: a node that is reached twice is one. */
function checkRepeatedPath(context: CheckContext, { paths, span }: Query): void {
  reportRepeated(context, paths, (path) => print({ kind: "Query", span, paths: [path] }));
}

/** Reports each part that is equal to one before, in time linear in their number. */
export function reportRepeated<T extends AstNode>(
  { diagnostics }: CheckContext,
  parts: readonly T[],
  textOf: (part: T) => string,
  what = "here",
  keyOf: (part: T) => AstNode = (part) => part,
): void {
  if (parts.length < 2) return;
  const isRepeated = parts.length > FEW ? repeatedByKey() : repeatedByPair(parts, keyOf);
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!;
    if (!isRepeated(keyOf(part), index)) continue;
    // The part goes together with what is between it and the one before.
    const span = { start: parts[index - 1]!.span.end, end: part.span.end };
    const fix = offer("Remove the second one", span, "");
    const parameters = { text: textOf(part), effect: `is ${what} twice, which changes nothing` };
    diagnostics.push(diagnose("SXP3004", part.span, parameters, [fix]));
  }
}

/** Two parts are told apart at their first difference in a tenth of the time that their keys take; many are compared in linear time by keys. */
const FEW = 8;

type IsRepeated = (value: AstNode, index: number) => boolean;

function repeatedByPair<T>(parts: readonly T[], keyOf: (part: T) => AstNode): IsRepeated {
  return (value, index) => {
    if (value.kind === "Missing") return false;
    for (let before = 0; before < index; before++) if (same(keyOf(parts[before]!), value)) return true;
    return false;
  };
}

function repeatedByKey(): IsRepeated {
  const before = new Set<string>();
  return (value) => {
    if (value.kind === "Missing") return false;
    const key = meaningKey(value);
    const isRepeated = before.has(key);
    before.add(key);
    return isRepeated;
  };
}

/** `//A except //A` leaves nothing, and `//A intersect //A` is `//A`. */
function checkSameSides({ diagnostics }: CheckContext, { left, operator, right, span }: Meet): void {
  if (left.kind === "Missing" || right.kind === "Missing" || !same(left, right)) return;
  const text = print({ kind: "Query", span, paths: [right] });
  const effect =
    operator === "except" ? "is on both sides, which leaves nothing" : "is on both sides, which changes nothing";
  const fix = offer("Remove the right side", { start: left.span.end, end: right.span.end }, "");
  diagnostics.push(diagnose("SXP3004", right.span, { text, effect }, operator === "except" ? [] : [fix]));
}

/** The mean of weights that are all 1 says no more than that there are some. */
function checkGraded(context: CheckContext, expression: Aggregate): void {
  const { start } = expression.evidence;
  // Members weigh what they did when they were grouped.
  if (isGroups(context.item) && start === null) return;
  if (start?.kind === "Group" && isScored(context, start)) return;
  for (const { step } of expression.evidence.segments) {
    if (!("test" in step) && step.kind !== "IdStep" && step.kind !== "ParentStep" && step.kind !== "SelfStep") return;
    for (const { content } of bracketsOf(step)) {
      if (content.kind === "Missing" || context.kinds.get(content) === "Relevance") return;
    }
  }
  // To write exists(…) would leave out nodes that a later position counts.
  report(context, expression, "is 1 if there is any evidence and else 0: no relevance grades it", null);
}

/** True if a set contains a relevance. */
function isScored({ kinds }: Pick<CheckContext, "kinds">, set: AstNode): boolean {
  if (set.kind === "Missing" || kinds.get(set) === "Relevance") return true;
  return set.kind !== "Evidence" && someChild(set, (child) => isScored({ kinds }, child));
}

/** Leaves `inner` of `outer`, in parentheses if it would else come apart. */
function unwrap(outer: Expr, inner: Expr): Fix {
  const needsParentheses = isLoose(inner);
  return {
    title: `Write only ${shortText(inner)}`,
    edits: [
      { span: { start: outer.span.start, end: inner.span.start }, newText: needsParentheses ? "(" : "" },
      { span: { start: inner.span.end, end: outer.span.end }, newText: needsParentheses ? ")" : "" },
    ],
    isSafe: true,
  };
}
