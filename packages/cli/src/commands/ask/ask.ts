import type { About, QueryReading, Reading, Translation } from "@semantic-xpath/chat/translate";
import { inMemoryJournal, type Memory, type UpdateResult } from "@semantic-xpath/memory";
import type { Schema } from "@semantic-xpath/planner";
import { SemanticXPathError } from "@semantic-xpath/runtime";
import { defined } from "@semantic-xpath/values";
import { nowOption } from "../../input/clock.js";
import { onlyTree } from "../../input/data.js";
import { taskNames } from "../../input/memory.js";
import { type Prepared, preparing } from "../../input/prepare.js";
import { sourceOf } from "../../input/query.js";
import { readSchemaAt } from "../../input/schema.js";
import { openScoring } from "../../input/scorer.js";
import { alternativeLines, questionLines, reasonLines, understoodLines } from "../../render/readings.js";
import type { World } from "../../render/screen.js";
import { shellLine } from "../../render/shellLine.js";
import { updateLines } from "../../render/updates.js";
import { writeJson, writeLines } from "../../render/write.js";
import { runCommand } from "../../report.js";
import { commandNamed, readLine } from "../../spec/readLine.js";
import type { CommandSpec } from "../../spec/spec.js";
import { EXIT, type ExitCode, problem, Stop, usage } from "../../stop.js";
import { withMemory } from "../memory/open.js";
import { preparedOn } from "../memory/query.js";
import { runOne } from "../run/run.js";
import type { AskLine } from "./command.js";
import { applying, historyCommands } from "./commandsFor.js";

type Options = AskLine["options"];

/** Subject of a request: input of the translator, and the display of each kind of reading. */
export interface AskContext {
  readonly about: About;
  readonly schema: Schema | null;
  readonly options: Options;
  readonly prepare: (reading: Pick<QueryReading, "query" | "isHistory" | "version">) => Promise<Prepared>;
  readonly dryRun: (update: string) => Promise<UpdateResult>;
  /** The number of a version of a task. */
  readonly numbered: (task: string, version: string | number) => string;
}

/** `sxp ask`: the reading on standard output, then what it finds or would change. */
export async function ask(
  { operands, options }: AskLine,
  io: World,
  commands: readonly CommandSpec[],
): Promise<ExitCode | undefined> {
  const request = operands.join(" ");
  if (options.memory === undefined) return answer(request, await aboutData(options, io), io, commands);
  if (options.data.length > 0) throw usage("--memory and --data are two things to ask about: name one of them.");
  return withMemory(options.memory, io, async (memory) =>
    answer(request, await aboutMemory(memory, options, io), io, commands),
  );
}

async function answer(request: string, asked: AskContext, io: World, table: readonly CommandSpec[]): Promise<ExitCode> {
  const { options } = asked;
  const translation = await translated(request, asked.about);
  const reading = chosen(translation, options.choose);
  if (reading === null) return question(translation, options, io);
  if (options["query-only"]) return queryOnly(reading, io);
  if (options.format !== "json") {
    writeLines(io.stdout, understoodLines(translation, reading, io.screen));
    if (options.explain) writeLines(io.stdout, reasonLines(reading, io.screen));
    writeLines(io.stdout, alternativeLines(translation, reading, io.screen));
  }
  return presentReading(reading, translation, asked, io, table);
}

async function translated(request: string, about: About): Promise<Translation> {
  const { translate } = await import("@semantic-xpath/chat/translate");
  try {
    return await translate(request, about);
  } catch (error) {
    if (!(error instanceof SemanticXPathError)) throw error;
    throw problem(EXIT.diagnostics, error.diagnostic.message);
  }
}

/** The reading to continue with; null if the user must choose. */
function chosen({ readings, isClear }: Translation, choose: number | undefined): Reading | null {
  if (choose === undefined) return isClear ? (readings[0] ?? null) : null;
  const reading = readings[choose - 1];
  if (reading !== undefined) return reading;
  throw usage(
    `--choose ${choose}: there ${readings.length === 1 ? "is one reading" : `are ${readings.length} readings`}.`,
  );
}

function question(translation: Translation, { format, explain }: Options, io: World): ExitCode {
  if (format === "json") writeJson(translation, io);
  else {
    writeLines(io.stderr, questionLines(translation, io.errors, "--choose N goes on with one of them."));
    if (explain && translation.readings[0] !== undefined)
      writeLines(io.stderr, reasonLines(translation.readings[0], io.errors));
  }
  return EXIT.diagnostics;
}

/** Exit code 1 where a request is neither a query nor an update. */
function queryOnly(reading: Reading, io: World): ExitCode {
  const text = reading.kind === "query" ? reading.query : reading.kind === "update" ? reading.update : null;
  if (text === null) throw new Stop(EXIT.diagnostics, `It is no query and no update: ${reading.said}`);
  io.stdout.write(`${text}\n`);
  return EXIT.fine;
}

async function presentReading(
  reading: Reading,
  translation: Translation,
  asked: AskContext,
  io: World,
  table: readonly CommandSpec[],
): Promise<ExitCode> {
  const { options } = asked;
  const isJson = options.format === "json";
  const json = { ...translation, chosen: translation.readings.indexOf(reading) };
  switch (reading.kind) {
    case "query": {
      const prepared = await asked.prepare(reading);
      const line = runCommand(reading.query, options);
      if (!isJson) {
        io.stdout.write("\n");
        if (reading.recalled !== undefined) {
          const { answerLines } = await import("../../render/recall.js");
          writeLines(io.stdout, [...answerLines(reading.recalled, io.screen), ""]);
        }
        return runOne(prepared, options, line, io);
      }
      const captured = capturing(io);
      const code = await runOne(prepared, options, line, captured.io);
      writeJson({ ...json, result: JSON.parse(captured.text()) }, io);
      return code;
    }
    case "update": {
      const result = await asked.dryRun(reading.update);
      const commands = applying(reading.update, options);
      if (isJson) writeJson({ ...json, dryRun: result, commands: commands.map(shellLine) }, io);
      else {
        writeLines(io.stdout, ["", ...updateLines(result, io.screen), "", ...commandLines(commands, io)]);
      }
      return result.status === "dry run" || result.status === "unchanged" ? EXIT.fine : EXIT.diagnostics;
    }
    default: {
      const commands = historyCommands(reading, options, asked.numbered);
      if (!isJson && options.memory !== undefined && readsOnly(reading)) return carriedOut(commands[0]!, table, io);
      if (isJson) writeJson({ ...json, commands: commands.map(shellLine) }, io);
      else if (commands.length === 0 && reading.kind !== "talk")
        io.stdout.write("\nA file has no versions and no tasks. A memory has: sxp help memory\n");
      else if (commands.length > 0) writeLines(io.stdout, ["", ...commandLines(commands, io)]);
      return EXIT.fine;
    }
  }
}

/** True for an action on versions that changes nothing. */
const readsOnly = (reading: Reading): boolean =>
  reading.kind === "history" && ["show", "diff", "log", "tasks"].includes(reading.action.do);

/** Prints a command on a memory, and does it. */
async function carriedOut(words: readonly string[], table: readonly CommandSpec[], io: World): Promise<ExitCode> {
  io.stdout.write(`\n${io.screen.paint.cyan(shellLine(words))}\n`);
  const { command, taken } = commandNamed(words.slice(1), table)!;
  const line = await readLine(command, words.slice(1 + taken));
  return line === "help" ? EXIT.usage : ((await command.run(line, io, table)) ?? EXIT.fine);
}

const commandLines = (commands: readonly (readonly string[])[], { screen: { paint } }: World): readonly string[] => [
  paint.dim(commands.length === 1 ? "Nothing was changed. This does it:" : "Nothing was changed. These do it:"),
  ...commands.map((words) => `  ${paint.cyan(shellLine(words))}`),
];

/** A world whose standard output is captured. */
function capturing(io: World): { readonly io: World; text(): string } {
  const pieces: string[] = [];
  const stdout = { isTerminal: false, write: (text: string) => void pieces.push(text) };
  return { io: Object.assign(Object.create(io) as World, { stdout }), text: () => pieces.join("") };
}

async function aboutData(options: Options, io: World): Promise<AskContext> {
  if (options.data.length === 0) throw usage("a request is about something: add --data FILE or --memory FOLDER.");
  const prepare = preparing(io);
  const run = (text: string) => prepare(sourceOf("query", text), options);
  // Reads the data, the schema and the scorer, which the query that is made then finds there.
  const { data, schemaName, scoring } = await run("/*");
  const tree = onlyTree(data, "a request is about");
  const schema = await readSchemaAt(schemaName, io);
  const choice = { scorer: scoring.scorer, ...defined({ now: nowOption(options.now) }) };
  return {
    about: { tree, schema, ...choice, ...defined({ user: options.user }) },
    schema,
    options,
    prepare: ({ query }) => run(query),
    numbered: (_, wanted) => String(wanted),
    dryRun: async (update) => {
      const { Memory } = await import("@semantic-xpath/memory");
      const memory = Memory.create(inMemoryJournal());
      memory.createTask("data", tree, { schema });
      return memory.update("data", update, { dryRun: true, ...choice });
    },
  };
}

async function aboutMemory(memory: Memory, options: Options, io: World): Promise<AskContext> {
  const name = taskName(memory, options.task);
  const task = memory.task(name);
  const version = options.at === undefined ? task.head() : task.version(options.at);
  const scoring = await openScoring({ ...options, "no-cache": true }, io);
  const choice = { scorer: scoring.scorer, ...defined({ now: nowOption(options.now) }) };
  return {
    about: {
      tree: version.tree(),
      schema: version.schema,
      ...choice,
      ...defined({ user: options.user }),
      memory: {
        task: name,
        tasks: memory.tasks().map((each) => ({ name: each.name, title: each.title ?? each.name })),
        versions: task
          .log()
          .map(({ number, time, provenance }) => ({ number, time, reason: provenance.reason ?? null })),
      },
    },
    schema: version.schema,
    options: { ...options, task: name },
    prepare: ({ query, isHistory, version: earlier }) => {
      const at = earlier === undefined ? options.at : String(earlier);
      const place = isHistory ? { task: undefined, at: undefined } : { task: name, at };
      return preparedOn(memory, options.memory!, sourceOf("query", query), { ...options, ...place }, io);
    },
    numbered: (of, wanted) => String(memory.task(of).version(wanted).number),
    dryRun: (update) => memory.update(name, update, { dryRun: true, ...choice }),
  };
}

function taskName(memory: Memory, given: string | undefined): string {
  if (given !== undefined) return given;
  const names = taskNames(memory);
  if (names.length === 1) return names[0];
  throw usage(`the memory has several tasks: ${names.join(", ")}. Name one with --task.`);
}
