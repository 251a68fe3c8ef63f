import {
  type Comparison,
  describeValue,
  type FunctionTest,
  type TextMatch,
  type ValueComparison,
} from "@semantic-xpath/planner";
import type { ArgumentValue, Observation, PlacedNode } from "@semantic-xpath/runtime/internal";
import { CALLS, listed } from "@semantic-xpath/values";
import { countText } from "../numbers.js";
import { quoted } from "../words.js";
import {
  absentText,
  because,
  type Explanation,
  isNumeric,
  numberBeside,
  numberOf,
  textsAt,
  textsOf,
  valuesOf,
  valueText,
} from "./values.js";

export function explainComparison(
  observation: Observation,
  { value, operator, right }: Comparison,
  at: PlacedNode,
  wanted: boolean,
): Explanation {
  const other = observation.run.value(right);
  const against = againstText(operator, typeof other === "string" ? quoted(other) : String(other), wanted);
  const number = numberOf(observation, value, at);
  if (number !== null)
    return because(`its ${valueText(value)} is ${number}${against}`, {
      measured: { value: number, needed: Number(other) },
    });
  const texts = textsAt(observation, value, at);
  const [text] = texts;
  if (text === undefined) return because(`it has no ${absentText(value)}`);
  const withUnit = typeof other === "number" ? numberBeside(observation, value, at, other) : null;
  const message = `its ${valueText(value)} is ${ownText(texts, other)}${withUnit === null ? against : againstText(operator, withUnit, wanted)}`;
  if (withUnit !== null) return because(message);
  const isOrder = operator !== "=" && operator !== "!=";
  if (typeof other === "number" && isOrder && !texts.some(isNumeric)) return because(`${message}: it is no number`);
  if (texts.length > 1 || typeof other === "boolean" || !isNumeric(text) || !isNumeric(String(other)))
    return because(message);
  return because(message, { measured: { value: Number(text), needed: Number(other) } });
}

function againstText(operator: Comparison["operator"], text: string, wanted: boolean): string {
  if (!wanted) return operator === "=" ? ", and the query asks that it is not" : `, which is ${operator} ${text}`;
  if (operator === "!=") return ", and the query asks for any other";
  return operator === "=" ? `, not ${text}` : `, which is not ${operator} ${text}`;
}

const MAX_TEXTS = 3;

/** Without quotes when it is compared with a number or a truth value. */
function ownText(texts: readonly string[], other: ArgumentValue): string {
  const first = texts.slice(0, MAX_TEXTS);
  return listed(typeof other === "string" ? first.map(quoted) : first, "and");
}

/** `its @cost is 38, which is not < 20, the value of root()//Limit/@max`; the values of both sides, of many the first. */
export function explainValues(
  observation: Observation,
  { left, operator, right }: ValueComparison,
  at: PlacedNode,
  wanted: boolean,
): Explanation {
  const sides = [left, right].map((value) => ({ value, texts: valuesOf(observation, value, at) }));
  const absent = sides.find(({ texts }) => texts.length === 0);
  if (absent !== undefined) return because(`${describeValue(absent.value)} has no value for it`);
  const [own, other] = sides as [(typeof sides)[0], (typeof sides)[0]];
  const verb = wanted ? "is not" : "is";
  const against = other.value.kind === "Given" ? "" : `, the value of ${describeValue(other.value)}`;
  const message = `its ${describeValue(own.value)} is ${some(own.texts)}, which ${verb} ${operator} ${some(other.texts)}${against}`;
  const numbers = [own, other].map(({ texts }) => (texts.length === 1 ? Number(unquoted(texts[0]!)) : Number.NaN));
  if (numbers.some(Number.isNaN)) return because(message);
  return because(message, { measured: { value: numbers[0]!, needed: numbers[1]! } });
}

const unquoted = (text: string): string => text.replace(/^"(.*)"$/s, "$1").trim() || "none";

function some(texts: readonly string[]): string {
  const first = texts.slice(0, MAX_TEXTS);
  const more = texts.length - first.length;
  return listed(more > 0 ? [...first, `${countText(more)} more`] : first, "and");
}

/** `matches(@name, "^A") does not hold: @name is "Berlin"` */
export function explainTest(
  observation: Observation,
  { call }: FunctionTest,
  at: PlacedNode,
  wanted: boolean,
): Explanation {
  const read = call.arguments.filter(({ kind }) => kind !== "Given");
  const values = read.map((value) => {
    const texts = valuesOf(observation, value, at);
    return `${describeValue(value)} is ${texts.length === 0 ? "absent" : some(texts)}`;
  });
  const why = values.length === 0 ? "" : `: ${listed(values, "and")}`;
  return because(`${describeValue(call)} ${wanted ? "does not hold" : "holds"} for it${why}`);
}

export function explainMatch(
  { tree, run }: Observation,
  match: TextMatch,
  at: PlacedNode,
  wanted: boolean,
): Explanation {
  const texts = textsOf(tree, match.value, at.node);
  if (texts.length === 0) return because(`it has no ${absentText(match.value)}`);
  const verb = `${wanted ? "does not" : "does"} ${CALLS[match.function].search.verb}`;
  const argument = quoted(String(run.value(match.argument)));
  return because(`its ${valueText(match.value)} ${ownText(texts, "")} ${verb} ${argument}`);
}
