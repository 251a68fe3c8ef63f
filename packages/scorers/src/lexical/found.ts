import { editDistance } from "@semantic-xpath/parser";
import type { Match, Unit } from "./condition.js";
import { OTHER_FORM } from "./formula.js";
import type { Language } from "./languages/language.js";
import type { Segment } from "./segment.js";

/** Quality of a word of near spelling for a word that the tree lacks, and the letters that both need for one edit, and for two. Measured: flat from .3 to .5. */
const [NEAR, SHORTEST, LONG] = [0.5, 5, 8];
/** Letters of a stem up to which misspellings of it are found: the work grows with their square. */
const MAX_MISSPELT = 64;
/** A stem of a segment as evidence of a unit. */
export interface Evidence extends Match {
  readonly stem: number;
}

/** Evidence of a unit in a segment: its stems. For a word that the tree lacks, also words of near spelling. */
export function foundIn(segment: Segment, { matches, open }: Unit, language: Language): Evidence[] {
  const evidence: Evidence[] = [];
  for (const [stem, match] of matches) {
    const number = segment.numberOf(stem);
    if (number >= 0) evidence.push({ ...match, stem: number });
  }
  if (language.compounds)
    for (const match of [...matches].filter(([, { quality }]) => quality === 1))
      for (const [stem, quality] of compoundsIn(segment, match[0]))
        if (!evidence.some((one) => one.stem === stem)) evidence.push({ quality, how: "compound", stem });
  if (open === null) return evidence;
  for (const stem of slipsIn(segment, open, language))
    if (!evidence.some((one) => one.stem === stem)) evidence.push({ quality: NEAR, how: "fuzzy", stem });
  return evidence;
}

/** The least share of a compound, and the least letters, of a word that it ends with: less is chance. Not measured: as in "Zahnarzt". */
const [MIN_PART, SHORTEST_PART] = [0.25, 4];

/** Stems that end with a stem, in languages that write compounds as one word: "Zahnarzt" for "Arzt". */
function compoundsIn(segment: Segment, part: string): [number, number][] {
  const parts: [number, number][] = [];
  if (part.length < SHORTEST_PART) return parts;
  for (let stem = 0; stem < segment.stems; stem++) {
    if (segment.lengthOf(stem) <= part.length) continue;
    const compound = segment.stem(stem);
    const share = part.length / compound.length;
    if (share >= MIN_PART && share < 1 && compound.endsWith(part)) parts.push([stem, OTHER_FORM * share]);
  }
  return parts;
}

const HAS_DIGIT = /\p{N}/u;

/** Stems of a segment that may be the word with a slip, which is seldom in the first letter. */
function slipsIn(segment: Segment, word: string, language: Language): number[] {
  const stemmed = language.stem(word);
  const slips: number[] = [];
  if (stemmed.length < SHORTEST || stemmed.length > MAX_MISSPELT) return slips;
  const [first, end] = segment.beginningWith(stemmed[0]!);
  for (let stem = first; stem < end; stem++) {
    const length = segment.lengthOf(stem);
    if (length < SHORTEST - 1 || length > 3 * (stemmed.length + 2)) continue;
    const other = segment.stem(stem);
    if (other === stemmed || other.length < SHORTEST - 1 || HAS_DIGIT.test(other) || language.isStop(other)) continue;
    const limit = Math.min(stemmed.length, other.length) < LONG ? 1 : 2;
    if (Math.abs(stemmed.length - other.length) <= limit && editDistance(stemmed, other, limit) <= limit)
      slips.push(stem);
  }
  return slips;
}
