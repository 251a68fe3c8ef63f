interface TextPart {
  readonly text: string;
  /** The name of a character that is not shown as it is: `U+202E`; null: a text as it is. */
  readonly sign: string | null;
}

/** Controls, and characters that turn or hide what is around them. */
const UNSEEN = /(?![\t\n])[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;

/** A text in parts, so that characters that would change how it is read are shown by their name. */
export function safeText(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: sign, index } of text.matchAll(UNSEEN)) {
    if (index > at) parts.push({ text: text.slice(at, index), sign: null });
    parts.push({ text: sign, sign: `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}` });
    at = index + 1;
  }
  if (at < text.length) parts.push({ text: text.slice(at), sign: null });
  return parts;
}

/** Safe text in one line, for names that are only heard. */
export const safeName = (text: string): string =>
  safeText(text)
    .map(({ text: part, sign }) => sign ?? part)
    .join("");
