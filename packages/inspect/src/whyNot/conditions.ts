import {
  type BooleanExpression,
  type Comparison,
  describeBracket,
  describeCondition,
  describeScore,
  describeSequence,
  type FilterOperator,
  type PathPlan,
  type RelevanceOperator,
  type TextMatch,
  type Threshold,
} from "@semantic-xpath/planner";
import {
  type ArgumentValue,
  type BracketRecord,
  type Cutoff,
  evaluateEvidence,
  indicesOf,
  type Observation,
  type PlacedNode,
  placedAt,
  type ScoreAlgebra,
  settle,
  weightAt,
} from "@semantic-xpath/runtime/internal";
import { listOf, quoted, shortNumber, shortNumbers } from "../words.js";
import { zeroEvidence } from "./atEnd.js";
import { absentText, numberOf, textsOf, valueText } from "./values.js";
import { type Explanation, explanation } from "./whyNot.js";

/** A condition that does not hold, or in a pruned run was never needed. */
export function explainFilter(
  observation: Observation,
  bracket: FilterOperator,
  { before, mask }: BracketRecord,
  node: number,
): Explanation {
  const { cutoffs, known } = observation;
  const i = indicesOf(before, node).find((index) => mask === null || mask[index] === 0)!;
  const at = placedAt(before, i);
  const cutoff = cutoffs?.get(bracket.id);
  if (cutoff !== undefined && known.condition(bracket.condition, at).high !== 0)
    return explainBound(weightAt(before, i), cutoff);
  const { message, ...refusal } = whyFalse(observation, bracket.condition, at);
  return explanation("filter", message, refusal);
}

/** A relevance lets nothing fall, but a pruned run leaves nodes unscored that can't reach the result. */
export function explainUnscored(
  { cutoffs, known, algebra }: Observation,
  bracket: RelevanceOperator,
  { before }: BracketRecord,
  node: number,
): Explanation {
  const i = indicesOf(before, node)[0]!;
  const at = placedAt(before, i);
  const { high } = known.score(bracket.score, at);
  const bound = (before.base === null ? 1 : before.base[i]!) * ((before.own === null ? 1 : before.own[i]!) * high);
  const cutoff = cutoffs?.get(bracket.id) ?? { weight: 0, of: "head" };
  return { ...explainBound(bound, cutoff), algebra: () => algebra.of(bracket.score, at) };
}

const GOALS = {
  result: "the last result weighs",
  head: "the last place that counts needs",
  minimum: "the minimum score is",
} as const;

function explainBound(bound: number, { weight, of }: Cutoff): Explanation {
  if (bound === 0) return explanation("zero-weight", "its weight is 0 already, so it was not scored any further");
  const [most, needed] = shortNumbers(bound, weight);
  const message = `it can weigh at most ${most}, and ${GOALS[of]} ${needed}, so it was not scored any further`;
  return explanation("bound", message, { measured: { value: bound, needed: weight } });
}

/** Why a condition does not hold for a node: the words stand behind the name of the node or "it". */
interface Refusal extends Pick<Explanation, "measured" | "algebra"> {
  readonly message: string;
}

/** Why a condition that is false is false: the first operand that decides it, with its numbers. */
function whyFalse(observation: Observation, condition: BooleanExpression, at: PlacedNode): Refusal {
  switch (condition.kind) {
    case "And": {
      const [first, ...others] = decisive(observation, condition.operands, at);
      const refusal = whyFalse(observation, first, at);
      const messages = [refusal, ...others.map((operand) => whyFalse(observation, operand, at))];
      return { ...refusal, message: togetherText(messages) };
    }
    case "Or": {
      const all = condition.operands.map((operand) => whyFalse(observation, operand, at));
      return { ...all[0]!, message: togetherText(all) };
    }
    case "Not":
      return whyTrue(observation, condition.operand, at);
    case "Truth":
      return plain("the condition is never true");
    case "Threshold":
      return thresholdRefusal(observation, condition, at, false);
    case "Compare":
      return comparisonRefusal(observation, condition, at, false);
    case "Match":
      return matchRefusal(observation, condition, at, false);
    case "Exists":
      return plain(noSuchText(observation, condition.evidence, at));
    case "Present":
      return plain(`it has no ${absentText(condition.value)}`);
    case "PlaceEquals": {
      const needed = numberOf(observation, condition.value, at) ?? 0;
      return {
        message: `its position is ${at.place}, and its ${valueText(condition.value)} is ${needed}`,
        measured: { value: at.place, needed },
        algebra: null,
      };
    }
  }
}

const togetherText = (refusals: readonly Refusal[]): string =>
  listOf(
    refusals.map(({ message }) => message),
    "and",
  );

/** Operands that are told of one `and`. */
const MOST_TOLD = 3;

/** The operands of an `and` that are known to be false; where a pruned run left all of them open, the first that need not hold. */
function decisive(
  observation: Observation,
  operands: readonly BooleanExpression[],
  at: PlacedNode,
): readonly [BooleanExpression, ...BooleanExpression[]] {
  const [first, ...others] = operands.filter((operand) => observation.known.condition(operand, at).high === 0);
  if (first === undefined) return [operands.find((operand) => !holds(observation, operand, at))!];
  return [first, ...others.slice(0, MOST_TOLD - 1)];
}

/** Why a condition inside `not(…)` holds. */
function whyTrue(observation: Observation, condition: BooleanExpression, at: PlacedNode): Refusal {
  switch (condition.kind) {
    case "Not":
      return whyFalse(observation, condition.operand, at);
    case "Or":
      return whyTrue(observation, condition.operands.find((operand) => holds(observation, operand, at))!, at);
    case "Threshold":
      return thresholdRefusal(observation, condition, at, true);
    case "Compare":
      return comparisonRefusal(observation, condition, at, true);
    case "Match":
      return matchRefusal(observation, condition, at, true);
    default:
      return plain(`${describeCondition(condition)} holds, and the query asks that it does not`);
  }
}

/** Where only the brackets of the last step stand against what is there, so many of them do. */
function noSuchText({ run }: Observation, evidence: PathPlan, { node }: PlacedNode): string {
  const last = evidence.steps.at(-1);
  const none = `it has no ${describeSequence(evidence)}`;
  if (last === undefined || last.brackets.length === 0 || evidence.attribute !== null) return none;
  const whole = { ...evidence, steps: [...evidence.steps.slice(0, -1), { ...last, brackets: [] }] };
  const count = settle(evaluateEvidence(run, whole, Int32Array.of(node)))?.ids.length ?? 0;
  if (count === 0) return none;
  const asked = last.brackets.map(describeBracket).join(" and ");
  const what = describeSequence(whole);
  return count === 1 ? `its only ${what} does not meet ${asked}` : `none of its ${count} ${what} meets ${asked}`;
}

const plain = (message: string): Refusal => ({ message, measured: null, algebra: null });

/** Whether a condition holds as far as the scores are known. */
export const holds = ({ known }: Observation, condition: BooleanExpression, at: PlacedNode): boolean =>
  known.condition(condition, at).low === 1;

/** `isTrue`: the comparison holds, and the query asks that it does not. */
function thresholdRefusal(
  { known, algebra, run }: Observation,
  { score, operator, right }: Threshold,
  at: PlacedNode,
  isTrue: boolean,
): Refusal {
  const needed = Number(run.value(right));
  const { low, high } = known.score(score, at);
  const verb = isTrue ? "is" : "is not";
  const told = { algebra: () => algebra.of(score, at), measured: low === high ? { value: low, needed } : null };
  if (low !== high) {
    const range = `between ${shortNumber(low)} and ${shortNumber(high)}`;
    return {
      ...told,
      message: `its score for ${describeScore(score)} lies ${range}, and ${verb} ${operator} ${needed}`,
    };
  }
  const [own, limit] = shortNumbers(low, needed);
  const why = low === 0 && !isTrue ? zeroReason(told.algebra()) : "";
  return { ...told, message: `its score ${own} for ${describeScore(score)} ${verb} ${operator} ${limit}${why}` };
}

/** Why one relevance or aggregate is 0: then no threshold lets the node in that does not let in everything. */
function zeroReason(told: ScoreAlgebra): string {
  const { asked, evidence } = told;
  if (evidence?.length === 0) return ", since it has no such evidence";
  if (asked === undefined) {
    const why = zeroEvidence(told);
    return why === null ? "" : `, since ${why}`;
  }
  return asked.text === null
    ? ", since it has no such text"
    : `: the scorer sees nothing of ${quoted(asked.condition)} in its text`;
}

function comparisonRefusal(
  observation: Observation,
  { value, operator, right }: Comparison,
  at: PlacedNode,
  isTrue: boolean,
): Refusal {
  const asked = observation.run.value(right);
  const against = againstText(operator, asked, isTrue);
  const number = numberOf(observation, value, at);
  if (number !== null) {
    const measured = { value: number, needed: Number(asked) };
    return { message: `its ${valueText(value)} is ${number}${against}`, measured, algebra: null };
  }
  const texts = textsOf(observation.tree, value, at.node);
  if (texts.length === 0) return plain(`it has no ${absentText(value)}`);
  const numbers = [Number(texts[0]), Number(asked)] as const;
  const isNumeric =
    texts.length === 1 && texts[0]!.trim() !== "" && typeof asked !== "boolean" && !numbers.some(Number.isNaN);
  return {
    message: `its ${valueText(value)} is ${ownText(texts, asked)}${against}`,
    measured: isNumeric ? { value: numbers[0], needed: numbers[1] } : null,
    algebra: null,
  };
}

function againstText(operator: Comparison["operator"], asked: ArgumentValue, isTrue: boolean): string {
  const wanted = typeof asked === "string" ? quoted(asked) : String(asked);
  if (isTrue) return operator === "=" ? ", and the query asks that it is not" : `, which is ${operator} ${wanted}`;
  if (operator === "!=") return ", and the query asks for any other";
  return operator === "=" ? `, not ${wanted}` : `, which is not ${operator} ${wanted}`;
}

const MOST_TEXTS = 3;

/** Without quotes where it is compared with a number or a truth value. */
const ownText = (texts: readonly string[], asked: ArgumentValue): string =>
  listOf(
    texts.slice(0, MOST_TEXTS).map((text) => (typeof asked === "string" ? quoted(text) : text)),
    "and",
  );

const VERBS = { contains: "contain", "starts-with": "start with", "ends-with": "end with" } as const;

function matchRefusal({ tree, run }: Observation, match: TextMatch, at: PlacedNode, isTrue: boolean): Refusal {
  const texts = textsOf(tree, match.value, at.node);
  if (texts.length === 0) return plain(`it has no ${absentText(match.value)}`);
  const verb = `${isTrue ? "does" : "does not"} ${VERBS[match.function]}`;
  const argument = quoted(String(run.value(match.argument)));
  return plain(`its ${valueText(match.value)} ${ownText(texts, "")} ${verb} ${argument}`);
}
