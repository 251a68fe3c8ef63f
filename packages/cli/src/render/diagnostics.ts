import { type Diagnostic, diagnosticAnchor, renderDiagnostic, type Span } from "@semantic-xpath/parser";
import type { Emptiness } from "@semantic-xpath/runtime";
import type { Screen } from "./screen.js";

/** A text with the name that messages call it by. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** A diagnostic with its line and carets, what repairs it, and where it is documented. */
export function diagnosticText(source: Source, diagnostic: Diagnostic, { paint, columns }: Screen): string {
  const { code, severity, message, span, fixes } = diagnostic;
  const isPlaced = span.end > span.start;
  const body = isPlaced
    ? renderDiagnostic(source.text, diagnostic, { file: source.name, paint: severityPaint(paint), columns })
    : `${source.name}: ${severity} ${code}: ${message}`;
  const repairs = fixes.map(({ title }) => `  ${paint.green("fix:")} ${title}`);
  return [body, ...repairs, paint.dim(`  see: ${diagnosticAnchor(code)}`)].join("\n");
}

const severityPaint =
  (paint: Screen["paint"]) =>
  (text: string, severity: Diagnostic["severity"]): string =>
    paint[SEVERITY_COLOURS[severity]](text);

const SEVERITY_COLOURS = { error: "red", warning: "yellow", hint: "cyan" } as const;

/** In the order of their places. */
export const inOrder = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.toSorted((a, b) => a.span.start - b.span.start);

/** Several, with an empty line between them and one at the end. */
export const diagnosticTexts = (source: Source, diagnostics: readonly Diagnostic[], screen: Screen): string =>
  diagnostics.map((diagnostic) => `${diagnosticText(source, diagnostic, screen)}\n\n`).join("");

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some(({ severity }) => severity === "error");

/** Reason for an empty result, and below it the place in the query where it became empty. */
export const emptyText = (source: Source, { span, message }: Emptiness, screen: Screen): string =>
  [screen.paint.yellow(message), ...placeLines(source, span, screen)].join("\n");

/** A part of the query in its line, with carets under it; nothing for an empty part. */
export function placeLines({ text }: Source, span: Span, { paint, columns }: Screen): string[] {
  if (span.end <= span.start) return [];
  const place: Diagnostic = { code: "", severity: "hint", message: "", span, fixes: [], runnable: true };
  const [, ...excerpt] = renderDiagnostic(text, place, { paint: severityPaint(paint), columns }).split("\n");
  return excerpt;
}
