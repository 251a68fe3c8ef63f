import { type Inspection, type RunOptions, type RunResult, type Tree, viewOf } from "@semantic-xpath/runtime";
import { compileChosen, schemaFor } from "../../input/compile.js";
import { readData } from "../../input/data.js";
import { writeText } from "../../input/files.js";
import { importedPath, readQuery } from "../../input/query.js";
import { openScoring } from "../../input/scorer.js";
import type { RUN_OPTIONS } from "../../options/queryCommands.js";
import { doubtLines } from "../../render/answers.js";
import { emptyText } from "../../render/diagnostics.js";
import { headline, ranking } from "../../render/results.js";
import { type Screen, screenOf } from "../../render/screen.js";
import { matchTree } from "../../render/tree.js";
import { runCommand } from "../../report.js";
import { inspectQuery, runQuery, watched } from "../../runQuery.js";
import { defined, readArguments } from "../../spec/readLine.js";
import type { Command, OptionValues } from "../../spec/spec.js";
import { EXIT, usage } from "../../stop.js";
import { answerAbout, answerLines, nearestOf, resultJson } from "./answer.js";

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
  const use = scorer.cost === "dear" && kept !== null ? kept.use : null;
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
    const { writeReport } = await import("../../report.js");
    const view = viewOf(observed, { name: options.query ?? null, dataName: dataPath, schemaName });
    const written = await watched(running, () =>
      writeReport(
        view,
        {
          path: report,
          redact: options.redact,
          isDear: scorer.cost === "dear",
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

type Options = OptionValues<typeof RUN_OPTIONS>;

/** Nodes from which on a run is not observed unless asked: what it leaves behind grows with them. */
const MOST_OBSERVED = 1_000_000;

/** Options that do not go together, and numbers that are none of theirs. */
function checkOptions(options: Options): void {
  const { limit, why, report, trace, "min-score": minScore, "why-not": whyNot } = options;
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0))
    throw usage(`--limit is a whole number from 0 up, not ${limit}.`, "run");
  if (minScore !== undefined && !(minScore >= 0 && minScore <= 1))
    throw usage(`--min-score is from 0 to 1, not ${minScore}.`, "run");
  if (options["full-trace"] && trace === undefined) throw usage("--full-trace goes with --trace FILE.", "run");
  if (options.redact && report === undefined) throw usage("--redact goes with --report FILE.", "run");
  if (why !== undefined && whyNot !== undefined) throw usage("--why and --why-not are asked one at a time.", "run");
  if (options.format === "paths" && (why ?? whyNot) !== undefined)
    throw usage("--why and --why-not are answered as text or json, not as paths.", "run");
}

/** Whether the run has to leave behind what answers questions. */
function isObserved({ format, why, report, "why-not": whyNot }: Options, { size }: Tree): boolean {
  const isAsked = (why ?? whyNot ?? report) !== undefined;
  return isAsked || (format !== "paths" && size <= MOST_OBSERVED);
}
