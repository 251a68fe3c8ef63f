import type { Span } from "@semantic-xpath/parser";

/** The text of an embedded query as the parser sees it: as long as in the file, so that offsets mean the same in both. */
interface Masked {
  readonly text: string;
  /** Holes `${…}`, in offsets of the text. */
  readonly holes: readonly Span[];
  /** True if the source has escapes: then the text can be read but not rewritten as a whole. */
  readonly escaped: boolean;
}

/**
 * Masks the inside of a template or string literal. A hole becomes a parameter of the same length (`${wish}` → `$______`), so it is
 * legal exactly where a value is; of an escape the character that it means stays, with a space for the backslash.
 */
export function mask(source: string, holes: readonly Span[]): Masked {
  if (holes.length === 0 && !source.includes("\\")) return { text: source, holes, escaped: false };
  let text = "";
  let at = 0;
  let quote: string | null = null;
  let escaped = false;
  let hole = 0;
  while (at < source.length) {
    if (holes[hole]?.start === at) {
      const { end } = holes[hole++]!;
      text += `$${"_".repeat(end - at - 1)}`;
      at = end;
      continue;
    }
    const character = source[at]!;
    if (character === "\\" && at + 1 < source.length) {
      const pair = unescaped(source[at + 1]!, quote);
      escaped = true;
      text += pair;
      quote = quoteAfter(quote, pair.trim());
      at += 2;
      continue;
    }
    quote = quoteAfter(quote, character);
    text += character;
    at++;
  }
  return { text, holes, escaped };
}

/** Two characters for two: the space is outside of the string that a quote opens or closes. */
function unescaped(character: string, quote: string | null): string {
  if (character === "n" || character === "t" || character === "r") return "  ";
  return character === quote ? `${character} ` : ` ${character}`;
}

function quoteAfter(quote: string | null, character: string): string | null {
  if (character !== '"' && character !== "'") return quote;
  if (quote === null) return character;
  return quote === character ? null : quote;
}
