import type { TaskState } from "./state.js";

/** A version and all that it comes from. */
export function ancestorsOf(task: TaskState, number: number): ReadonlySet<number> {
  const ancestors = new Set<number>();
  const open = [number];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (ancestors.has(at)) continue;
    ancestors.add(at);
    open.push(...task.versions[at - 1]!.parents);
  }
  return ancestors;
}

/** The newest version that two versions come from, itself included. Looks at those between only; a task has one first version. */
export function commonAncestor(task: TaskState, one: number, other: number): number {
  const from = new Map<number, number>([[one, 1]]);
  from.set(other, (from.get(other) ?? 0) | 2);
  // A version comes after its parents, so that numbers are an order to look in.
  for (let number = Math.max(one, other); number > 0; number--) {
    const sides = from.get(number);
    if (sides === 3) return number;
    if (sides === undefined) continue;
    for (const parent of task.versions[number - 1]!.parents) from.set(parent, (from.get(parent) ?? 0) | sides);
  }
  throw new RangeError(`${one} and ${other} come from no version`);
}
