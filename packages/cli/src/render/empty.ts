import { type Diagnostic, renderDiagnostic, type Span } from "@semantic-xpath/parser";
import type { Emptiness } from "@semantic-xpath/runtime";
import type { Source } from "./diagnostics.js";
import type { Screen } from "./screen.js";

/** Why there is no result, and under it the place in the query where nothing was left. */
export const emptyText = (source: Source, { span, message }: Emptiness, screen: Screen): string =>
  [screen.paint.yellow(message), ...placeLines(source, span, screen)].join("\n");

/** A part of the query in its line, with carets under it; nothing for an empty part. */
export function placeLines({ text }: Source, span: Span, { paint, columns }: Screen): string[] {
  if (span.end <= span.start) return [];
  const place: Diagnostic = { code: "", severity: "hint", message: "", span, fixes: [], runnable: true };
  const [, ...excerpt] = renderDiagnostic(text, place, { color: paint.isColorSupported, columns }).split("\n");
  return excerpt;
}
