import { foldWord } from "@semantic-xpath/values";

/** Kind of a token: letters, digits (with the points and commas between them), or one other character. */
export const WORD = 0;
export const NUMBER = 1;
export const SIGN = 2;

const NOTHING = "";

/**
 * The words, numbers and signs of a text, in which a quantity is a run of tokens. A place beyond either end is a token of no
 * characters. Every question looks at a bounded number of tokens, so that reading all quantities of a text takes time linear in it.
 */
export class Tokens {
  private readonly kinds: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  /** Each token's characters, letters small. */
  private readonly texts: string[] = [];
  private readonly letters: string;
  private readonly lower: string;

  constructor(text: string) {
    this.letters = asciiLetters(text);
    this.lower = this.letters.toLowerCase();
    for (let at = 0; at < text.length; ) at = this.read(at);
  }

  get length(): number {
    return this.kinds.length;
  }

  start(at: number): number {
    return this.starts[at]!;
  }

  end(at: number): number {
    return this.ends[at]!;
  }

  /** The characters of a token, letters small. */
  is(at: number, ...texts: readonly string[]): boolean {
    return at >= 0 && at < this.texts.length && texts.includes(this.texts[at]!);
  }

  text(at: number): string {
    return this.texts[at] ?? NOTHING;
  }

  /** The characters as they are written. */
  original(at: number): string {
    return at >= 0 && at < this.kinds.length ? this.letters.slice(this.starts[at], this.ends[at]) : NOTHING;
  }

  word(at: number): string {
    return this.kinds[at] === WORD ? this.text(at) : NOTHING;
  }

  /** The digits of a number; none where letters stand right before them, as in "v4" and "B12". */
  digits(at: number): string {
    if (this.kinds[at] !== NUMBER) return NOTHING;
    const isInWord = this.isGlued(at) && this.kinds[at - 1] === WORD && !this.isBetweenNumbers(at - 1);
    return isInWord ? NOTHING : this.text(at);
  }

  /** A letter between two numbers: "2026-06-13T09:30", "1h15". */
  private isBetweenNumbers(at: number): boolean {
    return this.text(at).length === 1 && this.isGlued(at) && this.kinds[at - 1] === NUMBER;
  }

  /** True if nothing is between the token and the one before. */
  isGlued(at: number): boolean {
    return at > 0 && this.starts[at] === this.ends[at - 1];
  }

  /** Number of tokens from `at` on that equal these words, 0 if they do not. */
  follow(at: number, words: readonly string[]): number {
    for (let i = 0; i < words.length; i++) if (this.texts[at + i] !== words[i]) return 0;
    return words.length;
  }

  private read(at: number): number {
    const kind = kindOf(this.lower.charCodeAt(at));
    if (kind === SPACE) return at + 1;
    let end = at + 1;
    if (kind === WORD) while (end < this.lower.length && kindOf(this.lower.charCodeAt(end)) === WORD) end++;
    if (kind === NUMBER) end = this.endOfNumber(end);
    this.kinds.push(kind);
    this.starts.push(at);
    this.ends.push(end);
    this.texts.push(this.lower.slice(at, end));
    return end;
  }

  private endOfNumber(from: number): number {
    let end = from;
    for (; end < this.lower.length; end++) {
      const unit = this.lower.charCodeAt(end);
      const joins = (unit === POINT || unit === COMMA) && kindOf(this.lower.charCodeAt(end + 1)) === NUMBER;
      if (joins && unit === COMMA && YEAR_AFTER.test(this.lower.slice(end + 1, end + 6))) break;
      if (!joins && kindOf(unit) !== NUMBER) break;
    }
    return end;
  }
}

/** "December 1,2023" */
const YEAR_AFTER = /^(?:19|20)\d\d(?!\d)/;
const SPACE = 3;
const POINT = 46;
const COMMA = 44;

function kindOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return WORD;
  if (unit >= 48 && unit <= 57) return NUMBER;
  return unit <= 32 || unit === 0xa0 || unit === 0x202f || unit === 0x2009 ? SPACE : SIGN;
}

const ASCII = /^[\0-\x7f]*$/;
/** A letter beyond ASCII, or a mark on a letter; the mark that makes a sign an emoji is excluded. */
const LETTER = /(?![A-Za-z])\p{L}|(?<=\p{L}\p{M}*)\p{M}/gu;

/**
 * A text of the same length in which each letter beyond ASCII is one of ASCII: its base letter where it has just one, else "x".
 * So "3 marché" has no month.
 */
function asciiLetters(text: string): string {
  if (ASCII.test(text)) return text;
  return text.replace(LETTER, (letter) => {
    const folded = foldWord(letter);
    return folded.length === letter.length && ASCII.test(folded) ? folded : "x".repeat(letter.length);
  });
}
