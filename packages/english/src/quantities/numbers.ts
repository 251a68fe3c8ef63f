import { parseAmount, scanNumber } from "@semantic-xpath/values";
import { ENGLISH_NUMBERS } from "../numbers.js";
import type { Tokens } from "./tokens.js";

/** A number at a place. "A few" is a range. */
export interface ReadNumber {
  readonly low: number;
  readonly high: number;
  readonly end: number;
  /** True if the number was written in words. */
  readonly spoken: boolean;
}

const LARGE = ENGLISH_NUMBERS.large;
const FRACTIONS: Readonly<Record<string, number>> = { "½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3 };
/** Bounds of "a couple" and its like. */
const SOME = new Map<string, readonly [number, number]>([
  ["couple", [2, 2]],
  ["pair", [2, 2]],
  ["few", [3, 5]],
  ["several", [3, 9]],
]);

/**
 * The number at a token: "1,200.5", "½", "1 1/2", "3 million", "two hundred and fifty", "twenty-five", "one and a half", "half", "a dozen",
 * "a couple of", "a few". Null if there is none. `readArticle` reads a bare "a".
 */
export function readNumber(tokens: Tokens, at: number): ReadNumber | null {
  return inDigits(tokens, at) ?? readSome(tokens, at) ?? inWords(tokens, at);
}

/** "A" and "an" as one of what follows; "half an" as half of it. */
export function readArticle(tokens: Tokens, at: number): ReadNumber | null {
  if (tokens.is(at, "a", "an")) return { low: 1, high: 1, end: at + 1, spoken: true };
  if (!tokens.is(at, "half") || !tokens.is(at + 1, "a", "an")) return null;
  return { low: 0.5, high: 0.5, end: at + 2, spoken: true };
}

function inDigits(tokens: Tokens, at: number): ReadNumber | null {
  const fraction = FRACTIONS[tokens.text(at)];
  if (fraction !== undefined) return exactly(fraction, at + 1, false);
  const isNegative = tokens.is(at, "-", "−") && tokens.isGlued(at + 1) && !tokens.isGlued(at);
  const first = isNegative ? at + 1 : at;
  const value = parseAmount(tokens.digits(first));
  if (!Number.isFinite(value)) return null;
  const part = partAfter(tokens, first, value);
  const large = LARGE.get(tokens.word(part.end));
  const total = part.value * (large ?? 1);
  return exactly(isNegative ? -total : total, part.end + (large === undefined ? 0 : 1), false);
}

/** "1/2", "1 1/2", "1½": but no date, "1/2/2026". */
function partAfter(tokens: Tokens, at: number, value: number): { readonly value: number; readonly end: number } {
  const sign = FRACTIONS[tokens.text(at + 1)];
  if (sign !== undefined) return { value: value + sign, end: at + 2 };
  const alone = fractionAt(tokens, at);
  if (alone !== null) return { value: alone, end: at + 3 };
  const after = Number.isInteger(value) && !tokens.isGlued(at + 1) ? fractionAt(tokens, at + 1) : null;
  return after === null ? { value, end: at + 1 } : { value: value + after, end: at + 4 };
}

function fractionAt(tokens: Tokens, at: number): number | null {
  const [top, bottom] = [Number(tokens.digits(at) || Number.NaN), Number(tokens.digits(at + 2) || Number.NaN)];
  const joins = tokens.is(at + 1, "/") && tokens.isGlued(at + 1) && tokens.isGlued(at + 2) && !tokens.is(at + 3, "/");
  return joins && top > 0 && top < bottom && bottom <= 16 ? top / bottom : null;
}

const exactly = (value: number, end: number, spoken: boolean): ReadNumber => ({ low: value, high: value, end, spoken });

function readSome(tokens: Tokens, at: number): ReadNumber | null {
  const word = tokens.is(at, "a", "the") ? at + 1 : at;
  const some = SOME.get(tokens.word(word));
  if (some === undefined || (word === at && !tokens.is(at, "several"))) return null;
  return { low: some[0], high: some[1], end: word + (tokens.is(word + 1, "of") ? 2 : 1), spoken: true };
}

function inWords(tokens: Tokens, first: number): ReadNumber | null {
  const large = (at: number): number => LARGE.get(tokens.word(at)) ?? 0;
  if (tokens.is(first, "half") && tokens.is(first + 1, "a", "an") && large(first + 2) > 0) {
    return exactly(large(first + 2) / 2, first + 3, true);
  }
  const read = scanNumber((at) => tokens.text(at), first, ENGLISH_NUMBERS);
  if (read === null) return null;
  const half = halfAfter(tokens, read.end);
  return exactly(read.value + (half?.value ?? 0), half?.end ?? read.end, true);
}

/** "And a half", "and a quarter". */
export function halfAfter(tokens: Tokens, at: number): { readonly value: number; readonly end: number } | null {
  if (tokens.follow(at, ["and", "a"]) === 0) return null;
  if (tokens.is(at + 2, "half")) return { value: 0.5, end: at + 3 };
  return tokens.is(at + 2, "quarter") ? { value: 0.25, end: at + 3 } : null;
}

const JOINS = new Set(["-", "–", "—", "to", "or"]);

/** The place after what joins the ends of a range that begins at `first`: "5-10", "5 to 10", and after "between", "5 and 10". -1 if none. */
export function afterJoin(tokens: Tokens, first: number, at: number): number {
  if (JOINS.has(tokens.text(at))) return at + 1;
  return tokens.is(at, "and") && tokens.is(first - 1, "between") ? at + 1 : -1;
}
