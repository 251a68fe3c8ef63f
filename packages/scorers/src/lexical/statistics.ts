import type { Tree } from "@semantic-xpath/tree";
import { isStopWord } from "./english.js";
import { attributeWeight } from "./fields.js";
import { fingerprintOf, hashOf } from "./fingerprint.js";
import { STEP, Vocabulary } from "./lexicon.js";
import { Neighbourhoods, type Stem } from "./neighbourhoods.js";
import { type LexicalSettings, printSettings } from "./settings.js";
import type { Slices, Steps } from "./slices.js";
import { eachChunk } from "./words.js";

/** What is known of words and lengths before a text is scored. */
export interface Statistics {
  /** Weight of a word: inverse document frequency, above 0. A word in no document weighs as if it were in one. */
  idf(word: string, stem: string): number;
  /** Whether some document has the stem. */
  has(stem: string): boolean;
  /** Stems that are near a stem in the tree more often than by chance, with a strength in (0, 1]. */
  companions(stem: string): ReadonlyMap<string, number>;
  /** Mean length of a document in weighted words. */
  readonly averageLength: number;
  /** Identifies the statistics: equal ones, equal fingerprints. */
  readonly fingerprint: string;
}

/** Documents that the prior counts for: a tree of as many nodes and the prior have equal say. */
const PRIOR_DOCUMENTS = 20;
/** Words of a document in the prior. */
const PRIOR_LENGTH = 12;

const STOP_SHARE = 0.5;
const LETTER_SHARE = 0.4;

/**
 * The share of documents in which a word is expected before any is seen. Frequent words are short (Zipf's law of
 * abbreviation): `0.4 / length²`, so 4.4 % for three letters and 0.6 % for eight; one half for function words.
 */
function priorShare(word: string): number {
  if (isStopWord(word)) return STOP_SHARE;
  return LETTER_SHARE / Math.max(1, word.length) ** 2;
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

const NONE: ReadonlyMap<string, number> = new Map();

/** The prior alone. */
export const PRIOR_STATISTICS: Statistics = {
  idf: (word) => idfOf(0, 0, word),
  has: () => false,
  companions: () => NONE,
  averageLength: PRIOR_LENGTH,
  fingerprint: "prior",
};

/** Work between two looks at the clock: characters of values that are new, and so many for each node. */
const NODE_COST = STEP / 256;

/**
 * Counts a tree, each node a document of its type, attributes and own text. Time is linear in nodes plus distinct values. A
 * generator, so that a caller may pause at each `yield`.
 */
function* collectStatistics(tree: Tree, settings: LexicalSettings): Steps<Statistics> {
  const values = new ValueStems(tree);
  const learns = settings.company > 0;
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
      const stems = values.stemsOfValue(value);
      if (learns && weights[attribute]! >= settings.fields.body) values.learn(stems, node);
      length += values.count(stems, node) * weights[attribute]!;
    }
    const own = tree.text[node]!;
    if (own >= 0) {
      const stems = values.stemsOfValue(own);
      if (learns) values.learn(stems, node);
      length += values.count(stems, node) * settings.fields.body;
    }
    if (learns) values.neighbourhoods.close();
    if (length > before) documents++;
    values.work += NODE_COST;
    if (values.work < STEP) continue;
    values.work = 0;
    yield;
  }
  const frequencies = values.frequencies();
  return {
    idf: (word, stem) => idfOf(documents, frequencies.get(stem) ?? Math.min(1, documents), word),
    has: (stem) => frequencies.has(stem),
    companions: (stem) => (learns ? values.companions(stem) : NONE),
    averageLength: (length + PRIOR_DOCUMENTS * PRIOR_LENGTH) / (documents + PRIOR_DOCUMENTS),
    fingerprint: fingerprintOf(frequencies, documents, length, learns ? values.neighbourhoods.fingerprint : ""),
  };
}

interface Stems {
  readonly stems: readonly Stem[];
  /** Words that advance the position. */
  readonly length: number;
}

/** Stems of values, each value taken apart once, with the number of documents per stem. */
class ValueStems {
  private readonly vocabulary = new Vocabulary();
  private readonly known: (Stems | undefined)[] = [];
  private readonly byName = new Map<string, Stem>();
  private readonly byNumber: Stem[] = [];
  private readonly byWord: Stem[] = [];
  readonly neighbourhoods = new Neighbourhoods(this.byNumber);
  /** Since the last chance to pause. */
  work = 0;

  constructor(private readonly tree: Tree) {}

  stemsOfValue(value: number): Stems {
    this.known[value] ??= this.stemsOf(this.tree.values.get(value));
    return this.known[value];
  }

  stemsOf(text: string): Stems {
    const stems: Stem[] = [];
    let length = 0;
    this.work += text.length;
    eachChunk(text, 0, text.length, (chunk) => {
      for (const token of this.vocabulary.tokens(chunk)) {
        length += token & 1;
        stems.push(this.stem(token >> 1));
      }
    });
    return { stems, length };
  }

  /** Adds the node to the documents of each stem, once, and gives the length. */
  count({ stems, length }: Stems, node: number): number {
    for (const stem of stems) {
      if (stem.counted === node) continue;
      stem.counted = node;
      stem.documents++;
    }
    return length;
  }

  /** Adds the stems to what the node has of its own, once each, without function words. */
  learn({ stems }: Stems, node: number): void {
    for (const stem of stems) {
      if (stem.isFunction || stem.learned === node) continue;
      stem.learned = node;
      this.neighbourhoods.add(stem);
    }
  }

  companions(stem: string): ReadonlyMap<string, number> {
    const known = this.byName.get(stem);
    return known === undefined ? NONE : this.neighbourhoods.companions(known);
  }

  frequencies(): ReadonlyMap<string, number> {
    const counted = this.byNumber.filter(({ documents }) => documents > 0);
    return new Map(counted.map(({ name, documents }) => [name, documents]));
  }

  private stem(word: number): Stem {
    const known = this.byWord[word];
    if (known !== undefined) return known;
    const name = this.vocabulary.stems[word]!;
    let stem = this.byName.get(name);
    if (stem === undefined) {
      const isFunction = isStopWord(this.vocabulary.words[word]!);
      const number = this.byNumber.length;
      stem = { name, number, hash: hashOf(name), isFunction, documents: 0, counted: 0, learned: 0 };
      this.byName.set(name, stem);
      this.byNumber.push(stem);
    }
    this.byWord[word] = stem;
    return stem;
  }
}

interface Counting {
  now(): Statistics;
  inSlices(slices: Slices): Promise<Statistics>;
}

/** Statistics of a tree, counted when first needed, by whoever needs them: at once or in slices. */
function countingBy(start: () => Steps<Statistics>): Counting {
  let statistics: Statistics | undefined;
  let steps: Steps<Statistics> | undefined;
  /** What was counted, as soon as all is. A failure starts the count anew, so that the next caller sees it too. */
  const advance = (): Statistics | undefined => {
    if (statistics !== undefined) return statistics;
    steps ??= start();
    try {
      const step = steps.next();
      if (step.done) statistics = step.value;
    } catch (failure) {
      steps = undefined;
      throw failure;
    }
    return statistics;
  };
  return {
    now() {
      for (;;) {
        const all = advance();
        if (all !== undefined) return all;
      }
    },
    async inSlices(slices) {
      for (;;) {
        const all = advance();
        if (all !== undefined) return all;
        if (slices.due) await slices.pause();
      }
    },
  };
}

const countings = new WeakMap<Tree, Map<string, Counting>>();

/** The statistics of a tree under these settings, the same for all scorers, kept as long as the tree. */
export function countingOf(tree: Tree, settings: LexicalSettings): Counting {
  const bySettings = countings.get(tree) ?? new Map<string, Counting>();
  countings.set(tree, bySettings);
  const key = printSettings(settings);
  const counting = bySettings.get(key) ?? countingBy(() => collectStatistics(tree, settings));
  bySettings.set(key, counting);
  return counting;
}
