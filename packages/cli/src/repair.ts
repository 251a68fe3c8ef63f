import type { Diagnostic, TextEdit } from "@semantic-xpath/parser";

/** The edits of the first fix of each diagnostic, in the order of the text; a fix that touches another's place waits for the next time. */
export function chooseEdits(diagnostics: readonly Diagnostic[]): readonly TextEdit[] {
  const chosen: TextEdit[] = [];
  for (const { fixes } of diagnostics) {
    const edits = fixes[0]?.edits ?? [];
    if (edits.every((edit) => !chosen.some((other) => touches(edit, other)))) chosen.push(...edits);
  }
  return chosen.sort((a, b) => a.span.start - b.span.start);
}

/** Two edits at one place touch even where one of them is an insertion. */
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
