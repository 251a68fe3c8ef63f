import type { Span } from "../ast/span.js";
import type { Fix, TextEdit } from "./diagnostic.js";

/** A fix of one edit that is the only reading. */
export const fix = (title: string, span: Span, newText: string): Fix => ({
  title,
  edits: [{ span, newText }],
  isSafe: true,
});

/** A fix of one edit that a person should choose. */
export const offer = (title: string, span: Span, newText: string): Fix => ({
  ...fix(title, span, newText),
  isSafe: false,
});

/** A possible meaning, for a person to choose. */
export const replacement = (text: string, span: Span): Fix => offer(`Replace by ${text}`, span, text);

/** The words that one may have been meant to be: safe if there is but one. */
export const replacements = (words: readonly string[], span: Span): readonly Fix[] =>
  words.map((word) => ({ ...replacement(word, span), isSafe: words.length === 1 }));

export const insertion = (offset: number, newText: string): TextEdit => ({
  span: { start: offset, end: offset },
  newText,
});

/** The edits that put something before a span and after it. */
export const enclosure = (span: Span, before: string, after: string): readonly TextEdit[] => [
  insertion(span.start, before),
  insertion(span.end, after),
];
