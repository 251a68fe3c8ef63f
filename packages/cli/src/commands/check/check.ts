import { applyEdits, chooseEdits, type Diagnostic } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { compile, validate } from "@semantic-xpath/runtime";
import { schemaFor } from "../../input/compile.js";
import { type Data, exitOf, readData, shownName } from "../../input/data.js";
import { writeText } from "../../input/files.js";
import { type QuerySource, readQuery } from "../../input/query.js";
import { count } from "../../render/columns.js";
import { inOrder, type Source } from "../../render/diagnostics.js";
import { type Finding, reportFindings } from "../../render/findings.js";
import type { World } from "../../render/screen.js";
import { textDiff } from "../../render/textDiff.js";
import { EXIT, type ExitCode, usage } from "../../stop.js";
import type { CheckLine } from "./command.js";

/** Every mistake of queries, and of data against a schema; nothing runs. */
export async function check({ operands, options }: CheckLine, io: World): Promise<ExitCode> {
  const isJson = options.format === "json";
  if (options.fix && isJson) throw usage("--fix prints text: leave out --format json.");
  const data = options.data.length === 0 ? null : await readData(options.data, io, {}, options);
  const findings: Finding[] = [];
  let schema: Schema | null = null;
  for (const operand of operands) {
    const source = await readQuery(operand, io);
    const own = await schemaFor(options.schema, source, options.data, io);
    const diagnostics = diagnosticsOf(source, own);
    findings.push(options.fix ? await repaired(source, own, diagnostics, options, io) : { source, diagnostics });
    schema ??= own;
  }
  if (data !== null) findings.push(...(await validation(data, schema)));
  const name = operands.length === 1 ? findings[0]!.source.name : `${operands.length} texts`;
  const exit = await reportFindings(findings, name, isJson, io);
  return data === null || exit !== EXIT.fine ? exit : exitOf(data);
}

const diagnosticsOf = ({ text }: Source, schema: Schema | null): readonly Diagnostic[] =>
  inOrder(compile(text, { schema }).diagnostics);

/** The data against the schema that was given, or that the first file with one imports. */
async function validation({ trees }: Data, schema: Schema | null): Promise<readonly Finding[]> {
  if (schema === null) throw usage("--data is checked against a schema: add --schema FILE.");
  const findings: Finding[] = [];
  for (const { name, tree, text } of trees) {
    const diagnostics = validate(tree, schema);
    // What has no mistakes is not read again for its text.
    const source = { name: shownName(name), text: diagnostics.length === 0 ? "" : await text() };
    findings.push({ source, diagnostics });
  }
  return findings;
}

/** Applies fixes, shows or writes them, and gives what is still wrong. */
async function repaired(
  source: QuerySource,
  schema: Schema | null,
  diagnostics: readonly Diagnostic[],
  { hints, "dry-run": dryRun }: Pick<CheckLine["options"], "hints" | "dry-run">,
  io: World,
): Promise<Finding> {
  const edits = chooseEdits(diagnostics, hints);
  if (edits.length === 0) return { source, diagnostics };
  const text = applyEdits(source.text, edits);
  if (dryRun) {
    io.stdout.write(textDiff(source.name, source.text, text, io.screen));
    return { source, diagnostics };
  }
  if (source.file === null) io.stdout.write(`${text}\n`);
  else await writeText(source.file, text, io);
  io.stderr.write(`${source.name}: repaired ${count(edits.length, "place")}\n`);
  const left = { ...source, text };
  return { source: left, diagnostics: diagnosticsOf(left, schema) };
}
