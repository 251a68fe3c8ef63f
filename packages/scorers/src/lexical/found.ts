import { editDistance } from "@semantic-xpath/parser";
import type { MatchKind } from "../scorer.js";
import type { Match, Unit } from "./condition.js";
import { OTHER_FORM } from "./formula.js";
import type { Language } from "./languages/language.js";
import type { Segment } from "./segment.js";

/** Weights of a word one edit from a word that the tree lacks, and of one two edits from a word of at least eight letters. */
const [ONE_EDIT, TWO_EDITS] = [0.5, 0.3];
const [SHORTEST_ONE, SHORTEST_TWO] = [5, 8];
/** Letters of a stem up to which misspellings of it are found: the work grows with their square. */
const MAX_MISSPELT = 64;
/** Letters of each half of a word that the tree lacks. */
const SHORTEST_HALF = 3;

/** Evidence of a unit in a segment: a stem of the unit, or two adjacent stems. */
export interface Evidence extends Match {
  readonly stem: number;
  readonly second: number;
}

/** Evidence of a unit in a segment: its stems. For a word that the tree lacks, also words of near spelling, and its halves. */
export function foundIn(segment: Segment, { matches, open }: Unit, language: Language): Evidence[] {
  const evidence: Evidence[] = [];
  for (const [stem, match] of matches) {
    const number = segment.numberOf(stem);
    if (number >= 0) evidence.push({ ...match, stem: number, second: -1 });
  }
  if (language.compounds)
    for (const match of [...matches].filter(([, { quality }]) => quality === 1))
      for (const [stem, quality] of compoundsIn(segment, match[0]))
        if (!evidence.some((one) => one.stem === stem)) evidence.push({ quality, how: "compound", stem, second: -1 });
  if (open === null) return evidence;
  for (const [stem, quality] of slipsIn(segment, open, language))
    if (!evidence.some((one) => one.stem === stem)) evidence.push({ quality, how: "fuzzy", stem, second: -1 });
  for (let half = SHORTEST_HALF; half <= open.length - SHORTEST_HALF; half++) {
    const stem = segment.numberOf(language.stem(open.slice(0, half)));
    const second = stem < 0 ? -1 : segment.numberOf(language.stem(open.slice(half)));
    if (second >= 0) evidence.push({ quality: OTHER_FORM, how: "compound" satisfies MatchKind, stem, second });
  }
  return evidence;
}

/** A word that another one ends with, times its share of that one; a smaller share is chance. */
const [PART, MIN_PART] = [0.8, 0.25];
const SHORTEST_PART = 4;

/** Stems that end with a stem, in languages that write compounds as one word: "Zahnarzt" for "Arzt". */
function compoundsIn(segment: Segment, part: string): [number, number][] {
  const parts: [number, number][] = [];
  if (part.length < SHORTEST_PART) return parts;
  for (let stem = 0; stem < segment.stems; stem++) {
    if (segment.lengthOf(stem) <= part.length) continue;
    const compound = segment.stem(stem);
    const share = part.length / compound.length;
    if (share >= MIN_PART && share < 1 && compound.endsWith(part)) parts.push([stem, PART * share]);
  }
  return parts;
}

const HAS_DIGIT = /\p{N}/u;

/** Stems of a segment that may be the word with a slip, which is seldom in the first letter. */
function slipsIn(segment: Segment, word: string, language: Language): [number, number][] {
  const stemmed = language.stem(word);
  const slips: [number, number][] = [];
  if (stemmed.length < SHORTEST_ONE || stemmed.length > MAX_MISSPELT) return slips;
  const [first, end] = segment.beginningWith(stemmed[0]!);
  for (let stem = first; stem < end; stem++) {
    const length = segment.lengthOf(stem);
    if (length < SHORTEST_ONE - 1 || length > 3 * (stemmed.length + 2)) continue;
    const other = segment.stem(stem);
    if (other === stemmed || other.length < SHORTEST_ONE - 1 || HAS_DIGIT.test(other) || language.isStop(other))
      continue;
    const limit = Math.min(stemmed.length, other.length) < SHORTEST_TWO ? 1 : 2;
    if (Math.abs(stemmed.length - other.length) > limit) continue;
    const edits = editDistance(stemmed, other, limit);
    if (edits <= limit) slips.push([stem, edits === 1 ? ONE_EDIT : TWO_EDITS]);
  }
  return slips;
}
