import { parseSchema, printSchema, type Schema } from "@semantic-xpath/planner";
import { type InferOptions, SchemaInference } from "@semantic-xpath/readers";
import { findData } from "@semantic-xpath/readers/node";
import { describeChange, editSchemaText, type MergeChange, mergeSchema } from "@semantic-xpath/readers/schema";
import { readData } from "../../input/data.js";
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
    await writeOut(printSchema(await inferred(line, options, io)), output, io);
    return EXIT.fine;
  }
  if (output !== undefined) throw usage("--into changes a schema, --output writes one: choose one of them.");
  const text = await readText(into, io);
  const { schema: expected, diagnostics } = parseSchema(text);
  io.stderr.write(diagnosticTexts({ name: into, text }, diagnostics, io.errors));
  if (expected === null || hasErrors(diagnostics)) throw new Stop(EXIT.diagnostics);
  const { schema, changes } = mergeSchema(expected, await inferred(line, { ...options, expected }, io));
  await showMerge(into, text, editSchemaText(text, changes, schema), changes, line.options.write, io);
  return EXIT.fine;
}

/** The schema of all files; one is read after the other, and none is kept. */
async function inferred({ operands, options }: InferLine, inferOptions: InferOptions, io: World): Promise<Schema> {
  const { files, problems } = await findData(operands, { cwd: io.cwd, signal: io.signal });
  const [problem] = problems;
  if (problem !== undefined) throw new Stop(EXIT.input, `sxp: ${problem.error.diagnostic.message}`);
  const inference = new SchemaInference(inferOptions);
  for (const { name } of files) inference.add((await readData(name, io, {}, options["type-key"])).tree);
  return inference.schema();
}

async function showMerge(
  name: string,
  before: string,
  after: string,
  changes: readonly MergeChange[],
  isWritten: boolean,
  io: World,
): Promise<void> {
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
