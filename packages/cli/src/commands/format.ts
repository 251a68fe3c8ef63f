import { readText, writeText } from "../input/files.js";
import { QUERY_FILES } from "../spec/shared.js";
import { command, operand, option } from "../spec/spec.js";
import { EXIT, usage } from "../stop.js";

export const format = command({
  name: "format",
  summary: "write queries in the usual layout",
  description:
    "Prints the formatted text; the meaning never changes and comments stay. - reads standard input. A file with a syntax error is left as it is.",
  operands: [operand("FILE.sxp...", QUERY_FILES)],
  options: [
    option("-w, --write", "write the files instead of printing"),
    option("-c, --check", "name the files that are not formatted, and exit with 1 if there are any"),
  ],
  examples: {
    "Print a file in the usual layout.": "format examples/todo/todo.sxp",
    "For continuous integration.": "format --check examples/todo/todo.sxp examples/mealplan/mealplan.sxp",
    "Format standard input, for editors.": "format -",
  },
  async run({ operands, options: { write, check } }, io) {
    if (write && check) throw usage("--write and --check exclude each other.");
    if (write && operands.includes("-")) throw usage("standard input can't be written to: leave out --write.");
    const { format: formatted, parse } = await import("@semantic-xpath/parser");
    const { verbatim } = await import("../render/terminal.js");
    const { diagnosticTexts } = await import("../render/diagnostics.js");
    let isFine = true;
    for (const path of operands) {
      const text = await readText(path, io);
      const result = formatted(text);
      if (result === null) {
        const name = path === "-" ? "standard input" : path;
        const blocking = parse(text).diagnostics.filter(({ runnable }) => !runnable);
        io.stderr.write(diagnosticTexts({ name, text }, blocking, io.errors));
        isFine = false;
      } else if (check) {
        if (result !== text) io.stdout.write(`${path}\n`);
        isFine &&= result === text;
      } else if (!write) {
        const line = result.endsWith("\n") ? result : `${result}\n`;
        io.stdout.write(io.stdout.isTerminal ? line : verbatim(line));
      } else if (result !== text) {
        await writeText(path, result, io);
        io.stderr.write(`formatted ${path}\n`);
      }
    }
    return isFine ? EXIT.fine : EXIT.diagnostics;
  },
});
