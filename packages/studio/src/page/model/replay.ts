import { counted, valueLine } from "@semantic-xpath/views/components";
import type { ReplayMove, ReplayStep } from "../../protocol.js";

/** The answer of a query in a version in one line: `5 results: 2 entered, 1 left`. */
export function stepText({ count, value, entered, left, isChanged, before, problem }: ReplayStep): string {
  if (problem !== null || count === null) return "The query can't run on this version";
  const answer = value === undefined ? counted(count, "result") : valueLine(value);
  if (before === null) return answer;
  const changes = [...(entered > 0 ? [`${entered} entered`] : []), ...(left > 0 ? [`${left} left`] : [])];
  if (changes.length > 0) return `${answer}: ${changes.join(", ")}`;
  return isChanged
    ? `${answer}: ${value === undefined ? "in another order" : "another value"}`
    : `${answer}, as before`;
}

/** Why a node entered, left or has another place, in sentences: first the query's reason, then what was changed. */
export function reasonsOf({
  kind,
  isNew,
  isGone,
  whyNot,
  rankBefore,
  rankAfter,
  changes,
}: ReplayMove): readonly string[] {
  if (kind === "moved") return [`From place ${rankBefore} to ${rankAfter}`, ...changes];
  if (isNew) return ["It is new", ...changes];
  if (isGone) return ["It is not there any more", ...changes];
  const reason = whyNot === null ? [] : [`${kind === "entered" ? "Before" : "Now"}: ${whyNot}`];
  return [...reason, ...(changes.length > 0 ? changes : ["Nothing in it was changed"])];
}

/** The heights of bars for steps, in [0, 1]: of single numbers that all are values, else of counts. null: the query can't run there. */
export function barsOf(steps: readonly ReplayStep[]): readonly (number | null)[] {
  const numbers = steps.map(({ value, count }) => (typeof value === "number" ? value : count));
  const counts = numbers.filter((number) => number !== null);
  const least = Math.min(0, ...counts);
  const range = Math.max(0, ...counts) - least || 1;
  return numbers.map((number) => (number === null ? null : (number - least) / range));
}

/** The next version at which the answer changed, from one on; null: there is none. Steps are the oldest first. */
export function changeBeside(steps: readonly ReplayStep[], version: number, by: -1 | 1): number | null {
  const at = steps.findIndex(({ version: { number } }) => number === version);
  for (let i = at + by; at >= 0 && i >= 0 && i < steps.length; i += by) {
    const step = steps[i]!;
    if (step.isChanged || step.before === null) return step.version.number;
  }
  return null;
}
