import { printSchema } from "@semantic-xpath/planner";
import { importJsonSchema } from "@semantic-xpath/readers/schema";
import { readText, writeOut } from "../../input/files.js";
import { diagnosticTexts } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { EXIT, type ExitCode, Stop } from "../../stop.js";
import type { ImportLine } from "./command.js";

/** Prints the schema and says what it lacks; there is none if the definition can't be read. */
export async function importFile({ operands, options }: ImportLine, io: World): Promise<ExitCode> {
  const [name = ""] = operands;
  const source = { name: name === "-" ? "standard input" : name, text: await readText(name, io) };
  const typeKey = options["type-key"];
  const { schema, diagnostics } = importJsonSchema(source.text, {
    ...(typeKey !== undefined && { typeKey: typeKey || null }),
  });
  io.stderr.write(diagnosticTexts(source, diagnostics, io.errors));
  if (schema === null) {
    const reason = diagnostics.length > 0 ? "" : `${source.name}: it describes no tree.`;
    throw new Stop(EXIT.diagnostics, reason);
  }
  await writeOut(printSchema(schema), options.output, io);
  return EXIT.fine;
}
