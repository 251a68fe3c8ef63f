import {
  type MigratedQuery,
  type MigrateOptions,
  migrateAll,
  type Note,
  migrate as read,
} from "@semantic-xpath/migrate";
import { locate } from "@semantic-xpath/parser";
import { inferSchema } from "@semantic-xpath/runtime";
import { readData, treesOf } from "../../input/data.js";
import { readText, writeText } from "../../input/files.js";
import { type QuerySource, readQuery, sourceOf } from "../../input/query.js";
import { schemaFor } from "../../input/schema.js";
import { count } from "../../render/columns.js";
import { diagnosticTexts } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { verbatim } from "../../render/terminal.js";
import { writeJson, writeLines } from "../../render/write.js";
import { EXIT, type ExitCode, usage } from "../../stop.js";
import type { MigrateLine } from "./command.js";

/** Migrates every query of a text to today's language: certain parts on standard output, open choices beside it. */
export async function migrate({ operands: [operand = ""], options }: MigrateLine, io: World): Promise<ExitCode> {
  const source = operand === "-" ? sourceOf("standard input", await readText("-", io)) : await readQuery(operand, io);
  if (options.write && source.file === null) throw usage("--write needs a file: leave it out to print.");
  const context = await knownFor(options, source, io);
  const queries = migrateAll(source.text, context);
  const isSure = queries.length > 0 && queries.every((query) => query.isSure);
  if (options.format === "json")
    writeJson(
      queries.map((query) => queryJson(source.text, query)),
      io,
    );
  else report(source, queries, context, options.write, io);
  if (options.write && isSure) await write(source, context, io);
  return isSure ? EXIT.fine : EXIT.diagnostics;
}

async function knownFor(options: MigrateLine["options"], source: QuerySource, io: World): Promise<MigrateOptions> {
  const declared = await schemaFor(options.schema, source, options.data, io);
  const data = declared !== null || options.data.length === 0 ? null : await readData(options.data, io, {}, options);
  const schema = declared ?? (data === null ? null : inferSchema(treesOf(data)));
  return { schema, ...(options.from === undefined ? {} : { from: options.from }) };
}

function report(
  source: QuerySource,
  queries: readonly MigratedQuery[],
  known: MigrateOptions,
  isWritten: boolean,
  io: World,
): void {
  const print = (text: string): void => {
    const line = `${text.trimEnd()}\n`;
    if (!isWritten) io.stdout.write(io.stdout.isTerminal ? line : verbatim(line));
  };
  const isModule = source.ast.declarations.length > 0;
  for (const query of queries) {
    const [first] = query.readings;
    if (first === undefined) io.stderr.write(diagnosticTexts(source, query.problems, io.errors));
    else if (query.isSure) {
      if (!isModule) print(first.text);
      writeLines(
        io.stderr,
        first.notes.flatMap((note) => noteLines(source, note, io)),
      );
    } else writeLines(io.stderr, choiceLines(source, query, io));
  }
  if (queries.length === 0) io.stderr.write(`${source.name}: there is no query in it\n`);
  const moduleReading = isModule ? read(source.text, known) : null;
  if (moduleReading?.isSure) print(moduleReading.readings[0]!.text.trimEnd());
}

/** Change at a place, with its reason. */
function noteLines({ name, text }: QuerySource, { span, what, why }: Note, { errors: { paint } }: World): string[] {
  const { line, column } = locate(text, span.start);
  return [`${name}:${line}:${column}: ${what}`, paint.dim(`  ${why}`)];
}

/** The readings of a query that is not sure, each with what the others have not. */
function choiceLines({ name, text }: QuerySource, { span, readings }: MigratedQuery, { errors }: World): string[] {
  const { line, column } = locate(text, span.start);
  const isShared = ({ what, why }: Note): boolean =>
    readings.length > 1 && readings.every(({ notes }) => notes.some((note) => note.what === what && note.why === why));
  const heading =
    readings.length === 1 ? "can be read, but not surely" : `can be read in ${count(readings.length, "way")}`;
  return [
    `${name}:${line}:${column}: ${errors.paint.yellow(heading)}`,
    ...readings.flatMap((reading, index) => [
      `  ${index + 1}. ${errors.paint.cyan(reading.text)}`,
      ...reading.notes
        .filter((note) => !isShared(note))
        .map(({ what, why }) => errors.paint.dim(`     ${what}. ${why}`)),
    ]),
  ];
}

async function write(source: QuerySource, known: MigrateOptions, io: World): Promise<void> {
  const [only] = read(source.text, known).readings;
  if (source.file === null || only === undefined)
    throw usage("a file of several queries gives each a name: declare them.");
  const end = source.text.slice(source.text.trimEnd().length);
  const text = only.text.trimEnd() + end;
  if (text === source.text) return;
  await writeText(source.file, text, io);
  io.stderr.write(`migrated ${source.name}\n`);
}

/** A query for programs; lines and columns count from 1, spans in UTF-16 units from 0. */
function queryJson(text: string, { span, operation, isSure, readings, problems }: MigratedQuery): object {
  return {
    ...locate(text, span.start),
    span,
    text: text.slice(span.start, span.end),
    operation,
    isSure,
    readings,
    problems,
  };
}
