import { foldWord } from "./fold.js";

/** A word of a chunk, folded. A compound stands at the place of its last part: it does not advance the position. */
export interface Word {
  readonly text: string;
  readonly advances: boolean;
}

/** `'s` of possessives and the endings of contractions: "they'll" is "they", "didn't" is "did", "can't" is "can". */
const CLITIC = /['’](?:s|m|d|re|ve|ll)$|(?<!ca)n['’]t$|(?<=can)['’]t$/i;
/** Most chunks: one word of plain letters and digits, without humps. */
const PLAIN = /^(?:[A-Z]?[a-z0-9]+|[A-Z0-9]+)$/;
const JOINTS = /['’_‐‑-]+/;
/** `openHours` and `XMLReader`: before a capital that follows a small letter or starts a small-letter word. */
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Scripts written without spaces: each character is a word, and nearness rewards their sequence. */
const UNSPACED =
  /(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;
const HAS_UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Longer chains (identifiers, dates with times) keep their parts only. */
export const MOST_PARTS = 4;

/**
 * The words of a chunk: parts at hyphens, underscores, apostrophes and camel-case humps, followed by the whole as one word,
 * so that "check-in", "check in" and "checkin" meet. A possessive `'s` and the ending of a contraction are dropped.
 *
 * @example wordsOfChunk("check-in") // check, in, and checkin at the place of "in"
 */
export function wordsOfChunk(chunk: string): readonly Word[] {
  if (PLAIN.test(chunk)) return [{ text: chunk.toLowerCase(), advances: true }];
  const plain = chunk.replace(CLITIC, "");
  const parts = plain
    .split(JOINTS)
    .flatMap((part) => part.split(CAMEL))
    .flatMap((part) => (HAS_UNSPACED.test(part) ? part.split(UNSPACED) : [part]))
    .map(foldWord)
    .filter((part) => part !== "");
  const words: Word[] = parts.map((text) => ({ text, advances: true }));
  if (parts.length > 1 && parts.length <= MOST_PARTS && !HAS_UNSPACED.test(chunk)) {
    words.push({ text: parts.join(""), advances: false });
  }
  return words;
}
