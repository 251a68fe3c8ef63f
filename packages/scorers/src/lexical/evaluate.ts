import type { MatchKind, ScoreEvidence, TermEvidence } from "../scorer.js";
import { calibrate } from "./calibrate.js";
import type { Condition, Pair } from "./condition.js";
import type { Evidence } from "./context.js";
import { fieldName, fieldWeight } from "./fields.js";
import { type AnalysedTexts, ATTRIBUTE_NAME, BODY, BREAK, QUESTION, TYPE } from "./lexicon.js";
import type { WordMatch } from "./match.js";
import { COMPOUND, isDenied, type WordAt } from "./negation.js";
import type { LexicalSettings } from "./settings.js";
import type { Steps } from "./slices.js";
import type { Statistics } from "./statistics.js";
import { NOTHING, UNSEEN, type WordMatches } from "./wordMatches.js";
import { MOST_PARTS } from "./words.js";

/** What a text has of a term. */
interface Found {
  /** Weights of the fields of hits of quality 1; those of all others times their qualities. */
  exact: number;
  weak: number;
  /** The same of hits that say the opposite. */
  against: number;
  /** The quality of the best hit. */
  best: number;
  /** What is shown, the best hit, if there is none that is for the term the best one against it: its quality, kind, item and field. */
  shown: number;
  how: MatchKind;
  item: number;
  field: number;
  /** Where a word that is evidence was met last, for or against; where one for it; and where a word that it begins with, with the letters of that. */
  metAt: number;
  lastAt: number;
  opened: number;
  openedLength: number;
}

/** A text of few words that denies something says so of itself; in one of many it is one of its topics. */
const [FEW_WORDS, MANY_WORDS] = [12, 20];
/** Names of types and attributes are those of all nodes of a list: what is only related to them says nothing of one. */
const OF_NAMES = 0.3;
/** Of weaker evidence the opposite is not meant. */
const TELLING = 0.85;

/** The place of a word that was not met: near nothing. */
const NOWHERE = -1e9;

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
  private weights = new Float64Array(0);
  private readonly found: readonly Found[];
  private readonly nearness: Float64Array;
  /** By term, the pairs that it is in. */
  private readonly pairsOf: readonly number[][];
  /** By term, then by the number of a quantity. */
  private readonly satisfied: Float64Array[] = [];
  private readonly averages: number[] = [];
  private length = 0;
  private norm = 1;
  /** How much of what is denied is the opposite; the rest is a mention like others. */
  private denial = 1;
  /** What the gains are multiplied with. */
  private factor = 1;
  private isEqual = false;
  private slot = 0;
  /** If the evidence at hand was found: its item or `~quantity`, its place, its field and the weight of that. */
  private item = 0;
  private place = 0;
  private field = BODY;
  private weight = 1;
  private isDenied = false;

  constructor(
    readonly lexicon: Texts,
    readonly condition: Condition,
    private readonly settings: LexicalSettings,
    private readonly statistics: Pick<Statistics, "averageLength" | "averageOf">,
    private readonly words: WordMatches,
  ) {
    this.found = condition.terms.map(() => ({
      exact: 0,
      weak: 0,
      against: 0,
      best: 0,
      shown: 0,
      how: "exact",
      item: 0,
      field: BODY,
      metAt: NOWHERE,
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

  /** Of a text by its slot in the lexicon. `length`: see `lengthOf`, of a text whose words are known to be no evidence; they are not read again. */
  score(slot: number, text: string, length?: number): number {
    return this.read(slot, text, length) ? this.scoreOf(this.raw(), this.length) : 0;
  }

  /** The weighted words of a text. */
  lengthOf(slot: number): number {
    this.widen();
    const { lexicon, weights } = this;
    let [length, counts] = [0, 1];
    for (let i = lexicon.start(slot), end = lexicon.start(slot + 1); i < end; i++) {
      const item = lexicon.items[i]!;
      if (item >= 0) length += (item & 1) * counts;
      else counts = ~item === TYPE || ~item === ATTRIBUTE_NAME ? 0 : weights[~item]!;
    }
    return length;
  }

  /** What a text has of each term; null for nothing. With `isWhole` its length does not count. */
  evidence(slot: number, text: string, isWhole = false): Evidence | null {
    if (!this.read(slot, text)) return null;
    if (isWhole) this.norm = 1;
    const gains = Float64Array.from(this.found, ({ shown }, term) => (shown > 0 ? this.gain(term) : 0));
    const covers = Float64Array.from(this.found, (found) => this.coverOf(found));
    return { gains, covers, sequence: this.sequence(), length: this.length };
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
  private coverOf({ best, shown }: Found): number {
    if (best > 0) return best;
    return shown > 0 ? 1 - this.denial : 0;
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
        ...(shown < 1 ? { strength: how === "vector" ? this.similarity(index, item) : shown } : {}),
        ...(best > 0 ? {} : { negated: true as const }),
        field: fieldName(field, this.lexicon.fields),
      };
    });
    return { score: Math.fround(this.scoreOf(raw, this.length)), raw, terms, sequence: isFound ? this.sequence() : 0 };
  }

  /** The word, or the characters of the quantity, that is the best evidence of a term, and its place. */
  private matched(text: string, item: number): Pick<TermEvidence, "matched" | "inText"> {
    const { lexicon } = this;
    if (item >= 0) {
      const token = lexicon.items[lexicon.start(this.slot) + item]!;
      return { matched: lexicon.vocabulary.word(token >> 1), inText: lexicon.spanOf(text, item) };
    }
    return lexicon.store.placeOf(~item, text);
  }

  /** Of the vectors of a term and the word that is its evidence. */
  private similarity(term: number, item: number): number {
    const { items, vocabulary } = this.lexicon;
    const stem = vocabulary.stem(items[this.lexicon.start(this.slot) + item]! >> 1);
    const hits = this.condition.related.get(stem) ?? [];
    return hits.find((hit) => hit.term === term)?.similarity ?? 0;
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
    const { exact, weak, best } = this.found[term]!;
    const against = this.found[term]!.against * this.denial;
    const sum = exact + Math.min(1, weak) + this.found[term]!.against - against;
    if (sum === 0) return -denied * Math.min(1, against);
    const quality = exact + weak < sum ? 1 : best;
    const gain = ((k1 + 1) * sum * quality) / (sum + k1 * this.norm * quality);
    return (gain * sum - denied * Math.min(1, against) * against) / (sum + against);
  }

  private sequence(): number {
    const { k1, phrase } = this.settings;
    let sum = 0;
    for (let pair = 0; pair < this.nearness.length; pair++) {
      sum += this.nearness[pair]! * this.condition.pairs[pair]!.share;
    }
    // As much as all words as often as one likes, so that nothing else is above it.
    return phrase * sum + (this.isEqual ? k1 + 1 + phrase : 0);
  }

  /** By the length of the text, against that of others of its type; those of a type that is large weigh a little less than small ones. */
  private normOf(): number {
    const { b } = this.settings;
    const { averageLength } = this.statistics;
    const average = this.averageOf(this.lexicon.typeOf(this.slot));
    return (1 - b + (b * this.length) / average) * (1 + (b / 2) * Math.log(Math.max(1, average / averageLength)));
  }

  /** By the number of a type, or -1 for texts that are no nodes. */
  private averageOf(type: number): number {
    if (type < 0) return this.statistics.averageLength;
    this.averages[type] ??= this.statistics.averageOf(this.lexicon.types[type]!);
    return this.averages[type];
  }

  /** Collects the evidence of a text; false if there is none. */
  private read(slot: number, text: string, length?: number): boolean {
    this.slot = slot;
    this.widen();
    let found = false;
    if (length === undefined) found = this.readWords(slot);
    else this.length = length;
    if (this.condition.quantified.length > 0) found = this.readQuantities(slot, text, found);
    // Words that open a compound, and hits that say nothing here, are no evidence by themselves.
    if (!found || this.found.every(({ shown }) => shown === 0)) return false;
    this.norm = this.normOf();
    this.denial = Math.min(1, Math.max(0, (MANY_WORDS - this.length) / (MANY_WORDS - FEW_WORDS)));
    this.isEqual = this.found.every(({ exact }) => exact > 0) && this.hasEqual(slot);
    return true;
  }

  /** Collects the evidence of the words of a text, and its length. */
  private readWords(slot: number): boolean {
    const { lexicon } = this;
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
      this.isDenied = this.isDeniedAt(i);
      this.take(matches[match]!, item >> 1, step === 0);
    }
    this.length = length;
    return found;
  }

  /** Whether an attribute or own text of the node itself, or the text, is the condition word by word. */
  private hasEqual(slot: number): boolean {
    const { items, vocabulary } = this.lexicon;
    const { spoken } = this.condition;
    let types = 0;
    /** How many words are the same so far; -1 if the line is another or is not looked at. */
    let same = -1;
    for (let i = this.lexicon.start(slot), end = this.lexicon.start(slot + 1); i < end; i++) {
      const item = items[i]!;
      if (item < 0) {
        if (same === spoken.length) return true;
        if (~item === TYPE && ++types === 2) return false;
        const isValue = ~item !== TYPE && ~item !== ATTRIBUTE_NAME && this.weights[~item]! > 0;
        same = isValue ? 0 : -1;
      } else if ((item & 1) === 1 && same >= 0) {
        same = same < spoken.length && vocabulary.spellings.is(item >> 1, spoken[same]!) ? same + 1 : -1;
      }
    }
    return same === spoken.length;
  }

  /** Collects evidence that is no word; where it is, it counts 1, since dates and prices are at home in fields of little weight. */
  private readQuantities(slot: number, text: string, before: boolean): boolean {
    const { store, quantityNumbers } = this.lexicon;
    const place = this.lexicon.quantities(slot, text);
    const count = quantityNumbers.at(place);
    if (count === 0) return before;
    let found = before;
    for (const term of this.condition.quantified) {
      let most = 0;
      let best = -1;
      for (let i = 1; i <= count; i++) {
        const number = quantityNumbers.at(place + i);
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
      this.isDenied = this.condition.terms[term]!.isDenied;
      this.hit(term, this.settings.quantity * most, this.condition.terms[term]!.wanted!.kind);
    }
    return found;
  }

  /** How well a quantity satisfies a term. */
  shareOf(term: number, quantity: number): number {
    const { store } = this.lexicon;
    const shares = this.shares(term, store.size);
    if (shares[quantity]! < 0)
      shares[quantity] = this.condition.terms[term]!.wanted!.satisfied(
        store.quantity(quantity),
        store.fieldOf(quantity),
      );
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
      found.exact = 0;
      found.weak = 0;
      found.against = 0;
      found.best = 0;
      found.shown = 0;
      found.metAt = NOWHERE;
      found.lastAt = NOWHERE;
      found.opened = NOWHERE;
    }
    this.nearness.fill(0);
  }

  /** A compound is where its parts are: it adds nothing for a term that a part has hit. */
  private take(match: WordMatch, word: number, isCompound: boolean): void {
    const { place } = this;
    for (const hit of match.hits) {
      if (isCompound && place - this.found[hit.term]!.metAt < MOST_PARTS) continue;
      this.hit(hit.term, hit.quality, hit.how, hit.denies);
    }
    if (isCompound || match.opens.length + match.closes.length === 0) return;
    const letters = this.lexicon.vocabulary.spellings.lengthOf(word);
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

  /** Evidence of a term; for what the condition denies it is one that the text denies too. */
  private hit(term: number, quality: number, how: MatchKind, denies = false): void {
    const found = this.found[term]!;
    if (quality < OF_NAMES && (this.field === TYPE || this.field === ATTRIBUTE_NAME)) return;
    found.metAt = this.place;
    if ((this.isDenied !== denies) !== this.condition.terms[term]!.isDenied) {
      // What is only related to what is denied says nothing.
      if (quality >= TELLING) this.hitAgainst(found, quality, how);
      return;
    }
    if (quality === 1) found.exact += this.weight;
    else found.weak += this.weight * quality;
    if (quality > found.best) {
      found.best = quality;
      this.show(found, quality, how);
    }
    found.lastAt = this.place;
    for (const i of this.pairsOf[term]!) {
      const pair = this.condition.pairs[i]!;
      const near = nearness(pair, this.found[pair.left]!.lastAt, this.found[pair.right]!.lastAt) * quality;
      if (near > this.nearness[i]!) this.nearness[i] = near;
    }
  }

  private hitAgainst(found: Found, quality: number, how: MatchKind): void {
    found.against += this.weight * quality;
    if (found.best === 0 && quality > found.shown) this.show(found, quality, how);
  }

  private show(found: Found, quality: number, how: MatchKind): void {
    found.shown = quality;
    found.how = how;
    found.item = this.item;
    found.field = this.field;
  }

  /** Whether the word that is the item is denied; in the dialogue of a question a denial is an answer like any other. */
  private isDeniedAt(item: number): boolean {
    if (!this.condition.isStrict || this.field === QUESTION || !this.lexicon.mayDeny(this.slot)) return false;
    return isDenied(item, this.wordAt);
  }

  private readonly wordAt: WordAt = (at) => {
    const item = this.lexicon.items[at] ?? -1;
    if (item < 0 || item === BREAK || at < this.lexicon.start(this.slot)) return null;
    const word = this.lexicon.vocabulary.word(item >> 1);
    return (item & 1) === 1 || item === this.lexicon.vocabulary.not ? word : COMPOUND + word;
  };

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
