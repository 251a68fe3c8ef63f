import type { RunResult } from "@semantic-xpath/runtime";
import { readArguments } from "../input/arguments.js";
import { compileChosen } from "../input/compile.js";
import { readData } from "../input/data.js";
import { writeText } from "../input/files.js";
import { importedPath, readQuery } from "../input/query.js";
import { schemaFor } from "../input/schema.js";
import { openScoring } from "../input/scorer.js";
import { defined } from "../options/defined.js";
import type { RUN_OPTIONS } from "../options/queryCommands.js";
import type { Command } from "../options/spec.js";
import { emptyText } from "../render/empty.js";
import { headline } from "../render/headline.js";
import { ranking } from "../render/ranking.js";
import { type Screen, screenOf } from "../render/screen.js";
import { matchTree } from "../render/tree.js";
import { runQuery } from "../runQuery.js";
import { EXIT, usage } from "../stop.js";

/** `sxp run`: the matches on standard output, everything about them on standard error. */
export const run: Command<typeof RUN_OPTIONS> = async ({ operands, options, color }, io) => {
  const { limit, format = "text" } = options;
  checkBounds(limit, options["min-score"]);
  if (options["full-trace"] && options.trace === undefined) throw usage("--full-trace goes with --trace FILE.", "run");
  const trace = options["full-trace"] ? "full" : options.trace === undefined ? undefined : true;
  const params = readArguments(options.param, "run");
  const errors = screenOf(io, "stderr", color);
  const source = await readQuery(operands[0]!, io);
  const asked = { scorer: options.scorer, cache: !options["no-cache"], command: "run" };
  const { scorer, name, kept, limits } = await openScoring(asked, io, errors);
  const schema = await schemaFor(options.schema, source, io, errors);
  const query = await compileChosen(source, { schema, name: options.query, command: "run" }, io, errors);
  const dataPath = options.data ?? importedPath(source, "data", io);
  if (dataPath === null) throw usage("a query runs over data: add --data FILE.", "run");
  const data = await readData(dataPath, io, errors, limits);
  const result = await runQuery(
    { query, source, tree: data.tree, errors, io },
    {
      scorer,
      params,
      budget: { ...limits, ...defined({ maxMilliseconds: options.timeout }) },
      ...defined({ limit, minScore: options["min-score"], trace }),
    },
  );
  if (options.trace !== undefined) await writeText(options.trace, `${JSON.stringify(result.trace, null, 2)}\n`, io);
  const screen = screenOf(io, "stdout", color);
  const approximation = (query.isSemantic && scorer.notes?.()) || null;
  const use = scorer.cost === "dear" && kept !== null ? kept.use : null;
  const about = { nodes: data.tree.size, limit, scorer: name, use, approximation };
  switch (format) {
    case "json":
      io.stdout.write(`${resultJson(result, approximation)}\n`);
      return EXIT.fine;
    case "paths":
      io.stdout.write(result.matches.map(({ weight, path }) => `${weight}\t${path}\n`).join(""));
      break;
    case "text":
      io.stdout.write(`${headline(query, result, about, screen)}\n${resultText(result, options.tree, screen)}`);
  }
  if (result.stats.empty !== null) io.stderr.write(`${emptyText(source, result.stats.empty, errors)}\n`);
  return EXIT.fine;
};

function resultText({ matches }: RunResult, asTree: boolean, screen: Screen): string {
  if (matches.length === 0) return "";
  const lines = asTree ? matchTree(matches, screen) : ranking(matches, screen);
  return `\n${lines.join("\n")}\n`;
}

/** One match a line, so that the JSON can be read by eye and by line. */
function resultJson({ matches, stats }: RunResult, approximation: string | null): string {
  const lines = matches.map((match) => `    ${JSON.stringify(match)}`);
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  return `{\n  "matches": ${list},\n  "stats": ${JSON.stringify({ ...stats, approximation })}\n}`;
}

function checkBounds(limit: number | undefined, minScore: number | undefined): void {
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0))
    throw usage(`--limit is a whole number from 0 up, not ${limit}.`, "run");
  if (minScore !== undefined && !(minScore >= 0 && minScore <= 1))
    throw usage(`--min-score is from 0 to 1, not ${minScore}.`, "run");
}
