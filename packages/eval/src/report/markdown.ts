import { getOrMake } from "@semantic-xpath/tree";
import { oneLine } from "@semantic-xpath/values";
import { figure } from "../measure/figure.js";
import type { RunChange } from "../run/compareRuns.js";
import type { Gate } from "../run/gates.js";
import type { EvalRun } from "../run/results.js";
import type { Summary } from "../run/summary.js";
import { type Table, tablesOf } from "./tables.js";
import { basisOf, changeText, gapsOf, groupText, isNotRight, verdictOf } from "./words.js";

/** Maximum number of listed cases for each method. */
const MAX_LISTED = 20;

/** A run in Markdown: for a terminal, for docs, and for the summary of a step in CI. */
export function markdownOf(run: EvalRun, summary: Summary, gate: Gate): string {
  return joined([
    `## ${oneLine(summary.suite, MAX_LINE)}: ${verdictOf(gate)}`,
    list(gate.lines.map(({ isPassed, says }) => `${isPassed ? "passed" : "**failed**"}: ${says}`)),
    basisOf(run),
    ...tablesOf(run, summary).map(tableMarkdown),
    list(gapsOf(run, summary)),
    ...run.methods.map(({ name }) => failuresList(run, name)),
  ]);
}

const joined = (parts: readonly string[]): string => `${parts.filter((part) => part !== "").join("\n\n")}\n`;
/** Characters of a line: a value of the data may be a whole text. */
const MAX_LINE = 500;
const list = (lines: readonly string[]): string => lines.map((line) => `- ${oneLine(line, MAX_LINE)}`).join("\n");
const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => oneLine(cell, MAX_LINE).replaceAll("|", "\\|")).join(" | ")} |`;

const tableMarkdown = ({ head, rows }: Table): string =>
  [row(head), row(head.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(row)].join("\n");

function failuresList({ results }: EvalRun, name: string): string {
  const failed = results.filter((result) => result.method === name && isNotRight(result));
  if (failed.length === 0) return "";
  const lines = failed
    .slice(0, MAX_LISTED)
    .map(({ id, why, answer }) => `${id}: ${why}${answer?.query ? ` (\`${answer.query}\`)` : ""}`);
  const more = failed.length > MAX_LISTED ? [`and ${failed.length - MAX_LISTED} more`] : [];
  return `<details><summary>${oneLine(name, MAX_LINE)}: ${failed.length} not right</summary>\n\n${list([...lines, ...more])}\n\n</details>`;
}

/** Differences of two runs, in Markdown. Metrics with the same difference share a line. */
export function changeMarkdown({ reasons, metrics, cases, added, removed }: RunChange): string {
  const lines = new Map<string, { readonly method: string; readonly metrics: string[]; readonly cells: string[] }>();
  for (const { method, metric, change } of metrics) {
    const cells = [groupText(change, metric), figure(change.p, "pass")];
    getOrMake(lines, [method, ...cells].join("\n"), () => ({ method, metrics: [], cells })).metrics.push(metric);
  }
  const rows = [...lines.values()].map(({ method, metrics: names, cells }) => [method, names.join(", "), ...cells]);
  return joined([
    list(reasons),
    list(cases.map(changeText)),
    added.length === 0 ? "" : `New: ${added.length} cases.`,
    removed.length === 0 ? "" : `Gone: ${removed.length} cases.`,
    rows.length === 0
      ? "No figure changed."
      : tableMarkdown({ head: ["method", "metrics", "change [95 %] (n, smallest detectable)", "p"], rows }),
  ]);
}
