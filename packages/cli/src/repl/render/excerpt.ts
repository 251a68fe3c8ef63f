import { type Diagnostic, renderDiagnostic, type Span } from "@semantic-xpath/parser";
import type { Screen } from "../../render/screen.js";

/** The line of a query with a part of it marked below. Nothing for a part without length. */
export function excerpt(text: string, span: Span, { paint }: Screen): string[] {
  if (span.end <= span.start) return [];
  const place: Diagnostic = { code: "", severity: "hint", message: "", span, fixes: [], runnable: true };
  return renderDiagnostic(text, place, { color: paint.isColorSupported }).split("\n").slice(1);
}
