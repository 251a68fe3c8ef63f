import { parseSchema, printSchema, type Schema } from "@semantic-xpath/planner";
import { type InferOptions, SchemaInference } from "@semantic-xpath/readers";
import { findData } from "@semantic-xpath/readers/node";
import { describeChange, editSchemaText, type MergeChange, mergeSchema } from "@semantic-xpath/readers/schema";
import { exitOf, readData } from "../../input/data.js";
import { readText, writeOut, writeWhole } from "../../input/files.js";
import { count } from "../../render/columns.js";
import { diagnosticTexts, hasErrors } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { textDiff } from "../../render/textDiff.js";
import { EXIT, type ExitCode, Stop, usage } from "../../stop.js";
import type { InferLine } from "./command.js";

export async function infer(line: InferLine, io: World): Promise<ExitCode> {
  const { fields, stubs, into, output } = line.options;
  const options: InferOptions = { fields, ...(stubs !== undefined && { stubs }) };
  if (into === undefined) {
    const inference = await inferred(line, options, io);
    await writeOut(printSchema(inference.schema), output, io);
    return exitOf(inference);
  }
  if (output !== undefined) throw usage("--into changes a schema, --output writes one: choose one of them.");
  const text = await readText(into, io);
  const { schema: expected, diagnostics } = parseSchema(text);
  io.stderr.write(diagnosticTexts({ name: into, text }, diagnostics, io.errors));
  if (expected === null || hasErrors(diagnostics)) throw new Stop(EXIT.diagnostics);
  const inference = await inferred(line, { ...options, expected }, io);
  const { schema, changes } = mergeSchema(expected, inference.schema);
  const after = editSchemaText(text, changes, schema);
  await showMerge({ name: into, before: text, after, changes, isWritten: line.options.write }, io);
  return exitOf(inference);
}

interface Inferred {
  readonly schema: Schema;
  /** Files that could not be read, each reported. */
  readonly problems: number;
}

/**
 * The schema of all data. The files of a pattern are read one after the other, and none is kept; those of a folder together, as notes may
 * be one tree.
 */
async function inferred({ operands, options }: InferLine, inferOptions: InferOptions, io: World): Promise<Inferred> {
  const inference = new SchemaInference(inferOptions);
  let problems = 0;
  let trees = 0;
  for (const name of await dataNames(operands, io)) {
    const data = await readData([name], io, {}, options).catch((error: unknown) => {
      if (!(error instanceof Stop) || error.exitCode !== EXIT.input || operands.length === 1) throw error;
      io.stderr.write(`${error.message}\n`);
      return { trees: [], problems: 1 };
    });
    for (const { tree } of data.trees) inference.add(tree);
    problems += data.problems;
    trees += data.trees.length;
  }
  if (trees === 0) throw new Stop(EXIT.input);
  return { schema: inference.schema(), problems };
}

async function dataNames(operands: readonly string[], io: World): Promise<readonly string[]> {
  const names: string[] = [];
  for (const operand of operands) {
    const { files } = await findData([operand], { cwd: io.cwd, signal: io.signal, keepsFolders: true });
    names.push(...(files.length === 0 ? [operand] : files.map(({ name }) => name)));
  }
  return names;
}

interface Merge {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly changes: readonly MergeChange[];
  readonly isWritten: boolean;
}

async function showMerge({ name, before, after, changes, isWritten }: Merge, io: World): Promise<void> {
  if (changes.length === 0) {
    io.stderr.write(`${name}: it describes the data already\n`);
    return;
  }
  const lines = changes.map((change) => `  ${describeChange(change)} (${change.reason})\n`);
  if (isWritten) await writeWhole(name, after, io);
  else io.stdout.write(textDiff(name, before, after, io.screen));
  const done = isWritten ? "changed" : "would change; --write changes the file";
  io.stderr.write(`${name}: ${count(changes.length, "place")} ${done}\n${lines.join("")}`);
}
