import type { Diagnostic } from "@semantic-xpath/parser";
import { parseSchema } from "@semantic-xpath/planner";
import { readText } from "../input/files.js";
import type { SCHEMA_CHECK_OPTIONS } from "../options/commands.js";
import { count } from "../render/columns.js";
import { diagnosticJson, diagnosticTexts, hasErrors, tally } from "../render/diagnostics.js";
import { screenOf } from "../render/screen.js";
import type { Command } from "../spec/spec.js";
import { EXIT } from "../stop.js";

/** `sxp schema check`: what is wrong in schema files. */
export const schemaCheck: Command<typeof SCHEMA_CHECK_OPTIONS> = async ({ operands, options, color }, io) => {
  const errors = screenOf(io, "stderr", color);
  const all: Diagnostic[] = [];
  const json: object[] = [];
  for (const name of operands) {
    const source = { name, text: await readText(name, io) };
    const { diagnostics } = parseSchema(source.text);
    all.push(...diagnostics);
    if (options.format === "json") json.push(...diagnostics.map((diagnostic) => diagnosticJson(source, diagnostic)));
    else io.stderr.write(diagnosticTexts(source, diagnostics, errors));
  }
  if (options.format === "json") io.stdout.write(`${JSON.stringify(json, null, 2)}\n`);
  else io.stdout.write(`${count(operands.length, "schema")}: ${tally(all)}\n`);
  return hasErrors(all) ? EXIT.diagnostics : EXIT.fine;
};
