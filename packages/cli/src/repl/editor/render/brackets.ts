import { tokenize } from "@semantic-xpath/parser";
import type { Overlay } from "./marks.js";

const PAIRS: Readonly<Record<string, string>> = { "[": "]", "(": ")" };

/** The bracket before the cursor, or else the one behind it, with its partner. Brackets in strings and comments are none. */
export function matchingBrackets(text: string, cursor: number): readonly Overlay[] {
  if (!/[[\]()]/.test(text.slice(Math.max(0, cursor - 1), cursor + 1))) return [];
  const open: number[] = [];
  for (const { kind, span } of tokenize(text)) {
    if (kind !== "punctuation" || span.end !== span.start + 1) continue;
    const sign = text[span.start]!;
    if (sign in PAIRS) open.push(span.start);
    else if (PAIRS[text[open.at(-1) ?? -1] ?? ""] === sign) {
      const partner = open.pop()!;
      if (isAt(partner, cursor) || isAt(span.start, cursor)) return [pair(partner), pair(span.start)];
    }
  }
  return [];
}

const isAt = (place: number, cursor: number): boolean => place === cursor || place === cursor - 1;
const pair = (at: number): Overlay => ({ start: at, end: at + 1, kind: "pair" });
