import type { ComparisonOperator } from "@semantic-xpath/parser";
import type { Comparison, Threshold } from "@semantic-xpath/planner";
import type { ArgumentValue, PlacedNode } from "@semantic-xpath/runtime/internal";
import { isDay, plusDays } from "@semantic-xpath/values";
import { isNumeric, numberBeside, numberOf, textsAt } from "../whyNot/values.js";
import { type Bound, boundRepairs, NEGATED, shortBelow } from "./literals.js";
import { nearestFirst, renameRepairs } from "./names.js";
import type { Repair, Scene } from "./repair.js";

/** The right side of a comparison moved to what the node has there. */
export function comparisonRepairs(
  scene: Scene,
  comparison: Comparison,
  at: PlacedNode,
  wanted: boolean,
): readonly Repair[] {
  const { observation } = scene;
  const { value, right, operator } = comparison;
  const met = wanted ? operator : NEGATED[operator];
  const number = numberOf(observation, value, at);
  if (number !== null) {
    const kind = value.kind === "CountValue" ? "value" : "index";
    return boundRepairs(scene, comparison, countBound(operator, met, number), kind);
  }
  const literalValue = observation.run.value(right);
  // Only numbers can be more or less than a number, and what has a unit that the number takes.
  const isComparable = (text: string): boolean =>
    typeof literalValue !== "number" ||
    operator === "=" ||
    operator === "!=" ||
    isNumeric(text) ||
    numberBeside(observation, value, at, literalValue) !== null;
  const change = (texts: readonly string[]) =>
    nearestFirst(texts.filter(isComparable), String(literalValue)).flatMap((text) =>
      boundRepairs(scene, comparison, boundFor(comparison, met, likeLiteral(text, literalValue)), "value"),
    );
  const texts = textsAt(observation, value, at);
  if (texts.length > 0) return change(texts);
  return wanted ? renameRepairs(scene, value, at.node, (text) => change([text])) : [];
}

/** The nearest whole number that a count meets, with the operator as written. */
function countBound(operator: ComparisonOperator, met: ComparisonOperator, count: number): Bound | null {
  if (met === "!=") return null;
  const right = met === ">" ? count - 1 : met === "<" ? count + 1 : count;
  // A query can't write a number below 0.
  return right < 0 ? { operator: ">=", right: 0 } : { operator, right };
}

/** An argument moves past the text by as little as its kind allows, so that the comparison itself can stay as it is. */
function boundFor({ operator, right }: Comparison, met: ComparisonOperator, text: ArgumentValue): Bound | null {
  const past = right.kind === "Parameter" ? justPast(text, met) : null;
  return past === null ? textBound(operator, met, text) : { operator, right: past };
}

/** The next whole number or day that a text lies strictly below or above of; null when there is none. */
function justPast(text: ArgumentValue, met: ComparisonOperator): ArgumentValue | null {
  if (met !== "<" && met !== ">") return null;
  const step = met === "<" ? 1 : -1;
  if (typeof text === "number") return step > 0 ? Math.floor(text) + 1 : Math.ceil(text) - 1;
  return typeof text === "string" && isDay(text) ? plusDays(text, step) : null;
}

/** The comparison that a text of the node meets: `<` and `>` take it in, since the next text is not known. */
function textBound(operator: ComparisonOperator, met: ComparisonOperator, right: ArgumentValue): Bound | null {
  if (met === "!=") return null;
  if (met !== "<" && met !== ">") return { operator, right };
  return { operator: operator === met ? `${met}=` : NEGATED[`${met}=`], right };
}

/** A text as the kind of literal that is written there. */
function likeLiteral(text: string, beside: ArgumentValue): ArgumentValue {
  if (typeof beside === "number" && text.trim() !== "" && Number(text) >= 0) return Number(text);
  return typeof beside === "boolean" && /^(true|false|0|1)$/.test(text) ? text === "true" || text === "1" : text;
}

/**
 * A threshold moved to a node's own score: for `>=` the number with the fewest digits that admits the node and none of the `others`
 * that scored less.
 */
export function thresholdRepairs(
  scene: Scene,
  threshold: Threshold,
  at: PlacedNode,
  wanted: boolean,
  others: readonly number[],
): readonly Repair[] {
  const { low: score, high } = scene.observation.knownScores.score(threshold.score, at);
  if (score !== high) return [];
  const { operator } = threshold;
  const met = wanted ? operator : NEGATED[operator];
  if (admitsAll(met, score)) return [];
  const bounds = boundsFor(operator, met, score, others);
  // At the number itself, `>=` says it exactly.
  const isAtIt = score === Number(scene.observation.run.value(threshold.right));
  const inOrder = isAtIt ? bounds.toReversed() : bounds;
  return inOrder.flatMap((bound) => boundRepairs(scene, threshold, bound, "threshold"));
}

/** At the end of the scale a threshold that admits the node admits everything: to leave the comparison out says so. */
const admitsAll = (met: ComparisonOperator, score: number): boolean =>
  met.startsWith(">") ? score === 0 : met.startsWith("<") && score === 1;

/** Comparisons that a score meets (`met` the same as `written`), or misses, inside `not(…)`. */
function boundsFor(
  written: ComparisonOperator,
  met: ComparisonOperator,
  score: number,
  others: readonly number[],
): readonly Bound[] {
  const bound = (right: number, operator = written): Bound => ({ operator, right });
  if (met === "!=") return [];
  if (met === "=") return [bound(score)];
  // Numbers below the score, or mirrored at 0, above it.
  const side = met.startsWith(">") ? 1 : -1;
  const ownScore = side * score;
  const next = Math.max(
    Number.NEGATIVE_INFINITY,
    ...others.map((other) => side * other).filter((other) => other < ownScore),
  );
  const least = shortBelow(ownScore, next);
  if (met === ">=" || met === "<=") return [bound(0 + side * least)];
  // A strict comparison stays one, unless only the number itself is left.
  const less = Math.max(Math.min(side, 0), shortBelow(ownScore - Math.max(score * STEP, STEP ** 2), next));
  const strict = bound(0 + side * (least < ownScore ? least : less));
  return written === met ? [strict, bound(0 + side * least, `${met}=`)] : [strict];
}

/** A little less: half a millionth of a score, if fewer digits are not different. */
const STEP = 2 ** -21;
