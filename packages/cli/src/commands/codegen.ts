import { basename } from "node:path";
import type { GeneratedQueries } from "@semantic-xpath/emitters";
import { readText, shownPath, writeWhole } from "../input/files.js";
import { count } from "../render/columns.js";
import type { World } from "../render/screen.js";
import { QUERY_FILES, SCHEMA } from "../spec/shared.js";
import { type CommandLine, command, operand, option, options } from "../spec/spec.js";
import { EXIT, type ExitCode, report, Stop, usage } from "../stop.js";

const OPTIONS = options([
  SCHEMA,
  option("-o, --output FILE", "where the module of one document goes; - prints it. Default: FILE.sxp.ts beside it"),
  option("--declarations", "write FILE.d.sxp.ts instead: types alone, for bundlers that read FILE.sxp"),
  option("-c, --check", "write nothing; list modules that are out of date, and exit with 1 if there are any"),
  option("--watch", "write again when a document or its schema changes"),
]);
type Line = CommandLine<typeof OPTIONS>;

export const codegen = command({
  name: "codegen",
  summary: "write TypeScript for the queries of a document",
  description:
    "Writes a module that exports each declared query with the types of its parameters and its results: nodes of the types that a step can lead to, " +
    "attributes, texts or values. The module contains the document and its schema, and needs only @semantic-xpath/runtime. If a document has an " +
    "error, its module is left as it is. With --watch it is written again after each change.",
  operands: [operand("FILE.sxp...", QUERY_FILES)],
  options: OPTIONS,
  examples: {
    "Print the module of a document.": "codegen examples/todo/todo.sxp -o -",
    "Types alone, for a bundler that reads the document.":
      "codegen examples/todo/todo.sxp --declarations -o todo.d.sxp.ts",
    "For continuous integration.": "codegen --check examples/todo/todo.sxp",
  },
  async run({ operands, options }, io) {
    if (options.check && options.watch) throw usage("--check and --watch exclude each other.");
    if (options.output !== undefined && operands.length > 1)
      throw usage("--output takes the module of one document: leave it out, and each is written beside its document.");
    if (options.output === "-" && (options.watch || options.check))
      throw usage("--watch and --check are about files: leave out --output -.");
    if (!options.watch) return all(operands, options, io);
    return watched(operands, options, io);
  },
});

/** Each document; the exit code says whether all is well. */
async function all(operands: readonly string[], options: Line["options"], io: World): Promise<ExitCode> {
  let isFine = true;
  for (const operand of operands) isFine = (await generateOne(operand, options, io)) && isFine;
  return isFine ? EXIT.fine : EXIT.diagnostics;
}

async function watched(operands: readonly string[], options: Line["options"], io: World): Promise<ExitCode> {
  const { changesOf } = await import("../input/watch.js");
  const changed = changesOf(io);
  let files: readonly string[] = operands;
  do {
    // A mistake may be gone after the next change.
    await all(operands, options, io).catch((error: unknown) => {
      if (error instanceof Stop) report(error, io, "codegen");
      else throw error;
    });
    files = [...operands, ...(await schemasOf(operands, options, io))];
    io.stderr.write(`watching ${files.map((file) => shownPath(file, io)).join(", ")}\n`);
  } while (await changed(files));
  return EXIT.fine;
}

async function schemasOf(operands: readonly string[], { schema }: Line["options"], io: World): Promise<string[]> {
  if (schema !== undefined) return [schema];
  const { schemaNameFor } = await import("../input/schema.js");
  const { readQuery } = await import("../input/query.js");
  const paths = operands.map(async (operand) => schemaNameFor(undefined, await readQuery(operand, io), [], io));
  return (await Promise.all(paths.map((path) => path.catch(() => null)))).filter((path) => path !== null);
}

/** Writes the module of a document, or says that it is not up to date; false if something is wrong. */
async function generateOne(operand: string, options: Line["options"], io: World): Promise<boolean> {
  const { generateQueries } = await import("@semantic-xpath/emitters");
  const { diagnosticTexts, hasErrors, inOrder } = await import("../render/diagnostics.js");
  const { schemaFor } = await import("../input/schema.js");
  const { readQuery } = await import("../input/query.js");
  if (!operand.endsWith(".sxp")) throw usage(`${operand} is no document: codegen takes files that end in .sxp.`);
  const source = { name: operand, text: await readText(operand, io) };
  const schema = await schemaFor(options.schema, await readQuery(operand, io), [], io);
  const form = options.declarations ? "declarations" : "module";
  const generated: GeneratedQueries = generateQueries(source.text, { schema, name: basename(operand), form });
  const reported = generated.diagnostics.filter(({ severity }) => severity !== "hint");
  io.stderr.write(diagnosticTexts(source, inOrder(reported), io.errors));
  if (hasErrors(generated.diagnostics)) return false;
  const ending = options.declarations ? ".d.sxp.ts" : ".sxp.ts";
  const path = options.output ?? operand.replace(/\.sxp$/, ending);
  if (path === "-") {
    io.stdout.write(generated.text);
    return true;
  }
  const isSame = (await readText(path, io).catch(() => null)) === generated.text;
  if (options.check) {
    if (!isSame) io.stdout.write(`${path}\n`);
    return isSame;
  }
  if (!isSame) await writeWhole(path, generated.text, io);
  io.stderr.write(
    isSame ? `${path} is up to date\n` : `wrote ${path}: ${count(generated.exports.length, "query", "queries")}\n`,
  );
  return true;
}
