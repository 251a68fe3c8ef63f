import type { MatchKind, ScoreEvidence, TermEvidence } from "../scorer.js";
import { calibrate } from "./calibrate.js";
import type { Condition, Pair } from "./condition.js";
import { fieldName, fieldWeight } from "./fields.js";
import { type AnalysedTexts, ATTRIBUTE_NAME, BODY, QUESTION, TYPE } from "./lexicon.js";
import type { WordMatch } from "./match.js";
import type { LexicalSettings } from "./settings.js";
import type { Steps } from "./slices.js";
import { NOTHING, UNSEEN, type WordMatches } from "./wordMatches.js";
import { MOST_PARTS } from "./words.js";

/** What a text has of a term. */
interface Found {
  sum: number;
  /** The best evidence: its quality, kind, item and field. */
  best: number;
  how: MatchKind;
  item: number;
  field: number;
  /** Where its last evidence is, and where a word that it begins with, with the letters of that. */
  lastAt: number;
  opened: number;
  openedLength: number;
}

/** The place of a word that was not met: near nothing. */
const NOWHERE = -1e9;

/**
 * Scores texts of one lexicon against one condition. For each term t of the condition, with S the sum over its hits of field
 * weight times quality and Q the best quality,
 *
 *     gain(t) = (k1 + 1) S Q / (S + k1 · norm · Q),   norm = 1 + b · ln max(1, length / average)
 *     raw     = Σ share(t) · gain(t) + phrase · Σ share(pair) · nearness(pair)
 *     score   = calibrate(raw)
 *
 * With Q = 1 the gain is BM25's tf · (k1 + 1) / (tf + K).
 */
export class Evaluation<Texts extends AnalysedTexts = AnalysedTexts> {
  private weights = new Float64Array(0);
  private readonly found: readonly Found[];
  private readonly nearness: Float64Array;
  /** By term, the pairs that it is in. */
  private readonly pairsOf: readonly number[][];
  /** By term, then by the number of a quantity. */
  private readonly satisfied: Float64Array[] = [];
  private length = 0;
  private slot = 0;
  /** If the evidence at hand was found: its item or `~quantity`, its place, its field and the weight of that. */
  private item = 0;
  private place = 0;
  private field = BODY;
  private weight = 1;

  constructor(
    readonly lexicon: Texts,
    private readonly condition: Condition,
    private readonly settings: LexicalSettings,
    private readonly averageLength: number,
    private readonly words: WordMatches,
  ) {
    this.found = condition.terms.map(() => ({
      sum: 0,
      best: 0,
      how: "exact",
      item: 0,
      field: BODY,
      lastAt: NOWHERE,
      opened: NOWHERE,
      openedLength: 0,
    }));
    this.nearness = new Float64Array(condition.pairs.length);
    this.pairsOf = condition.terms.map(() => []);
    condition.pairs.forEach(({ left, right }, pair) => {
      for (const term of [left, right]) this.pairsOf[term]!.push(pair);
    });
  }

  /** Of a text by its slot in the lexicon. */
  score(slot: number, text: string): number {
    return this.read(slot, text) ? calibrate(this.raw()) : 0;
  }

  explain(slot: number, text: string): ScoreEvidence {
    const found = this.read(slot, text);
    const terms = this.condition.terms.map(({ word, share, span }, index): TermEvidence => {
      const about = { term: word, inCondition: span && { start: span.start, end: span.end }, weight: share };
      const { best, item, how, field } = this.found[index]!;
      if (!found || best === 0) {
        return { ...about, gain: 0, matched: null, inText: null, how: "none", field: null };
      }
      return {
        ...about,
        gain: this.gain(index),
        ...this.matched(text, item),
        how,
        field: fieldName(field, this.lexicon.fields),
      };
    });
    if (!found) return { score: 0, raw: 0, terms, sequence: 0 };
    const raw = this.raw();
    return { score: Math.fround(calibrate(raw)), raw, terms, sequence: this.sequence() };
  }

  /** The word, or the characters of the quantity, that is the best evidence of a term, and its place. */
  private matched(text: string, item: number): Pick<TermEvidence, "matched" | "inText"> {
    const { lexicon } = this;
    if (item >= 0) {
      const token = lexicon.items[lexicon.start(this.slot) + item]!;
      return { matched: lexicon.vocabulary.words[token >> 1]!, inText: lexicon.spanOf(text, item) };
    }
    return lexicon.store.placeOf(~item, text);
  }

  /** Looks at the words of a text that were not met before; each is a step, which takes as long as the condition has terms. */
  *looks(slot: number): Steps<void> {
    const { lexicon } = this;
    this.widen();
    for (let i = lexicon.start(slot); i < lexicon.start(slot + 1); i++) {
      const item = lexicon.items[i]!;
      if (item < 0 || this.words.matchOf[item >> 1] !== UNSEEN) continue;
      this.words.look(item >> 1);
      yield;
    }
  }

  private raw(): number {
    let raw = 0;
    for (let term = 0; term < this.found.length; term++) {
      if (this.found[term]!.best > 0) raw += this.condition.terms[term]!.share * this.gain(term);
    }
    return raw + this.sequence();
  }

  private gain(term: number): number {
    const { k1, b } = this.settings;
    const norm = 1 + b * Math.log(Math.max(1, this.length / this.averageLength));
    const { sum, best } = this.found[term]!;
    return ((k1 + 1) * sum * best) / (sum + k1 * norm * best);
  }

  private sequence(): number {
    let sum = 0;
    for (let pair = 0; pair < this.nearness.length; pair++) {
      sum += this.nearness[pair]! * this.condition.pairs[pair]!.share;
    }
    return this.settings.phrase * sum;
  }

  /** Collects the evidence of a text; false if there is none. */
  private read(slot: number, text: string): boolean {
    const { lexicon } = this;
    this.slot = slot;
    this.widen();
    const { items } = lexicon;
    const { weights } = this;
    const { matchOf, matches } = this.words;
    let found = false;
    let length = 0;
    let counts = 1;
    this.place = 0;
    this.field = BODY;
    this.weight = 1;
    const first = lexicon.start(slot);
    for (let i = first, end = lexicon.start(slot + 1); i < end; i++) {
      const item = items[i]!;
      if (item < 0) {
        this.field = ~item;
        this.weight = weights[this.field]!;
        counts = this.field === TYPE || this.field === ATTRIBUTE_NAME ? 0 : this.weight;
        if (this.field === QUESTION && this.condition.asks) this.weight *= this.settings.asking;
        this.place += LINE_GAP;
        continue;
      }
      const step = item & 1;
      length += step * counts;
      this.place += step;
      let match = matchOf[item >> 1]!;
      if (match === NOTHING) continue;
      if (match === UNSEEN) match = this.words.look(item >> 1);
      if (match === NOTHING || this.weight === 0) continue;
      if (!found) this.reset();
      found = true;
      this.item = i - first;
      this.take(matches[match]!, item >> 1, step === 0);
    }
    this.length = length;
    return this.condition.quantified.length === 0 ? found : this.readQuantities(slot, text, found);
  }

  /** Collects evidence that is no word; where it is, it counts 1, since dates and prices are at home in fields of little weight. */
  private readQuantities(slot: number, text: string, before: boolean): boolean {
    const numbers = this.lexicon.quantities(slot, text);
    if (numbers.length === 0) return before;
    const { store } = this.lexicon;
    let found = before;
    for (const term of this.condition.quantified) {
      let most = 0;
      let best = -1;
      for (let i = 0; i < numbers.length; i++) {
        const number = numbers[i]!;
        const share = this.shareOf(term, number);
        if (share <= most) continue;
        most = share;
        best = number;
      }
      if (best < 0) continue;
      if (!found) this.reset();
      found = true;
      this.item = ~best;
      this.place = NOWHERE;
      this.field = this.lexicon.fieldOf(store.fieldOf(best));
      this.weight = 1;
      this.hit(term, this.settings.quantity * most, this.condition.terms[term]!.wanted!.kind);
    }
    return found;
  }

  /** How well a quantity satisfies a term. */
  shareOf(term: number, quantity: number): number {
    const { store } = this.lexicon;
    const shares = this.shares(term, store.size);
    if (shares[quantity]! < 0)
      shares[quantity] = this.condition.terms[term]!.wanted!.satisfied(store.quantity(quantity));
    return shares[quantity]!;
  }

  /** How well each quantity satisfies a term, -1 for one that was not asked yet. */
  private shares(term: number, size: number): Float64Array {
    const known = this.satisfied[term];
    if (known !== undefined && known.length >= size) return known;
    const wider = new Float64Array(size * 2).fill(-1);
    if (known !== undefined) wider.set(known);
    this.satisfied[term] = wider;
    return wider;
  }

  private reset(): void {
    for (const found of this.found) {
      found.sum = 0;
      found.best = 0;
      found.lastAt = NOWHERE;
      found.opened = NOWHERE;
    }
    this.nearness.fill(0);
  }

  /** A compound is where its parts are: it adds nothing for a term that a part has hit. */
  private take(match: WordMatch, word: number, isCompound: boolean): void {
    const { place } = this;
    for (const { term, quality, how } of match.hits) {
      if (isCompound && place - this.found[term]!.lastAt < MOST_PARTS) continue;
      this.hit(term, quality, how);
    }
    if (isCompound || match.opens.length + match.closes.length === 0) return;
    const letters = this.lexicon.vocabulary.words[word]!.length;
    for (const term of match.closes) {
      const { opened, openedLength } = this.found[term]!;
      const whole = openedLength + letters === this.condition.terms[term]!.word.length;
      if (whole && opened === place - 1) this.hit(term, this.settings.joined, "compound");
    }
    for (const term of match.opens) {
      const found = this.found[term]!;
      found.opened = place;
      found.openedLength = letters;
    }
  }

  private hit(term: number, quality: number, how: MatchKind): void {
    const found = this.found[term]!;
    found.sum += this.weight * quality;
    if (quality > found.best) {
      found.best = quality;
      found.how = how;
      found.item = this.item;
      found.field = this.field;
    }
    found.lastAt = this.place;
    for (const i of this.pairsOf[term]!) {
      const pair = this.condition.pairs[i]!;
      const near = nearness(pair, this.found[pair.left]!.lastAt, this.found[pair.right]!.lastAt) * quality;
      if (near > this.nearness[i]!) this.nearness[i] = near;
    }
  }

  /** Makes room for words and fields that the lexicon has learned. */
  private widen(): void {
    const { fields } = this.lexicon;
    this.words.begin();
    if (this.weights.length < fields.length) {
      this.weights = Float64Array.from(fields, (name, field) => fieldWeight(field, name, this.settings));
    }
  }
}

/** Beyond this many words more than in the condition, two words are not near each other. */
const WINDOW = 4;
/** Places between lines, so that words of two fields are never near each other. */
const LINE_GAP = 1000;

/** 1 for a pair as near as in the condition, falling with each word between; half of it in the other order. */
function nearness(pair: Pair, left: number, right: number): number {
  if (left === NOWHERE || right === NOWHERE) return 0;
  const ahead = right - left;
  const extra = Math.max(0, Math.abs(ahead) - pair.distance);
  if (extra > WINDOW) return 0;
  return (ahead >= 0 ? 1 : 0.5) / (1 + extra);
}
