import type { Retention } from "./records.js";
import type { TaskState } from "./state.js";

/** Throws a RangeError for an invalid choice of versions to keep. */
export function checkRetention(retention: Retention): void {
  if ("last" in retention && !(Number.isInteger(retention.last) && retention.last >= 1))
    throw new RangeError(`last must be a whole number from 1 up, not ${retention.last}`);
  if ("since" in retention && Number.isNaN(Date.parse(retention.since)))
    throw new RangeError(`since must be a time in ISO 8601, not ${JSON.stringify(retention.since)}`);
}

/** The versions of a task that a choice leaves out. Newest versions of branches are never left out. */
export function outdated(task: TaskState, retention: Retention): ReadonlySet<number> {
  const heads = headsOf(task);
  const numbers = task.versions.filter(({ kind }) => kind === "commit");
  const candidates = "last" in retention ? numbers.slice(0, Math.max(0, numbers.length - retention.last)) : numbers;
  return new Set(
    candidates.filter((version) => !heads.has(version.version) && isOld(version, retention)).map(numberOf),
  );
}

export const headsOf = (task: TaskState): ReadonlySet<number> =>
  new Set([...task.branches.values()].map(({ head }) => head));

const numberOf = ({ version }: { version: number }): number => version;

function isOld({ time }: { readonly time: string }, retention: Retention): boolean {
  if ("keep" in retention) return false;
  return "last" in retention || Date.parse(time) < Date.parse(retention.since);
}
