import { type Value as AstValue, type Call, diagnose, FUNCTIONS, type Missing } from "@semantic-xpath/parser";
import { collationOf } from "@semantic-xpath/values";
import { nounOfType, readsAs, type ValueType } from "../../schema/valueType.js";
import type { Check, CheckContext } from "../checked.js";
import { isGiven } from "../values.js";
import { canOverlap, isOfItem, resultType, sumType } from "../valueTypes.js";
import { foundText, shortText } from "../wording.js";

/** An argument that a function can't be of, whatever the data. */
export const unsuitableArgument: Check = {
  codes: ["SXP2015", "SXP3012"],
  on: {
    Call: (context, call) => {
      for (const [index, argument] of call.arguments.entries()) {
        if (isUndeclared(context, call, argument)) {
          const found = { name: call.function, what: shortText(argument), needed: wordsNeeded(call) };
          context.diagnostics.push(diagnose("SXP3012", argument.span, found));
        }
        const expected = argument.kind === "Missing" ? null : problemOf(context, call, index, argument);
        if (expected === null) continue;
        const found = { name: call.function, expected, found: foundAs(context, argument) };
        context.diagnostics.push(diagnose("SXP2015", argument.span, found));
      }
    },
  },
};

/** What is expected in the place of an argument that does not suit, else null. */
function problemOf(context: CheckContext, call: Call, index: number, argument: AstValue): string | null {
  if (kindAt(call, index) === "text") return textProblem(context, call, index, argument);
  const { function: name } = call;
  const type = context.values.get(argument)?.type ?? null;
  if (isOfItem(name)) {
    const suits =
      argument.kind === "StringLiteral"
        ? READ_AS[name].some((one) => readsAs(argument.value, one))
        : type === null || type === "string" || resultType(name, type) !== null;
    return suits ? null : NEEDED[name];
  }
  switch (name) {
    case "sum":
    case "avg":
      return type === null || sumType(name, type) !== null ? null : SUMMED;
    case "overlaps":
      return overlapProblem(context, call, argument);
    default:
      return null;
  }
}

/** A string by its schema, which may say a moment anyway. */
const isUndeclared = (
  { values }: CheckContext,
  { function: name }: Call,
  argument: AstValue | Missing,
): argument is AstValue =>
  argument.kind !== "Missing" && (isOfItem(name) || name === "overlaps") && values.get(argument)?.type === "string";

const wordsNeeded = ({ function: name }: Call): string => (isOfItem(name) ? NEEDED[name] : NEEDED.start);

const INTERVALS: readonly ValueType[] = ["interval(time)", "interval(date)", "interval(dateTime)", "interval(number)"];

/** What a text in the query is read as. */
const READ_AS: Readonly<Record<keyof typeof NEEDED, readonly ValueType[]>> = {
  start: INTERVALS,
  end: INTERVALS,
  duration: ["duration", ...INTERVALS.slice(0, 3)],
  weekday: ["date", "dateTime"],
};

const NEEDED = {
  start: "an interval",
  end: "an interval",
  duration: "an interval of moments or a duration",
  weekday: "a date",
} as const;

const SUMMED = "numbers, durations, money or quantities";

/** Two intervals of one kind; the first is looked at alone. */
function overlapProblem({ values }: CheckContext, { arguments: args }: Call, argument: AstValue): string | null {
  if (argument.kind === "StringLiteral")
    return INTERVALS.some((one) => readsAs(argument.value, one)) ? null : NEEDED.start;
  const type = values.get(argument)?.type ?? null;
  if (type === null || type === "string") return null;
  if (!canOverlap(type, type)) return NEEDED.start;
  const [first] = args;
  const before = first === undefined || first === argument ? null : (values.get(first)?.type ?? null);
  return before === null || before === "string" || !canOverlap(before, before) || canOverlap(before, type)
    ? null
    : nounOfType(before);
}

const kindAt = ({ function: name }: Call, index: number): string | undefined => {
  const form = FUNCTIONS[name].forms.find(({ builds }) => builds === "Call");
  return form?.parameters[index];
};

const COLLATION = 'a collation ("codepoint", "case-insensitive", or the address of one)';

/** Patterns, flags and collations are made ready once, before the run looks at a node. */
function textProblem({ bound }: CheckContext, call: Call, index: number, argument: AstValue): string | null {
  if (argument.kind === "ParameterReference" ? !isGiven(argument, bound) : argument.kind !== "StringLiteral")
    return "a text in quotes or a parameter";
  if (argument.kind !== "StringLiteral") return null;
  if (call.function !== "matches") return collationOf(argument.value) === null ? COLLATION : null;
  return index < 2 || /^[smixq]*$/.test(argument.value) ? null : "flags (s, m, i, x, q)";
}

function foundAs({ values }: CheckContext, argument: AstValue | Missing): string {
  if (argument.kind === "StringLiteral" || argument.kind === "NumberLiteral" || argument.kind === "BooleanLiteral")
    return foundText(argument);
  const type = values.get(argument)?.type ?? null;
  return `"${shortText(argument)}"${type === null ? "" : `, which is ${nounOfType(type)}`}`;
}
