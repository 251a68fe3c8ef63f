import { getOrMake } from "@semantic-xpath/tree";
import type { TextList } from "../../scorer.js";
import type { Language } from "../languages/language.js";
import { AnalysedTexts, STEP } from "../lexicon.js";
import type { Steps } from "../slices.js";
import { type Vocabulary, vocabularyNow } from "../vocabulary.js";
import { Postings } from "./postings.js";
import { WordIndex } from "./wordIndex.js";

/** A text counts for some characters of its own in the work between two steps. */
const TEXT_COST = 64;

/** The texts of a list, analysed once and indexed by their words; the slot of a text is its number in the list. */
export class TextIndex {
  readonly texts: AnalysedTexts;
  readonly words: WordIndex;
  readonly postings: Postings;
  readonly quantities: QuantityPostings;
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
    yield* this.postings.grow();
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
  /** Texts by quantity number. */
  private readonly textsOf: number[][] = [];
  private length = 0;

  constructor(
    private readonly texts: AnalysedTexts,
    private readonly list: TextList,
  ) {}

  /** Quantities so far, by number. */
  get count(): number {
    return this.textsOf.length;
  }

  /** Reads the quantities of texts that are new. */
  *grow(): Steps<void> {
    for (let work = 0; this.length < this.texts.length; ) {
      const text = this.length++;
      for (const quantity of this.texts.quantities(text, this.list.texts[text]!)) {
        while (this.textsOf.length <= quantity) this.textsOf.push([]);
        const texts = this.textsOf[quantity]!;
        if (texts.at(-1) !== text) texts.push(text);
      }
      work += TEXT_COST + this.list.texts[text]!.length;
      if (work < STEP) continue;
      work = 0;
      yield;
    }
  }

  each(quantity: number, visit: (text: number) => void): void {
    const texts = this.textsOf[quantity];
    if (texts !== undefined) for (const text of texts) visit(text);
  }
}
