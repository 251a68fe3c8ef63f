import type { Comparison, ComparisonRow } from "@semantic-xpath/inspect";
import { weightTexts } from "@semantic-xpath/inspect/numbers";
import { sentence } from "./answers.js";
import { count, cut, largest, pad, widthOf, wrap } from "./columns.js";
import { shownText } from "./results.js";
import type { Screen } from "./screen.js";

/** Number of unchanged rows shown before and after the others. */
const CONTEXT = 2;
const INDENT = "      ";

/** Differences of two runs, in words. */
export const comparisonSaid = ({ sentences }: Comparison, { columns }: Screen): string[] =>
  sentences.flatMap((said) => wrap(sentence(said), columns));

/**
 * A line for each node in either result: a sign, rank and weight before and after, the path, and a note.
 * Long runs of unchanged rows become one line. `most` bounds the number of shown nodes.
 */
export function comparisonTable(comparison: Comparison, screen: Screen, most = Number.POSITIVE_INFINITY): string[] {
  const { rows, data } = comparison;
  if (rows.length === 0) return [];
  const { paint, glyphs } = screen;
  const parts = folded(rows.slice(0, most));
  const comparedRows = parts.filter((part) => typeof part !== "number");
  const hasValues = rows.some(({ valuesBefore }) => valuesBefore !== undefined);
  const head = hasValues ? "rank value" : "rank weight";
  const heading = `${head} ${glyphs.arrow} ${head}`;
  const cells = new Map(comparedRows.map((row) => [row, measures(row, hasValues, glyphs.ellipsis)]));
  const widest = largest([head.length - 5, ...[...cells.values()].flat().map(widthOf)]);
  const sides = new Map(
    Array.from(cells, ([row, [was, is]]) => [
      row,
      `${side(row.rankBefore, was, widest)} ${glyphs.arrow} ${side(row.rankAfter, is, widest)}`,
    ]),
  );
  const width = largest([heading, ...sides.values()].map(widthOf));
  const lines = parts.flatMap((part) =>
    typeof part === "number"
      ? [paint.dim(`${INDENT}and ${part} more that kept place and weight`)]
      : rowLines(part, pad(sides.get(part)!, width), data !== null, screen),
  );
  const hidden = rows.length - most;
  return [
    paint.dim(`  ${pad(heading, width)}  node`),
    ...lines,
    ...(hidden > 0 ? [paint.dim(`and ${count(hidden, "more row")}`)] : []),
  ];
}

/** The rows, with a number instead of that many rows that are as they were. */
function folded(rows: readonly ComparisonRow[]): (ComparisonRow | number)[] {
  const parts: (ComparisonRow | number)[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (end < rows.length && isUnchanged(rows[end]!)) end++;
    const count = end - at - 2 * CONTEXT;
    if (count > 1) parts.push(...rows.slice(at, at + CONTEXT), count, ...rows.slice(end - CONTEXT, end));
    else parts.push(...rows.slice(at, Math.max(end, at + 1)));
    at = Math.max(end, at + 1);
  }
  return parts;
}

const isUnchanged = ({ kind, weightBefore, weightAfter, reparented, edited }: ComparisonRow): boolean =>
  kind === "kept" && weightBefore === weightAfter && !reparented && !edited;

const MAX_VALUE = 16;

/** Measures of a row in each run: its weight, the values of its keys, or its contribution to a value. */
function measures(row: ComparisonRow, hasValues: boolean, ellipsis: string): readonly [string, string] {
  const { weightBefore, weightAfter, valuesBefore, valuesAfter } = row;
  const valuesText = (values: ComparisonRow["valuesBefore"]): string =>
    cut((values ?? []).map(shownText).join(", "), MAX_VALUE, ellipsis);
  if (hasValues) return [valuesText(valuesBefore), valuesText(valuesAfter)];
  return weightTexts(weightBefore, weightAfter);
}

const side = (rank: number | null, measure: string, width: number): string =>
  rank === null ? "-".padStart(4).padEnd(5 + width) : `${String(rank).padStart(4)} ${pad(measure, width)}`;

function rowLines(row: ComparisonRow, sides: string, isOtherData: boolean, { paint, columns }: Screen): string[] {
  const start = `${SIGNS[row.kind](paint)} ${sides}  `;
  const room = columns - widthOf(sides) - 4;
  const path = paint.cyan(row.path);
  const notes = notesOf(row, isOtherData).join("; ");
  if (notes === "") return [start + path];
  if (widthOf(row.path) + 2 + widthOf(notes) <= room) return [`${start}${path}  ${paint.dim(notes)}`];
  const below = wrap(notes, columns - INDENT.length).map((line) => `${INDENT}${paint.dim(line)}`);
  return [start + path, ...below];
}

/** Why a row is not in both results, what became of its node, and how it was found again in other data. */
function notesOf({ kind, whyNot, reparented, edited, pathBefore, by }: ComparisonRow, isOtherData: boolean): string[] {
  return [
    ...(whyNot === null ? [] : [`${kind === "lost" ? "now" : "before"}: ${whyNot}`]),
    ...(reparented ? [`was ${pathBefore}`] : []),
    ...(edited ? ["says something else"] : []),
    ...(isOtherData && by !== null ? [`by ${by}`] : []),
  ];
}

const SIGNS: Readonly<Record<ComparisonRow["kind"], (paint: Screen["paint"]) => string>> = {
  kept: () => " ",
  moved: (paint) => paint.yellow("~"),
  added: (paint) => paint.green("+"),
  lost: (paint) => paint.red("-"),
};
