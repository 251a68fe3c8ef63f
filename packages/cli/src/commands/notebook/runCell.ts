import { dirname, join } from "node:path";
import type { Memory, UpdateResult } from "@semantic-xpath/memory";
import type { Diagnostic } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { compile, compileUpdate } from "@semantic-xpath/runtime";
import { defined } from "@semantic-xpath/values";
import { nowOption } from "../../input/clock.js";
import { onlyTree, readData } from "../../input/data.js";
import { taskNames } from "../../input/memory.js";
import type { preparing } from "../../input/prepare.js";
import { readSchemaAt, schemaNameFor } from "../../input/schema.js";
import { openScoring } from "../../input/scorer.js";
import { diagnosticTexts, hasErrors } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { paintedParts } from "../../render/updates.js";
import { writeJson } from "../../render/write.js";
import { watched } from "../../runQuery.js";
import { readArguments } from "../../spec/readLine.js";
import { EXIT, type ExitCode } from "../../stop.js";
import { diagnosticsOf } from "../check/check.js";
import { runOne } from "../run/run.js";
import { runSeveral } from "../run/several.js";
import type { Notebook, QueryCell } from "./cells.js";
import type { NotebookLine } from "./command.js";

export interface CellRun {
  readonly cell: QueryCell;
  readonly notebook: Notebook;
  readonly options: NotebookLine["options"];
  readonly prepare: ReturnType<typeof preparing>;
  readonly io: World;
}

/** Outcome of a cell. `shown`: a cell `sxp error` shows its diagnostic. */
export interface CellEnd {
  readonly status: "ran" | "compiled" | "shown" | "failed";
  readonly exit: ExitCode;
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks a cell and runs what is in it, as the commands for queries and updates do. What can't be done is thrown. */
export async function runCell(run: CellRun): Promise<CellEnd> {
  const { cell, notebook, io } = run;
  const { source, data, expected } = cell;
  const { memory } = notebook.settings;
  const schema = memory === null ? await schemaOf(cell, io) : null;
  const diagnostics = expected === null ? await diagnosticsOf(source, schema) : shownBy(cell, schema);
  const tell = (): void => io.stderr.write(diagnosticTexts(source, diagnostics, io.errors));
  if (expected !== null) {
    tell();
    const codes = diagnostics.map(({ code }): string => code);
    const isShown = expected.length === 0 ? codes.length > 0 : expected.every((code) => codes.includes(code));
    if (!isShown)
      io.stderr.write(
        `${source.name}:${cell.line}: this cell has to show ${expected.join(" and ") || "an error"}, and does not.\n`,
      );
    return { diagnostics, ...(isShown ? { status: "shown", exit: EXIT.fine } : FAILED) };
  }
  if (hasErrors(diagnostics) && memory === null) {
    tell();
    return { diagnostics, ...FAILED };
  }
  if (data.length === 0 && memory === null) {
    tell();
    return { diagnostics, ...COMPILED };
  }
  let end: Omit<CellEnd, "diagnostics"> = COMPILED;
  for (const part of partsOf(cell, schema)) {
    const parameters = readArguments(run.options.param);
    const missing = part.parameters.filter((name) => !Object.hasOwn(parameters, name));
    if (missing.length > 0) {
      io.stderr.write(
        `${part.name ?? "the query"} was not run: add ${missing.map((name) => `--param ${name}=VALUE`).join(" ")}\n`,
      );
      continue;
    }
    const chosen = { ...part, schema, param: part.parameters.map((name) => `${name}=${parameters[name]}`) };
    const exit = await (part.isUpdate ? previewPart(run, chosen) : runPart(run, chosen));
    if (end.exit <= exit) end = { status: exit === EXIT.fine ? "ran" : "failed", exit };
  }
  return { diagnostics, ...end };
}

/** Diagnostics of a cell `sxp error`: those of a query, or of an update for `sxp update error`. */
function shownBy({ cell, source: { text } }: QueryCell, schema: Schema | null): readonly Diagnostic[] {
  const isUpdate = /^sxp\s+update\b/.test(cell.info);
  return (isUpdate ? compileUpdate : compile)(text, { schema }).diagnostics;
}

const FAILED = { status: "failed", exit: EXIT.diagnostics } as const;
const COMPILED = { status: "compiled", exit: EXIT.fine } as const;

const schemaOf = async ({ source, data, schema }: QueryCell, io: World): Promise<Schema | null> =>
  readSchemaAt(await schemaNameFor(schema, source, data, io), io);

interface Part {
  readonly name: string | null;
  readonly isUpdate: boolean;
  readonly parameters: readonly string[];
}

/** Queries and updates of a cell, queries first. */
function partsOf({ source: { text, ast } }: QueryCell, schema: Schema | null): readonly Part[] {
  const { query, queries } = compile(text, { schema });
  const namesOf = (parameters: readonly { readonly name: string }[] | null | undefined) =>
    (parameters ?? []).map(({ name }) => name);
  const parts: Part[] = [];
  if (ast.query !== null) parts.push({ name: null, isUpdate: false, parameters: namesOf(query?.plan.parameters) });
  for (const { name } of ast.declarations)
    if (name.kind === "Name")
      parts.push({ name: name.text, isUpdate: false, parameters: namesOf(queries[name.text]?.plan.parameters) });
  if (ast.update === null && ast.updates.length === 0) return parts;
  const { update, updates } = compileUpdate(text, { schema });
  if (ast.update !== null) parts.push({ name: null, isUpdate: true, parameters: namesOf(update?.parameters) });
  for (const { name } of ast.updates)
    if (name.kind === "Name")
      parts.push({ name: name.text, isUpdate: true, parameters: namesOf(updates[name.text]?.parameters) });
  return parts;
}

interface Chosen extends Pick<Part, "name"> {
  /** Schema of the cell; null: it has none, or runs on a memory. */
  readonly schema: Schema | null;
  /** Arguments as `--param` takes them. */
  readonly param: readonly string[];
}

/** Runs a query and prints the result as `sxp run` does. */
async function runPart(run: CellRun, { name, param }: Chosen): Promise<ExitCode> {
  const { cell, notebook, options, prepare, io } = run;
  const { scorer, language, limit, timeout, now, format } = options;
  const { source, data, schema } = cell;
  const query = name ?? undefined;
  const choice = {
    ...defined({ query, scorer, language, limit, timeout, now, format }),
    param,
    "no-cache": options["no-cache"],
  };
  if (notebook.settings.memory !== null) {
    const { preparedOn } = await import("../memory/query.js");
    const task = notebook.settings.task ?? undefined;
    return onMemoryOf(run, async (memory, folder) =>
      runOne(await preparedOn(memory, folder, source, { ...choice, ...defined({ task }) }, io), choice, "", io),
    );
  }
  const onData = { ...choice, data, ...defined({ schema }) };
  const prepared = await prepare(source, onData);
  return prepared.data.isSeveral
    ? runSeveral(prepared, onData, readArguments(param), io)
    : runOne(prepared, onData, "", io);
}

/** Prints what an update would do. Nothing is written. */
async function previewPart(run: CellRun, { name, param, schema }: Chosen): Promise<ExitCode> {
  const { cell, notebook, options, io } = run;
  const { renderUpdate, updateTree } = await import("@semantic-xpath/memory");
  const { scorer, limits } = await openScoring(options, io);
  const { text } = cell.source;
  const updateFor = (known: Schema | null) =>
    compileUpdate(text, { schema: known, ...defined({ name: name ?? undefined }) }).update ?? text;
  const about = {
    ...{ scorer, params: readArguments(param), schema, signal: io.signal },
    budget: { ...limits, ...defined({ maxMilliseconds: options.timeout }) },
    ...defined({ now: nowOption(options.now) }),
  };
  const show = (result: UpdateResult): ExitCode => {
    if (options.format === "json") writeJson({ status: result.status, text: renderUpdate(result) }, io);
    else io.stdout.write(`${renderUpdate(result, { paint: paintedParts(io.screen) }).trimEnd()}\n`);
    return result.status === "dry run" || result.status === "unchanged" ? EXIT.fine : EXIT.diagnostics;
  };
  return watched({ source: cell.source, io }, async (watching) => {
    if (notebook.settings.memory === null) {
      const tree = onlyTree(await readData(cell.data, io, limits), "an update is about");
      return show((await updateTree(tree, updateFor(schema), { ...about, ...watching })).result);
    }
    return onMemoryOf(run, async (memory) => {
      const task = notebook.settings.task ?? taskNames(memory)[0];
      const { schema: _, ...choice } = about;
      const update = updateFor(memory.task(task).head().schema);
      return show(await memory.update(task, update, { ...choice, dryRun: true }));
    });
  });
}

/** Something on the memory of the notebook, whose place is relative to it. */
async function onMemoryOf(
  { cell, notebook, io }: CellRun,
  work: (memory: Memory, folder: string) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { withMemory } = await import("../memory/open.js");
  const folder = join(dirname(cell.source.name), notebook.settings.memory!);
  return (await withMemory(folder, io, (memory) => work(memory, folder), true)) ?? EXIT.fine;
}
