import { stemWord, UNIT_PHRASES } from "@semantic-xpath/english";
import type { Span } from "@semantic-xpath/parser";
import { foldWord } from "@semantic-xpath/values";
import { usualSpelling } from "./spellings.js";

/** A word of a request. */
export interface Word {
  /** Without case and accents; a contraction is two words, the second `not`, `'s` or without its apostrophe: `re`. */
  readonly text: string;
  readonly stem: string;
  readonly span: Span;
  /** As it is written. */
  readonly written: string;
  /** True for words in quotation marks: they are literal, and never words of the language. */
  readonly isQuoted: boolean;
}

/** A request and its words in their order. */
export interface Words {
  readonly request: string;
  readonly all: readonly Word[];
}

const INSIDE = /[\p{L}\p{N}\p{M}]/u;
const QUOTES = new Map([
  ['"', '"'],
  ["“", "”"],
  ["«", "»"],
]);
const APOSTROPHES = "'’";
/** Signs with a meaning: money, shares, numbers. */
const SIGNS = "$€£¥%#<>=";

/** The words of a request. Time linear in it. */
export function readWords(request: string): Words {
  const all: Word[] = [];
  let closing: string | null = null;
  for (let at = 0; at < request.length; ) {
    const sign = request[at]!;
    if (sign === closing) closing = null;
    else if (closing === null && QUOTES.has(sign) && request.indexOf(QUOTES.get(sign)!, at + 1) > 0)
      closing = QUOTES.get(sign)!;
    const end = endOfWord(request, at);
    if (end > at) add(all, request, at, end, closing !== null);
    else if (SIGNS.includes(sign)) all.push(word(sign, sign, at, at + 1, closing !== null));
    at = Math.max(end, at + 1);
  }
  return { request, all: withUnits(all) };
}

/** Units of several words are one: "square metres" is `m²`. */
function withUnits(all: readonly Word[]): Word[] {
  const result: Word[] = [];
  for (let at = 0; at < all.length; ) {
    const unit = LONG_UNITS.find(([words]) =>
      words.every((text, i) => all[at + i]?.text === text && !all[at + i]!.isQuoted),
    );
    const to = at + (unit?.[0].length ?? 1);
    const { start } = all[at]!.span;
    const { end } = all[to - 1]!.span;
    result.push(unit === undefined ? all[at]! : word(unit[1], unit[0].join(" "), start, end, false));
    at = to;
  }
  return result;
}
const LONG_UNITS = [...UNIT_PHRASES]
  .map(([phrase, symbol]) => [phrase.split(" "), symbol] as const)
  .filter(([words]) => words.length > 1);

/** `w/o` and `w/`. */
const WITH = /w\/(?:o(?:ut)?(?![\p{L}\p{N}])|(?=\s))/iuy;

/** The end of the word that begins at an offset; the offset itself without a word. */
function endOfWord(request: string, start: number): number {
  WITH.lastIndex = start;
  if (WITH.test(request)) return WITH.lastIndex;
  let at = start;
  while (at < request.length) {
    const point = String.fromCodePoint(request.codePointAt(at)!);
    if (INSIDE.test(point)) at += point.length;
    else if (at > start && joins(request, at)) at++;
    else break;
  }
  return at;
}

const DIGIT = /\d/;
const isAt = (pattern: RegExp, request: string, at: number): boolean => pattern.test(request[at] ?? "");

/** Points, commas and colons between digits, and apostrophes between letters, are within a word. */
function joins(request: string, at: number): boolean {
  const sign = request[at]!;
  if (".,:".includes(sign)) return isAt(DIGIT, request, at - 1) && isAt(DIGIT, request, at + 1);
  return APOSTROPHES.includes(sign) && isAt(INSIDE, request, at + 1);
}

const CLITICS: readonly [string, string][] = [
  ["n't", "not"],
  ["'s", "'s"],
  ["'re", "are"],
  ["'ll", "will"],
  ["'ve", "have"],
  ["'d", "would"],
  ["'m", "am"],
];
const SHORTENED = new Map([
  ["ca", "can"],
  ["wo", "will"],
]);

function add(all: Word[], request: string, start: number, end: number, isQuoted: boolean): void {
  const original = request.slice(start, end);
  const lower = original.toLowerCase().replaceAll("’", "'");
  const plain = isQuoted ? lower : usualSpelling(lower);
  const clitic = CLITICS.find(([ending]) => plain.endsWith(ending) && plain.length > ending.length);
  if (clitic === undefined) {
    all.push(word(foldWord(plain), original, start, end, isQuoted));
    return;
  }
  const middle = end - clitic[0].length + plain.length - lower.length;
  const stem = foldWord(plain.slice(0, -clitic[0].length));
  all.push(word(SHORTENED.get(stem) ?? stem, request.slice(start, middle), start, middle, isQuoted));
  const text = clitic[1] === "'s" && IS.test(request.slice(end)) ? "is" : clitic[1];
  all.push(word(text, request.slice(middle, end), middle, end, isQuoted));
}
/** Words after "'s" where it is not a possessive. */
const IS = /^ (?:not|still|now|already|never|always|been|got|a|an|the|in|on|at|out|due|going|gone)(?: |$)/i;

const word = (text: string, written: string, start: number, end: number, isQuoted: boolean): Word => ({
  text,
  stem: stemWord(text),
  span: { start, end },
  written,
  isQuoted,
});

const PART = /[\p{L}\p{N}\p{M}]+(?:[.:]\d+)*/gu;
/** `openHours` and `XMLReader`. */
const HUMPS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

const POSSESSIVE = /['’]s(?![\p{L}\p{N}])/gu;

/** The words of a name or a value of the data, folded: `time_block` is time and block, `InProgress` in and progress. */
export function wordsIn(text: string): string[] {
  const words: string[] = [];
  for (const [part] of text.replace(POSSESSIVE, "").matchAll(PART))
    for (const hump of part.split(HUMPS)) words.push(foldWord(hump));
  return words;
}

/** The stems of a text's words. */
export const stemsIn = (text: string): string[] => wordsIn(text).map(stemWord);
