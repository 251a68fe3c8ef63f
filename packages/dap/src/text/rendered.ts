import { type Diagnostic, renderDiagnostic, type Span } from "@semantic-xpath/parser";

/** A diagnostic with its line, carets and what repairs it. */
export function diagnosticText(file: string, text: string, diagnostic: Diagnostic): string {
  const { code, message, severity, span, fixes } = diagnostic;
  const body =
    span.end > span.start ? renderDiagnostic(text, diagnostic, { file }) : `${file}: ${severity} ${code}: ${message}`;
  return [body, ...fixes.map(({ title }) => `  fix: ${title}`)].join("\n");
}

/** A message about a part of a typed text, with carets under it. */
export function typedProblem(typed: string, message: string, span: Span | null): string {
  if (span === null || span.end <= span.start) return message;
  const diagnostic: Diagnostic = { code: "", severity: "error", message: "", span, fixes: [], runnable: false };
  const [, ...excerpt] = renderDiagnostic(typed, diagnostic).split("\n");
  return [message, ...excerpt].join("\n");
}
