import { byStart } from "../ast/span.js";
import type { Diagnostic, TextEdit } from "./diagnostic.js";

/**
 * The edits of the first fix of each diagnostic, in the order of the text: of errors and warnings if the fix is safe, of hints only
 * on request. A fix that touches another's place waits until the text is looked at again.
 */
export function chooseEdits(diagnostics: readonly Diagnostic[], withHints = false): readonly TextEdit[] {
  const chosen: TextEdit[] = [];
  for (const { fixes, severity } of diagnostics) {
    const [fix] = fixes;
    if (fix === undefined || !(severity === "hint" ? withHints : fix.isSafe)) continue;
    if (fix.edits.every((edit) => !chosen.some((other) => touches(edit, other)))) chosen.push(...fix.edits);
  }
  return chosen.sort(byStart);
}

/** Two edits at one place touch even if one of them is an insertion. */
const touches = (a: TextEdit, b: TextEdit): boolean => a.span.start <= b.span.end && b.span.start <= a.span.end;

/** The text with all edits; they are in order and do not touch. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const { span, newText } of edits) {
    result += text.slice(at, span.start) + newText;
    at = span.end;
  }
  return result + text.slice(at);
}
