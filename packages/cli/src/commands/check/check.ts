import { applyEdits, chooseEdits, type Diagnostic, parse } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { formatOf } from "@semantic-xpath/readers/formats";
import { compile, compileUpdate, validate } from "@semantic-xpath/runtime";
import { readSchemaAt, schemaFor } from "../../input/compile.js";
import { type Data, exitOf, readData, shownName } from "../../input/data.js";
import { isFile, writeText } from "../../input/files.js";
import { type QuerySource, readQuery } from "../../input/query.js";
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
  const data = names.length === 0 ? null : await readData(names, io, {}, options, { isChecked: true });
  const findings: Finding[] = [];
  let schema: Schema | null = null;
  for (const operand of operands) {
    const source = await readQuery(operand, io);
    const own = await schemaFor(options.schema, source, options.data, io);
    const diagnostics = diagnosticsOf(source, own);
    findings.push(options.fix ? await repaired(source, own, diagnostics, options, io) : { source, diagnostics });
    schema ??= own;
  }
  if (operands.length === 0) schema = await readSchemaAt(options.schema ?? null, io);
  if (data !== null) findings.push(...(await dataFindings(data, schema)));
  const own = operands.length === 0 ? data!.name : findings[0]!.source.name;
  const name = operands.length < 2 ? own : `${operands.length} texts`;
  const exit = await reportFindings(findings, name, isJson, io);
  return data === null || exit !== EXIT.fine ? exit : exitOf(data);
}

/** Queries, and names of data: a shell that writes out a pattern gives `--data` the first file only. */
async function sorted(given: readonly string[], data: readonly string[], io: World) {
  const isData = await Promise.all(given.map(async (word) => formatOf(word) !== null && (await isFile(word, io))));
  return {
    operands: given.filter((_, i) => !isData[i]),
    names: [...data, ...given.filter((_, i) => isData[i])],
  };
}

/** Of queries and updates, what is wrong with the text of both once. */
function diagnosticsOf({ text }: Source, schema: Schema | null): readonly Diagnostic[] {
  const { ast, diagnostics } = parse(text);
  const ofUpdates = ast.update === null && ast.updates.length === 0 ? [] : compileUpdate(text, { schema }).diagnostics;
  if (ast.update !== null) return inOrder(ofUpdates);
  const isSyntax = ({ code, span }: Diagnostic): boolean =>
    diagnostics.some((each) => each.code === code && each.span.start === span.start);
  return inOrder([...compile(text, { schema }).diagnostics, ...ofUpdates.filter((one) => !isSyntax(one))]);
}

/** What is wrong with how the data is written, file by file, and against the schema that was given, or that the first file with one imports. */
async function dataFindings({ trees }: Data, schema: Schema | null): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { name, tree, text, diagnostics } of trees) {
    const found = schema === null ? [] : validate(tree, schema);
    // Of a tree of several documents the span does not say which it is in, but the message has the path of the node.
    const against = tree.source.documents === undefined ? found : found.map((one) => ({ ...one, span: NOWHERE }));
    const byFile = new Map<string, Diagnostic[]>();
    for (const { file, diagnostic } of diagnostics) {
      if (!byFile.has(file)) byFile.set(file, []);
      byFile.get(file)!.push(diagnostic);
    }
    if (against.length > 0 && !byFile.has(name)) byFile.set(name, []);
    for (const [file, own] of byFile) {
      const written = inOrder(own);
      const source = { name: shownName(file), text: await text(file).catch(() => "") };
      findings.push({ source, diagnostics: file === name ? [...written, ...against] : written });
    }
  }
  return findings;
}

const NOWHERE = { start: 0, end: 0 };

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
