import type { Comparison, RunSummaryLine } from "./answers.js";
import { changedBetween, queryText } from "./compare/changed.js";
import { dataChange } from "./compare/dataChange.js";
import { pairNodes } from "./compare/pairNodes.js";
import { comparisonRows } from "./compare/rows.js";
import { comparisonSentences } from "./compare/sentences.js";
import type { Inspection } from "./inspection.js";

/**
 * How two runs differ: of different queries, data, scorers or options. A node is the same node in other data by its identity, else by what
 * it says, else by where it stands. Rows are in the order of the later ranking, then those lost in the order of the earlier one;
 * `compareRuns(b, a)` tells the same the other way round. Linear in the results, near linear in data that changed, but for the reasons,
 * which are told for the first hundred lost and the first hundred added nodes.
 */
export function compareRuns(before: Inspection, after: Inspection): Comparison {
  const pairing = pairNodes(before.tree, after.tree);
  const told = {
    changed: changedBetween(before.observation, after.observation, !pairing.isSame),
    before: summaryOf(before),
    after: summaryOf(after),
    data: dataChange(before.tree, after.tree, pairing),
    rows: comparisonRows(before, after, pairing),
  };
  return { ...told, sentences: comparisonSentences(told) };
}

function summaryOf({ observation, result }: Inspection): RunSummaryLine {
  const { scorer, scorerPairs, milliseconds } = result.stats;
  return { query: queryText(observation), scorer, count: result.ids.length, scorerPairs, milliseconds };
}
