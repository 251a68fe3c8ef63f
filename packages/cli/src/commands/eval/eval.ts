import { appendFile } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import {
  type Bar,
  CHARACTERS_PER_TOKEN,
  compareEvalRuns,
  derivedResults,
  type EvalRun,
  evalPage,
  failureDetails,
  gateOf,
  junitOf,
  markdownOf,
  openSuite,
  readEvalRun,
  runSuite,
  runText,
  type Suite,
  summarise,
  type TreeSource,
} from "@semantic-xpath/eval";
import { nodeHost } from "@semantic-xpath/eval/node";
import { messageOf } from "@semantic-xpath/inspect/numbers";
import { derivedOnDisk } from "../../input/cache.js";
import { readText, writeText, writeWhole } from "../../input/files.js";
import { openScoring } from "../../input/scorer.js";
import { waitingLine } from "../../progress.js";
import { diagnosticText } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { shellLine } from "../../render/shellLine.js";
import { runCommand } from "../../report.js";
import { OF_SCORER } from "../../runQuery.js";
import { EXIT, type ExitCode, problem, Stop, usage } from "../../stop.js";
import { codeVersion } from "./codeVersion.js";
import type { EvalLine } from "./command.js";
import { methodsOf, tokenizerOf } from "./methods.js";

type Options = EvalLine["options"];

/** Percent by which V8's heap may grow between two whole collections: by default it may become several times as large as what lives in it. */
const HEAP_GROWTH = 25;

/** `sxp eval`: the table on standard output; the gate decides the exit code. */
export async function evaluate({ operands: [file = ""], options }: EvalLine, io: World): Promise<ExitCode> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const bars = {
    min: barsOf("min", options.min),
    max: barsOf("max", options.max),
    maxDrop: barsOf("max-drop", options["max-drop"]),
  };
  const [budgets, tops] = [numbersOf("budget", options.budget), numbersOf("top", options.top)];
  const baseline = options.baseline === undefined ? undefined : await readRun(options.baseline, io);
  const suite = await openedSuite(file, io);
  const { scorer } = await openScoring(options, io);
  const tokenizer = options.tokenizer === undefined ? CHARACTERS_PER_TOKEN : await tokenizerOf(options.tokenizer, io);
  const methods = await methodsOf({ scorer, suite, tokenizer, options, io });
  const run = await measured(suite, { methods, tokenizer, ...budgets, ...tops, seed: options.seed ?? 1 }, options, io);
  const summary = summarise(run);
  const gate = gateOf(run, summary, { ...bars, ...(baseline && { baseline }) });
  const markdown = markdownOf(run, summary, gate);
  io.stdout.write(markdown);
  if (options.json !== undefined) await writeWhole(options.json, runText(run), io);
  if (options.junit !== undefined) await writeText(options.junit, junitOf(run, gate), io);
  if (options.report !== undefined) {
    const { scorer: named, language } = options;
    const command = (query: string, { files, now }: TreeSource, missing: string | undefined) =>
      files &&
      `${runCommand(query, { ...optionsOf(files, io), now, scorer: named, language })}${missing === undefined ? "" : ` ${shellLine(["--why-not", missing])}`}`;
    const details = await failureDetails(suite, run, { scorer, command });
    const change = baseline && compareEvalRuns(baseline, run);
    await writeWhole(options.report, await evalPage(run, summary, gate, { details, ...(change && { change }) }), io);
  }
  // GitHub Actions shows this file below the step.
  const { GITHUB_STEP_SUMMARY: step } = io.env;
  if (step !== undefined && step !== "") await appendFile(step, markdown);
  if (hasScorerFailure(run)) return EXIT.scorer;
  return gate.isPassed ? EXIT.fine : EXIT.diagnostics;
}

const optionsOf = (files: NonNullable<TreeSource["files"]>, io: World) =>
  Object.fromEntries(
    Object.entries(files).map(([name, path]) => [name, isAbsolute(path) ? relative(io.cwd, path) : path]),
  );

/** Codes of language models. */
const OF_MODEL = /^SXP51[01]\d$/;
const hasScorerFailure = ({ results }: EvalRun): boolean =>
  results.some(
    ({ outcome, code }) => outcome === "failed" && code !== null && (OF_SCORER.has(code) || OF_MODEL.test(code)),
  );

/** Opens a suite; its mistakes end the command with their places. */
export async function openedSuite(file: string, io: World): Promise<Suite> {
  const path = resolve(io.cwd, file);
  const { suite, problems } = await openSuite(path, nodeHost()).catch((error: unknown) => {
    throw problem(EXIT.input, `can't read "${file}": ${messageOf(error)}.`);
  });
  for (const { file: name, text, diagnostic } of problems)
    io.stderr.write(`${diagnosticText({ name: name === path ? file : name, text }, diagnostic, io.errors)}\n`);
  if (suite === null) throw new Stop(EXIT.diagnostics);
  return suite;
}

async function measured(
  suite: Suite,
  about: Omit<Parameters<typeof runSuite>[1], "code">,
  options: Options,
  io: World,
): Promise<EvalRun> {
  const derived = options["no-cache"] ? undefined : derivedOnDisk(io);
  const store = derived && derivedResults(derived);
  const line = waitingLine(io);
  try {
    return await runSuite(suite, {
      ...about,
      code: codeVersion(),
      ...(store && { store }),
      signal: io.signal,
      onProgress: ({ done, of, reused, method, remainingMilliseconds }) => {
        const remaining = remainingMilliseconds === null ? "" : `, ${Math.ceil(remainingMilliseconds / 1000)} s left`;
        line.say(`${method}: ${done} of ${of} cases${reused === 0 ? "" : `, ${reused} kept`}${remaining}`);
      },
    });
  } catch (error) {
    if (io.signal.aborted) throw new Stop(EXIT.interrupted, "stopped. The same command goes on with what is left.");
    throw error;
  } finally {
    line.clear();
    derived?.close();
  }
}

/** `METHOD:METRIC=VALUE`. */
function barsOf(option: string, given: readonly string[]): readonly Bar[] {
  return given.map((text) => {
    const [, method = null, metric = "", value = ""] = /^(?:([^:=]+):)?([^:=]+)=(.+)$/.exec(text) ?? [];
    const number = Number(value);
    if (metric === "" || value.trim() === "" || !Number.isFinite(number))
      throw usage(`--${option} is METRIC=VALUE or METHOD:METRIC=VALUE, not "${text}".`);
    return { method, metric, value: number };
  });
}

function numbersOf<N extends "budget" | "top">(
  option: N,
  given: string | undefined,
): { budgets?: readonly number[]; tops?: readonly number[] } {
  if (given === undefined) return {};
  const numbers = given.split(",").map(Number);
  if (!numbers.every((number) => Number.isSafeInteger(number) && number > 0))
    throw usage(`--${option} is whole numbers from 1, separated by commas, not "${given}".`);
  return option === "budget" ? { budgets: numbers } : { tops: numbers };
}

/** A run as `--json` wrote it. */
export async function readRun(path: string, io: World): Promise<EvalRun> {
  const run = readEvalRun(await readText(path, io));
  if (run !== null) return run;
  throw problem(EXIT.input, `"${path}" is no run of this version that sxp eval --json wrote.`);
}
