import { type Value as AstValue, type Call, diagnose, type Missing } from "@semantic-xpath/parser";
import { callRow, collationOf, READINGS, type Reading, readValue, type ScalarRow } from "@semantic-xpath/values";
import { nounOfType, type ValueType } from "../../schema/valueType.js";
import type { Check, CheckContext } from "../checked.js";
import { isGiven } from "../values.js";
import { amountType, isError, isReadAs, sampleResult } from "../valueTypes.js";
import { foundText, shortText } from "../wording.js";

/** An argument that a function can't be of, whatever the data. */
export const unsuitableArgument: Check = {
  codes: ["SXP2015", "SXP3012"],
  on: {
    Call: (context, call) => {
      for (const [index, argument] of call.arguments.entries()) {
        if (argument.kind === "Missing") continue;
        const reading = readingAt(call, index);
        if (reading !== null && READINGS[reading].types !== null && typeIn(context, argument) === "string") {
          const needed = READINGS[reading].noun;
          const parameters = { name: call.function, what: shortText(argument), needed };
          context.diagnostics.push(diagnose("SXP3012", argument.span, parameters));
        }
        const expected = problemOf(context, call, index, argument);
        if (expected === null) continue;
        const parameters = { name: call.function, expected, found: foundAs(context, argument) };
        context.diagnostics.push(diagnose("SXP2015", argument.span, parameters));
      }
    },
  },
};

const typeIn = ({ values }: CheckContext, argument: AstValue | Missing): ValueType | null =>
  values.get(argument)?.type ?? null;

/** The reading of an argument, null if a path to any number of values is valid. */
function readingAt({ function: name }: Call, index: number): Reading | null {
  const row = callRow(name);
  switch (row.kind) {
    case "scalar":
      return row.parameters[Math.min(index, row.parameters.length - 1)]?.reading ?? null;
    case "pick":
    case "join":
      return index === 0 ? null : (row.options[index - 1]?.reading ?? null);
    default:
      return null;
  }
}

/** The expectation in the place of an argument that does not suit, else null. */
function problemOf(context: CheckContext, call: Call, index: number, argument: AstValue): string | null {
  const row = callRow(call.function);
  const type = typeIn(context, argument);
  if (row.kind === "sum") return type === null || amountType(row.apply, type) !== null ? null : SUMMED;
  const reading = readingAt(call, index);
  if (reading === null) return null;
  const { types, isGiven: isFixed, noun } = READINGS[reading];
  if (isFixed) return textProblem(context, reading, argument);
  if (types === null) return null;
  if (argument.kind === "StringLiteral")
    return types.some((one) => readValue(one, argument.value) !== null) ? null : noun;
  if (type === null || type === "string") return null;
  if (!isReadAs(reading, type)) return noun;
  return row.kind === "scalar" ? besideProblem(context, call, row, index, type) : null;
}

const SUMMED = "numbers, durations, money or quantities";

/** Values of the first argument's type, where the two have no result; the first is checked alone. */
function besideProblem(
  context: CheckContext,
  { arguments: [first] }: Call,
  row: ScalarRow,
  index: number,
  type: ValueType,
): string | null {
  const before = index === 0 || first === undefined ? null : typeIn(context, first);
  if (before === null || before === "string" || !isReadAs(row.parameters[0]!.reading, before)) return null;
  return isError(sampleResult(row, [before, type])) ? nounOfType(before) : null;
}

/** Patterns, flags and collations are prepared once, before the run reads a node. */
function textProblem({ bound }: CheckContext, reading: Reading, argument: AstValue): string | null {
  if (argument.kind === "ParameterReference" ? !isGiven(argument, bound) : argument.kind !== "StringLiteral")
    return "a text in quotes or a parameter";
  if (argument.kind !== "StringLiteral" || reading === "pattern") return null;
  const suits = reading === "flags" ? /^[smixq]*$/.test(argument.value) : collationOf(argument.value) !== null;
  return suits ? null : READINGS[reading].noun;
}

function foundAs({ values }: CheckContext, argument: AstValue | Missing): string {
  if (argument.kind === "StringLiteral" || argument.kind === "NumberLiteral" || argument.kind === "BooleanLiteral")
    return foundText(argument);
  const type = values.get(argument)?.type ?? null;
  return `"${shortText(argument)}"${type === null ? "" : `, which is ${nounOfType(type)}`}`;
}
