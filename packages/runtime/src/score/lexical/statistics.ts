import type { Tree } from "../../tree/tree.js";
import { eachChunk } from "./chunks.js";
import { attributeWeight } from "./fieldWeight.js";
import { fingerprintOf } from "./fingerprint.js";
import { PRIOR_DOCUMENTS, PRIOR_LENGTH, priorShare } from "./prior.js";
import type { LexicalSettings } from "./settings.js";
import { Vocabulary } from "./vocabulary.js";

/** What is known of words and lengths before a text is scored. */
export interface Statistics {
  /** Weight of a word: inverse document frequency, above 0. A word in no document weighs as if it were in one. */
  idf(word: string, stem: string): number;
  /** Whether some document has the stem. */
  has(stem: string): boolean;
  related(stem: string, least: number): Map<string, number>;
  /** Mean length of a document in weighted words. */
  readonly averageLength: number;
  /** Identifies the statistics: equal ones, equal fingerprints. */
  readonly fingerprint: string;
}

/**
 * Robertson's weight in the form that is never negative: `ln(1 + (N − df + 0.5) / (df + 0.5))`, where the prior's documents
 * are added to those of the tree.
 */
function idfOf(documents: number, frequency: number, word: string): number {
  const n = documents + PRIOR_DOCUMENTS;
  const df = frequency + PRIOR_DOCUMENTS * priorShare(word);
  return Math.log(1 + (n - df + 0.5) / (df + 0.5));
}

/** The prior alone. */
export const PRIOR_STATISTICS: Statistics = {
  idf: (word) => idfOf(0, 0, word),
  has: () => false,
  related: () => new Map(),
  averageLength: PRIOR_LENGTH,
  fingerprint: "prior",
};

/** Nodes that are counted between two looks at the clock. */
const STRIDE = 256;

/**
 * Counts a tree, each node a document of its type, attributes and own text. Time is linear in nodes plus distinct values. A
 * generator, so that a caller may pause at each `yield`.
 */
export function* collectStatistics(tree: Tree, settings: LexicalSettings): Generator<void, Statistics> {
  const values = new ValueStems(tree);
  const typeStems = tree.typeNames.map((name) => values.stemsOf(name));
  const nameStems = tree.attributeNames.map((name) => values.stemsOf(name));
  const weights = tree.attributeNames.map((name) => attributeWeight(name, settings));
  let documents = 0;
  let length = 0;
  for (let node = 1; node <= tree.size; node++) {
    const before = length;
    const type = tree.type[node]!;
    values.count(typeStems[type]!, node);
    for (const attribute of tree.attributesOfType[type]!) {
      const value = tree.attributeValue(node, attribute);
      if (value < 0) continue;
      values.count(nameStems[attribute]!, node);
      length += values.count(values.stemsOfValue(value), node) * weights[attribute]!;
    }
    const own = tree.text[node]!;
    if (own >= 0) values.docs.push([node, [...new Set(values.stemsOfValue(own).stems)]]);
    if (own >= 0) length += values.count(values.stemsOfValue(own), node) * settings.fields.body;
    if (length > before) documents++;
    if (node % STRIDE === 0) yield;
  }
  const frequencies = values.frequencies();
  return {
    idf: (word, stem) => idfOf(documents, frequencies.get(stem) ?? Math.min(1, documents), word),
    has: (stem) => frequencies.has(stem),
    related: (stem, least) => values.related(stem, documents, frequencies, least),
    averageLength: (length + PRIOR_DOCUMENTS * PRIOR_LENGTH) / (documents + PRIOR_DOCUMENTS),
    fingerprint: fingerprintOf(frequencies, documents, length),
  };
}

interface Stems {
  readonly stems: readonly number[];
  /** Words that advance the position. */
  readonly length: number;
}

/** Stems of values, each value taken apart once, with the number of documents per stem. */
class ValueStems {
  private readonly vocabulary = new Vocabulary();
  private readonly known: (Stems | undefined)[] = [];
  private readonly stemNumbers = new Map<string, number>();
  private readonly stemOfWord: number[] = [];
  private readonly documents: number[] = [];
  private readonly lastNode: number[] = [];

  constructor(private readonly tree: Tree) {}

  stemsOfValue(value: number): Stems {
    const known = this.known[value];
    if (known !== undefined) return known;
    const found = this.stemsOf(this.tree.values.get(value));
    this.known[value] = found;
    return found;
  }

  stemsOf(text: string): Stems {
    const stems: number[] = [];
    let length = 0;
    eachChunk(text, 0, text.length, (chunk) => {
      for (const token of this.vocabulary.tokens(chunk)) {
        length += token & 1;
        stems.push(this.stemNumber(token >> 1));
      }
    });
    return { stems, length };
  }

  docs: [number, number[]][] = [];
  memo = new Map<string, Map<string, number>>();
  related(stem: string, n: number, freq: ReadonlyMap<string, number>, least: number): Map<string, number> {
    const known = this.memo.get(stem + least);
    if (known) return known;
    const out = new Map<string, number>();
    this.memo.set(stem + least, out);
    const number = this.stemNumbers.get(stem);
    if (number === undefined) return out;
    const dx = freq.get(stem) ?? 0;
    if (dx < 3 || dx > 60) return out;
    const names = [...this.stemNumbers.keys()];
    const counts = new Map<number, number>();
    const docs = this.docs;
    const W = Number(process.env.WIN ?? 0);
    for (let i = 0; i < docs.length; i++) if (docs[i]![1].includes(number)) {
      const seen = new Set<number>();
      for (let j = Math.max(0, i - W); j <= Math.min(docs.length - 1, i + W); j++) for (const s of docs[j]![1]) seen.add(s);
      for (const s of seen) if (s !== number) counts.set(s, (counts.get(s) ?? 0) + 1);
    }
    const N = docs.length;
    const cand: [string, number][] = [];
    for (const [s, c] of counts) {
      const name = names[s]!; const dy = freq.get(name) ?? 1;
      if (c < 3 || dy > 60 || name.length < 3) continue;
      const w = 2 * W + 1;
      const npmi = Math.log((c * N) / (dx * dy * w)) / -Math.log(c / N);
      if (npmi > least) cand.push([name, npmi]);
    }
    cand.sort((a, b) => b[1] - a[1]);
    for (const [a, b] of cand.slice(0, 8)) out.set(a, b);
    return out;
  }

  /** Adds the node to the documents of each stem, once, and gives the length. */
  count(found: Stems, node: number): number {
    for (const stem of found.stems) {
      if (this.lastNode[stem] === node) continue;
      this.lastNode[stem] = node;
      this.documents[stem]!++;
    }
    return found.length;
  }

  frequencies(): ReadonlyMap<string, number> {
    const frequencies = new Map<string, number>();
    for (const [stem, number] of this.stemNumbers) {
      if (this.documents[number]! > 0) frequencies.set(stem, this.documents[number]!);
    }
    return frequencies;
  }

  private stemNumber(word: number): number {
    const known = this.stemOfWord[word];
    if (known !== undefined) return known;
    const stem = this.vocabulary.stems[word]!;
    let number = this.stemNumbers.get(stem);
    if (number === undefined) {
      number = this.stemNumbers.size;
      this.stemNumbers.set(stem, number);
      this.documents.push(0);
      this.lastNode.push(0);
    }
    this.stemOfWord[word] = number;
    return number;
  }
}
