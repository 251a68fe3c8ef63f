import { type Comparison, compareRuns, redactedComparison } from "@semantic-xpath/inspect";
import { comparisonSaid, comparisonTable } from "../../render/comparison.js";
import { jsonByLine } from "../../render/json.js";
import { headLines } from "../../render/results.js";
import type { Screen, World } from "../../render/screen.js";
import { reportRun } from "../../runQuery.js";
import { EXIT, type ExitCode } from "../../stop.js";
import type { CompareLine } from "./command.js";
import { type Observed, observeBoth } from "./prepare.js";

/** What is different between two runs, on standard output. */
export async function compare(line: CompareLine, io: World): Promise<ExitCode> {
  const { options } = line;
  const [before, after] = await observeBoth(line, io);
  const comparison = compareRuns(before.inspection, after.inspection);
  const isJson = options.format === "json";
  io.stdout.write(
    `${isJson ? jsonByLine(comparison, "rows") : comparisonText(before, after, comparison, io.screen)}\n`,
  );
  if (options.report !== undefined) {
    const { query, scorer, count } = comparison.before;
    const { redact, report: path } = options;
    const earlier = {
      before: { id: "before", title: before.name ?? query, query, scorer, count, at: before.at },
      comparison: redact ? redactedComparison(comparison) : comparison,
    };
    await reportRun(after, { path, redact, comparison: earlier }, io);
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
