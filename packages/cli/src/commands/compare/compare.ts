import { type Comparison, compareRuns, redactedComparison, viewOf } from "@semantic-xpath/runtime";
import type { Io } from "../../io.js";
import type { COMPARE_OPTIONS } from "../../options/compareCommand.js";
import { cut, wrap } from "../../render/columns.js";
import { comparisonSaid, comparisonTable } from "../../render/comparison.js";
import { effortLine, queryText } from "../../render/results.js";
import { type Screen, screenOf } from "../../render/screen.js";
import { watched } from "../../runQuery.js";
import type { Command } from "../../spec/spec.js";
import { EXIT } from "../../stop.js";
import { askedRuns, type Observed, observe, prepareBoth } from "./prepare.js";

/** `sxp compare`: what is different between two runs, on standard output. */
export const compare: Command<typeof COMPARE_OPTIONS> = async ({ operands, options, color }, io) => {
  const asked = askedRuns(operands, options);
  const errors = screenOf(io, "stderr", color);
  const [first, second] = await prepareBoth(asked, !options["no-cache"], io, errors);
  const before = await observe(first, asked[0], options.timeout, io, errors);
  const after = await observe(second, asked[1], options.timeout, io, errors);
  const comparison = compareRuns(before.inspection, after.inspection);
  const text =
    options.format === "json"
      ? comparisonJson(comparison)
      : comparisonText(before, after, comparison, screenOf(io, "stdout", color));
  io.stdout.write(`${text}\n`);
  if (options.report !== undefined) {
    const request = { path: options.report, redact: options.redact };
    io.stderr.write(`${await writeComparison(before, after, comparison, request, io, errors)}\n`);
  }
  return options["exit-code"] && isAnother(comparison) ? EXIT.diagnostics : EXIT.fine;
};

/** Weights alone do not count: those of a scorer that learns from the data move with it. */
const isAnother = ({ rows }: Comparison): boolean => rows.some(({ kind }) => kind !== "kept");

/** A comparison for reading: what was asked and what it took, what changed in words, and a row for each node. */
function comparisonText(before: Observed, after: Observed, comparison: Comparison, screen: Screen): string {
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

/** The comparison document, one row a line, so that it can be read by eye and by line. */
function comparisonJson({ rows, ...told }: Comparison): string {
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`);
  const members = Object.entries({ ...told }).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  return `{\n${[...members, `  "rows": ${lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`}`].join(",\n")}\n}`;
}

interface PageRequest {
  readonly path: string;
  readonly redact: boolean;
}

/** Writes the later run as a page, with the comparison in it; the answer says what was written. */
async function writeComparison(
  before: Observed,
  after: Observed,
  comparison: Comparison,
  { path, redact }: PageRequest,
  io: Io,
  errors: Screen,
): Promise<string> {
  const { writeReport } = await import("../../report.js");
  const view = viewOf(after.inspection, {
    name: after.name,
    dataName: after.dataPath,
    schemaName: after.schemaPath,
  });
  const { query, scorer, count } = comparison.before;
  const beside = {
    before: { id: "before", title: before.name ?? query, query, scorer, count, at: before.at },
    comparison: redact ? redactedComparison(comparison) : comparison,
  };
  const isDear = after.scoring.scorer.cost === "dear";
  return watched({ source: after.source, errors, io }, () =>
    writeReport(view, { path, redact, isDear, comparison: beside }, io),
  );
}
