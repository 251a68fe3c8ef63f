import { type Diagnostic, diagnosticAnchor, locate } from "@semantic-xpath/parser";
import { EXIT, type ExitCode } from "../stop.js";
import { count } from "./columns.js";
import { diagnosticTexts, hasErrors, type Source } from "./diagnostics.js";
import type { World } from "./screen.js";
import { writeJson } from "./write.js";

/** Problem of a text. */
export interface Finding {
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];
}

/** Prints the result of a check: mistakes with their places and their number, or JSON. The exit code tells if one is an error. */
export function reportFindings(
  findings: readonly Finding[],
  name: string,
  isJson: boolean,
  io: World,
  to = io.stderr,
): ExitCode {
  const all = findings.flatMap(({ diagnostics }) => diagnostics);
  if (isJson)
    writeJson(
      findings.flatMap(({ source, diagnostics }) => diagnostics.map((one) => diagnosticJson(source, one))),
      io,
    );
  else {
    for (const { source, diagnostics } of findings) io.stderr.write(diagnosticTexts(source, diagnostics, io.errors));
    to.write(`${name}: ${tally(all)}\n`);
  }
  return hasErrors(all) ? EXIT.diagnostics : EXIT.fine;
}

/** A diagnostic for programs; lines and columns count from 1, the span in UTF-16 units from 0. */
export function diagnosticJson({ name, text }: Source, { code, severity, message, span, fixes }: Diagnostic): object {
  const end = locate(text, span.end);
  const { line, column } = locate(text, span.start);
  return {
    file: name,
    line,
    column,
    endLine: end.line,
    endColumn: end.column,
    severity,
    code,
    message,
    documentation: diagnosticAnchor(code),
    span,
    fixes,
  };
}

/** `2 errors, 1 warning`. */
function tally(diagnostics: readonly Diagnostic[]): string {
  const tallies = (["error", "warning", "hint"] as const).flatMap((severity) => {
    const number = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return number === 0 ? [] : [count(number, severity)];
  });
  return tallies.length === 0 ? "no mistakes" : tallies.join(", ");
}
