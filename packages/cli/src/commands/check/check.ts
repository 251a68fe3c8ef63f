import { applyEdits, chooseEdits, type Diagnostic, parse } from "@semantic-xpath/parser";
import { checkDocument, type Schema } from "@semantic-xpath/planner";
import { formatOf } from "@semantic-xpath/readers/formats";
import { isFile, writeText } from "../../input/files.js";
import { type QuerySource, readQuery } from "../../input/query.js";
import { readSchemaAt, schemaFor } from "../../input/schema.js";
import { count } from "../../render/columns.js";
import { inOrder, type Source } from "../../render/diagnostics.js";
import { type Finding, reportFindings } from "../../render/findings.js";
import type { World } from "../../render/screen.js";
import { textDiff } from "../../render/textDiff.js";
import { EXIT, type ExitCode, usage } from "../../stop.js";
import type { CheckLine } from "./command.js";

/** Every mistake of queries and of data; nothing runs. */
export async function check({ operands: given, options }: CheckLine, io: World): Promise<ExitCode> {
  const isJson = options.format === "json";
  if (options.fix && isJson) throw usage("--fix prints text: leave out --format json.");
  const { operands, names } = await sorted(given, options.data, io);
  if (operands.length === 0 && names.length === 0) throw usage("check needs QUERY|FILE, or --data FILE.");
  const ofData = names.length === 0 ? null : await import("./data.js");
  const data = (await ofData?.readData(names, io, {}, options, { isChecked: true })) ?? null;
  const findings: Finding[] = [];
  const unchecked: string[] = [];
  let schema: Schema | null = null;
  for (const operand of operands) {
    const source = await readQuery(operand, io);
    const sourceSchema = await schemaFor(options.schema, source, options.data, io);
    const diagnostics = await diagnosticsOf(source, sourceSchema);
    findings.push(
      options.fix ? await repaired(source, sourceSchema, diagnostics, options, io) : { source, diagnostics },
    );
    schema ??= sourceSchema;
    if (sourceSchema === null) unchecked.push(source.name);
  }
  if (operands.length === 0) schema = await readSchemaAt(options.schema ?? null, io);
  if (data !== null) findings.push(...(await ofData!.dataFindings(data, schema)));
  const label = operands.length === 0 ? data!.name : findings[0]!.source.name;
  const name = operands.length < 2 ? label : `${operands.length} texts`;
  const exit = await reportFindings(findings, name, isJson, io);
  if (data !== null && unchecked.length > 0 && !isJson)
    io.stderr.write(
      `Names in ${unchecked.join(", ")} were not compared with the data: that needs --schema, and sxp schema infer ${names.join(" ")} writes one.\n`,
    );
  return data === null || exit !== EXIT.fine ? exit : ofData!.exitOf(data);
}

/** Queries, and names of data: a shell that writes out a pattern gives `--data` the first file only. */
async function sorted(given: readonly string[], data: readonly string[], io: World) {
  const isData = await Promise.all(given.map(async (word) => formatOf(word) !== null && (await isFile(word, io))));
  return {
    operands: given.filter((_, i) => !isData[i]),
    names: [...data, ...given.filter((_, i) => isData[i])],
  };
}

/** Diagnoses a text of queries and updates, each problem once. */
export async function diagnosticsOf({ text }: Source, schema: Schema | null): Promise<readonly Diagnostic[]> {
  const { ast, diagnostics } = parse(text);
  const ofUpdates = ast.update === null && ast.updates.length === 0 ? [] : await updateDiagnostics(text, schema);
  if (ast.update !== null) return inOrder(ofUpdates);
  const ofQueries = checkDocument(ast, schema).flatMap((checked) => checked.diagnostics);
  const isSyntax = ({ code, span }: Diagnostic): boolean =>
    diagnostics.some((each) => each.code === code && each.span.start === span.start);
  return inOrder([...diagnostics, ...ofQueries, ...ofUpdates.filter((one) => !isSyntax(one))]);
}

async function updateDiagnostics(text: string, schema: Schema | null): Promise<readonly Diagnostic[]> {
  const { compileUpdate } = await import("@semantic-xpath/runtime");
  return compileUpdate(text, { schema }).diagnostics;
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
  const fixed = { ...source, text };
  return { source: fixed, diagnostics: await diagnosticsOf(fixed, schema) };
}
