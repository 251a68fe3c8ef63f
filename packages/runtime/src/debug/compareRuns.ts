import type { Match } from "../match.js";
import type { Comparison, ComparisonRow, RunSummaryLine } from "./answers.js";
import { changedBetween, queryText } from "./compare/changed.js";
import { nodesAt } from "./compare/nodesAt.js";
import { comparisonSentences } from "./compare/sentences.js";
import type { Inspection } from "./inspection.js";

/** Of so many lost nodes, and of so many added ones, it is told why they are not in the other result. */
const MOST_REASONS = 100;

/**
 * How two runs differ: of different queries, data, scorers or options. Rows are in the order of the later ranking, then those lost in
 * the order of the earlier one; `compareRuns(b, a)` tells the same the other way round. Linear in the results, but for the reasons,
 * which are told for the first hundred lost and the first hundred added nodes.
 */
export function compareRuns(before: Inspection, after: Inspection): Comparison {
  const changed = changedBetween(before.observation, after.observation);
  const ranksBefore = ranksOf(before.result.matches);
  const ranksAfter = ranksOf(after.result.matches);
  const added = [...ranksAfter.keys()].filter((path) => !ranksBefore.has(path));
  const lost = [...ranksBefore.keys()].filter((path) => !ranksAfter.has(path));
  const reasons = new Map([...reasonsIn(before, added), ...reasonsIn(after, lost)]);
  const rows: ComparisonRow[] = [...ranksAfter.keys(), ...lost].map((path) => {
    const [one, other] = [ranksBefore.get(path) ?? null, ranksAfter.get(path) ?? null];
    return {
      path,
      kind: one === null ? "added" : other === null ? "lost" : one.rank === other.rank ? "kept" : "moved",
      rankBefore: one?.rank ?? null,
      rankAfter: other?.rank ?? null,
      weightBefore: one?.weight ?? null,
      weightAfter: other?.weight ?? null,
      whyNot: reasons.get(path) ?? null,
    };
  });
  const told = { changed, before: summaryOf(before), after: summaryOf(after), rows };
  return { ...told, sentences: comparisonSentences(told) };
}

interface Place {
  readonly rank: number;
  readonly weight: number;
}

const ranksOf = (matches: readonly Match[]): Map<string, Place> =>
  new Map(matches.map(({ path, weight }, i) => [path, { rank: i + 1, weight }]));

function summaryOf({ observation, result }: Inspection): RunSummaryLine {
  const { scorer, scorerPairs, milliseconds } = result.stats;
  return { query: queryText(observation), scorer, count: result.matches.length, scorerPairs, milliseconds };
}

/** Why the nodes with these paths are not in the result of a run, as far as its data has them. */
function reasonsIn(inspection: Inspection, paths: readonly string[]): Map<string, string> {
  const asked = paths.slice(0, MOST_REASONS);
  const nodes = nodesAt(inspection.tree, asked);
  return new Map(
    asked.map((path) => {
      const node = nodes.get(path);
      if (node === undefined) return [path, "that data does not have it"];
      // Of an attribute, its node may be in the result by another attribute.
      return [path, inspection.whyNot(node)?.message ?? "another attribute of its node is in that result"];
    }),
  );
}
