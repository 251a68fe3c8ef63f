import { getOrMake } from "@semantic-xpath/tree";
import type { ContextEvidence, MatchKind, ScoreEvidence, TermEvidence, TextContext } from "../scorer.js";
import { calibrate } from "./calibrate.js";
import type { Condition, Pair } from "./condition.js";
import { type Evidence, filled, type Part, partsOf, type Surroundings } from "./context.js";
import { fieldName, fieldWeight } from "./fields.js";
import { ATTRIBUTE_NAME, BODY, type Lexicon, QUESTION, TYPE } from "./lexicon.js";
import { matchWord, type WordMatch } from "./match.js";
import type { LexicalSettings } from "./settings.js";
import type { Steps } from "./slices.js";
import { MOST_PARTS } from "./words.js";

const UNSEEN = 0;
const NOTHING = 1;

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
export class Evaluation implements Surroundings {
  private readonly matches: (WordMatch | undefined)[] = [undefined, undefined];
  /** By word number: 0 not looked at, 1 no evidence, else an index of `matches`. */
  private matchOf = new Int32Array(0);
  private weights = new Float64Array(0);
  private readonly found: readonly Found[];
  private readonly nearness: Float64Array;
  /** By term, the pairs that it is in. */
  private readonly pairsOf: readonly number[][];
  /** By term, then by the number of a quantity. */
  private readonly satisfied: Float64Array[] = [];
  /** What is kept of texts that are read with others, by slot: of themselves, of containers, of facts, and of the names of speakers. */
  private readonly kept = new EvidenceBySlot();
  private readonly keptWhole = new EvidenceBySlot();
  private readonly keptFacts = new EvidenceBySlot();
  private readonly names = new Map<string, readonly number[]>();
  private length = 0;
  private slot = 0;
  /** If the evidence at hand was found: its item or `~quantity`, its place, its field and the weight of that. */
  private item = 0;
  private place = 0;
  private field = BODY;
  private weight = 1;

  constructor(
    readonly lexicon: Lexicon,
    private readonly condition: Condition,
    private readonly settings: LexicalSettings,
    private readonly averageLength: number,
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

  /** Of a text by its slot in the lexicon, with what it is read with. */
  score(slot: number, text: string, context: TextContext | null): number {
    if (context === null) return this.read(slot, text) ? calibrate(this.raw()) : 0;
    const evidence = this.readIn(
      context,
      this.kept.of(slot, () => this.evidence(slot, text)),
    );
    return evidence === null ? 0 : calibrate(this.rawOf(evidence));
  }

  /** What a text has with its context; null for nothing. */
  private readIn(context: TextContext, own: Evidence | null): Evidence | null {
    const parts = partsOf(context, own !== null, this, this.settings);
    if (own === null && parts.length === 0) return null;
    const evidence = filled(own, parts, this.found.length, this.settings);
    if (own !== null && context.by !== null)
      for (const term of this.namedBy(context.by)) evidence.gains[term]! += this.saidBy(term);
    return evidence;
  }

  /** What being said by who is named adds to the gain of the term that names them. */
  private saidBy(term: number): number {
    return this.settings.speaker / this.condition.terms[term]!.share;
  }

  evidenceOf(text: string): Evidence | null {
    const slot = this.lexicon.slot(text);
    return this.kept.of(slot, () => this.evidence(slot, text));
  }

  evidenceIn(container: string): Evidence | null {
    const slot = this.lexicon.slot(container);
    return this.keptWhole.of(slot, () => this.evidence(slot, container, this.averageLength));
  }

  quantitiesIn(facts: string): Evidence | null {
    if (this.condition.quantified.length === 0) return null;
    const slot = this.lexicon.slot(facts);
    return this.keptFacts.of(slot, () => {
      const evidence = this.evidence(slot, facts, this.averageLength);
      if (evidence === null) return null;
      const gains = evidence.gains.map((gain, term) =>
        this.found[term]!.how === this.condition.terms[term]!.wanted?.kind ? gain : 0,
      );
      return gains.some((gain) => gain > 0) ? { ...evidence, gains, sequence: 0 } : null;
    });
  }

  namedBy(name: string): readonly number[] {
    return getOrMake(this.names, name, () => {
      if (!this.read(this.lexicon.slot(name), name)) return [];
      return [...this.found.keys()].filter((term) => this.found[term]!.best > 0 && this.found[term]!.how === "exact");
    });
  }

  asks(text: string): boolean {
    const { items } = this.lexicon;
    const slot = this.lexicon.slot(text);
    for (let i = this.lexicon.start(slot + 1) - 1; i >= this.lexicon.start(slot); i--) {
      const field = ~items[i]!;
      if (field === QUESTION || field === BODY) return field === QUESTION;
    }
    return false;
  }

  /** What a text has of the condition, by its own length or by one that is given; null for nothing. */
  private evidence(slot: number, text: string, length?: number): Evidence | null {
    if (!this.read(slot, text)) return null;
    const words = this.length;
    this.length = length ?? words;
    const gains = Float64Array.from(this.found, ({ best }, term) => (best > 0 ? this.gain(term) : 0));
    return { gains, sequence: this.sequence(), length: words };
  }

  explain(slot: number, text: string, context: TextContext | null): ScoreEvidence {
    const alone = this.explainAlone(slot, text);
    if (context === null) return alone;
    const own = this.evidenceOf(text);
    const evidence = this.readIn(context, own);
    if (evidence === null) return alone;
    const parts = partsOf(context, own !== null, this, this.settings);
    const names = own === null || context.by === null ? [] : this.namedBy(context.by);
    const terms = alone.terms.map((term, index) => {
      const adds = evidence.gains[index]! - term.gain;
      if (!(adds > 0)) return term;
      const by = names.includes(index) ? { name: context.by!, adds: this.saidBy(index) } : null;
      const found = this.inContext(index, parts, { adds, by });
      const gain = evidence.gains[index]!;
      return found === null
        ? term
        : { ...term, gain, how: term.matched === null ? "context" : term.how, context: found };
    });
    const raw = this.rawOf(evidence);
    return { score: Math.fround(calibrate(raw)), raw, terms, sequence: evidence.sequence };
  }

  /** Where the context has most of a term. */
  private inContext(
    term: number,
    parts: readonly Part[],
    { adds, by }: { readonly adds: number; readonly by: { readonly name: string; readonly adds: number } | null },
  ): ContextEvidence | null {
    const worth = ({ evidence, weight }: Part): number => weight * Math.min(1, evidence.gains[term]!);
    const best = parts.reduce<Part | null>(
      (most, part) => (worth(part) > (most ? worth(most) : 0) ? part : most),
      null,
    );
    if (by !== null && (best === null || by.adds > adds - by.adds)) {
      return { place: "by", matched: by.name, how: "exact", adds };
    }
    if (best === null) return null;
    this.read(this.lexicon.slot(best.text), best.text);
    const { item, how } = this.found[term]!;
    return { place: best.place, matched: this.matched(best.text, item).matched!, how, adds };
  }

  private explainAlone(slot: number, text: string): ScoreEvidence {
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
      if (item < 0 || this.matchOf[item >> 1] !== UNSEEN) continue;
      this.look(item >> 1);
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

  private rawOf({ gains, sequence }: Evidence): number {
    return gains.reduce((raw, gain, term) => raw + this.condition.terms[term]!.share * gain, 0) + sequence;
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
    const { matchOf, weights } = this;
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
      if (match === UNSEEN) match = this.look(item >> 1);
      if (match === NOTHING || this.weight === 0) continue;
      if (!found) this.reset();
      found = true;
      this.item = i - first;
      this.take(this.matches[match]!, item >> 1, step === 0);
    }
    this.length = length;
    return this.condition.quantified.length === 0 ? found : this.readQuantities(slot, text, found);
  }

  /** Collects evidence that is no word; where it is, it counts 1, since dates and prices are at home in fields of little weight. */
  private readQuantities(slot: number, text: string, before: boolean): boolean {
    const numbers = this.lexicon.quantities(slot, text);
    if (numbers.length === 0) return before;
    const { quantities } = this.lexicon.store;
    let found = before;
    for (const term of this.condition.quantified) {
      const shares = this.shares(term, quantities.length);
      let most = 0;
      let best = -1;
      for (let i = 0; i < numbers.length; i++) {
        const number = numbers[i]!;
        let share = shares[number]!;
        if (share < 0) {
          share = this.condition.terms[term]!.wanted!.satisfied(quantities[number]!.quantity);
          shares[number] = share;
        }
        if (share <= most) continue;
        most = share;
        best = number;
      }
      if (best < 0) continue;
      if (!found) this.reset();
      found = true;
      this.item = ~best;
      this.place = NOWHERE;
      this.field = this.lexicon.fieldOf(quantities[best]!.field);
      this.weight = 1;
      this.hit(term, this.settings.quantity * most, this.condition.terms[term]!.wanted!.kind);
    }
    return found;
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

  private look(word: number): number {
    const { words, stems } = this.lexicon.vocabulary;
    const match = matchWord(words[word]!, stems[word]!, this.condition, this.settings);
    const found = match === undefined ? NOTHING : this.matches.push(match) - 1;
    this.matchOf[word] = found;
    return found;
  }

  /** Makes room for words and fields that the lexicon has learned. */
  private widen(): void {
    const { vocabulary, fields } = this.lexicon;
    if (this.matchOf.length < vocabulary.size) {
      const wider = new Int32Array(vocabulary.size * 2);
      wider.set(this.matchOf);
      this.matchOf = wider;
    }
    if (this.weights.length < fields.length) {
      this.weights = Float64Array.from(fields, (name, field) => fieldWeight(field, name, this.settings));
    }
  }
}

/** Evidence of texts by their slots; most have none. */
class EvidenceBySlot {
  /** By slot: 0 not asked for, 1 none, else an index of `kept`. */
  private places = new Int32Array(0);
  private readonly kept: (Evidence | null)[] = [null, null];

  of(slot: number, read: () => Evidence | null): Evidence | null {
    if (slot >= this.places.length) {
      const wider = new Int32Array(Math.max(64, slot * 2));
      wider.set(this.places);
      this.places = wider;
    }
    if (this.places[slot] === 0) {
      const evidence = read();
      this.places[slot] = evidence === null ? 1 : this.kept.push(evidence) - 1;
    }
    return this.kept[this.places[slot]!]!;
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
