import type { MatchKind } from "../scorer.js";
import type { Condition, Term } from "./condition.js";
import { isTimeWord } from "./english.js";
import { type Hit, keepBetter } from "./related.js";
import type { LexicalSettings } from "./settings.js";

/** All that a word of a text is evidence of. */
export interface WordMatch {
  readonly hits: readonly Hit[];
  /** Terms that begin with the word: it and the next word may be one word of the condition ("sea food", "seafood"). */
  readonly opens: readonly number[];
  /** Terms that end with the word. */
  readonly closes: readonly number[];
}

/** Parts of a word shorter than this are chance ("car" in "carpet"). */
export const SHORTEST_PART = 4;
/** What remains of the longer word; less is an ending that the stemmer left. */
const SHORTEST_REST = 3;
/** Shorter words are one edit from too many others. */
export const SHORTEST_FUZZY = 5;
/** Of long words two edits may be a slip, at so much of the credit of one. */
export const SHORTEST_TWO_EDITS = 8;
const TWO_EDITS = 0.6;
/** Halves of a word written as two. */
export const SHORTEST_HALF = 2;

const HAS_DIGIT = /\p{N}/u;

/** What the word (with its stem) is evidence of in a condition; undefined for nothing. */
export function matchWord(
  word: string,
  stem: string,
  condition: Condition,
  settings: LexicalSettings,
): WordMatch | undefined {
  const hits: Hit[] = [];
  const opens: number[] = [];
  const closes: number[] = [];
  const joined = condition.joins.find((join) => join.word === word || join.stem === stem);
  let isTerm = false;
  for (let term = 0; term < condition.terms.length; term++) {
    const of = condition.terms[term]!;
    if (!of.literal) {
      if (of.asksWhen && isTimeWord(word)) hits.push({ term, quality: 1, how: "time" });
      continue;
    }
    const hit = joined?.terms.includes(term)
      ? ({ quality: settings.joined, how: "compound" } as const)
      : matchTerm(word, stem, of, settings);
    if (of.stem === stem || of.word === word) {
      isTerm = true;
      hits.push({ term, quality: 1, how: of.word === word ? "exact" : "stem" });
    } else if (hit !== undefined && hit.quality > 0) hits.push({ term, ...hit });
    const rest = of.word.length - word.length;
    if (word.length < SHORTEST_HALF || rest < SHORTEST_HALF) continue;
    const begins = of.word.startsWith(word);
    const ends = of.word.endsWith(word);
    if (!(begins || ends) || HAS_DIGIT.test(of.word)) continue;
    if (begins) opens.push(term);
    if (ends) closes.push(term);
  }
  // A word of the condition is evidence of itself alone: "museum" is no second evidence in "art museum".
  if (!isTerm) for (const hit of condition.related.get(stem) ?? []) keepBetter(hits, hit);
  return hits.length + opens.length + closes.length === 0 ? undefined : { hits, opens, closes };
}

interface Found {
  readonly quality: number;
  readonly how: MatchKind;
}

/** Cheap tests come first: this runs for each distinct word of all texts. */
function matchTerm(word: string, stem: string, term: Term, settings: LexicalSettings): Found | undefined {
  const found = matchPart(word, stem, term, settings) ?? matchEdit(word, term, settings);
  return found === undefined || HAS_DIGIT.test(word) || HAS_DIGIT.test(term.word) || settings.language.isStop(word)
    ? undefined
    : found;
}

function matchPart(word: string, stem: string, term: Term, settings: LexicalSettings) {
  const wordIsShort = stem.length < term.stem.length;
  const short = wordIsShort ? stem : term.stem;
  const long = wordIsShort ? term.stem : stem;
  if (short.length < SHORTEST_PART || long.length - short.length < SHORTEST_REST) return undefined;
  const how = long.startsWith(short) ? "prefix" : long.endsWith(short) ? "compound" : undefined;
  const share = Math.min(word.length, term.word.length) / Math.max(word.length, term.word.length);
  return how === undefined || share < settings.language.leastPart
    ? undefined
    : ({ quality: settings.part * share, how } as const);
}

function matchEdit(word: string, term: Term, settings: LexicalSettings) {
  const least = Math.min(word.length, term.word.length);
  if (term.known || least < SHORTEST_FUZZY) return undefined;
  if (isOneEdit(word, term.word)) return { quality: settings.fuzzy, how: "fuzzy" } as const;
  if (least < SHORTEST_TWO_EDITS || !areTwoEdits(word, term.word)) return undefined;
  return { quality: settings.fuzzy * TWO_EDITS, how: "fuzzy" } as const;
}

/**
 * Whether two different words are one edit apart: a letter changed, added, left out, or two neighbours exchanged (F. J. Damerau,
 * "A technique for computer detection and correction of spelling errors", CACM 7(3), 1964). The first letter must agree: it
 * is seldom mistaken, and its change makes other words ("mother", "other").
 */
export function isOneEdit(left: string, right: string): boolean {
  if (left[0] !== right[0] || Math.abs(left.length - right.length) > 1) return false;
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (at === short.length) return false;
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}

/** Whether two words that begin alike are two such edits apart, at most. */
export function areTwoEdits(left: string, right: string): boolean {
  if (left[0] !== right[0] || Math.abs(left.length - right.length) > 2) return false;
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const isSame = left[i - 1] === right[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (isSwapped) edits = Math.min(edits, before[j - 2]! + 1);
      row.push(edits);
    }
    [before, last] = [last, row];
  }
  return last[right.length]! <= 2;
}
