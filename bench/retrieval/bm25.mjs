import { stemmer } from "stemmer";

/** SMART's idea of a stop list in the size that toolkits ship: function words and auxiliaries. */
const STOP = new Set(
  (
    "a about above after again against all am an and any are as at be because been before being below between both but by can could did do does doing down " +
    "during each few for from further had has have having he her here hers herself him himself his how i if in into is it its itself just me more most my " +
    "myself no nor not now of off on once only or other our ours ourselves out over own same she should so some such than that the their theirs them " +
    "themselves then there these they this those through to too under until up very was we were what when where which while who whom why will with would " +
    "you your yours yourself yourselves"
  ).split(" "),
);

/** Candidates; each kind of text is reported with those that do best on the other kinds. */
export const BM25_SETTINGS = [
  { k1: 1.2, b: 0.75 },
  { k1: 0.9, b: 0.4 },
  { k1: 1.2, b: 0.4 },
  { k1: 0.8, b: 0.2 },
  { k1: 0.8, b: 0 },
];

/** Words as Porter's stems, without stop words; apostrophes end a word. */
export function wordsOf(text) {
  const words =
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !STOP.has(word) && word !== "s" && word !== "t").map((word) => stemmer(word));
}

/** Textbook BM25 over an inverted index; idf is `ln(1 + (N − df + 0.5) / (df + 0.5))`. */
export class Bm25Index {
  #postings = new Map();
  #lengths;
  #average;

  constructor(texts) {
    this.#lengths = new Float64Array(texts.length);
    texts.forEach((text, document) => {
      const words = wordsOf(text);
      this.#lengths[document] = words.length;
      const counts = new Map();
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const [word, count] of counts) {
        const posting = this.#postings.get(word) ?? { documents: [], counts: [] };
        this.#postings.set(word, posting);
        posting.documents.push(document);
        posting.counts.push(count);
      }
    });
    this.#average = this.#lengths.reduce((sum, length) => sum + length, 0) / texts.length;
  }

  score(condition, { k1, b }) {
    const scores = new Float32Array(this.#lengths.length);
    for (const word of new Set(wordsOf(condition))) {
      const posting = this.#postings.get(word);
      if (posting === undefined) continue;
      const { documents, counts } = posting;
      const weight = Math.log(1 + (this.#lengths.length - documents.length + 0.5) / (documents.length + 0.5));
      for (let i = 0; i < documents.length; i++) {
        const norm = k1 * (1 - b + (b * this.#lengths[documents[i]]) / this.#average);
        scores[documents[i]] += (weight * counts[i] * (k1 + 1)) / (counts[i] + norm);
      }
    }
    return scores;
  }
}
