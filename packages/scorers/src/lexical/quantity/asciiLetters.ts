import { foldWord } from "../fold.js";

const ASCII = /^[\0-\x7f]*$/;
/** A letter beyond ASCII, or a mark upon a letter; the mark that makes a sign an emoji is none. */
const LETTER = /(?![A-Za-z])\p{L}|(?<=\p{L}\p{M}*)\p{M}/gu;

/**
 * A text of the same length in which each letter beyond ASCII is one of ASCII: its base letter where it has just one, else "x".
 * The patterns for quantities can then tell where a word ends: `\b` and `[a-z]` know ASCII alone, and "3 marché" has no month.
 */
export function asciiLetters(text: string): string {
  if (ASCII.test(text)) return text;
  return text.replace(LETTER, (letter) => {
    const folded = foldWord(letter);
    return folded.length === letter.length && ASCII.test(folded) ? folded : "x".repeat(letter.length);
  });
}
