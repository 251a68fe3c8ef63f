import { parseSchema } from "@semantic-xpath/planner";
import { readText } from "../../input/files.js";
import { count } from "../../render/columns.js";
import { type Finding, reportFindings } from "../../render/findings.js";
import type { World } from "../../render/screen.js";
import type { ExitCode } from "../../stop.js";
import type { CheckSchemaLine } from "./command.js";

export async function check({ operands, options }: CheckSchemaLine, io: World): Promise<ExitCode> {
  const findings: Finding[] = [];
  for (const name of operands) {
    const source = { name, text: await readText(name, io) };
    findings.push({ source, diagnostics: parseSchema(source.text).diagnostics });
  }
  return reportFindings(findings, count(operands.length, "schema"), options.format === "json", io, io.stdout);
}
