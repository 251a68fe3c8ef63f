import { type Value as AstValue, type Call, diagnose, FUNCTIONS, type Missing } from "@semantic-xpath/parser";
import { collationOf, readsAsDate } from "@semantic-xpath/values";
import type { ValueType } from "../../schema/schema.js";
import type { Check, CheckContext } from "../checked.js";
import { isGiven } from "../values.js";
import { NOUN_OF_TYPE } from "../valueTypes.js";
import { foundText, shortText } from "../wording.js";

/** An argument that a function can't be of, whatever the data. */
export const unsuitableArgument: Check = {
  codes: ["SXP2015"],
  on: {
    Call: (context, call) => {
      for (const [index, argument] of call.arguments.entries()) {
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
  const type = context.values.get(argument)?.type ?? null;
  switch (call.function) {
    case "sum":
    case "avg":
      return type === null || type === "number" ? null : NOUN_OF_TYPE.number;
    case "weekday":
      return isTimeless(type) || (argument.kind === "StringLiteral" && !readsAsDate(argument.value))
        ? NOUN_OF_TYPE.date
        : null;
    case "start":
    case "end":
    case "duration":
    case "overlaps":
      return isTimeless(type) ? "an interval" : null;
    default:
      return null;
  }
}

/** A string may say a time. */
const isTimeless = (type: ValueType | null): boolean => type === "number" || type === "boolean";

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
  return `"${shortText(argument)}"${type === null ? "" : `, which is ${NOUN_OF_TYPE[type]}`}`;
}
