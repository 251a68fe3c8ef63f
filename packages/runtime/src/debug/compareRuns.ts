import type { Comparison } from "./answers.js";
import type { Inspection } from "./inspection.js";

/** How two runs differ: of different queries, data, scorers or options. */
export function compareRuns(_before: Inspection, _after: Inspection): Comparison {
  throw new Error("to be written");
}
