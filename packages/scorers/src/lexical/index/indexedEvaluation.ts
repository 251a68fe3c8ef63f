import { getOrMake } from "@semantic-xpath/tree";
import type { TextContext } from "../../scorer.js";
import type { Condition } from "../condition.js";
import { ContextReader } from "../context.js";
import { Evaluation } from "../evaluate.js";
import type { LexicalSettings } from "../settings.js";
import type { Steps } from "../slices.js";
import type { Statistics } from "../statistics.js";
import { FoundWords } from "./foundWords.js";
import type { TextIndex } from "./textIndex.js";

/**
 * Scores the texts of an index against one condition. The words that are evidence are found first, then the texts that have one; all others score 0
 * and are not visited.
 */
export class IndexedEvaluation {
  private readonly words: FoundWords;
  private readonly evaluation: Evaluation;
  private readonly reader: ContextReader;
  /** By text: a bit, whether it may have words that are evidence; and whether it is visited, by these or by its quantities. */
  private worded = new Int32Array(0);
  private visited = new Int32Array(0);
  /** By text, plus 1; 0 where it is not known. */
  private lengths: Float64Array = new Float64Array(0);
  /** Texts of the index that this knows. */
  private length = -1;

  constructor(
    private readonly index: TextIndex,
    private readonly condition: Condition,
    private readonly settings: LexicalSettings,
    statistics: Statistics,
    private readonly readWith: (context: TextContext | null) => TextContext | null,
  ) {
    this.words = new FoundWords(index.words, condition, settings);
    this.evaluation = new Evaluation(index.texts, condition, settings, statistics, this.words);
    this.reader = new ContextReader(this.evaluation, settings, (text) => index.numberOf(text)!);
  }

  /** Finds the texts with evidence, if the index has grown. */
  *prepare(): Steps<void> {
    const { index, condition } = this;
    if (condition.quantified.length > 0) yield* index.quantities.grow();
    const { length } = index;
    if (this.length === length) return;
    yield* this.words.find();
    let visited = new Int32Array((length >> 5) + 1);
    const visit = (text: number): void => {
      visited[text >> 5]! |= 1 << (text & 31);
    };
    for (const word of this.words.decisive(index.postings)) {
      index.postings.each(word, visit);
      yield;
    }
    index.eachLoose(visit);
    this.worded = visited;
    if (condition.quantified.length > 0) {
      visited = visited.slice();
      this.lengths = lengthsOf(index, this.settings);
    }
    for (const term of condition.quantified)
      for (let quantity = 0; quantity < index.quantities.count; quantity++)
        if (this.evaluation.hits.shareOf(term, quantity) > 0) index.quantities.each(quantity, visit);
    this.visited = visited;
    this.length = length;
  }

  /** Whether a text can have evidence: of its own, or as an answer to a question that has. */
  isVisited(text: number): boolean {
    if (this.hasOwn(text)) return true;
    const question = this.index.questionBefore(text);
    return question >= 0 && this.hasOwn(question);
  }

  private hasOwn(text: number): boolean {
    return isIn(this.visited, text);
  }

  score(number: number): number {
    const { texts, contextOf } = this.index.list;
    const context = contextOf === undefined ? null : this.readWith(this.index.list.contextOf!(number));
    const text = texts[number]!;
    if (context !== null) return this.reader.score(number, text, context);
    return this.evaluation.score(number, text, isIn(this.worded, number) ? undefined : this.lengthOf(number));
  }

  private lengthOf(text: number): number {
    const known = this.lengths[text]!;
    if (known > 0) return known - 1;
    const length = this.evaluation.hits.lengthOf(text);
    this.lengths[text] = length + 1;
    return length;
  }
}

const isIn = (bits: Int32Array, text: number): boolean => (bits[text >> 5]! & (1 << (text & 31))) !== 0;

const lengths = new WeakMap<TextIndex, WeakMap<LexicalSettings, Float64Array>>();

/** The lengths of the texts of an index, the same for all conditions. */
function lengthsOf(index: TextIndex, settings: LexicalSettings): Float64Array {
  const bySettings = getOrMake(lengths, index, () => new WeakMap<LexicalSettings, Float64Array>());
  const known = bySettings.get(settings);
  if (known !== undefined && known.length >= index.length) return known;
  const wider = new Float64Array(Math.max(index.length, 2 * (known?.length ?? 0)));
  wider.set(known ?? []);
  bySettings.set(settings, wider);
  return wider;
}
