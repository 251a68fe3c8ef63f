import {
  type BindingPlan,
  type BooleanExpression,
  describeBracket,
  describeCondition,
  describeScore,
  describeSequence,
  type FilterOperator,
  type PathPlan,
  type QuantifiedCondition,
  type RelevanceOperator,
  type Threshold,
} from "@semantic-xpath/planner";
import {
  type BoundEntry,
  type BracketRecord,
  type Cutoff,
  entryPath,
  evaluateEvidence,
  indicesOf,
  KnownScores,
  nodesBatch,
  type Observation,
  type PlacedNode,
  placedAt,
  type ScoreAlgebra,
  settle,
  weightAt,
} from "@semantic-xpath/runtime/internal";
import { NONE } from "@semantic-xpath/tree";
import { listed } from "@semantic-xpath/values";
import { countText } from "../numbers.js";
import { quoted, shortNumber, shortNumbers } from "../words.js";
import { zeroCause } from "./atEnd.js";
import { explainComparison, explainMatch, explainTest, explainValues } from "./comparisons.js";
import { absentText, because, type Explanation, explanation, numberOf, valueText } from "./values.js";

/** A condition that does not hold, or that a pruned run never needed. */
export function explainFilter(
  observation: Observation,
  bracket: FilterOperator,
  { before, mask }: BracketRecord,
  node: number,
): Explanation {
  const { cutoffs, knownScores } = observation;
  const i = indicesOf(before, node).find((index) => mask === null || mask[index] === 0)!;
  const at = placedAt(before, i);
  const cutoff = cutoffs?.get(bracket.id);
  if (cutoff !== undefined && knownScores.condition(bracket.condition, at).high !== 0)
    return explainBound(weightAt(before, i), cutoff);
  return explainCondition(observation, bracket.condition, at);
}

/** A relevance drops nothing, but a pruned run leaves nodes unscored that can't reach the result. */
export function explainUnscored(
  { cutoffs, knownScores, algebra }: Observation,
  bracket: RelevanceOperator,
  { before: { base, own }, before }: BracketRecord,
  node: number,
): Explanation {
  const i = indicesOf(before, node)[0]!;
  const at = placedAt(before, i);
  const bound = (base?.[i] ?? 1) * ((own?.[i] ?? 1) * knownScores.score(bracket.score, at).high);
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

/**
 * Reason why a condition has the wrong result: not true, or inside `not(…)` (`wanted` false) not false. It is the first operand that decides
 * the result, with its numbers. Messages start with "it" or "its".
 */
function explainCondition(
  observation: Observation,
  condition: BooleanExpression,
  at: PlacedNode,
  wanted = true,
): Explanation {
  switch (condition.kind) {
    case "Not":
      return explainCondition(observation, condition.operand, at, !wanted);
    case "Threshold":
      return explainThreshold(observation, condition, at, wanted);
    case "Compare":
      return explainComparison(observation, condition, at, wanted);
    case "Match":
      return explainMatch(observation, condition, at, wanted);
    case "CompareValues":
      return explainValues(observation, condition, at, wanted);
    case "Quantified":
      return explainQuantified(observation, condition, at, wanted);
    case "Test":
      return explainTest(observation, condition, at, wanted);
    default:
      return wanted ? explainFalse(observation, condition, at) : explainTrue(observation, condition, at);
  }
}

type Other = Exclude<
  BooleanExpression,
  { readonly kind: "Not" | "Threshold" | "Compare" | "Match" | "CompareValues" | "Quantified" | "Test" }
>;

function explainFalse(observation: Observation, condition: Other, at: PlacedNode): Explanation {
  switch (condition.kind) {
    case "And":
      return allOf(observation, decisive(observation, condition.operands, at), at);
    case "Or":
      return allOf(observation, condition.operands, at);
    case "Truth":
      return because("the condition is never true");
    case "Exists":
      return because(noSuchText(observation, condition.evidence, at));
    case "Present":
      return because(`it has no ${absentText(condition.value)}`);
    case "PlaceEquals": {
      const needed = numberOf(observation, condition.value, at) ?? 0;
      const message = `its position is ${at.place}, and its ${valueText(condition.value)} is ${needed}`;
      return because(message, { measured: { value: at.place, needed } });
    }
  }
}

function explainTrue(observation: Observation, condition: Other, at: PlacedNode): Explanation {
  if (condition.kind !== "Or")
    return because(`${describeCondition(condition)} holds, and the query asks that it does not`);
  const operand = condition.operands.find((each) => holds(observation, each, at))!;
  return explainCondition(observation, operand, at, false);
}

/** The numbers are those of the first operand. */
function allOf(observation: Observation, operands: readonly BooleanExpression[], at: PlacedNode): Explanation {
  const all = operands.map((operand) => explainCondition(observation, operand, at));
  const messages = all.map(({ message }) => message);
  return { ...all[0]!, message: listed(messages, "and") };
}

/** Operands of one `and` that are explained. */
const MAX_OPERANDS = 3;

/** The operands of an `and` that are known to be false; when a pruned run left all of them open, the first that need not hold. */
function decisive(
  observation: Observation,
  operands: readonly BooleanExpression[],
  at: PlacedNode,
): readonly BooleanExpression[] {
  const untrue = operands.filter((operand) => observation.knownScores.condition(operand, at).high === 0);
  if (untrue.length > 0) return untrue.slice(0, MAX_OPERANDS);
  return [operands.find((operand) => !holds(observation, operand, at))!];
}

/** If only the brackets of the last step exclude existing nodes, the message names that. */
function noSuchText({ run }: Observation, evidence: PathPlan, { node }: PlacedNode): string {
  const last = evidence.steps.at(-1);
  const none = `it has no ${describeSequence(evidence)}`;
  if (last === undefined || last.brackets.length === 0 || evidence.attribute !== null) return none;
  const unfiltered = { ...evidence, steps: [...evidence.steps.slice(0, -1), { ...last, brackets: [] }] };
  const count = settle(evaluateEvidence(run, unfiltered, nodesBatch(Int32Array.of(node))))?.ids.length ?? 0;
  if (count === 0) return none;
  const brackets = last.brackets.map(describeBracket).join(" and ");
  const subject = describeSequence(unfiltered);
  return count === 1
    ? `its only ${subject} does not meet ${brackets}`
    : `none of its ${countText(count)} ${subject} meets ${brackets}`;
}

/** Tests that a condition holds, given the known scores. */
export const holds = ({ knownScores }: Observation, condition: BooleanExpression, at: PlacedNode): boolean =>
  knownScores.condition(condition, at).low === 1;

function explainThreshold(
  { knownScores, algebra, run }: Observation,
  { score, operator, right }: Threshold,
  at: PlacedNode,
  wanted: boolean,
): Explanation {
  const needed = Number(run.value(right));
  const { low, high } = knownScores.score(score, at);
  const verb = wanted ? "is not" : "is";
  const text = describeScore(score);
  const ofScore = () => algebra.of(score, at);
  if (low !== high) {
    const range = `between ${shortNumber(low)} and ${shortNumber(high)}`;
    return because(`its score for ${text} is ${range}, and ${verb} ${operator} ${needed}`, { algebra: ofScore });
  }
  const [own, limit] = shortNumbers(low, needed);
  const why = low === 0 && wanted ? zeroReason(ofScore()) : "";
  const measured = { value: low, needed };
  return because(`its score ${own} for ${text} ${verb} ${operator} ${limit}${why}`, { algebra: ofScore, measured });
}

/** Why one relevance or aggregate is 0: then no threshold admits the node that does not admit everything. */
function zeroReason(algebra: ScoreAlgebra): string {
  const cause = zeroCause(algebra);
  if (cause !== null) return `, since ${cause}`;
  return algebra.asked === undefined
    ? ""
    : `: the scorer sees nothing of ${quoted(algebra.asked.condition)} in its text`;
}

/** The combination that decided: one for which the condition does not hold, of `some` the first of all. */
function explainQuantified(
  observation: Observation,
  condition: QuantifiedCondition,
  at: PlacedNode,
  wanted: boolean,
): Explanation {
  const { quantifier, bindings } = condition;
  const inner = condition.condition;
  // `some` that should not hold, and `every` that should, fall by one combination.
  const byOne = (quantifier === "every") === wanted;
  let count = 0;
  let first: Combination | null = null;
  for (const combination of combinationsOf(observation, bindings, at.node)) {
    if (count++ >= MAX_COMBINATIONS) break;
    const bound = { ...combination, observation: boundObservation(observation, combination) };
    first ??= bound;
    if (byOne && holds(bound.observation, inner, at) !== wanted)
      return combinationText(bound, inner, at, wanted, "for");
  }
  if (first === null) {
    const [binding] = bindings;
    return because(
      quantifier === "some"
        ? `it has no ${bindings.map(({ name, evidence }) => `$${name} in ${describeSequence(evidence)}`).join(", ")}`
        : `it has no $${binding!.name} in ${describeSequence(binding!.evidence)}, so that every one meets the condition`,
    );
  }
  if (count === 1) return combinationText(first, inner, at, wanted, "for");
  const tried = count > MAX_COMBINATIONS ? "more than 1000" : countText(count);
  return combinationText(
    first,
    inner,
    at,
    wanted,
    `none of ${tried} combinations does what the query asks; for the first,`,
  );
}

const MAX_COMBINATIONS = 1000;

/** Explanations begin with "it" or "its"; here that is the outer node, the comparison says what of. */
function combinationText(
  { observation, names, paths }: Combination,
  inner: BooleanExpression,
  at: PlacedNode,
  wanted: boolean,
  lead: string,
): Explanation {
  const { message, measured } = explainCondition(observation, inner, at, wanted);
  const bound = names.map((name, i) => `$${name} = ${paths[i]}`);
  return because(`${lead} ${listed(bound, "and")}, ${message}`, { measured });
}

interface Combination {
  readonly observation: Observation;
  readonly names: readonly string[];
  readonly entries: readonly BoundEntry[];
  readonly paths: readonly string[];
}

/** With what is bound, and nothing of what was known without it. */
function boundObservation(observation: Observation, { names, entries }: Combination): Observation {
  const variables = new Map(observation.run.variables);
  for (const [i, name] of names.entries()) variables.set(name, entries[i]!);
  const run = { ...observation.run, variables };
  return { ...observation, run, knownScores: new KnownScores(run) };
}

/** All choices of one entry per binding, in order. */
function* combinationsOf(
  observation: Observation,
  bindings: readonly BindingPlan[],
  node: number,
  before: Combination = { observation, names: [], entries: [], paths: [] },
): Generator<Combination> {
  const [binding, ...rest] = bindings;
  if (binding === undefined) {
    yield before;
    return;
  }
  const { run } = boundObservation(observation, before);
  const frame = settle(evaluateEvidence(run, binding.evidence, nodesBatch(Int32Array.of(node))));
  if (frame === null) return;
  for (let i = 0; i < frame.ids.length; i++) {
    const entry = { node: frame.ids[i]!, attribute: frame.attributes?.[i] ?? NONE };
    yield* combinationsOf(observation, rest, node, {
      observation,
      names: [...before.names, binding.name],
      entries: [...before.entries, entry],
      paths: [...before.paths, entryPath(run.tree, entry.node, entry.attribute)],
    });
  }
}
