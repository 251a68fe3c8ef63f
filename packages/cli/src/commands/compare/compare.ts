import { type Comparison, compareRuns, jsonText, redactedComparison, viewOf } from "@semantic-xpath/inspect";
import { comparisonSaid, comparisonTable } from "../../render/comparison.js";
import { headLines } from "../../render/results.js";
import type { Screen, World } from "../../render/screen.js";
import { writeReport } from "../../report.js";
import { watched } from "../../runQuery.js";
import { EXIT, type ExitCode } from "../../stop.js";
import type { CompareLine } from "./command.js";
import { type Observed, observeBoth } from "./prepare.js";

/** What is different between two runs, on standard output. */
export async function compare(line: CompareLine, io: World): Promise<ExitCode> {
  const { options } = line;
  const [before, after] = await observeBoth(line, io);
  const comparison = compareRuns(before.inspection, after.inspection);
  const isJson = options.format === "json";
  io.stdout.write(`${isJson ? comparisonJson(comparison) : comparisonText(before, after, comparison, io.screen)}\n`);
  if (options.report !== undefined) {
    const { query, scorer, count } = comparison.before;
    const { redact, report: path } = options;
    const earlier = {
      before: { id: "before", title: before.name ?? query, query, scorer, count, at: before.at },
      comparison: redact ? redactedComparison(comparison) : comparison,
    };
    const isExpensive = after.scoring.scorer.cost === "expensive";
    const request = { path, redact, isExpensive, comparison: earlier };
    const { name, dataName, schemaName } = after;
    const view = viewOf(after.inspection, { name, dataName, schemaName });
    io.stderr.write(`${await watched({ source: after.source, io }, () => writeReport(view, request, io))}\n`);
  }
  return options["exit-code"] && isAnother(comparison) ? EXIT.diagnostics : EXIT.fine;
}

/** Weights alone do not count: those of a scorer that learns from the data move with it. */
const isAnother = ({ rows }: Comparison): boolean => rows.some(({ kind }) => kind !== "kept");

/** A comparison for reading: what was asked and what it took, what changed in words, and a row for each node. */
function comparisonText(before: Observed, after: Observed, comparison: Comparison, screen: Screen): string {
  const isOtherData = before.dataName !== after.dataName;
  const heads = [...head("before", before, isOtherData, screen), ...head("after ", after, isOtherData, screen)];
  const parts = [heads, comparisonSaid(comparison, screen), comparisonTable(comparison, screen)];
  return parts.flatMap((lines) => (lines.length === 0 ? [] : [lines.join("\n")])).join("\n\n");
}

/** What a run was asked and what it took. */
function head(title: string, of: Observed, isOtherData: boolean, screen: Screen): string[] {
  const { query, result, tree } = of.inspection;
  const indent = " ".repeat(title.length + 2);
  const data = isOtherData ? { data: of.dataName } : {};
  const facts = { nodes: tree.size, limit: of.limit, scorer: of.scoring.name, use: of.use, ...data };
  const inner = { ...screen, columns: screen.columns - indent.length };
  return headLines(query, result, facts, inner).map((line, i) =>
    i === 0 ? `${screen.paint.dim(title)}  ${line}` : indent + line,
  );
}

/** The comparison document, one row a line, so that it can be read by eye and by line. */
function comparisonJson({ rows, ...about }: Comparison): string {
  const lines = rows.map((row) => `    ${jsonText(row)}`);
  const members = Object.entries(about).map(([name, value]) => `  "${name}": ${jsonText(value)}`);
  return `{\n${[...members, `  "rows": ${lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`}`].join(",\n")}\n}`;
}
