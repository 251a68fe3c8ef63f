import type { Diagnostic } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { compile, validate } from "@semantic-xpath/runtime";
import { schemaFor } from "../../input/compile.js";
import { type Data, readData } from "../../input/data.js";
import { writeText } from "../../input/files.js";
import { type QuerySource, readQuery } from "../../input/query.js";
import type { Io } from "../../io.js";
import type { CHECK_OPTIONS } from "../../options/queryCommands.js";
import { count } from "../../render/columns.js";
import { diagnosticJson, diagnosticTexts, hasErrors, inOrder, type Source, tally } from "../../render/diagnostics.js";
import { type Screen, screenOf } from "../../render/screen.js";
import type { Command } from "../../spec/spec.js";
import { EXIT, usage } from "../../stop.js";
import { applyEdits, chooseEdits, diffText } from "./repair.js";

interface Finding {
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];
}

/** `sxp check`: every mistake of queries, and of data against a schema; nothing runs. */
export const check: Command<typeof CHECK_OPTIONS> = async ({ operands, options, color }, io) => {
  const { fix, hints, "dry-run": dryRun } = options;
  if ((hints || dryRun) && !fix) throw usage(`${hints ? "--hints" : "--dry-run"} goes with --fix.`, "check");
  if (fix && options.format === "json") throw usage("--fix prints text: leave out --format json.", "check");
  const errors = screenOf(io, "stderr", color);
  const data = options.data === undefined ? null : await readData(options.data, io, errors);
  const findings: Finding[] = [];
  let schema: Schema | null = null;
  for (const operand of operands) {
    const source = await readQuery(operand, io);
    const own = await schemaFor(options.schema, source, io, errors);
    const found = diagnosticsOf(source, own);
    const screen = screenOf(io, "stdout", color);
    findings.push(
      fix ? await repaired(source, own, found, { hints, dryRun }, io, screen) : { source, diagnostics: found },
    );
    schema ??= own;
  }
  if (data !== null) findings.push(validation(data, schema));
  print(findings, operands.length, options.format === "json", io, errors);
  return findings.some(({ diagnostics }) => hasErrors(diagnostics)) ? EXIT.diagnostics : EXIT.fine;
};

const diagnosticsOf = ({ text }: Source, schema: Schema | null): readonly Diagnostic[] =>
  inOrder(compile(text, { schema }).diagnostics);

/** The data against the schema that was given, or that the first file with one imports. */
function validation({ tree, source }: Data, schema: Schema | null): Finding {
  if (schema === null) throw usage("--data is checked against a schema: add --schema FILE.", "check");
  return { source, diagnostics: validate(tree, schema) };
}

interface Repair {
  readonly hints: boolean;
  readonly dryRun: boolean;
}

/** Applies fixes, shows or writes them, and gives what is still wrong. */
async function repaired(
  source: QuerySource,
  schema: Schema | null,
  diagnostics: readonly Diagnostic[],
  { hints, dryRun }: Repair,
  io: Io,
  screen: Screen,
): Promise<Finding> {
  const edits = chooseEdits(diagnostics.filter(({ severity }) => hints || severity !== "hint"));
  if (edits.length === 0) return { source, diagnostics };
  const text = applyEdits(source.text, edits);
  if (dryRun) {
    io.stdout.write(diffText(source, edits, screen));
    return { source, diagnostics };
  }
  if (source.file === null) io.stdout.write(`${text}\n`);
  else await writeText(source.file, text, io);
  io.stderr.write(`${source.name}: repaired ${count(edits.length, "place")}\n`);
  const left = { ...source, text };
  return { source: left, diagnostics: diagnosticsOf(left, schema) };
}

function print(findings: readonly Finding[], checked: number, asJson: boolean, io: Io, errors: Screen): void {
  if (asJson) {
    const all = findings.flatMap(({ source, diagnostics }) =>
      diagnostics.map((diagnostic) => diagnosticJson(source, diagnostic)),
    );
    io.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
    return;
  }
  for (const { source, diagnostics } of findings) io.stderr.write(diagnosticTexts(source, diagnostics, errors));
  const all = findings.flatMap(({ diagnostics }) => diagnostics);
  io.stderr.write(`${checked === 1 ? findings[0]!.source.name : `${checked} texts`}: ${tally(all)}\n`);
}
