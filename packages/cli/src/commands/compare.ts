import { type Comparison, compareRuns } from "@semantic-xpath/inspect";
import type { COMPARE_OPTIONS } from "../options/compareCommand.js";
import type { Command } from "../options/spec.js";
import { screenOf } from "../render/screen.js";
import { EXIT } from "../stop.js";
import { askedRuns } from "./compare/asked.js";
import { comparisonJson } from "./compare/json.js";
import { observe } from "./compare/observe.js";
import { prepareBoth } from "./compare/prepare.js";
import { writeComparison } from "./compare/report.js";
import { comparisonText } from "./compare/text.js";

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
