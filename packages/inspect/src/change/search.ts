import type { Attempt } from "./attempt.js";
import { compareSizes, grownBy, type Repair, type Size } from "./repair.js";

/** What a changed query should do, and what may bring one nearer to it that does not yet. */
export interface Goal {
  /** In so many places it may be met at the most. */
  readonly places: number;
  isMet(attempt: Attempt): boolean;
  /** `at` is the same for attempts that fail for the same reason: only the smallest of them is changed further. */
  next(attempt: Attempt): Promise<{ readonly at: string; readonly repairs: readonly Repair[] }>;
}

/** So many changed queries are run before the search is given up. */
const MOST_TRIED = 250;

/**
 * The smallest change that meets a goal, by `Size`: of all changes that are known the smallest is run, and if it does not meet the
 * goal, what may repair it makes larger ones. null when none is found in the places of the goal and `MOST_TRIED` runs.
 */
export async function smallest(start: Attempt, goal: Goal): Promise<Attempt | null> {
  const queue: Candidate[] = [];
  const failed = new Set<string>();
  const extend = async (attempt: Attempt): Promise<void> => {
    const { at, repairs } = await goal.next(attempt);
    if (failed.has(at)) return;
    failed.add(at);
    for (const repair of repairs) {
      const size = grownBy(attempt.size, repair);
      if (size.places <= goal.places) queue.push({ attempt, repair, size });
    }
  };
  await extend(start);
  for (let tried = 0; tried < MOST_TRIED; tried++) {
    const candidate = takeSmallest(queue);
    if (candidate === null) return null;
    start.report({ tried, of: MOST_TRIED });
    const attempt = await candidate.attempt.with(candidate.repair);
    if (attempt === null) continue;
    if (goal.isMet(attempt)) return attempt;
    if (attempt.size.places < goal.places) await extend(attempt);
  }
  return null;
}

interface Candidate {
  readonly attempt: Attempt;
  readonly repair: Repair;
  readonly size: Size;
}

/** Of equal ones the first. */
function takeSmallest(queue: Candidate[]): Candidate | null {
  let best = 0;
  for (let i = 1; i < queue.length; i++) if (compareSizes(queue[i]!.size, queue[best]!.size) < 0) best = i;
  return queue.splice(best, 1)[0] ?? null;
}
