import type { Floor } from "../floor.js";
import { coverageOf, FEW_UNITS, gainOf, LENGTH, summand } from "./formula.js";
import type { Segment } from "./segment.js";

/** By text, the gain of a unit in it, with the quality of the best evidence; the gain if its length did not count; and that by quantities alone. */
export interface Gains {
  readonly own: Float64Array;
  readonly quality: Float64Array;
  readonly whole: Float64Array;
  readonly quantities: Float64Array;
}

/** Requirements on texts that may be among the best. */
export interface Best {
  readonly floor: Floor;
  /** Weight of a text with a score, at most the score; 0 if the text is not wanted. */
  weigh(text: number, score: number): number;
}

/** Adjacent texts that are scored together: their columns fit the cache of the processor. Measured: flat from 512 to 8192. */
export const WINDOW = 2048;
/** After all texts. */
export const END = 2 ** 31 - 1;
/** Slack of bounds, which rounding does not use up. */
export const SLACK = 1 + 1e-9;

/** Texts with their scores, and the number of texts that were scored. */
export interface Scored {
  readonly texts: number[];
  readonly scores: number[];
  scored: number;
}

/** A unit of a condition, and where its gains are kept. */
interface Weighed {
  readonly share: number;
  readonly gains: Gains | null;
}

/** Columns for the texts of a window. All are zero between two windows. */
export class Window {
  private readonly exact = new Float64Array(WINDOW);
  private readonly weak = new Float64Array(WINDOW);
  private readonly best = new Float64Array(WINDOW);
  private readonly raw = new Float64Array(WINDOW);
  private readonly covered = new Float64Array(WINDOW);
  private readonly met = new Float64Array(WINDOW);
  /** Places with evidence of the unit, a bit for each place with evidence of any unit, and a bit for each word of these that is not 0. */
  private readonly unit = new Int32Array(WINDOW);
  private readonly any = new Int32Array(WINDOW >> 5);
  private readonly words = new Int32Array(WINDOW >> 10);
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

  /** Calls `visit` with each text that has evidence of a unit, ascending. */
  each(visit: (text: number) => void): void {
    for (let group = 0; group < this.words.length && !this.isEmpty; group++)
      for (let words = this.words[group]!; words !== 0; words &= words - 1) {
        const word = (group << 5) + lowest(words);
        for (let bits = this.any[word]!; bits !== 0; bits &= bits - 1) visit(this.first + (word << 5) + lowest(bits));
      }
  }

  /** Adds the gains of a unit by the evidence that was added of it. `rest`: the most that later units add. */
  gain({ share, gains }: Weighed, rest: number, { lengths, types }: Segment, averages: Float64Array): void {
    const { exact, weak, best, raw, covered, met, unit, any, words, first, count, least, leastNorm } = this;
    for (let i = 0; i < count; i++) {
      const place = unit[i]!;
      const text = first + place;
      const quality = best[place]!;
      const sum = exact[place]! + Math.min(1, weak[place]!);
      exact[place] = weak[place] = best[place] = 0;
      if (raw[place] === 0 && (share * gainOf(sum, quality, leastNorm) + rest) * SLACK < least) continue;
      const gain = gainOf(sum, quality, (lengths[text]! + LENGTH) / averages[types[text]!]!);
      raw[place]! += summand(share * gain);
      covered[place]! += summand(share * quality);
      met[place]! += summand(quality);
      any[place >> 5]! |= 1 << (place & 31);
      words[place >> 10]! |= 1 << ((place >> 5) & 31);
      this.isEmpty = false;
      if (gains === null) continue;
      gains.own[text] = gain;
      gains.quality[text] = quality;
      gains.whole[text] = gainOf(sum, quality, 1);
    }
    this.count = 0;
  }

  /** Takes the scores of all texts, or of those that may be among the best. */
  take(into: Scored, units: number, scoreOf: (raw: number) => number, best: Best | null): void {
    const { raw, covered, met, any, words, first } = this;
    const isCovered = units >= 2 && units <= FEW_UNITS;
    let [lastCovered, lastMet, coverage] = [-1, -1, 1];
    for (let group = 0; group < words.length && !this.isEmpty; group++) {
      for (let rest = words[group]!; rest !== 0; rest &= rest - 1) {
        const word = (group << 5) + lowest(rest);
        for (let bits = any[word]!; bits !== 0; bits &= bits - 1) {
          const place = (word << 5) + lowest(bits);
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
            if (score < best.floor.weight) continue;
            const weight = best.weigh(first + place, score);
            if (weight <= 0 || weight < best.floor.weight) continue;
            best.floor.add(weight);
          }
          into.texts.push(first + place);
          into.scores.push(score);
        }
        any[word] = 0;
      }
      words[group] = 0;
    }
    this.isEmpty = true;
  }
}

/** The place of the lowest bit of a word. */
const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);
