import type { Observation } from "@semantic-xpath/runtime/internal";
import { type Pairing, pairNodes, type Tree } from "@semantic-xpath/tree";
import type { Comparison, DataChange, RunSummaryLine } from "../answers.js";
import type { Inspection } from "../inspection.js";
import { comparisonRows } from "./rows.js";
import { comparisonSentences } from "./sentences.js";

/**
 * Compares two runs that differ in query, data, scorer or options. A node is paired with one in other data by its identity, else by its
 * content, else by its place. Rows are in the order of the later ranking, followed by lost nodes in the order of the earlier one.
 * `compareRuns(b, a)` gives the mirrored answer. The cost is linear in the results and near linear in changed data. Reasons are extra, for the
 * first hundred lost and the first hundred added nodes.
 *
 * @example
 * const before = await inspect(query, tree, { scorer: one });
 * const after = await inspect(query, tree, { scorer: other });
 * compareRuns(before, after).sentences; // ["Changed: the scorer.", "3 of 10 kept their place, 7 moved.", …]
 */
export function compareRuns(before: Inspection, after: Inspection): Comparison {
  const pairing = pairNodes(before.tree, after.tree);
  const answer = {
    changed: changedBetween(before.observation, after.observation, !pairing.isSame),
    before: summaryOf(before),
    after: summaryOf(after),
    data: dataChange(before.tree, after.tree, pairing),
    rows: comparisonRows(before, after, pairing),
  };
  return { ...answer, sentences: comparisonSentences(answer) };
}

function summaryOf({ observation, result }: Inspection): RunSummaryLine {
  const { scorer, scorerPairs, milliseconds } = result.stats;
  const value = result.value === undefined ? {} : { value: result.value };
  return { query: queryText(observation), scorer, count: result.ids.length, ...value, scorerPairs, milliseconds };
}

/** The query itself; of a declared one, without the document around it. */
function queryText({ query: { plan } }: Observation): string {
  const { start, end } = plan.span;
  return plan.text.slice(start, end);
}

/** Inputs that differ between two runs; `data`: true if their data differs. */
function changedBetween(before: Observation, after: Observation, data: boolean): Comparison["changed"] {
  const differs = {
    query: queryText(before) !== queryText(after),
    data,
    schema: schemaText(before) !== schemaText(after),
    scorer: !sameScorer(before, after, data),
    params: paramsText(before) !== paramsText(after),
    limit: before.limit !== after.limit,
    minScore: before.minScore !== after.minScore,
  };
  return (Object.keys(differs) as (keyof typeof differs)[]).filter((what) => differs[what]);
}

const schemaText = ({ query: { schema } }: Observation): string => JSON.stringify(schema);

const paramsText = ({ params }: Observation): string =>
  JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));

/** A scorer that was not called changes nothing. What one learnt from the data is in its id after a `#`: other data, not another scorer. */
function sameScorer(before: Observation, after: Observation, dataChanged: boolean): boolean {
  const [one, other] = [before.scorer.id, after.scorer.id];
  if (one === other || (!before.query.isSemantic && !after.query.isSemantic)) return true;
  const isOther = dataChanged || before.query.isSemantic !== after.query.isSemantic;
  return isOther && one.replace(/#.*$/s, "") === other.replace(/#.*$/s, "");
}

/** Changes between two trees; null if they are equal. */
function dataChange(before: Tree, after: Tree, pairing: Pairing): DataChange | null {
  if (pairing.isSame) return null;
  const paired = { identity: 0, content: 0, path: 0 };
  let [reparented, edited] = [0, 0];
  for (let node = 1; node <= before.size; node++) {
    const by = pairing.by(node);
    if (by === null) continue;
    paired[by]++;
    if (pairing.isReparented(node)) reparented++;
    if (pairing.isEdited(node, "own")) edited++;
  }
  return { before: before.size, after: after.size, paired, reparented, edited };
}
