import { getOrMake } from "@semantic-xpath/tree";
import type { TextList } from "../../scorer.js";
import { grown, NumberList } from "../columns.js";
import { asks } from "../context.js";
import type { Language } from "../languages/language.js";
import { AnalysedTexts, STEP } from "../lexicon.js";
import type { Steps } from "../slices.js";
import { type Vocabulary, vocabularyNow } from "../vocabulary.js";
import { Postings } from "./postings.js";
import { WordIndex } from "./wordIndex.js";

/** A text counts for some characters of its own in the work between two steps. */
const TEXT_COST = 64;
/** Texts whose contexts are looked at between two steps. */
const STEP_CONTEXTS = 256;

/** The texts of a list, analysed once and indexed by their words; the slot of a text is its number in the list. */
export class TextIndex {
  readonly texts: AnalysedTexts;
  readonly words: WordIndex;
  readonly postings: Postings;
  readonly quantities: QuantityPostings;
  /** Whether the list has all texts that its texts are read with. */
  hasContexts = true;
  /** By characters the number of a text; of a list whose texts are read with others. */
  private readonly numbers = new Map<string, number>();
  /** By text that is read with others: the question before it plus 1; 0 for none. */
  private questions = new Int32Array(0);
  /** Texts whose contexts were looked at, whether any of them has one, and texts in `numbers`. */
  private read = 0;
  private readsOthers = false;
  private numbered = 0;
  private growing: Steps<void> | undefined;

  constructor(
    readonly list: TextList,
    vocabulary: Vocabulary,
  ) {
    this.texts = new AnalysedTexts(vocabulary);
    this.words = getOrMake(wordIndexes, vocabulary, () => new WordIndex(vocabulary));
    this.postings = new Postings(this.texts);
    this.quantities = new QuantityPostings(this.texts, list);
  }

  /** Texts of the list that are known here. */
  get length(): number {
    return this.texts.length;
  }

  /** Takes in the texts that the list has by now. Several callers may do it at once: each goes on with what another has begun. */
  *grow(): Steps<void> {
    while (this.growing !== undefined || this.length < this.list.texts.length) {
      this.growing ??= this.steps();
      try {
        if (this.growing.next().done) this.growing = undefined;
      } catch (failure) {
        this.growing = undefined;
        throw failure;
      }
      yield;
    }
  }

  private *steps(): Steps<void> {
    yield* this.analyse();
    if (this.list.contextOf !== undefined) yield* this.readContexts();
    yield* this.postings.grow();
  }

  /** What texts are read with may be new texts of the list, which are read with nothing. */
  private *readContexts(): Steps<void> {
    const { list, texts } = this;
    const from = this.read;
    for (; this.read < texts.length; this.read++) {
      if (list.contextOf!(this.read) !== null) this.readsOthers = true;
      if (this.read % STEP_CONTEXTS === 0) yield;
      if (this.read === texts.length - 1) yield* this.analyse();
    }
    if (!this.readsOthers) return;
    for (; this.numbered < texts.length; this.numbered++) this.numbers.set(list.texts[this.numbered]!, this.numbered);
    this.questions = grown(this.questions, texts.length);
    for (let text = from; text < texts.length; text++) {
      const context = list.contextOf!(text);
      if (context === null) continue;
      const { before, after, within, facts, by } = context;
      const read = [...before, ...after, within ?? "", facts, by ?? ""].filter((one) => one !== "");
      if (!read.every((one) => this.numbers.has(one))) this.hasContexts = false;
      const question = before.length === 0 ? undefined : this.numbers.get(before[0]!);
      if (question !== undefined && asks(texts, question)) this.questions[text] = question + 1;
      if (text % STEP_CONTEXTS === 0) yield;
    }
  }

  private *analyse(): Steps<void> {
    const { texts, list } = this;
    let work = 0;
    while (texts.length < list.texts.length) {
      const text = list.texts[texts.length]!;
      if (text.length > STEP) yield* texts.addInSteps(text);
      else texts.add(text);
      work += TEXT_COST + text.length;
      if (work < STEP) continue;
      work = 0;
      yield;
    }
  }

  /** The number of a text of a list whose texts are read with others. */
  numberOf(text: string): number | undefined {
    return this.numbers.get(text);
  }

  /** The text before one that is read with it, if that ends in a question; else -1. */
  questionBefore(text: number): number {
    return (this.questions[text] ?? 0) - 1;
  }

  /** Calls `visit` with the texts that are not indexed by their words. */
  eachLoose(visit: (text: number) => void): void {
    for (let text = this.postings.length; text < this.length; text++) visit(text);
  }
}

const wordIndexes = new WeakMap<Vocabulary, WordIndex>();
const indexes = new WeakMap<TextList, WeakMap<Language, TextIndex>>();

/** The index of a list in a language, the same for all scorers, kept as long as the list. */
export const textIndexOf = (list: TextList, language: Language): TextIndex =>
  getOrMake(
    getOrMake(indexes, list, () => new WeakMap<Language, TextIndex>()),
    language,
    () => new TextIndex(list, vocabularyNow(language)),
  );

/** The texts that have a quantity, read when a condition first asks for any. */
class QuantityPostings {
  /** Lists: by quantity its last entry plus 1, and by entry its text and the entry before it plus 1. */
  private heads = new Int32Array(256);
  private readonly entries = new NumberList();
  private readonly before = new NumberList();
  private length = 0;
  /** Quantities so far, by number. */
  count = 0;

  constructor(
    private readonly texts: AnalysedTexts,
    private readonly list: TextList,
  ) {}

  /** Reads the quantities of texts that are new. */
  *grow(): Steps<void> {
    const { texts, list } = this;
    for (let work = 0; this.length < texts.length; ) {
      const text = this.length++;
      const place = texts.quantities(text, list.texts[text]!);
      for (let at = place + texts.quantityNumbers.at(place); at > place; at--)
        this.add(texts.quantityNumbers.at(at), text);
      work += TEXT_COST + list.texts[text]!.length;
      if (work < STEP) continue;
      work = 0;
      yield;
    }
  }

  private add(quantity: number, text: number): void {
    this.heads = grown(this.heads, quantity + 1);
    this.count = Math.max(this.count, quantity + 1);
    const last = this.heads[quantity]! - 1;
    if (last >= 0 && this.entries.at(last) === text) return;
    this.before.push(last + 1);
    this.entries.push(text);
    this.heads[quantity] = this.entries.length;
  }

  each(quantity: number, visit: (text: number) => void): void {
    for (let at = this.heads[quantity]! - 1; at >= 0; at = this.before.at(at) - 1) visit(this.entries.at(at));
  }
}
