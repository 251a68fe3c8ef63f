import type { ScoreEvidence, TermEvidence } from "../scorer.js";
import { calibrate } from "./calibrate.js";
import type { Condition } from "./condition.js";
import type { Evidence } from "./context.js";
import { fieldName } from "./fields.js";
import type { AnalysedTexts } from "./lexicon.js";
import type { LexicalSettings } from "./settings.js";
import type { Statistics } from "./statistics.js";
import { type Found, TextHits } from "./textHits.js";
import type { WordMatches } from "./wordMatches.js";

/** A denial in a text of few weighted words counts in full, in one of many not at all: there it is a topic like others. */
const [FEW_WORDS, MANY_WORDS] = [12, 20];

/**
 * Scores texts of one lexicon against one condition. For each term t of the condition, with X the weights of the fields of its exact hits, W that of
 * the others times their qualities, and Q the best quality,
 *
 *     S        = X + min(1, W)                              other hits together count at most as one more exact one
 *     gain(t)  = (k1 + 1) S Q / (S + k1 · norm · Q)          and less if other hits say the opposite; below 0 if all do
 *     norm     = (1 − b + b · length / average of the type) · (1 + b/2 · ln max(1, average of the type / average))
 *     raw      = reach · coverage ^ together · Σ share(t) · gain(t) + phrase · Σ share(pair) · nearness(pair)
 *     score    = calibrate(max(0, raw))
 *
 * With Q = 1 the gain is BM25's tf · (k1 + 1) / (tf + K).
 */
export class Evaluation<Texts extends AnalysedTexts = AnalysedTexts> {
  readonly hits: TextHits;
  private readonly found: readonly Found[];
  private readonly averages: number[] = [];
  private norm = 1;
  /** How much of what the text denies counts as the opposite; the rest is a mention like others. */
  private denial = 1;
  /** What the gains are multiplied with. */
  private factor = 1;

  constructor(
    readonly lexicon: Texts,
    readonly condition: Condition,
    private readonly settings: LexicalSettings,
    private readonly statistics: Pick<Statistics, "averageLength" | "averageOf">,
    words: WordMatches,
  ) {
    this.hits = new TextHits(lexicon, condition, settings, words);
    this.found = this.hits.found;
  }

  /** Of a text by its slot in the lexicon. `length`: see `TextHits.lengthOf`, of a text whose words are known to be no evidence; they are not read again. */
  score(slot: number, text: string, length?: number): number {
    return this.read(slot, text, length) ? this.scoreOf(this.raw(), this.hits.length) : 0;
  }

  /** What a text has of each term; null for nothing. With `isWhole` its length does not count. */
  evidence(slot: number, text: string, isWhole = false): Evidence | null {
    if (!this.read(slot, text)) return null;
    if (isWhole) this.norm = 1;
    const gains = Float64Array.from(this.found, ({ shown }, term) => (shown > 0 ? this.gain(term) : 0));
    const covers = Float64Array.from(this.found, (found) => this.coverOf(found));
    return { gains, covers, sequence: this.sequence(), length: this.hits.length };
  }

  /** The score of evidence in a text of so many weighted words. */
  scoreOf(raw: number, length: number): number {
    const { asks, terms, rarity } = this.condition;
    return calibrate(raw, { asks, terms: terms.length, rarity, length });
  }

  /** The raw score of what was found, in one text or in several, and what the gains are multiplied with for it. */
  rawOf({ gains, covers, sequence }: Evidence): { readonly raw: number; readonly factor: number } {
    const { terms } = this.condition;
    let [sum, covered, met] = [0, 0, 0];
    for (let term = 0; term < terms.length; term++) {
      const { share } = terms[term]!;
      sum += share * gains[term]!;
      covered += share * covers[term]!;
      met += covers[term]!;
    }
    const factor = this.factorOf(covered, met);
    return { raw: Math.max(0, factor * sum + sequence), factor };
  }

  /** How far a term is covered, in [0, 1]. */
  private coverOf({ best, against }: Found): number {
    if (best > 0) return best;
    return against > 0 ? 1 - this.denial : 0;
  }

  private factorOf(covered: number, met: number): number {
    const { terms, reach, together } = this.condition;
    const coverage = (covered + met / terms.length) / 2;
    return reach * (together === 0 || coverage === 1 ? 1 : coverage ** together);
  }

  explain(slot: number, text: string): ScoreEvidence {
    const isFound = this.read(slot, text);
    const raw = isFound ? this.raw() : 0;
    const terms = this.condition.terms.map(({ word, share, span }, index): TermEvidence => {
      const about = { term: word, inCondition: span && { start: span.start, end: span.end }, weight: share };
      const { best, shown, item, how, field } = this.found[index]!;
      if (!isFound || shown === 0) {
        return { ...about, gain: 0, matched: null, inText: null, how: "none", field: null };
      }
      return {
        ...about,
        gain: this.factor * this.gain(index),
        ...this.matched(text, item),
        how,
        ...(shown < 1 ? { strength: shown } : {}),
        ...(best > 0 ? {} : { negated: true as const }),
        field: fieldName(field, this.lexicon.fields),
      };
    });
    return {
      score: Math.fround(this.scoreOf(raw, this.hits.length)),
      raw,
      terms,
      sequence: isFound ? this.sequence() : 0,
    };
  }

  /** The word, or the characters of the quantity, that is the best evidence of a term, and its place. */
  private matched(text: string, item: number): Pick<TermEvidence, "matched" | "inText"> {
    const { lexicon } = this;
    if (item >= 0) {
      const token = lexicon.items[lexicon.start(this.hits.slot) + item]!;
      return { matched: lexicon.vocabulary.word(token >> 1), inText: lexicon.spanOf(text, item) };
    }
    return lexicon.store.placeOf(~item, text);
  }

  private raw(): number {
    const { terms } = this.condition;
    let [sum, covered, met] = [0, 0, 0];
    for (let term = 0; term < terms.length; term++) {
      const found = this.found[term]!;
      if (found.shown === 0) continue;
      const { share } = terms[term]!;
      const cover = this.coverOf(found);
      sum += share * this.gain(term);
      covered += share * cover;
      met += cover;
    }
    this.factor = this.factorOf(covered, met);
    return Math.max(0, this.factor * sum + this.sequence());
  }

  private gain(term: number): number {
    const { k1, denied } = this.settings;
    const { exact, weak, best, refused } = this.found[term]!;
    const denials = this.found[term]!.against;
    const against = refused + denials * this.denial;
    const sum = exact + Math.min(1, weak) + denials * (1 - this.denial);
    if (sum === 0) return -denied * Math.min(1, against);
    const quality = exact + weak < sum ? 1 : best;
    const gain = ((k1 + 1) * sum * quality) / (sum + k1 * this.norm * quality);
    return (gain * sum - denied * Math.min(1, against) * against) / (sum + against);
  }

  private sequence(): number {
    const { k1, phrase } = this.settings;
    const { nearness } = this.hits;
    let sum = 0;
    for (let pair = 0; pair < nearness.length; pair++) {
      sum += nearness[pair]! * this.condition.pairs[pair]!.share;
    }
    // As much as all words as often as one likes, so that nothing else is above it.
    return phrase * sum + (this.hits.isEqual ? k1 + 1 + phrase : 0);
  }

  /** By the length of the text, against that of others of its type; those of a type that is large weigh a little less than small ones. */
  private normOf(): number {
    const { b } = this.settings;
    const { averageLength } = this.statistics;
    const average = this.averageOf(this.lexicon.typeOf(this.hits.slot));
    return (1 - b + (b * this.hits.length) / average) * (1 + (b / 2) * Math.log(Math.max(1, average / averageLength)));
  }

  /** By the number of a type, or -1 for texts that are no nodes. */
  private averageOf(type: number): number {
    if (type < 0) return this.statistics.averageLength;
    this.averages[type] ??= this.statistics.averageOf(this.lexicon.types[type]!);
    return this.averages[type];
  }

  /** Reads a text; false if it has nothing of the condition. */
  private read(slot: number, text: string, length?: number): boolean {
    const { hits } = this;
    if (!hits.read(slot, text, length)) return false;
    this.norm = this.normOf();
    this.denial = Math.min(1, Math.max(0, (MANY_WORDS - hits.length) / (MANY_WORDS - FEW_WORDS)));
    return true;
  }
}
