import { printTable } from "../report/table.mjs";

const TITLES = { ndcg10: "nDCG@10", auc: "AUC" };
const short = (value) => value.toFixed(3).replace(/^(-?)0/, "$1");
const signed = (value) => (value < 0 ? short(value) : `+${short(value)}`);

/** A difference with its interval, and whether that is on one side of 0. */
function change({ mean, low, high }) {
  const sign = low > 0 ? " ▲" : high < 0 ? " ▼" : "";
  return `${signed(mean)} [${signed(low)} ${signed(high)}]${sign}`;
}

/** Kind × (BM25, lexical, difference with interval), and beside another scorer what it changes. */
export function printComparisons(records, { half, name }) {
  const columns = ["kind", "questions", "measure", "BM25", "lexical", "difference"];
  const others = records.some(({ other }) => other !== undefined);
  printTable({
    title: `Relevance, ${half}`,
    columns: others ? [...columns, name, "beside lexical"] : columns,
    rows: records.map(({ kind, questions, measure, ours, theirs, difference, other }) => [
      kind,
      String(questions),
      TITLES[measure],
      short(theirs),
      short(ours),
      change(difference),
      ...(others ? [short(other.ours), change(other.difference)] : []),
    ]),
    notes: [
      "BM25 with Porter's stems and a stop list, parameters tuned on the other kinds",
      "95 % intervals by bootstrap of paired differences; ▲ and ▼ where it does not hold 0",
    ],
  });
}

/** Queries on conversations. */
export function printQueries(records) {
  const NAMES = { hit1: "Hit@1", recall5: "R@5", recall10: "R@10", mrr: "MRR", ndcg10: "nDCG@10" };
  for (const finds of new Set(records.map((record) => record.finds))) {
    printTable({
      title: `LoCoMo, queries for ${finds.toLowerCase()}s`,
      columns: ["query", ...Object.values(NAMES)],
      rows: records
        .filter((record) => record.finds === finds)
        .map((record) => [`\`${record.text}\``, ...Object.keys(NAMES).map((name) => short(record[name]))]),
    });
  }
}

/** What scores mean: by bin the mean score and the share that is right. */
export function printReliability(records) {
  const bins = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const cell = (found) => (found === undefined ? "" : `${short(found.score)}→${short(found.share)}/${found.count}`);
  printTable({
    title: "What scores mean: mean score → share that is right / pairs, by bin",
    columns: ["kind", ...bins.map((bin) => `0.${bin}`), "error", "greatest", "F1 at 0.5", "best F1", "at"],
    rows: records.map(({ kind, bins: found, error, greatest, f1, best, bestFrom }) => [
      kind,
      ...bins.map((bin) => cell(found.find((one) => one.bin === bin))),
      ...[error, greatest, f1, best, bestFrom].map(short),
    ]),
  });
}
