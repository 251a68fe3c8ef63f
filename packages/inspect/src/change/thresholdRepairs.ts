import type { ComparisonOperator } from "@semantic-xpath/parser";
import type { Threshold } from "@semantic-xpath/planner";
import type { PlacedNode } from "@semantic-xpath/runtime/internal";
import { type Bound, boundRepairs } from "./bounds.js";
import { NEGATED, shortAbove, shortBelow } from "./numbers.js";
import type { Repair, Scene } from "./repair.js";

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
  const { low: score, high } = scene.observation.known.score(threshold.score, at);
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
  const below = Math.max(Number.NEGATIVE_INFINITY, ...others.filter((other) => other < score));
  const above = Math.min(Number.POSITIVE_INFINITY, ...others.filter((other) => other > score));
  const isNegated = written !== met;
  const bound = (right: number, operator = written): Bound => ({ operator, right });
  switch (met) {
    case ">=":
      return [bound(shortBelow(score, below))];
    case "<=":
      return [bound(shortAbove(score, above))];
    // A strict comparison stays one, unless only the number itself is left.
    case ">":
      return [bound(strictlyBelow(score, below)), ...(isNegated ? [] : [bound(shortBelow(score, below), ">=")])];
    case "<":
      return [bound(strictlyAbove(score, above)), ...(isNegated ? [] : [bound(shortAbove(score, above), "<=")])];
    case "=":
      return [bound(score)];
    case "!=":
      return [];
  }
}

/** A little less: half a millionth of a score, where fewer digits do not tell it apart. */
const STEP = 2 ** -21;

function strictlyBelow(score: number, floor: number): number {
  const least = shortBelow(score, floor);
  return least < score ? least : Math.max(0, shortBelow(score - Math.max(score * STEP, STEP ** 2), floor));
}

function strictlyAbove(score: number, ceiling: number): number {
  const least = shortAbove(score, ceiling);
  return least > score ? least : Math.min(1, shortAbove(score + Math.max(score * STEP, STEP ** 2), ceiling));
}
