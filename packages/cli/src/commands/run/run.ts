import { type Inspection, type Nearest, viewOf } from "@semantic-xpath/inspect";
import type { CompiledQuery, RunResult } from "@semantic-xpath/runtime";
import { compileChosen, schemaFor } from "../../input/compile.js";
import { readData } from "../../input/data.js";
import { writeText } from "../../input/files.js";
import { importedPath, type QuerySource, readQuery } from "../../input/query.js";
import { openScoring, type Scoring } from "../../input/scorer.js";
import { doubtLines } from "../../render/answers.js";
import { emptyText } from "../../render/diagnostics.js";
import { headline, ranking } from "../../render/results.js";
import type { World } from "../../render/screen.js";
import { matchTree } from "../../render/tree.js";
import { runCommand, writeReport } from "../../report.js";
import { inspectQuery, runQuery, watched } from "../../runQuery.js";
import { defined, readArguments } from "../../spec/readLine.js";
import { usage } from "../../stop.js";
import { type Answer, answerAbout, answerLines, nearestOf, resultJson } from "./answer.js";
import type { RunLine } from "./command.js";

/** The matches on standard output, everything about them on standard error. */
export async function run(line: RunLine, io: World): Promise<undefined> {
  const { options } = line;
  checkOptions(options);
  const done = await runLine(line, io);
  const { inspection, source, scoring, overtime } = done;
  if (options.trace !== undefined)
    await writeText(options.trace, `${JSON.stringify(done.result.trace, null, 2)}\n`, io);
  io.stdout.write(resultText(line, done, io));
  const doubts = [...doubtsOf(line, done, io), ...(overtime === null ? [] : [overtime])];
  if (doubts.length > 0) io.stderr.write(`${doubts.join("\n")}\n`);
  if (options.report === undefined || inspection === null) return;
  const request = {
    path: options.report,
    redact: options.redact,
    isExpensive: scoring.scorer.cost === "expensive",
    command: runCommand(line.operands[0] ?? "", options),
  };
  const { dataName, schemaName } = done;
  const view = viewOf(inspection, { name: options.query ?? null, dataName, schemaName });
  io.stderr.write(`${await watched({ source, io }, () => writeReport(view, request, io))}\n`);
}

/** Options that do not go together. */
function checkOptions({ format, why, "why-not": whyNot }: RunLine["options"]): void {
  if (why !== undefined && whyNot !== undefined) throw usage("--why and --why-not are asked one at a time.", "run");
  if (format === "paths" && (why ?? whyNot) !== undefined)
    throw usage("--why and --why-not are answered as text or json, not as paths.", "run");
}

/** A run with what was asked about it. */
interface Done {
  readonly source: QuerySource;
  readonly query: CompiledQuery;
  /** What was printed about the query before it ran. */
  readonly diagnostics: Awaited<ReturnType<typeof compileChosen>>["diagnostics"];
  readonly scoring: Scoring;
  readonly dataName: string;
  readonly schemaName: string | null;
  readonly nodes: number;
  readonly result: RunResult;
  /** Null if the run was not observed: then nothing can be asked about it. */
  readonly inspection: Inspection | null;
  readonly answer: Answer | null;
  readonly nearest: Nearest | null;
  /** What was not found in time. */
  readonly overtime: string | null;
}

/** Nodes from which on a run is not observed unless asked: what it leaves behind grows with them. */
const MOST_OBSERVED = 1_000_000;
const NOTHING = { found: null, overtime: null };

async function runLine({ operands: [operand = ""], options }: RunLine, io: World): Promise<Done> {
  const params = readArguments(options.param, "run");
  const source = await readQuery(operand, io);
  const choice = { scorer: options.scorer, cache: !options["no-cache"], command: "run" };
  const scoring = await openScoring(choice, io);
  const schemaName = options.schema ?? importedPath(source, "schema", io);
  const schema = await schemaFor(options.schema, source, io);
  const { query, diagnostics } = await compileChosen(source, { schema, name: options.query, command: "run" }, io);
  const dataName = options.data ?? importedPath(source, "data", io);
  if (dataName === null) throw usage("a query runs over data: add --data FILE.", "run");
  const { tree } = await readData(dataName, io, scoring.limits);
  const running = { query, source, tree, io };
  const budget = { ...scoring.limits, ...defined({ maxMilliseconds: options.timeout }) };
  const trace = options["full-trace"] ? ("full" as const) : options.trace === undefined ? undefined : true;
  const given = defined({ limit: options.limit, minScore: options["min-score"], trace });
  const runOptions = { scorer: scoring.scorer, params, budget, ...given };
  const path = options.why ?? options["why-not"];
  const isAsked = (path ?? options.report) !== undefined;
  const isObserved = isAsked || (options.format !== "paths" && tree.size <= MOST_OBSERVED);
  const inspection = isObserved ? await inspectQuery(running, runOptions) : null;
  const result = inspection?.result ?? (await runQuery(running, runOptions));
  const looking = [io, budget.maxMilliseconds] as const;
  const { found: answer, overtime } =
    inspection && path !== undefined ? await watched(running, () => answerAbout(inspection, path, looking)) : NOTHING;
  const near = inspection && answer === null ? await watched(running, () => nearestOf(inspection, looking)) : NOTHING;
  return {
    ...{ source, query, diagnostics, scoring, dataName, schemaName, nodes: tree.size, result, inspection, answer },
    nearest: near.found,
    overtime: overtime ?? near.overtime,
  };
}

function resultText({ options }: RunLine, done: Done, { screen }: World): string {
  const { result, query, scoring, answer, inspection, nearest, source } = done;
  const { scorer, kept } = scoring;
  const approximation = (query.isSemantic && scorer.notes?.()) || null;
  switch (options.format ?? "text") {
    case "json":
      return `${resultJson(result, { approximation, causes: inspection?.causes() ?? [], nearest, answer })}\n`;
    case "paths":
      return result.matches.map(({ weight, path }) => `${weight}\t${path}\n`).join("");
    case "text": {
      const use = scorer.cost === "expensive" && kept !== null ? kept.use : null;
      const about = { nodes: done.nodes, limit: options.limit, scorer: scoring.name, use, approximation };
      const matchLines = options.tree ? matchTree : ranking;
      const lines =
        inspection && answer ? answerLines(answer, inspection, source, screen) : matchLines(result.matches, screen);
      return `${headline(query, result, about, screen)}\n${lines.length === 0 ? "" : `\n${lines.join("\n")}\n`}`;
    }
  }
}

/** In text all that may be wrong; in the other formats, which are for programs, why there is nothing. */
function doubtsOf({ options: { format = "text" } }: RunLine, done: Done, { errors }: World): readonly string[] {
  const { inspection, answer, nearest, diagnostics, source, result } = done;
  if (answer !== null) return [];
  if (format === "text" && inspection !== null) return doubtLines(inspection, { nearest, diagnostics }, source, errors);
  const { empty } = result.stats;
  return empty === null || format === "json" ? [] : [emptyText(source, empty, errors)];
}
