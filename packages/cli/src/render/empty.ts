import { type Diagnostic, renderDiagnostic } from "@semantic-xpath/parser";
import type { Emptiness } from "@semantic-xpath/runtime";
import type { Source } from "./diagnostics.js";
import type { Screen } from "./screen.js";

/** Why there is no result, and under it the place in the query where nothing was left. */
export function emptyText({ text }: Source, { span, message }: Emptiness, { paint }: Screen): string {
  if (span.end <= span.start) return paint.yellow(message);
  const place: Diagnostic = { code: "", severity: "hint", message: "", span, fixes: [], runnable: true };
  const [, ...excerpt] = renderDiagnostic(text, place, { color: paint.isColorSupported }).split("\n");
  return [paint.yellow(message), ...excerpt].join("\n");
}
