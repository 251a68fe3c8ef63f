import { type Inspection, viewOf } from "@semantic-xpath/inspect";
import type { RunOptions, RunResult } from "@semantic-xpath/runtime";
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
import { doubtLines } from "../render/answers/doubts.js";
import { emptyText } from "../render/empty.js";
import { headline } from "../render/headline.js";
import { ranking } from "../render/ranking.js";
import { type Screen, screenOf } from "../render/screen.js";
import { matchTree } from "../render/tree.js";
import { runCommand } from "../report/runCommand.js";
import { inspectQuery, runQuery, watched } from "../runQuery.js";
import { EXIT, usage } from "../stop.js";
import { answerAbout, answerLines, nearestOf } from "./run/answer.js";
import { resultJson } from "./run/json.js";
import { checkOptions, isObserved } from "./run/options.js";

/** `sxp run`: the matches on standard output, everything about them on standard error. */
export const run: Command<typeof RUN_OPTIONS> = async ({ operands, options, color }, io) => {
  const { limit, format = "text", report } = options;
  checkOptions(options);
  const trace = options["full-trace"] ? "full" : options.trace === undefined ? undefined : true;
  const params = readArguments(options.param, "run");
  const errors = screenOf(io, "stderr", color);
  const source = await readQuery(operands[0]!, io);
  const asked = { scorer: options.scorer, cache: !options["no-cache"], command: "run" };
  const { scorer, name, kept, limits } = await openScoring(asked, io, errors);
  const schemaName = options.schema ?? importedPath(source, "schema", io);
  const schema = await schemaFor(options.schema, source, io, errors);
  const { query, told } = await compileChosen(source, { schema, name: options.query, command: "run" }, io, errors);
  const dataPath = options.data ?? importedPath(source, "data", io);
  if (dataPath === null) throw usage("a query runs over data: add --data FILE.", "run");
  const { tree } = await readData(dataPath, io, errors, limits);
  const running = { query, source, tree, errors, io };
  const budget = { ...limits, ...defined({ maxMilliseconds: options.timeout }) };
  const runOptions: RunOptions = {
    scorer,
    params,
    budget,
    ...defined({ limit, minScore: options["min-score"], trace }),
  };
  const observed = isObserved(options, tree) ? await inspectQuery(running, runOptions) : null;
  const result: RunResult = observed?.result ?? (await runQuery(running, runOptions));
  if (options.trace !== undefined) await writeText(options.trace, `${JSON.stringify(result.trace, null, 2)}\n`, io);
  const path = options.why ?? options["why-not"];
  const looking = [io, budget.maxMilliseconds] as const;
  const { found: answer, overtime: lateAnswer } =
    observed && path !== undefined ? await watched(running, () => answerAbout(observed, path, looking)) : NOTHING;
  const { found: nearest, overtime: lateNearest } =
    observed && answer === null ? await watched(running, () => nearestOf(observed, looking)) : NOTHING;
  const screen = screenOf(io, "stdout", color);
  const approximation = (query.isSemantic && scorer.notes?.()) || null;
  const use = scorer.cost === "expensive" && kept !== null ? kept.use : null;
  const about = { nodes: tree.size, limit, scorer: name, use, approximation };
  switch (format) {
    case "json":
      io.stdout.write(`${resultJson(result, { approximation, causes: observed?.causes() ?? [], nearest, answer })}\n`);
      break;
    case "paths":
      io.stdout.write(result.matches.map(({ weight, path }) => `${weight}\t${path}\n`).join(""));
      break;
    case "text": {
      const lines =
        observed && answer ? answerLines(answer, observed, source, screen) : matchLines(result, options.tree, screen);
      io.stdout.write(
        `${headline(query, result, about, screen)}\n${lines.length === 0 ? "" : `\n${lines.join("\n")}\n`}`,
      );
    }
  }
  const overtime = lateAnswer ?? lateNearest;
  const doubts = [...(answer !== null ? [] : doubtsOf(observed)), ...(overtime === null ? [] : [overtime])];
  if (doubts.length > 0) io.stderr.write(`${doubts.join("\n")}\n`);
  if (report !== undefined && observed !== null) {
    const { writeReport } = await import("../report/writeReport.js");
    const view = viewOf(observed, { name: options.query ?? null, dataName: dataPath, schemaName });
    const written = await watched(running, () =>
      writeReport(
        view,
        {
          path: report,
          redact: options.redact,
          isExpensive: scorer.cost === "expensive",
          command: runCommand(operands[0]!, options),
        },
        io,
      ),
    );
    io.stderr.write(`${written}\n`);
  }
  return EXIT.fine;

  /** In text all that may be wrong; in the other formats, which are for programs, why there is nothing. */
  function doubtsOf(inspection: Inspection | null): readonly string[] {
    if (format === "text" && inspection !== null) return doubtLines(inspection, { nearest, told }, source, errors);
    const { empty } = result.stats;
    return empty === null || format === "json" ? [] : [emptyText(source, empty, errors)];
  }
};

const NOTHING = { found: null, overtime: null };

function matchLines({ matches }: RunResult, asTree: boolean, screen: Screen): string[] {
  if (matches.length === 0) return [];
  return asTree ? matchTree(matches, screen) : ranking(matches, screen);
}
