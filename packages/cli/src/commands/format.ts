import { format as formatted, parse } from "@semantic-xpath/parser";
import { readText, writeText } from "../input/files.js";
import type { Io } from "../io.js";
import type { FORMAT_OPTIONS } from "../options/queryCommands.js";
import { diagnosticTexts } from "../render/diagnostics.js";
import { type Screen, screenOf } from "../render/screen.js";
import type { Command } from "../spec/spec.js";
import { EXIT, usage } from "../stop.js";

/** `sxp format`: the usual layout. A text that can't be read is left alone. */
export const format: Command<typeof FORMAT_OPTIONS> = async ({ operands, options, color }, io) => {
  const { write, check } = options;
  if (write && check) throw usage("--write and --check exclude each other.", "format");
  if (write && operands.includes("-")) throw usage("standard input can't be written to: leave out --write.", "format");
  const errors = screenOf(io, "stderr", color);
  let isFine = true;
  for (const path of operands) {
    const text = await readText(path, io);
    const result = formatted(text);
    if (result === null) {
      reportSyntax(path, text, io, errors);
      isFine = false;
    } else if (check) {
      if (result !== text) io.stdout.write(`${path}\n`);
      isFine &&= result === text;
    } else if (!write) io.stdout.write(result.endsWith("\n") ? result : `${result}\n`);
    else if (result !== text) {
      await writeText(path, result, io);
      io.stderr.write(`formatted ${path}\n`);
    }
  }
  return isFine ? EXIT.fine : EXIT.diagnostics;
};

function reportSyntax(path: string, text: string, io: Io, errors: Screen): void {
  const name = path === "-" ? "standard input" : path;
  const blocking = parse(text).diagnostics.filter(({ runnable }) => !runnable);
  io.stderr.write(diagnosticTexts({ name, text }, blocking, errors));
}
