import { type AstNode, type CallFunction, type Comparison, diagnose, quoteList } from "@semantic-xpath/parser";
import { callRow } from "@semantic-xpath/values";
import type { Check, CheckContext, ExpressionKind, Nodes } from "../checked.js";
import { mostChildren } from "../mostOfStep.js";
import { isOverValues, isTest, isValue } from "../values.js";
import { same, shortText } from "../wording.js";

/** A comparison with a number that has the same answer for every number that its left side can be. */
export const constantComparison: Check = {
  codes: ["SXP3004"],
  on: {
    Comparison: (context, comparison, { nodes }) => {
      const { kinds, diagnostics } = context;
      const { left, operator, right } = comparison;
      const itself = answerOfItself(context, comparison);
      if (itself !== null) {
        const effect = itself
          ? "is true wherever there is a value: both sides are the same"
          : "is never true: both sides are the same";
        diagnostics.push(diagnose("SXP3004", comparison.span, { text: shortText(comparison), effect }));
        return;
      }
      const counted = countedDomain(context, comparison, nodes);
      const domain = counted ?? domainOf(comparison, kinds.get(left));
      if (right.kind !== "NumberLiteral" || domain === null) return;
      const answer = constantAnswer(operator, right.value, domain);
      if (answer === null) return;
      const effect = `is ${answer ? "always" : "never"} true: ${domain.why}`;
      diagnostics.push(diagnose("SXP3004", comparison.span, { text: shortText(comparison), effect }));
    },
  },
};

/** The numbers that the left side of a comparison can be. */
interface Domain {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
  /** Reason for the message. */
  readonly why: string;
}

const SCORES: Domain = { least: 0, most: 1, isWhole: false, why: "a score is between 0 and 1" };
const TRUTHS: Domain = { least: 0, most: 1, isWhole: true, why: "true counts as 1 and false as 0" };

function domainOf({ left }: Comparison, kind: ExpressionKind | undefined): Domain | null {
  if (left.kind === "Missing" || isOverValues(left)) return null;
  if (left.kind === "NumberLiteral") {
    const { value } = left;
    return { least: value, most: value, isWhole: Number.isInteger(value), why: "both sides are written out" };
  }
  if (!isValue(left) || isTest(left)) return kind === "Relevance" ? SCORES : TRUTHS;
  return left.kind === "Call" ? boundOf(left.function) : null;
}

function boundOf(name: CallFunction): Domain | null {
  const { bound } = callRow(name);
  return bound === undefined ? null : { ...bound, most: Number.POSITIVE_INFINITY, isWhole: true };
}

/** `@a = @a` and `@a > @a`; several values need not be equal to each other. */
function answerOfItself({ values }: CheckContext, { left, operator, right }: Comparison): boolean | null {
  // The result of two numbers is handled as any number.
  if (left.kind === "NumberLiteral") return null;
  if (right.kind === "Missing" || !isValue(left) || !same(left, right)) return null;
  if (operator === "=" || operator === "<=" || operator === ">=") return mayBeNaN(left) ? null : true;
  return values.get(left)?.most === 1 ? false : null;
}

/** Tests for a number that need not be equal to itself: from a text that does not read as one, or 0 divided by 0. */
function mayBeNaN(value: AstNode): boolean {
  if (value.kind === "Call") return value.function === "number" || value.arguments.some(mayBeNaN);
  if (value.kind === "Negative") return mayBeNaN(value.operand);
  return (
    value.kind === "Arithmetic" && (/div|mod/.test(value.operator) || mayBeNaN(value.left) || mayBeNaN(value.right))
  );
}

/** `count(/POI)`, if the schema bounds the number. */
function countedDomain({ schema, types }: CheckContext, { left }: Comparison, nodes: Nodes): Domain | null {
  const [evidence] = left.kind === "Call" && left.function === "count" ? left.arguments : [];
  if (evidence?.kind !== "Evidence" || evidence.start !== null) return null;
  const [segment, next] = evidence.segments;
  if (schema === null || nodes === null || segment === undefined || next !== undefined) return null;
  const { separator, step } = segment;
  const names = types.get(segment);
  if (separator === "//" || step.kind !== "AxisStep" || (step.axis ?? "child") !== "child" || !names) return null;
  const most = mostChildren(schema, nodes, names);
  if (most === 0 || most === Number.POSITIVE_INFINITY) return null;
  return {
    least: 0,
    most,
    isWhole: true,
    why: `${quoteList(nodes.names, 3)} has at most ${most} ${quoteList(names, 3)}`,
  };
}

/** True or false if `x operator value` is that for every x of the domain, else null. */
function constantAnswer(
  operator: Comparison["operator"],
  value: number,
  { least, most, isWhole }: Domain,
): boolean | null {
  const isOutside = value < least || value > most || (isWhole && !Number.isInteger(value));
  switch (operator) {
    case "=":
      return isOutside ? false : least === most ? true : null;
    case "!=":
      return isOutside ? true : least === most ? false : null;
    case ">=":
      return value <= least ? true : value > most ? false : null;
    case ">":
      return value < least ? true : value >= most ? false : null;
    case "<=":
      return value >= most ? true : value < least ? false : null;
    case "<":
      return value > most ? true : value <= least ? false : null;
  }
}
