import type { Condition } from "../condition.js";
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
  /** By text: a bit, whether it is visited. */
  private visited = new Int32Array(0);
  /** Texts of the index that this knows. */
  private length = -1;

  constructor(
    private readonly index: TextIndex,
    private readonly condition: Condition,
    settings: LexicalSettings,
    statistics: Statistics,
  ) {
    this.words = new FoundWords(index.words, condition, settings);
    this.evaluation = new Evaluation(index.texts, condition, settings, statistics, this.words);
  }

  /** Finds the texts with evidence, if the index has grown. */
  *prepare(): Steps<void> {
    const { index, condition } = this;
    if (condition.quantified.length > 0) yield* index.quantities.grow();
    const { length } = index;
    if (this.length === length) return;
    yield* this.words.find();
    const visited = new Int32Array((length >> 5) + 1);
    const visit = (text: number): void => {
      visited[text >> 5]! |= 1 << (text & 31);
    };
    for (const word of this.words.decisive(index.postings)) {
      index.postings.each(word, visit);
      yield;
    }
    index.eachLoose(visit);
    for (const term of condition.quantified)
      for (let quantity = 0; quantity < index.quantities.count; quantity++)
        if (this.evaluation.shareOf(term, quantity) > 0) index.quantities.each(quantity, visit);
    this.visited = visited;
    this.length = length;
  }

  isVisited(text: number): boolean {
    return (this.visited[text >> 5]! & (1 << (text & 31))) !== 0;
  }

  score(text: number): number {
    return this.evaluation.score(text, this.index.list.texts[text]!);
  }
}
