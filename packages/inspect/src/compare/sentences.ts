import { PAIRED_BY } from "@semantic-xpath/tree";
import { listed } from "@semantic-xpath/values";
import type { Comparison, ComparisonRow, DataChange, RunSummaryLine } from "../answers.js";
import { counted, countText } from "../numbers.js";

import { kendallTau } from "./kendall.js";

const NAMES: Readonly<Record<Comparison["changed"][number], string>> = {
  query: "the query",
  data: "the data",
  schema: "the schema",
  scorer: "the scorer",
  params: "the arguments",
  limit: "the limit",
  minScore: "the minimum score",
};

/** A comparison in words, the most important first. */
export function comparisonSentences({ changed, before, after, data, rows }: Omit<Comparison, "sentences">): string[] {
  const parts = changed.map((part) => NAMES[part]);
  const changes = parts.length === 0 ? [] : [`Changed: ${listed(parts, "and")}.`];
  const values = valueSentences(before.value, after.value, rows);
  const ranks = [moves(rows), ...first(rows), ...farthest(rows), ...elsewhere(rows), ...agreement(rows)];
  const results = values.length > 0 ? values : ranks;
  return [...changes, ...(data === null ? [] : [dataSentence(data)]), ...results, ...effort(before, after)];
}

/** `In the data 73 of 74 nodes were found again (60 by identity, 12 by content, 1 by path); 1 is gone, 2 are new.` */
function dataSentence({ before, after, paired, reparented, edited }: DataChange): string {
  const ways = PAIRED_BY.filter((by) => paired[by] > 0);
  const count = paired.identity + paired.content + paired.path;
  const nodes = counted(before, "node");
  const some = count === 0 ? `none of ${nodes}` : count < before ? `${countText(count)} of ${nodes}` : `all ${nodes}`;
  const how = count === 0 ? "" : ` (${ways.map((by) => `${paired[by]} by ${by}`).join(", ")})`;
  const changes = [
    ...(before > count ? [`${before - count} ${are(before - count)} gone`] : []),
    ...(after > count ? [`${after - count} ${are(after - count)} new`] : []),
    ...(reparented > 0 ? [`${reparented} ${reparented === 1 ? "has" : "have"} another parent`] : []),
    ...(edited > 0 ? [`${edited} ${edited === 1 ? "says" : "say"} something else`] : []),
  ];
  const pairedText = `In the data ${before === 1 && count === 1 ? "the only node" : some} ${count > 1 ? "were" : "was"} found again${how}`;
  return changes.length === 0 ? `${pairedText}.` : `${pairedText}; ${changes.join(", ")}.`;
}

const are = (count: number): string => (count === 1 ? "is" : "are");

/** `The value was 605 and is 640 now.`, and what came and went of its contributors, whose order means nothing. */
function valueSentences(
  before: RunSummaryLine["value"],
  after: RunSummaryLine["value"],
  rows: readonly ComparisonRow[],
): string[] {
  if (before === undefined || after === undefined) return [];
  const [was, is] = [before, after].map((value) => (value === null ? "nothing" : JSON.stringify(value)));
  const [added, lost] = (["added", "lost"] as const).map((kind) => rows.filter((row) => row.kind === kind).length);
  const changes = [
    ...(added! > 0 ? [`${counted(added!, "contributor")} ${are(added!)} new`] : []),
    ...(lost! > 0 ? [`${counted(lost!, "contributor")} ${are(lost!)} gone`] : []),
  ];
  return [
    was === is ? `The value is ${is}, as before.` : `The value was ${was} and is ${is} now.`,
    changes.length === 0 ? "The same nodes contributed to it." : `${listed(changes, "and")}.`,
  ];
}

/** `3 of 10 kept their place, 4 moved, 2 are new, 1 is gone.` */
function moves(rows: readonly ComparisonRow[]): string {
  const count = (kind: ComparisonRow["kind"]): number => rows.filter((row) => row.kind === kind).length;
  const [kept, moved, added, lost] = [count("kept"), count("moved"), count("added"), count("lost")];
  if (rows.length === 0) return "Both results are empty.";
  if (kept === rows.length) {
    if (kept === 1) return "The only result kept its place.";
    return `${kept === 2 ? "Both results" : `All ${kept}`} kept their place.`;
  }
  if (lost === rows.length)
    return `${lost === 1 ? "The only result is" : `All ${lost} are`} gone, and the result is empty.`;
  if (added === rows.length) return `The result was empty, and has ${counted(added, "node")} now.`;
  const parts = [
    `${kept === 0 ? "None" : kept} of ${rows.length - lost} kept ${kept < 2 ? "its" : "their"} place`,
    ...(moved > 0 ? [`${moved} moved`] : []),
    ...(added > 0 ? [`${added} ${are(added)} new`] : []),
    ...(lost > 0 ? [`${lost} ${are(lost)} gone`] : []),
  ];
  return `${parts.join(", ")}.`;
}

/** Sentence about a change of the best result. */
function first(rows: readonly ComparisonRow[]): string[] {
  const old = rows.find(({ rankBefore }) => rankBefore === 1);
  const now = rows.find(({ rankAfter }) => rankAfter === 1);
  if (old === undefined || now === undefined || old === now) return [];
  // Its path may be that of another node now.
  if (old.pathAfter === null)
    return [`${now.path} is first; ${old.pathBefore} of the earlier data was, and is not in the later one.`];
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

/** The best of the results that have another parent. */
function elsewhere(rows: readonly ComparisonRow[]): string[] {
  const movedRows = rows.filter(({ reparented }) => reparented);
  const [row] = movedRows;
  if (row === undefined) return [];
  const more = movedRows.length === 1 ? "" : `, and ${counted(movedRows.length - 1, "other")} like it`;
  return [`${row.pathAfter} was at ${row.pathBefore} before${more}.`];
}

/** Agreement of the two rankings on the nodes in both. */
function agreement(rows: readonly ComparisonRow[]): string[] {
  const shared = rows.filter(({ rankBefore, rankAfter }) => rankBefore !== null && rankAfter !== null);
  const tau =
    shared.length < 3 || shared.length === rows.filter(({ kind }) => kind === "kept").length
      ? null
      : kendallTau(
          shared.map(({ weightBefore }) => weightBefore!),
          shared.map(({ weightAfter }) => weightAfter!),
        );
  if (tau === null) return [];
  return [`The ranks of the ${countText(shared.length)} nodes in both agree with Kendall's tau-b = ${tau.toFixed(2)}.`];
}

function effort(before: Comparison["before"], after: Comparison["after"]): string[] {
  if (before.scorerPairs === after.scorerPairs) return [];
  return [`The scorer scored ${counted(after.scorerPairs, "pair")} instead of ${before.scorerPairs}.`];
}
