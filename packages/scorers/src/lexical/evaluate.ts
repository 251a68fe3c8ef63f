import { getOrMake } from "@semantic-xpath/tree";
import type { Condition } from "./condition.js";
import type { FieldWeights } from "./fields.js";
import { coverageOf, curved, gainOf, halfOf, K1, LENGTH } from "./formula.js";
import type { Language } from "./languages/language.js";
import type { Segment } from "./segment.js";
import type { Steps } from "./slices.js";
import { type Source, sourcesOf } from "./sources.js";
import type { Statistics } from "./statistics.js";
import { type Best, END, type Gains, type Scored, SLACK, WINDOW, Window } from "./window.js";

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
  /** Null: all texts are scored. */
  readonly best: Best | null;
}

/** Entries of postings that are read between two steps. */
const STEP_POSTINGS = 1 << 14;

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
 * The power two would give weak relatives too much, four half of a condition too little. Units are added by what they may add, the most first; their sums are exact,
 * so that another order changes nothing. A gain is at most (k1 + 1) Q, and at most that in the shortest text. So texts are skipped that can't reach the best scores, and all postings of the last units where
 * these alone can't (MaxScore; H. Turtle, J. Flood, "Query evaluation: strategies and optimizations", 1995).
 */
export function* evaluate(
  segment: Segment,
  condition: Condition,
  context: Evaluating,
  { keepsGains, best }: Search,
): Steps<SegmentScores> {
  const { averages, least } = normsOf(segment, context.statistics);
  const units: SoughtUnit[] = [];
  for (const unit of condition.units) {
    const gains = keepsGains ? gainsOf(segment.size) : null;
    const sources = sourcesOf(segment, unit, condition, context, gains);
    const quality = sources.reduce((most, one) => Math.max(most, one.quality), 0);
    // Evidence that is not exact counts as one exact hit at most.
    const most = unit.share * (quality < 1 ? gainOf(1, quality, least) : K1 + 1);
    units.push({ share: unit.share, quality, most, gains, sources });
    yield;
  }
  const byMost = units.toSorted((a, b) => b.most - a.most);
  const half = halfOf(condition);
  const scoreOf = (raw: number): number => Math.fround(context.calibrated(Math.fround(curved(raw, half))));
  const reach = reachOf(byMost);
  const window = free.pop() ?? new Window();
  window.leastNorm = least;
  window.least = 0;
  let floor = 0;
  const result: Scored = { texts: [], scores: [], scored: 0 };
  let [postings, sinceStep] = [0, 0];
  let needed = units.length;
  for (;;) {
    const score = best?.floor.weight ?? 0;
    if (score !== floor) window.least = leastRaw(score, half, scoreOf);
    floor = score;
    while (needed > 0 && reach[needed - 1]!.covered < window.least) needed--;
    window.first = firstOf(byMost, needed);
    if (window.first === END) break;
    const limit = Math.min(segment.size, window.first + WINDOW);
    window.isClosed = false;
    for (let u = 0; u < units.length && !(window.isClosed && window.isEmpty); u++) {
      window.isClosed = u >= needed;
      for (const source of byMost[u]!.sources) sinceStep += source.addUntil(limit, window);
      window.gain(byMost[u]!, reach[u + 1]?.raw ?? 0, segment, averages);
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
  /** The best quality of its evidence, and the most evidence that it is. */
  readonly quality: number;
  readonly most: number;
  readonly sources: readonly Source[];
  readonly gains: Gains | null;
}

/** The next text that has evidence of one of the first units. */
function firstOf(units: readonly SoughtUnit[], count: number): number {
  let first = END;
  for (let u = 0; u < count; u++) for (const { next } of units[u]!.sources) if (next < first) first = next;
  return first;
}

/** By unit, the most evidence of texts that have some only of it and of units after it: without the coverage, and with it. */
function reachOf(units: readonly SoughtUnit[]): { readonly raw: number; readonly covered: number }[] {
  let [raw, covered, met] = [0, 0, 0];
  return units
    .toReversed()
    .map(({ share, quality, most }) => {
      raw += most;
      covered += share * quality;
      met += quality;
      return { raw, covered: raw * coverageOf(covered, met, units.length) * SLACK };
    })
    .reverse();
}

const CLOSE = 1e-6;

/** Evidence that scores less than a score, close to the least that does not: by the inverse of the curve, and where a calibration changes that, by halves. */
function leastRaw(score: number, half: number, scoreOf: (raw: number) => number): number {
  const least = Math.cbrt((half * score) / (1 - score));
  if (scoreOf(least * (1 - CLOSE)) < score && scoreOf(least * (1 + CLOSE)) >= score) return least * (1 - CLOSE);
  let [low, high] = [0, score > 0 ? K1 + 1 : 0];
  while (high - low > CLOSE) {
    const middle = (low + high) / 2;
    if (scoreOf(middle) < score) low = middle;
    else high = middle;
  }
  return low;
}

/** Lengths that those of the texts of a segment are measured against. */
interface Norms {
  readonly statistics: Statistics;
  /** By type. */
  readonly averages: Float64Array;
  /** The least norm of a text. */
  readonly least: number;
}

const lastNorms = new WeakMap<Segment, Norms>();

function normsOf(segment: Segment, statistics: Statistics): Norms {
  const last = lastNorms.get(segment);
  if (last?.statistics === statistics) return last;
  const averages = Float64Array.from([null, ...segment.typeNames], (name) => statistics.averageOf(name) + LENGTH);
  const lengths = getOrMake(shortest, segment, () => shortestOf(segment));
  const least = lengths.reduce((least, length, type) => Math.min(least, (length + LENGTH) / averages[type]!), Infinity);
  const norms = { statistics, averages, least };
  lastNorms.set(segment, norms);
  return norms;
}

/** By type, the words of the shortest text. */
const shortest = new WeakMap<Segment, Uint16Array>();

function shortestOf({ size, types, lengths, typeNames }: Segment): Uint16Array {
  const least = new Uint16Array(typeNames.length + 1).fill(65535);
  for (let text = 0; text < size; text++) least[types[text]!] = Math.min(least[types[text]!]!, lengths[text]!);
  return least;
}

function gainsOf(size: number): Gains {
  const column = () => new Float64Array(size);
  return { own: column(), quality: column(), whole: column(), quantities: column() };
}
