import { BLOCKS } from "./blocks.js";

/** A set of characters: whether a code point is in it. */
export type CharSet = (codePoint: number) => boolean;

export const rangeSet =
  (first: number, last: number): CharSet =>
  (codePoint) =>
    codePoint >= first && codePoint <= last;

export const unionOf = (sets: readonly CharSet[]): CharSet =>
  sets.length === 1 ? sets[0]! : (codePoint) => sets.some((has) => has(codePoint));

export const complementOf =
  (set: CharSet): CharSet =>
  (codePoint) =>
    !set(codePoint);

export const difference =
  (set: CharSet, without: CharSet): CharSet =>
  (codePoint) =>
    set(codePoint) && !without(codePoint);

/** With the case variants of what is in a set: the flag "i". */
export function withCases(first: number, last: number): CharSet {
  const has = first === last ? unionOf(caseVariants(first).map((one) => rangeSet(one, one))) : rangeSet(first, last);
  return (codePoint) => has(codePoint) || caseVariants(codePoint).some(has);
}

function caseVariants(codePoint: number): number[] {
  const text = String.fromCodePoint(codePoint);
  const variants = [text, text.toLowerCase(), text.toUpperCase()].map((variant) => [...variant]);
  return variants.flatMap((letters) => (letters.length === 1 ? [letters[0]!.codePointAt(0)!] : []));
}

/** Characters of a regular expression of the platform. */
const platform =
  (regex: RegExp): CharSet =>
  (codePoint) =>
    regex.test(String.fromCodePoint(codePoint));

const DIGIT = platform(/\p{Nd}/u);
const SPACE: CharSet = (codePoint) => codePoint === 32 || codePoint === 9 || codePoint === 10 || codePoint === 13;
const WORD = platform(/[^\p{P}\p{Z}\p{C}]/u);
/** NameStartChar and NameChar of XML 1.0. */
const NAME_START = rangesOf(
  ":-: A-Z _-_ a-z \xc0-\xd6 \xd8-\xf6 \xf8-\u02ff \u0370-\u037d \u037f-\u1fff \u200c-\u200d \u2070-\u218f \u2c00-\u2fef \u3001-\ud7ff \uf900-\ufdcf \ufdf0-\ufffd \u{10000}-\u{effff}",
);
const NAME_CHAR = unionOf([NAME_START, rangesOf("--- .-. 0-9 \xb7-\xb7 \u0300-\u036f \u203f-\u2040")]);

/** First and last characters, three by three. */
function rangesOf(table: string): CharSet {
  const chars = [...table].map((char) => char.codePointAt(0)!);
  return unionOf(Array.from({ length: (chars.length + 1) / 4 }, (_, i) => rangeSet(chars[i * 4]!, chars[i * 4 + 2]!)));
}

/** `\d`, `\s` and their like, and their complements in capitals. */
export const CLASS_ESCAPES: ReadonlyMap<string, CharSet> = new Map(
  Object.entries({ d: DIGIT, s: SPACE, w: WORD, i: NAME_START, c: NAME_CHAR }).flatMap(([letter, set]) => [
    [letter, set] as const,
    [letter.toUpperCase(), complementOf(set)] as const,
  ]),
);

const CATEGORY = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/;

/** The set of a category ("Lu") or block ("IsGreek"); null if there is none of that name. */
export function categorySet(name: string): CharSet | null {
  if (CATEGORY.test(name)) return platform(new RegExp(`\\p{${name}}`, "u"));
  const block = name.startsWith("Is") ? BLOCKS.get(name.slice(2)) : undefined;
  return block === undefined ? null : rangeSet(block[0], block[1]);
}
