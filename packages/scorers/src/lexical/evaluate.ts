import { editDistance } from "@semantic-xpath/parser";
import { getOrMake } from "@semantic-xpath/tree";
import type { Floor } from "../floor.js";
import type { MatchKind } from "../scorer.js";
import { Varints } from "./bytes.js";
import type { Condition, Match, Unit } from "./condition.js";
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
/** Letters of a stem up to which misspellings of it are found: the work grows with their square. */
const MAX_MISSPELT = 64;
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
  /** Entries of postings that were read, and texts that were scored. */
  readonly postings: number;
  readonly scored: number;
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
  /** The score that a score becomes by calibration. */
  calibrated(score: number): number;
}

/** Extent of an evaluation. */
export interface Search {
  readonly keepsGains: boolean;
  /** Score needed to be among the best, and the texts that may be; null: all texts are scored. */
  readonly best: { readonly floor: Floor; isWanted(text: number): boolean } | null;
}

/** Adjacent texts that are scored together: their columns fit the cache of the processor. Measured: flat from 512 to 8192. */
const WINDOW = 2048;
/** Entries of postings that are read between two steps. */
const STEP_POSTINGS = 1 << 14;
/** After all texts. */
const END = 2 ** 31 - 1;
/** Slack of bounds, which rounding does not use up. */
const SLACK = 1 + 1e-9;

/** Texts with their scores, and the number of texts that were scored. */
interface Scored {
  readonly texts: number[];
  readonly scores: number[];
  scored: number;
}

/** Columns for the texts of a window. All are zero between two windows. */
class Window {
  private readonly exact = new Float64Array(WINDOW);
  private readonly weak = new Float64Array(WINDOW);
  private readonly best = new Float64Array(WINDOW);
  private readonly raw = new Float64Array(WINDOW);
  private readonly covered = new Float64Array(WINDOW);
  private readonly met = new Float64Array(WINDOW);
  /** Places with evidence of the unit, and a bit for each place with evidence of any unit. */
  private readonly unit = new Int32Array(WINDOW);
  private readonly any = new Int32Array(WINDOW >> 5);
  private count = 0;
  isEmpty = true;
  /** The text at place 0. */
  first = 0;
  /** True if texts without evidence of an earlier unit are skipped. */
  isClosed = false;
  /** Evidence below which a text is skipped, and the least norm of a text. */
  least = 0;
  leastNorm = 0;

  /** Adds evidence of a unit to a text of the window. */
  add(text: number, weight: number, quality: number): void {
    const place = text - this.first;
    if (this.isClosed && this.raw[place] === 0) return;
    if (quality === 1) this.exact[place]! += weight;
    else this.weak[place]! += weight * quality;
    const before = this.best[place]!;
    if (quality > before) this.best[place] = quality;
    if (before === 0) this.unit[this.count++] = place;
  }

  /** Adds the gains of a unit by the evidence that was added of it. `rest`: the most that later units add. */
  gain({ share, gains }: SoughtUnit, rest: number, { lengths, types }: Segment, averages: Float64Array): void {
    const { exact, weak, best, raw, covered, met, unit, any, first, count, least, leastNorm } = this;
    for (let i = 0; i < count; i++) {
      const place = unit[i]!;
      const text = first + place;
      const quality = best[place]!;
      const sum = exact[place]! + Math.min(1, weak[place]!);
      exact[place] = weak[place] = best[place] = 0;
      if (raw[place] === 0 && (share * gainOf(sum, quality, leastNorm) + rest) * SLACK < least) continue;
      const gain = gainOf(sum, quality, (lengths[text]! + LENGTH) / averages[types[text]!]!);
      raw[place]! += share * gain;
      covered[place]! += share * quality;
      met[place]! += quality;
      any[place >> 5]! |= 1 << (place & 31);
      this.isEmpty = false;
      if (gains === null) continue;
      gains.own[text] = gain;
      gains.quality[text] = quality;
      gains.whole[text] = gainOf(sum, quality, 1);
    }
    this.count = 0;
  }

  /** Takes the scores of all texts, or of those that may be among the best. */
  take(into: Scored, units: number, scoreOf: (raw: number) => number, best: Search["best"]): void {
    const { raw, covered, met, any, first } = this;
    const isCovered = units >= 2 && units <= FEW_UNITS;
    let [lastCovered, lastMet, coverage] = [-1, -1, 1];
    for (let word = 0; word < any.length && !this.isEmpty; word++) {
      for (let bits = any[word]!; bits !== 0; bits &= bits - 1) {
        const place = (word << 5) + 31 - Math.clz32(bits & -bits);
        // A power takes longer than the rest; texts that have the same units have the same one.
        if (isCovered && (covered[place] !== lastCovered || met[place] !== lastMet)) {
          lastCovered = covered[place]!;
          lastMet = met[place]!;
          coverage = coverageOf(lastCovered, lastMet, units);
        }
        const score = scoreOf(raw[place]! * coverage);
        raw[place] = covered[place] = met[place] = 0;
        into.scored++;
        if (best !== null) {
          if (score < best.floor.weight || !best.isWanted(first + place)) continue;
          best.floor.add(score);
        }
        into.texts.push(first + place);
        into.scores.push(score);
      }
      any[word] = 0;
    }
    this.isEmpty = true;
  }
}

const free: Window[] = [];

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
 * The power two would give weak relatives too much, four half of a condition too little. Units are added by their shares, the largest first. A gain is at
 * most (k1 + 1) Q, and at most that in the shortest text. So texts are skipped that can't reach the best scores, and all postings of the last units where
 * these alone can't (MaxScore; H. Turtle, J. Flood, "Query evaluation: strategies and optimizations", 1995).
 */
export function* evaluate(
  segment: Segment,
  condition: Condition,
  context: Evaluating,
  { keepsGains, best }: Search,
): Steps<SegmentScores> {
  const units: SoughtUnit[] = [];
  for (const unit of condition.units) {
    const gains = keepsGains ? gainsOf(segment.size) : null;
    units.push({ share: unit.share, gains, sources: sourcesOf(segment, unit, condition, context, gains) });
    yield;
  }
  const byShare = units.toSorted((a, b) => b.share - a.share);
  const half = halfOf(condition);
  const scoreOf = (raw: number): number => Math.fround(context.calibrated(Math.fround(curved(raw, half))));
  const reach = reachOf(byShare);
  const averages = averagesOf(segment, context.statistics);
  const window = free.pop() ?? new Window();
  window.leastNorm = leastNorm(segment, averages);
  window.least = 0;
  let floor = 0;
  const result: Scored = { texts: [], scores: [], scored: 0 };
  let [postings, sinceStep] = [0, 0];
  let needed = units.length;
  for (;;) {
    const score = best?.floor.weight ?? 0;
    if (score !== floor) window.least = leastRaw(score, scoreOf);
    floor = score;
    while (needed > 0 && reach[needed - 1]!.covered < window.least) needed--;
    window.first = firstOf(byShare, needed);
    if (window.first === END) break;
    const limit = Math.min(segment.size, window.first + WINDOW);
    window.isClosed = false;
    for (let u = 0; u < units.length && !(window.isClosed && window.isEmpty); u++) {
      window.isClosed = u >= needed;
      for (const source of byShare[u]!.sources) sinceStep += source.addUntil(limit, window);
      window.gain(byShare[u]!, reach[u + 1]?.raw ?? 0, segment, averages);
    }
    window.take(result, units.length, scoreOf, best);
    if (sinceStep < STEP_POSTINGS) continue;
    postings += sinceStep;
    sinceStep = 0;
    yield;
  }
  free.push(window);
  return {
    texts: new Int32Array(result.texts),
    scores: new Float32Array(result.scores),
    ...{ postings: postings + sinceStep, scored: result.scored, gains: units.flatMap(({ gains }) => gains ?? []) },
  };
}

/** A unit with where its evidence is in a segment. */
interface SoughtUnit {
  readonly share: number;
  readonly sources: readonly Source[];
  readonly gains: Gains | null;
}

/** Texts that have one kind of evidence of a unit, ascending. */
interface Source {
  readonly quality: number;
  /** The next text; `END` after the last. */
  next: number;
  /** Adds the texts before a limit to a window. Gives how many entries of postings it read. */
  addUntil(limit: number, window: Window): number;
}

/** The next text that has evidence of one of the first units. */
function firstOf(units: readonly SoughtUnit[], count: number): number {
  let first = END;
  for (let u = 0; u < count; u++) for (const { next } of units[u]!.sources) if (next < first) first = next;
  return first;
}

/** By unit, the most evidence of texts that have some only of it and of units after it: without the coverage, and with it. */
function reachOf(units: readonly SoughtUnit[]): { readonly raw: number; readonly covered: number }[] {
  let [raw, share, met] = [0, 0, 0];
  return units
    .toReversed()
    .map((unit) => {
      const quality = unit.sources.reduce((most, one) => Math.max(most, one.quality), 0);
      raw += unit.share * (K1 + 1) * quality;
      share += unit.share * quality;
      met += quality;
      return { raw, covered: raw * coverageOf(share, met, units.length) * SLACK };
    })
    .reverse();
}

/** Evidence that scores less than a score, close to the least that does not. */
function leastRaw(score: number, scoreOf: (raw: number) => number): number {
  let [low, high] = [0, score > 0 ? K1 + 1 : 0];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (scoreOf(middle) < score) low = middle;
    else high = middle;
  }
  return low;
}

const shortest = new WeakMap<Segment, Uint16Array>();

/** The least norm of a text of a segment. */
function leastNorm(segment: Segment, averages: Float64Array): number {
  const lengths = getOrMake(shortest, segment, () => {
    const least = new Uint16Array(averages.length).fill(65535);
    for (let text = 0; text < segment.size; text++)
      least[segment.types[text]!] = Math.min(least[segment.types[text]!]!, segment.lengths[text]!);
    return least;
  });
  return lengths.reduce((least, length, type) => Math.min(least, (length + LENGTH) / averages[type]!), Infinity);
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

/** Sources of evidence of a unit in a segment. Gains by quantities alone are written to `gains`. */
function sourcesOf(
  segment: Segment,
  unit: Unit,
  condition: Condition,
  { fields, language }: Evaluating,
  gains: Gains | null,
): Source[] {
  const sources = foundIn(segment, unit, language).map((found): Source => {
    if (found.second >= 0) return new Listed(pairsIn(segment, found), found.quality);
    return new Postings(segment, found, weightsOf(condition, fields, found.quality), condition.isStrict);
  });
  if (unit.wanted !== null) sources.push(...satisfying(segment, unit.wanted, gains?.quantities ?? null));
  return sources.filter(({ next }) => next !== END);
}

/** The texts that have a stem, each with the weights of the fields in which it does, if they are above 0. */
class Postings implements Source {
  readonly quality: number;
  next: number;
  private at: number;
  private readonly end: number;

  constructor(
    private readonly segment: Segment,
    { stem, quality }: Evidence,
    private readonly weights: Float64Array,
    private readonly isStrict: boolean,
  ) {
    const input = new Varints(segment.postings, segment.starts[stem]!);
    this.end = segment.starts[stem + 1]!;
    this.quality = quality;
    this.next = input.at < this.end ? input.next() - 1 : END;
    this.at = input.at;
  }

  addUntil(limit: number, window: Window): number {
    const { segment, weights, isStrict, end, quality } = this;
    const { postings, lengths } = segment;
    const { first } = window;
    let [text, at, read] = [this.next, this.at, 0];
    while (text < limit) {
      read++;
      let sum = 0;
      let value: number;
      do {
        let byte = postings[at++]!;
        value = byte & 127;
        for (let shift = 7; byte > 127; shift += 7) {
          byte = postings[at++]!;
          value |= (byte & 127) << shift;
        }
        const kind = (value >>> 1) & 7;
        sum += kind === KIND.denied && isStrict ? weights[kind]! * mentioned(lengths[text]!) : weights[kind]!;
      } while ((value & 1) === 1);
      if (sum > 0 && text >= first) window.add(text, sum, quality);
      if (at >= end) {
        text = END;
        break;
      }
      let byte = postings[at++]!;
      value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = postings[at++]!;
        value |= (byte & 127) << shift;
      }
      text += value;
    }
    this.next = text;
    this.at = at;
    return read;
  }
}

/** Texts of a list, ascending, with one quality or one for each. */
class Listed implements Source {
  readonly quality: number;
  next: number;
  private at = 0;

  constructor(
    private readonly texts: ArrayLike<number>,
    private readonly qualities: number | ArrayLike<number>,
  ) {
    this.quality = typeof qualities === "number" ? qualities : QUANTITY;
    this.next = texts[0] ?? END;
  }

  addUntil(limit: number, window: Window): number {
    const { texts, qualities } = this;
    for (; this.next < limit; this.next = texts[++this.at] ?? END)
      if (this.next >= window.first)
        window.add(this.next, 1, typeof qualities === "number" ? qualities : qualities[this.at]!);
    return 0;
  }
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

/** The texts in which a stem stands right before another one. */
function pairsIn(segment: Segment, { stem, second }: Evidence): number[] {
  const after = placesOf(segment, second);
  const texts: number[] = [];
  for (const [text, places] of placesOf(segment, stem))
    if (places.some((place) => after.get(text)?.includes(place + 1))) texts.push(text);
  return texts;
}

/** The texts that have a quantity which satisfies, by how well the best one does; also in `kept`. */
function satisfying({ quantities }: Segment, wanted: NonNullable<Unit["wanted"]>, kept: Float64Array | null): Listed[] {
  const shares = new Float64Array(quantities.distinct);
  for (let i = 0; i < shares.length; i++) {
    const { quantity, field } = quantities.at(i);
    shares[i] = wanted.satisfied(quantity, field);
  }
  if (shares.every((share) => share === 0)) return [];
  const texts: number[] = [];
  const qualities: number[] = [];
  quantities.each((text, quantity) => {
    const quality = QUANTITY * shares[quantity]!;
    if (quality === 0) return;
    if (texts.at(-1) !== text) texts.push(text);
    qualities[texts.length - 1] = Math.max(quality, qualities[texts.length - 1] ?? 0);
    if (kept !== null) kept[text] = qualities.at(-1)!;
  });
  return [new Listed(texts, qualities)];
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
