import type { MatchKind } from "../scorer.js";
import { Varints } from "./bytes.js";
import type { Condition, Match, Unit } from "./condition.js";
import { areTwoEdits, isOneEdit } from "./edits.js";
import { type FieldWeights, KIND } from "./fields.js";
import type { Language } from "./languages/language.js";
import type { Segment } from "./segment.js";
import type { Steps } from "./slices.js";
import type { Statistics } from "./statistics.js";

/** Saturation of repeated evidence (BM25's k1). Measured: flat from 1.2 to 1.6. */
const K1 = 1.4;
/**
 * Words that are added to a length and to its average: a short text's length says how much it covers, a long one's how wordy it is. Measured: .01 of
 * nDCG above BM25's b of .4, .007 above .75.
 */
const LENGTH = 30;
/** The power of the share of a condition of two or three units that was found, which one of its words does not say. */
const COVERAGE = 0.6;
/** Numbers of units between which the score of full coverage falls from .9 to .5, since texts rarely have all of many words. */
const [FEW_UNITS, MANY_UNITS] = [3, 8];
const FEW_HALF = 1 / 9;
/** A denial in a text of few words counts in full, in one of many not at all: there it is a topic like others. */
const [FEW_WORDS, MANY_WORDS] = [12, 20];
/** Weight of a sentence that is a question itself, for a condition that is one. Measured: .002 of nDCG, on conversations. */
const ASKING = 0.65;
/** Weight of a satisfied quantity: a little below that of the words themselves. */
const QUANTITY = 0.95;
/** Weights of a word one edit from a word that the tree lacks, and of one two edits from a word of at least eight letters. */
const [ONE_EDIT, TWO_EDITS] = [0.5, 0.3];
const [SHORTEST_ONE, SHORTEST_TWO] = [5, 8];
/** A word that the tree lacks as two words, and letters of each half. */
const HALVES = 0.9;
const SHORTEST_HALF = 3;
/** Names of types and attributes are those of all nodes: what is only related to them says nothing of one. */
const OF_NAMES = 0.3;

/** Evidence of a unit in a segment: a stem of the unit, or two adjacent stems. */
export interface Evidence extends Match {
  readonly stem: number;
  readonly second: number;
}

/** Scores of the texts of a segment for one condition. */
export interface SegmentScores {
  /** The texts that have evidence, ascending, and the score of each. All others score 0. */
  readonly texts: Int32Array;
  readonly scores: Float32Array;
  /** Entries of postings that were read. */
  readonly postings: number;
  /** By unit and text what was found of it; empty unless asked for. */
  readonly gains: readonly Gains[];
}

/** By text, the gain of a unit in it, with the quality of the best evidence; the gain if its length did not count; and that by quantities alone. */
export interface Gains {
  readonly own: Float64Array;
  readonly quality: Float64Array;
  readonly whole: Float64Array;
  readonly quantities: Float64Array;
}

export interface Evaluating {
  readonly statistics: Statistics;
  readonly fields: FieldWeights;
  readonly language: Language;
}

/** Columns that evaluations use one after the other. All are zero between two uses. */
interface Scratch {
  readonly exact: Float64Array;
  readonly weak: Float64Array;
  readonly best: Float64Array;
  readonly raw: Float64Array;
  readonly covered: Float64Array;
  readonly met: Float64Array;
  readonly unit: Int32Array;
  readonly all: Int32Array;
  /** Entries of postings that were read for the condition. */
  postings: number;
}

const free: Scratch[] = [];

function takeScratch(size: number): Scratch {
  const reused = free.pop();
  if (reused !== undefined && reused.raw.length >= size) return reused;
  const column = () => new Float64Array(size);
  return {
    ...{ exact: column(), weak: column(), best: column(), raw: column(), covered: column(), met: column() },
    ...{ unit: new Int32Array(size), all: new Int32Array(size), postings: 0 },
  };
}

/**
 * Scores the texts of a segment against one condition. For each unit u, X is the sum of the weights of the fields of its exact hits.
 * W is the sum of the other weights times their qualities, and Q is the best quality:
 *
 *     S        = X + min(1, W)
 *     gain(u)  = (k1 + 1) S Q / (S + k1 · norm · Q)
 *     norm     = (length + c) / (average of the type + c)
 *     raw      = coverage · Σ share(u) · gain(u)
 *     score    = raw³ / (raw³ + κ)
 *
 * The power two would give weak relatives too much, four half of a condition too little. A unit is a step.
 */
export function* evaluate(
  segment: Segment,
  condition: Condition,
  context: Evaluating,
  keepsGains: boolean,
): Steps<SegmentScores> {
  const { size, lengths, types } = segment;
  const scratch = takeScratch(size);
  const { exact, weak, best, raw, covered, met, unit: unitTexts, all } = scratch;
  const averages = averagesOf(segment, context.statistics);
  const units = condition.units.length;
  const isCovered = units >= 2 && units <= FEW_UNITS;
  const gains: Gains[] = [];
  let touched = 0;
  scratch.postings = 0;
  for (const unit of condition.units) {
    yield;
    const unitGains = keepsGains ? gainsOf(size) : null;
    if (unitGains !== null) gains.push(unitGains);
    const { share } = unit;
    let count = 0;
    for (const found of foundIn(segment, unit, context.language)) {
      if (found.second >= 0) count = addPairs(segment, found, scratch, count);
      else {
        const weights = weightsOf(condition, context.fields, found.quality);
        count = addPostings(segment, found, { weights, isStrict: condition.isStrict }, scratch, count);
      }
    }
    if (unit.wanted !== null) count = addSatisfied(segment, unit.wanted, unitGains?.quantities ?? null, scratch, count);
    for (let i = 0; i < count; i++) {
      const text = unitTexts[i]!;
      const quality = best[text]!;
      const sum = exact[text]! + Math.min(1, weak[text]!);
      const gain = gainOf(sum, quality, (lengths[text]! + LENGTH) / averages[types[text]!]!);
      if (raw[text] === 0) all[touched++] = text;
      raw[text]! += share * gain;
      if (isCovered) {
        covered[text]! += share * quality;
        met[text]! += quality;
      }
      exact[text] = weak[text] = best[text] = 0;
      if (unitGains === null) continue;
      unitGains.own[text] = gain;
      unitGains.quality[text] = quality;
      unitGains.whole[text] = gainOf(sum, quality, 1);
    }
  }
  const texts = ascending(all, touched, raw, size);
  const scores = new Float32Array(touched);
  const half = halfOf(condition);
  let [lastCovered, lastMet, coverage] = [-1, -1, 1];
  for (let i = 0; i < touched; i++) {
    const text = texts[i]!;
    // A power takes longer than all else; texts that have the same units have the same one.
    if (isCovered && (covered[text] !== lastCovered || met[text] !== lastMet)) {
      lastCovered = covered[text]!;
      lastMet = met[text]!;
      coverage = coverageOf(lastCovered, lastMet, units);
    }
    scores[i] = curved(raw[text]! * coverage, half);
    raw[text] = covered[text] = met[text] = 0;
  }
  free.push(scratch);
  return { texts, scores, postings: scratch.postings, gains };
}

/** The first texts of a list in ascending order: by going through all of the segment where sorting them takes longer. */
function ascending(list: Int32Array, count: number, raw: Float64Array, size: number): Int32Array {
  if (count * 16 < size) return list.slice(0, count).sort();
  const texts = new Int32Array(count);
  for (let text = 0, i = 0; i < count; text++) if (raw[text]! > 0) texts[i++] = text;
  return texts;
}

function gainsOf(size: number): Gains {
  const column = () => new Float64Array(size);
  return { own: column(), quality: column(), whole: column(), quantities: column() };
}

export const gainOf = (sum: number, quality: number, norm: number): number =>
  ((K1 + 1) * sum * quality) / (sum + K1 * norm * quality);

/** Factor of the sum of the gains: the covered share of the condition, by weight and by number. */
export const coverageOf = (covered: number, met: number, units: number): number =>
  units < 2 || units > FEW_UNITS ? 1 : ((covered + met / units) / 2) ** COVERAGE;

/** The degree of evidence, strictly increasing in it, in [0, 1). */
export const scoreOf = (raw: number, condition: Condition): number => curved(raw, halfOf(condition));

/** The evidence, to the power of the curve, that is a score of one half. */
function halfOf({ units, asks }: Condition): number {
  const share = asks ? 1 : Math.min(1, Math.max(0, (units.length - FEW_UNITS) / (MANY_UNITS - FEW_UNITS)));
  return FEW_HALF ** (1 - share);
}

function curved(raw: number, half: number): number {
  if (raw <= 0) return 0;
  const power = raw * raw * raw;
  return power / (power + half);
}

/** By type, what the length of a text is measured against. */
const averagesOf = ({ typeNames }: Segment, statistics: Statistics): Float64Array =>
  Float64Array.from([null, ...typeNames], (name) => statistics.averageOf(name) + LENGTH);

/** By kind of field, what a hit of some quality counts there. */
function weightsOf({ asks }: Condition, fields: FieldWeights, quality: number): Float64Array {
  const weights = new Float64Array(8);
  weights[KIND.body] = fields.body;
  weights[KIND.denied] = fields.body;
  weights[KIND.asking] = asks ? fields.body * ASKING : fields.body;
  weights[KIND.name] = fields.name;
  weights[KIND.reference] = fields.reference;
  if (quality >= OF_NAMES) {
    weights[KIND.type] = fields.type;
    weights[KIND.attributeName] = fields.attributeName;
  }
  return weights;
}

/** Weight of a denied occurrence in a text, by its number of words. */
export const mentioned = (words: number): number =>
  Math.min(1, Math.max(0, (words - FEW_WORDS) / (MANY_WORDS - FEW_WORDS)));

/** Adds evidence of a unit to a text; `count`: texts that have some so far. */
function add(
  { exact, weak, best, unit }: Scratch,
  text: number,
  weight: number,
  quality: number,
  count: number,
): number {
  if (quality === 1) exact[text]! += weight;
  else weak[text]! += weight * quality;
  const before = best[text]!;
  if (quality > before) best[text] = quality;
  if (before > 0) return count;
  unit[count] = text;
  return count + 1;
}

/** Adds the texts that have a stem, each with the weights of the fields in which it does, if they are above 0. */
function addPostings(
  { postings, starts, lengths }: Segment,
  { stem, quality }: Evidence,
  { weights, isStrict }: { readonly weights: Float64Array; readonly isStrict: boolean },
  scratch: Scratch,
  before: number,
): number {
  let count = before;
  let text = -1;
  let read = 0;
  const end = starts[stem + 1]!;
  for (let at = starts[stem]!; at < end; ) {
    let byte = postings[at++]!;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = postings[at++]!;
      value |= (byte & 127) << shift;
    }
    text += value;
    read++;
    let sum = 0;
    do {
      byte = postings[at++]!;
      value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = postings[at++]!;
        value |= (byte & 127) << shift;
      }
      const kind = (value >>> 1) & 7;
      sum += kind === KIND.denied && isStrict ? weights[kind]! * mentioned(lengths[text]!) : weights[kind]!;
    } while ((value & 1) === 1);
    if (sum > 0) count = add(scratch, text, sum, quality, count);
  }
  scratch.postings += read;
  return count;
}

/** The places of a stem by text. */
function placesOf({ postings, starts }: Segment, stem: number): Map<number, number[]> {
  const places = new Map<number, number[]>();
  const input = new Varints(postings, starts[stem]!);
  for (let text = -1; input.at < starts[stem + 1]!; ) {
    text += input.next();
    const positions: number[] = [];
    let place = 0;
    for (let more = true; more; ) {
      const word = input.next();
      place += word >>> 4;
      positions.push(place);
      more = (word & 1) === 1;
    }
    places.set(text, positions);
  }
  return places;
}

/** Adds the texts in which a stem stands right before another one. */
function addPairs(segment: Segment, { stem, second, quality }: Evidence, scratch: Scratch, before: number): number {
  let count = before;
  const after = placesOf(segment, second);
  for (const [text, places] of placesOf(segment, stem))
    if (places.some((place) => after.get(text)?.includes(place + 1))) count = add(scratch, text, 1, quality, count);
  return count;
}

/** Adds the texts that have a quantity which satisfies, by how well the best one does; also to `kept`. */
function addSatisfied(
  { quantities }: Segment,
  wanted: NonNullable<Unit["wanted"]>,
  kept: Float64Array | null,
  scratch: Scratch,
  before: number,
): number {
  let count = before;
  const shares = new Float64Array(quantities.distinct);
  for (let i = 0; i < shares.length; i++) {
    const { quantity, field } = quantities.at(i);
    shares[i] = wanted.satisfied(quantity, field);
  }
  if (shares.every((share) => share === 0)) return count;
  const input = new Varints(quantities.texts, 0);
  for (let text = -1; input.at < quantities.texts.length; ) {
    text += input.next();
    let most = 0;
    for (let left = input.next(); left > 0; left--) {
      const share = shares[input.next()]!;
      if (share > most) most = share;
    }
    if (most === 0) continue;
    count = add(scratch, text, 1, QUANTITY * most, count);
    if (kept !== null) kept[text] = QUANTITY * most;
  }
  return count;
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
    if (second >= 0) evidence.push({ quality: HALVES, how: "compound" satisfies MatchKind, stem, second });
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
  if (stemmed.length < SHORTEST_ONE) return slips;
  const [first, end] = segment.beginningWith(stemmed[0]!);
  for (let stem = first; stem < end; stem++) {
    const length = segment.lengthOf(stem);
    if (length < SHORTEST_ONE - 1 || length > 3 * (stemmed.length + 2)) continue;
    const other = segment.stem(stem);
    if (other === stemmed || other.length < SHORTEST_ONE - 1 || HAS_DIGIT.test(other) || language.isStop(other))
      continue;
    const least = Math.min(stemmed.length, other.length);
    if (isOneEdit(stemmed, other)) slips.push([stem, ONE_EDIT]);
    else if (least >= SHORTEST_TWO && areTwoEdits(stemmed, other)) slips.push([stem, TWO_EDITS]);
  }
  return slips;
}
