import type { Span } from "@semantic-xpath/parser";
import { usualSpelling } from "../words/spellings.js";

/** A word, number, sign or quoted text of a request. */
export interface Word extends Span {
  /** As it is written; of a quoted text without its quotes. */
  readonly text: string;
  readonly lower: string;
  readonly isQuoted: boolean;
}

/** Words that stand one after the other. */
export type Phrase = readonly Word[];

const PIECE = /"[^"]*"|“[^“”]*”|[\p{L}\p{N}_](?:[\p{L}\p{N}_.:/\-'’]|,(?=\d))*|[$€£¥₹%+#=:]|-\d/gu;
const ENDS = /[.:/\-'’]$/u;

/** More words than any request needs; what comes after them is not read. */
const MOST_WORDS = 60;

/** The words of a request; `museum's` is two: `museum` and `'s`. */
export function phraseOf(request: string): Phrase {
  const words: Word[] = [];
  for (const match of request.matchAll(PIECE)) {
    if (words.length >= MOST_WORDS) break;
    words.push(...piecesOf(match[0], match.index));
  }
  return words;
}

function piecesOf(piece: string, start: number): readonly Word[] {
  if (/^["“]/u.test(piece)) return [word(piece.slice(1, -1), start, start + piece.length, true)];
  let text = piece;
  while (text.length > 1 && ENDS.test(text)) {
    const colon = text.endsWith(":") && !text.includes("://");
    text = text.slice(0, -1);
    if (colon) return [...piecesOf(text, start), word(":", start + text.length, start + text.length + 1)];
  }
  const genitive = /['’]s$/iu.test(text) && text.length > 2;
  if (!genitive) return [word(text, start)];
  const owner = text.slice(0, -2);
  return [word(owner, start), word("'s", start + owner.length, start + text.length)];
}

const word = (text: string, start: number, end = start + text.length, isQuoted = false): Word => ({
  text,
  lower: isQuoted ? text.toLowerCase() : usualSpelling(text.toLowerCase().replaceAll("’", "'")),
  start,
  end,
  isQuoted,
});

/** A word that nobody wrote, as one that stands there. */
export const wordAt = (text: string, start = 0, end = start): Word => ({
  text,
  lower: text,
  start,
  end,
  isQuoted: false,
});

/** From the first of the words to the last. Null: there are none. */
export const spanOf = (phrase: Phrase): Span | null =>
  phrase.length === 0 ? null : { start: phrase[0]!.start, end: phrase.at(-1)!.end };

/** The words joined by single spaces, as they are written. */
export const textOf = (phrase: Phrase): string =>
  phrase
    .map(({ text }) => text)
    .join(" ")
    .replaceAll(" 's", "'s")
    .replaceAll(/([$€£¥₹#+]) (?=\d)/gu, "$1");

export const lowerOf = (phrase: Phrase): string =>
  phrase
    .map(({ lower }) => lower)
    .join(" ")
    .replaceAll(" 's", "'s");

const ARTICLES: ReadonlySet<string> = new Set(["the", "a", "an", "my", "our", "your", "some", "another", "one"]);

/** Without the articles in front. */
export function withoutArticle(phrase: Phrase): Phrase {
  let at = 0;
  while (at < phrase.length - 1 && ARTICLES.has(phrase[at]!.lower) && !phrase[at]!.isQuoted) at++;
  return phrase.slice(at);
}
