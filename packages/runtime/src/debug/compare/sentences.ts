import type { Comparison, ComparisonRow } from "../answers.js";
import { counted, listOf } from "../words.js";
import { kendallTau } from "./kendall.js";

const NAMES: Readonly<Record<Comparison["changed"][number], string>> = {
  query: "the query",
  data: "the data",
  scorer: "the scorer",
  params: "the arguments",
  limit: "the limit",
  minScore: "the minimum score",
};

/** A comparison in words, the most important first. */
export function comparisonSentences({ changed, before, after, rows }: Omit<Comparison, "sentences">): string[] {
  const what =
    changed.length === 0
      ? []
      : [
          `Changed: ${listOf(
            changed.map((part) => NAMES[part]),
            "and",
          )}.`,
        ];
  return [...what, moves(rows), ...first(rows), ...farthest(rows), ...agreement(rows), ...effort(before, after)];
}

/** `3 of 10 kept their place, 4 moved, 2 are new, 1 is gone.` */
function moves(rows: readonly ComparisonRow[]): string {
  const count = (kind: ComparisonRow["kind"]): number => rows.filter((row) => row.kind === kind).length;
  const [kept, moved, added, lost] = [count("kept"), count("moved"), count("added"), count("lost")];
  if (rows.length === 0) return "Both results are empty.";
  if (kept === rows.length) return kept === 1 ? "The only result kept its place." : `All ${kept} kept their place.`;
  if (lost === rows.length)
    return `${lost === 1 ? "The only result is" : `All ${lost} are`} gone, and the result is empty.`;
  if (added === rows.length) return `The result was empty, and has ${counted(added, "node")} now.`;
  const parts = [
    `${kept === 0 ? "None" : kept} of ${rows.length - lost} kept ${kept < 2 ? "its" : "their"} place`,
    ...(moved > 0 ? [`${moved} moved`] : []),
    ...(added > 0 ? [`${added} ${added === 1 ? "is" : "are"} new`] : []),
    ...(lost > 0 ? [`${lost} ${lost === 1 ? "is" : "are"} gone`] : []),
  ];
  return `${parts.join(", ")}.`;
}

/** Whether the best one is another one now. */
function first(rows: readonly ComparisonRow[]): string[] {
  const old = rows.find(({ rankBefore }) => rankBefore === 1);
  const now = rows.find(({ rankAfter }) => rankAfter === 1);
  if (old === undefined || now === undefined || old === now) return [];
  const then = old.rankAfter === null ? "is not in the result any more" : `is number ${old.rankAfter} now`;
  return [`${now.path} is first; ${old.path} was, and ${then}.`];
}

function farthest(rows: readonly ComparisonRow[]): string[] {
  let [most, row] = [1, null as ComparisonRow | null];
  for (const each of rows) {
    if (each.rankBefore === null || each.rankAfter === null) continue;
    const distance = Math.abs(each.rankBefore - each.rankAfter);
    if (distance > most) [most, row] = [distance, each];
  }
  return row === null ? [] : [`${row.path} moved farthest, from ${row.rankBefore} to ${row.rankAfter}.`];
}

/** How much the two rankings agree on the nodes that are in both. */
function agreement(rows: readonly ComparisonRow[]): string[] {
  const both = rows.filter(({ rankBefore, rankAfter }) => rankBefore !== null && rankAfter !== null);
  const tau =
    both.length < 3 || both.length === rows.filter(({ kind }) => kind === "kept").length
      ? null
      : kendallTau(
          both.map(({ weightBefore }) => weightBefore!),
          both.map(({ weightAfter }) => weightAfter!),
        );
  if (tau === null) return [];
  return [`The ranks of the ${both.length} nodes in both agree with Kendall's tau-b = ${tau.toFixed(2)}.`];
}

function effort(before: Comparison["before"], after: Comparison["after"]): string[] {
  if (before.scorerPairs === after.scorerPairs) return [];
  return [`The scorer was asked for ${counted(after.scorerPairs, "pair")} instead of ${before.scorerPairs}.`];
}
