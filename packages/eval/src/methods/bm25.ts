import { isStopWord, stemOf } from "@semantic-xpath/scorers";
import { getOrMake } from "@semantic-xpath/tree";
import { foldWord } from "@semantic-xpath/values";

/** Words of a text as stems, without stop words. */
export const stemsOf = (text: string): readonly string[] =>
  (foldWord(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !isStopWord(word)).map(stemOf);

export const BM25_SETTINGS = { k1: 1.2, b: 0.75 };

/**
 * BM25 over an inverted index of stems (S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework", 2009), with the idf
 * `ln(1 + (N − df + 0.5) / (df + 0.5))`, which is never negative.
 */
export class Bm25 {
  private readonly stems = new Map<string, number>();
  /** The postings of stem `s` are those from `starts[s]` up to `starts[s + 1]`: typed arrays, since most stems have one and lists of one are large. */
  private readonly starts: Int32Array;
  private readonly documents: Int32Array;
  private readonly counts: Int32Array;
  private readonly lengths: Float64Array;
  private readonly average: number;

  constructor(
    texts: readonly string[],
    private readonly settings = BM25_SETTINGS,
  ) {
    this.lengths = new Float64Array(texts.length);
    const pairs: number[] = [];
    const ends = new Int32Array(texts.length);
    for (const [document, text] of texts.entries()) {
      const stems = stemsOf(text);
      this.lengths[document] = stems.length;
      const counts = new Map<string, number>();
      for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
      for (const [stem, count] of counts)
        pairs.push(
          getOrMake(this.stems, stem, () => this.stems.size),
          count,
        );
      ends[document] = pairs.length;
    }
    this.average = this.lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
    this.starts = startsOf(pairs, this.stems.size);
    this.documents = new Int32Array(pairs.length / 2);
    this.counts = new Int32Array(pairs.length / 2);
    const next = this.starts.slice();
    for (let document = 0, at = 0; document < texts.length; document++)
      for (; at < ends[document]!; at += 2) {
        const place = next[pairs[at]!]!++;
        this.documents[place] = document;
        this.counts[place] = pairs[at + 1]!;
      }
  }

  /** One score for each text, from 0, written into `scores`. */
  score(request: string, scores: Float64Array = new Float64Array(this.lengths.length)): Float64Array {
    const { k1, b } = this.settings;
    const { starts, documents, counts, lengths } = this;
    scores.fill(0);
    for (const text of new Set(stemsOf(request))) {
      const stem = this.stems.get(text);
      if (stem === undefined) continue;
      const [from, to] = [starts[stem]!, starts[stem + 1]!];
      const rarity = Math.log(1 + (lengths.length - (to - from) + 0.5) / (to - from + 0.5));
      for (let i = from; i < to; i++) {
        const norm = k1 * (1 - b + (b * lengths[documents[i]!]!) / this.average);
        scores[documents[i]!]! += (rarity * counts[i]! * (k1 + 1)) / (counts[i]! + norm);
      }
    }
    return scores;
  }
}

/** Offsets of the postings of each stem, by pairs of a stem and a count; the last offset is the number of postings. */
function startsOf(pairs: readonly number[], stems: number): Int32Array {
  const starts = new Int32Array(stems + 1);
  for (let at = 0; at < pairs.length; at += 2) starts[pairs[at]! + 1]!++;
  for (let stem = 0; stem < stems; stem++) starts[stem + 1]! += starts[stem]!;
  return starts;
}
