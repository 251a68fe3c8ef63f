import { memoryError } from "../memoryError.js";
import type { Quotas } from "./records.js";

/** Default bounds of a store. */
export const QUOTAS: Quotas = {
  maxNodes: 10_000_000,
  maxTasks: 10_000,
  maxVersions: 1_000_000,
  maxCommitBytes: 1 << 30,
  maxBytes: Number.POSITIVE_INFINITY,
};

const WHAT: Readonly<Record<keyof Quotas, string>> = {
  maxNodes: "nodes in a version",
  maxTasks: "tasks",
  maxVersions: "versions of a task",
  maxCommitBytes: "bytes in one step",
  maxBytes: "bytes in the store",
};

/** Throws a `MemoryError` (SXP5015) where there would be more than a quota allows. */
export function checkQuota(given: Partial<Quotas>, option: keyof Quotas, count: number): void {
  const limit = given[option] ?? QUOTAS[option];
  if (count > limit) throw memoryError("SXP5015", { what: WHAT[option], limit, option });
}

/** Quotas as in a record: null for no bound. Throws a RangeError for anything but a number from 0 up. */
export function boundsOf(quotas: Partial<Quotas>): Record<string, number | null> {
  const bounds: Record<string, number | null> = {};
  for (const [name, most] of Object.entries(quotas)) {
    if (!Object.hasOwn(QUOTAS, name)) throw new RangeError(`There is no quota "${name}"`);
    if (!(typeof most === "number" && most >= 0))
      throw new RangeError(`${name} must be a number from 0 up, not ${most}`);
    bounds[name] = most === Number.POSITIVE_INFINITY ? null : most;
  }
  return bounds;
}
