import { type Aggregate, type Count, type Fix, quote, type Span, type TextEdit } from "@semantic-xpath/parser";

export const replaceFix = (span: Span, newText: string): Fix => ({
  title: `Replace by ${newText}`,
  edits: [{ span, newText }],
});

export const removeFix = (span: Span, text: string): Fix => ({
  title: `Remove ${text}`,
  edits: [{ span, newText: "" }],
});

export const insertion = (offset: number, newText: string): TextEdit => ({
  span: { start: offset, end: offset },
  newText,
});

/** `count(/POI)` → `exists(/POI)`, and what may stand around in parentheses with it. */
export const existsFix = ({ span, evidence }: Aggregate | Count): Fix => ({
  title: "Replace by exists(…)",
  edits: [
    { span: { start: span.start, end: evidence.span.start }, newText: "exists(" },
    { span: { start: evidence.span.end, end: span.end }, newText: ")" },
  ],
});

/** A string literal of the language: quotes inside are doubled. */
export const stringLiteral = (value: string): string => `"${value.replaceAll('"', '""')}"`;

/** `"Day", "POI" or "Restaurant"`. */
export function quotedList(words: readonly string[], limit = 5): string {
  const shown = words.slice(0, limit).map(quote);
  if (words.length > limit) return `${shown.join(", ")}, …`;
  return shown.length < 2 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`;
}
