import type { MatchKind } from "../scorer.js";
import type { Condition, Pair } from "./condition.js";
import { fieldWeight } from "./fields.js";
import { type AnalysedTexts, ATTRIBUTE_NAME, BODY, BREAK, QUESTION, TYPE } from "./lexicon.js";
import type { WordMatch } from "./match.js";
import { COMPOUND, isDenied, type WordAt } from "./negation.js";
import type { LexicalSettings } from "./settings.js";
import type { Steps } from "./slices.js";
import { NOTHING, UNSEEN, type WordMatches } from "./wordMatches.js";
import { MOST_PARTS } from "./words.js";

/** What a text has of a term. */
export interface Found {
  /** Weights of the fields of hits of quality 1; those of all others times their qualities. */
  exact: number;
  weak: number;
  /** The same of hits that say the opposite; those by the name of an attribute that is false apart. */
  against: number;
  refused: number;
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

/** Names of types and attributes are those of all nodes of a list: what is only related to them says nothing of one. */
const OF_NAMES = 0.3;
/** Of weaker evidence the opposite is not meant. */
const TELLING = 0.85;

/** The place of a word that was not met: near nothing. */
const NOWHERE = -1e9;

/** Collects what a text of one lexicon has of each term of a condition: of one text after another, each by its slot. */
export class TextHits {
  readonly found: readonly Found[];
  /** By pair of terms, how near to each other the text has them. */
  readonly nearness: Float64Array;
  slot = 0;
  /** The weighted words of the text. */
  length = 0;
  /** Whether a part of the text is the condition word by word. */
  isEqual = false;
  private weights = new Float64Array(0);
  /** By term, the pairs that it is in. */
  private readonly pairsOf: readonly number[][];
  /** By term, then by the number of a quantity. */
  private readonly satisfied: Float64Array[] = [];
  /** If the evidence at hand was found: its item or `~quantity`, its place, its field and the weight of that. */
  private item = 0;
  private place = 0;
  private field = BODY;
  private weight = 1;
  private isDenied = false;

  constructor(
    private readonly lexicon: AnalysedTexts,
    private readonly condition: Condition,
    private readonly settings: LexicalSettings,
    private readonly words: WordMatches,
  ) {
    this.found = condition.terms.map(() => ({
      exact: 0,
      weak: 0,
      against: 0,
      refused: 0,
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

  /** Collects the evidence of a text; false if there is none. `length`: see `Evaluation.score`. */
  read(slot: number, text: string, length?: number): boolean {
    this.slot = slot;
    this.widen();
    let found = false;
    if (length === undefined) found = this.readWords(slot);
    else this.length = length;
    if (this.condition.quantified.length > 0) found = this.readQuantities(slot, text, found);
    // Words that open a compound, and hits that say nothing here, are no evidence by themselves.
    if (!found || this.found.every(({ shown }) => shown === 0)) return false;
    this.isEqual = this.found.every(({ exact }) => exact > 0) && this.hasEqual(slot);
    return true;
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
      this.isDenied = false;
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
      found.refused = 0;
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

  /** Evidence of a term, or of its opposite where the text denies it. */
  private hit(term: number, quality: number, how: MatchKind, denies = false): void {
    const found = this.found[term]!;
    if (quality < OF_NAMES && (this.field === TYPE || this.field === ATTRIBUTE_NAME)) return;
    found.metAt = this.place;
    if (this.isDenied !== denies) {
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
    if (this.field === ATTRIBUTE_NAME) found.refused += this.weight * quality;
    else found.against += this.weight * quality;
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
