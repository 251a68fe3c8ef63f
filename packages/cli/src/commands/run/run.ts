import {
  type Change,
  type Inspection,
  jsonText,
  type Nearest,
  type Why,
  type WhyNot,
  type WhyNotGroup,
  type WhyNotValue,
} from "@semantic-xpath/inspect";
import type { Match, RunResult } from "@semantic-xpath/runtime";
import { defined } from "@semantic-xpath/values";
import { exitOf } from "../../input/data.js";
import { writeText } from "../../input/files.js";
import { placesOf } from "../../input/places.js";
import { type Prepared, preparing } from "../../input/prepare.js";
import { readQuery } from "../../input/query.js";
import { lookFor, type Search } from "../../progress.js";
import {
  changeLines,
  doubtLines,
  whyLines,
  whyNotGroupLines,
  whyNotLines,
  whyNotValueLines,
} from "../../render/answers.js";
import { emptyText, type Source } from "../../render/diagnostics.js";
import { blocksText, jsonByLine, placeText, recordsText } from "../../render/records.js";
import { caveatLines, headLines, matchTree, ranking, valueJson, valueLines } from "../../render/results.js";
import type { Screen, World } from "../../render/screen.js";
import { writeLines } from "../../render/write.js";
import { runCommand } from "../../report.js";
import { inspectQuery, reportRun, runQuery, watched } from "../../runQuery.js";
import { readArguments } from "../../spec/readLine.js";
import type { RunLine } from "../../spec/runOptions.js";
import { type ExitCode, usage } from "../../stop.js";
import { runAgain } from "./runAgain.js";
import { runSeveral, treeOfPath } from "./several.js";

/** The matches on standard output, everything about them on standard error. */
export async function run(line: RunLine, io: World): Promise<ExitCode> {
  const {
    operands: [operand = ""],
    options,
  } = line;
  checkOptions(options);
  return options.watch ? runAgain(operand, options, io, runOnce) : runOnce(operand, options, io);
}

async function runOnce(operand: string, options: RunLine["options"], io: World, seen?: (prepared: Prepared) => void) {
  const params = readArguments(options.param);
  const prepared = await preparing(io)(await readQuery(operand, io), options);
  seen?.(prepared);
  const asksAbout = (options.why ?? options["why-not"]) !== undefined;
  if (prepared.data.isSeveral && !asksAbout) return runSeveral(prepared, options, params, io);
  return runOne(prepared, options, runCommand(operand, options), io);
}

/** A run over one tree. `command` makes the same run again, for the one who reads the report. */
export async function runOne(prepared: Prepared, options: Options, command: string, io: World): Promise<ExitCode> {
  const done = await runLine(prepared, options, io);
  const { inspection, overtime } = done;
  if (options.trace !== undefined) await writeText(options.trace, `${jsonText(done.result.trace, 2)}\n`, io);
  io.stdout.write(await resultText(options, done, io));
  writeLines(io.stderr, [...doubtsOf(options, done, io), ...(overtime === null ? [] : [overtime])]);
  if (options.report === undefined || inspection === null) return exitOf(prepared.data);
  const { report: path, redact = false, query } = options;
  const about = { path, redact, command };
  await reportRun({ ...done, name: query ?? null, inspection }, about, io);
  return exitOf(prepared.data);
}

/** Options; commands that run queries on other sources leave some out. */
type Options = Partial<RunLine["options"]>;

/** Options that do not go together. */
export function checkOptions({ format, why, "why-not": whyNot }: Pick<Options, "format" | "why" | "why-not">): void {
  if (why !== undefined && whyNot !== undefined) throw usage("--why and --why-not are asked one at a time.");
  if (format !== undefined && format !== "text" && format !== "json" && (why ?? whyNot) !== undefined)
    throw usage(`--why and --why-not are answered as text or json, not as ${format}.`);
}

/** A run with what was asked about it. */
interface Done extends Prepared {
  readonly result: RunResult;
  /** Null if the run was not observed: then nothing can be asked about it. */
  readonly inspection: Inspection | null;
  readonly answer: Answer | null;
  readonly nearest: Nearest | null;
  /** Search that ran out of time. */
  readonly overtime: string | null;
}

/** Nodes from which on a run is not observed unless asked: what it leaves behind grows with them. */
const MAX_OBSERVED = 1_000_000;
const NOTHING = { found: null, overtime: null };

async function runLine(prepared: Prepared, options: Options, io: World): Promise<Done> {
  const params = readArguments(options.param ?? []);
  const option = options.why === undefined ? "--why-not" : "--why";
  const nodePath = options.why ?? options["why-not"];
  const { tree, path } = treeOfPath(nodePath ?? "", prepared.data, option);
  const running = { ...prepared, tree, io };
  const trace = options["full-trace"] ? ("full" as const) : options.trace === undefined ? undefined : true;
  const within = prepared.data.isSeveral ? prepared.data.collection : undefined;
  const runOptions = { ...prepared.options, params, ...defined({ trace, within }) };
  const isForPeople = options.format === undefined || options.format === "text" || options.format === "json";
  const isObserved = (nodePath ?? options.report) !== undefined || (isForPeople && prepared.tree.size <= MAX_OBSERVED);
  const inspection = isObserved ? await inspectQuery(running, runOptions) : null;
  const result = inspection?.result ?? (await runQuery(running, runOptions));
  const looking = [io, runOptions.budget?.maxMilliseconds] as const;
  const { found: answer, overtime } =
    inspection && nodePath !== undefined
      ? await watched(running, () => answerAbout(inspection, path, looking))
      : NOTHING;
  const near = inspection && answer === null ? await watched(running, () => nearestOf(inspection, looking)) : NOTHING;
  return { ...prepared, tree, result, inspection, answer, nearest: near.found, overtime: overtime ?? near.overtime };
}

async function resultText(
  { format = "text", limit, tree: isTree }: Options,
  done: Done,
  { screen }: World,
): Promise<string> {
  const { query, scoring, answer, inspection, source, tree, data } = done;
  const result = listedOf(done.result, limit);
  const { matches } = result;
  switch (format) {
    case "json":
      return `${resultJson({ ...done, result })}\n`;
    case "text": {
      const entries = defined({ entries: inspection?.entries });
      const about = { nodes: tree.size, limit, scorer: scoring.name, use: scoring.kept?.use ?? null, ...entries };
      const value = result.value === undefined || answer !== null ? [] : valueLines(result.value, screen);
      const lines =
        inspection && answer
          ? answerLines(answer, inspection, source, screen)
          : isTree
            ? matchTree(matches, screen)
            : matchLines({ ...done, result }, screen, await labelsOf(done));
      return blocksText([headLines(query, done.result, about, screen), value, lines]);
    }
    default: {
      const values = result.value === undefined ? undefined : [{ value: result.value }];
      return recordsText(format, { matches, values, places: () => placesOf(matches, data), isSeveral: false });
    }
  }
}

/** The listed part of a result: a limit cuts a list of values, and the nodes that a value was computed from, and changes no value. */
function listedOf(result: RunResult, limit: number | undefined): RunResult {
  const { value, matches } = result;
  if (value === undefined || limit === undefined) return result;
  return { ...result, value: Array.isArray(value) ? value.slice(0, limit) : value, matches: matches.slice(0, limit) };
}

/** Maximum number of listed contributors of a value, which is above them and must stay visible. */
const MAX_CONTRIBUTORS = 20;

/** In a tree of several documents each result has its place in front. */
const labelsOf = async ({ result: { matches }, tree, data }: Done): Promise<readonly string[]> =>
  tree.source.documents === undefined ? [] : (await placesOf(matches, data)).map(placeText);

function matchLines(
  { result: { matches, value }, inspection }: Done,
  screen: Screen,
  labels: readonly string[],
): string[] {
  const listed = value === undefined ? matches : matches.slice(0, MAX_CONTRIBUTORS);
  const lines = ranking(listed, screen, {
    all: matches,
    labels: labels.slice(0, listed.length),
    ...defined({ entries: inspection?.entries }),
  });
  const hidden = matches.length - listed.length;
  return hidden === 0 ? lines : [...lines, screen.paint.dim(`and ${hidden} more: --format paths lists all`)];
}

/** In text all that may be wrong; in the other formats, which are for programs, reservations about the result, and why there is nothing. JSON has them. */
function doubtsOf({ format = "text" }: Options, done: Done, { errors }: World): readonly string[] {
  const { inspection, answer, nearest, diagnostics, source, result } = done;
  if (answer !== null) return [];
  if (format === "text" && inspection !== null) return doubtLines(inspection, { nearest, diagnostics }, source, errors);
  const { empty } = result.stats;
  if (format === "json") return [];
  const reservations = format === "text" ? [] : caveatLines(result, errors);
  return empty === null ? reservations : [...reservations, emptyText(source, empty, errors)];
}

/** Answer about one node: why it is in the result, or why it is not, with a change that admits it; why it is in no field of a record; or about a group. */
type Answer =
  | { readonly why: Why; readonly whyNotValue?: WhyNotValue }
  | { readonly whyNot: WhyNot; readonly change: Change | null; readonly whyNotValue?: WhyNotValue }
  | { readonly whyNotGroup: WhyNotGroup };

/** Arguments of a search for an answer, with its maximum milliseconds. */
type Looking = readonly [io: Parameters<typeof lookFor>[1], maxMilliseconds: number | undefined];

/** Answers for any node, whichever of the two was asked. A path that does not find one node is a mistake in the command line. */
export async function answerAbout(inspection: Inspection, path: string, looking: Looking): Promise<Search<Answer>> {
  try {
    if (path.startsWith("[")) {
      const whyNotGroup = await inspection.whyNotGroup(path);
      if (whyNotGroup === null) throw usage(`A result is a group with ${path}.`);
      return { found: { whyNotGroup }, overtime: null };
    }
    const value = defined({ whyNotValue: (await inspection.whyNotValue(path)) ?? undefined });
    const why = inspection.why(path);
    if (why !== null) return { found: { why, ...value }, overtime: null };
    const whyNot = inspection.whyNot(path);
    if (whyNot === null) return { found: null, overtime: null };
    const { found: change, overtime } = await lookFor("the smallest change", ...looking, (options) =>
      inspection.change(path, options),
    );
    return { found: { whyNot, change, ...value }, overtime };
  } catch (error) {
    if (error instanceof RangeError) throw usage(`${error.message}.`);
    throw error;
  }
}

function answerLines(answer: Answer, inspection: Inspection, source: Source, screen: Screen): string[] {
  if ("whyNotGroup" in answer) return whyNotGroupLines(answer.whyNotGroup, source, screen);
  const { whyNotValue } = answer;
  const value = whyNotValue === undefined ? [] : whyNotValueLines(whyNotValue, source, screen);
  if ("why" in answer) return [...whyLines(answer.why, screen), ...value];
  const { whyNot, change } = answer;
  const changed = change === null ? [] : changeLines("change", change, inspection, screen);
  return [...whyNotLines(whyNot, source, screen), ...value, ...changed];
}

/** For a result without matches, the nearest query that has some. An expensive scorer is not called for that unless asked to. */
async function nearestOf(inspection: Inspection, looking: Looking): Promise<Search<Nearest>> {
  const { result, query, observation } = inspection;
  const isExpensive = query.isSemantic && observation.scorer.cost === "expensive";
  if (result.stats.empty === null || isExpensive) return { found: null, overtime: null };
  return lookFor("the nearest query", ...looking, (options) => inspection.nearest(options));
}

/** One match a line, so that the JSON can be read by eye and by line. */
function resultJson({ result, query, inspection, nearest, answer }: Done): string {
  const { stats } = result;
  const approximation = query.isSemantic ? stats.approximation : null;
  const causes = inspection?.causes() ?? [];
  const matches =
    inspection === null ? result.matches : result.matches.map((match, i) => matchJson(match, i, inspection));
  const value = result.value === undefined ? {} : { value: valueJson(result.value) };
  const caveats = result.caveats === undefined ? {} : { caveats: result.caveats };
  return jsonByLine(
    { ...value, ...caveats, matches, stats: { ...stats, approximation }, causes, nearest, ...answer },
    "matches",
  );
}

/** A match with the values of its keys, or with what it gave to the value. */
function matchJson(match: Match, place: number, { entries }: Inspection): object {
  const keys = entries.keysAt(place);
  const { values: gave } = entries.givenAt(place);
  return { ...match.toJSON(), ...(keys.length > 0 && { keys }), ...(gave.length > 0 && { gave }) };
}
