import type { Comparison } from "@semantic-xpath/inspect";
import { cut, wrap } from "../../render/columns.js";
import { comparisonSaid, comparisonTable } from "../../render/comparison.js";
import { effortLine, queryText } from "../../render/headline.js";
import type { Screen } from "../../render/screen.js";
import type { Observed } from "./observe.js";

/** A comparison for reading: what was asked and what it took, what changed in words, and a row for each node. */
export function comparisonText(before: Observed, after: Observed, comparison: Comparison, screen: Screen): string {
  const isOtherData = before.dataPath !== after.dataPath;
  const heads = [...head("before", before, isOtherData, screen), ...head("after ", after, isOtherData, screen)];
  const parts = [heads, comparisonSaid(comparison, screen), comparisonTable(comparison, screen)];
  return parts.flatMap((lines) => (lines.length === 0 ? [] : [lines.join("\n")])).join("\n\n");
}

/** What a run was asked and what it took, in two lines. Approximate scores have a line of their own. */
function head(title: string, of: Observed, isOtherData: boolean, screen: Screen): string[] {
  const { paint, glyphs, columns } = screen;
  const { query, result, tree } = of.inspection;
  const indent = " ".repeat(title.length + 2);
  const room = columns - indent.length;
  const text = cut(queryText(query).replaceAll(/\s+/g, " "), room, glyphs.ellipsis);
  const { approximation } = result.stats;
  const facts = { nodes: tree.size, limit: of.limit, scorer: of.scoring.name, use: of.use, approximation };
  const effort = effortLine(query, result, facts, screen);
  const said = cut(isOtherData ? `${of.dataPath} ${glyphs.dot} ${effort}` : effort, room, glyphs.ellipsis);
  const doubts = approximation === null || !query.isSemantic ? [] : wrap(approximation, room);
  return [
    `${paint.dim(title)}  ${paint.bold(text)}`,
    `${indent}${paint.dim(said)}`,
    ...doubts.map((line) => `${indent}${paint.yellow(line)}`),
  ];
}
