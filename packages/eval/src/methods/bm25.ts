import { foldWord, isStopWord, stemOf } from "@semantic-xpath/scorers";
import { getOrMake } from "@semantic-xpath/tree";

/** Words of a text as stems, without stop words. */
export const stemsOf = (text: string): readonly string[] =>
  (foldWord(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !isStopWord(word)).map(stemOf);

interface Posting {
  readonly documents: number[];
  readonly counts: number[];
}

export const BM25_SETTINGS = { k1: 1.2, b: 0.75 };

/**
 * BM25 over an inverted index of stems (S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework", 2009), with the idf
 * `ln(1 + (N − df + 0.5) / (df + 0.5))`, which is never negative.
 */
export class Bm25 {
  private readonly postings = new Map<string, Posting>();
  private readonly lengths: Float64Array;
  private readonly average: number;

  constructor(
    texts: readonly string[],
    private readonly settings = BM25_SETTINGS,
  ) {
    this.lengths = new Float64Array(texts.length);
    for (const [document, text] of texts.entries()) {
      const stems = stemsOf(text);
      this.lengths[document] = stems.length;
      const counts = new Map<string, number>();
      for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
      for (const [stem, count] of counts) {
        const posting = getOrMake(this.postings, stem, (): Posting => ({ documents: [], counts: [] }));
        posting.documents.push(document);
        posting.counts.push(count);
      }
    }
    this.average = this.lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
  }

  /** One score for each text, from 0. */
  score(request: string): Float64Array {
    const { k1, b } = this.settings;
    const scores = new Float64Array(this.lengths.length);
    for (const stem of new Set(stemsOf(request))) {
      const posting = this.postings.get(stem);
      if (posting === undefined) continue;
      const { documents, counts } = posting;
      const rarity = Math.log(1 + (this.lengths.length - documents.length + 0.5) / (documents.length + 0.5));
      for (const [i, document] of documents.entries()) {
        const norm = k1 * (1 - b + (b * this.lengths[document]!) / this.average);
        scores[document]! += (rarity * counts[i]! * (k1 + 1)) / (counts[i]! + norm);
      }
    }
    return scores;
  }
}
