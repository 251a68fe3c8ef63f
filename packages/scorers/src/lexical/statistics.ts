import { getOrMake, type Tree } from "@semantic-xpath/tree";
import { isStopWord } from "./english.js";
import { attributeWeight } from "./fields.js";
import { fingerprintOf, hashOf } from "./fingerprint.js";
import { STEP, Vocabulary } from "./lexicon.js";
import { companionsOf, type Meetings, Neighbourhoods, type Stem } from "./neighbourhoods.js";
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

/** What was counted in one tree. */
interface Counts {
  readonly documents: number;
  /** Weighted words. */
  readonly length: number;
  readonly frequencies: ReadonlyMap<string, number>;
  /** By stem, how many neighbourhoods of a document with `stem` have it; of a stem that the tree lacks, none. */
  meetings(stem: string): ReadonlyMap<string, number>;
  /** Documents with words to learn from, and what tells them apart; null if nothing is learned. */
  readonly learned: { readonly documents: number; readonly fingerprint: string } | null;
}

/**
 * Counts a tree, each node a document of its type, attributes and own text. Time is linear in nodes plus distinct values. A
 * generator, so that a caller may pause at each `yield`.
 */
function* countTree(tree: Tree, settings: LexicalSettings): Steps<Counts> {
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
    if (tree.unsearchableTypes.has(type)) {
      node = tree.end[node]! - 1;
      continue;
    }
    values.count(typeStems[type]!, node);
    for (const attribute of tree.searchableOfType[type]!) {
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
  const { neighbourhoods } = values;
  return {
    documents,
    length,
    frequencies: values.frequencies(),
    meetings: (stem) => values.meetings(stem),
    learned: learns ? { documents: neighbourhoods.documents, fingerprint: neighbourhoods.fingerprint } : null,
  };
}

/**
 * What the counts of all trees say together: sums, so the order of the trees has no say, not even in the last bit, and one tree says what it says
 * alone. Nothing is near anything across two trees.
 */
function statisticsOf(counts: readonly Counts[]): Statistics {
  const documents = sum(counts.map((count) => count.documents));
  const length = sum(counts.map((count) => count.length));
  const frequencies = counts.length === 1 ? counts[0]!.frequencies : addedUp(counts.map((count) => count.frequencies));
  const learned = counts.flatMap((count) => count.learned ?? []);
  const meetings: Meetings = {
    documents: sum(learned.map((tree) => tree.documents)),
    frequency: (stem) => frequencies.get(stem) ?? 0,
    of: (stem) =>
      counts.length === 1 ? counts[0]!.meetings(stem) : addedUp(counts.map((count) => count.meetings(stem))),
  };
  const known = new Map<string, ReadonlyMap<string, number>>();
  const prints = learned.map(({ fingerprint }) => fingerprint).sort();
  return {
    idf: (word, stem) => idfOf(documents, frequencies.get(stem) ?? Math.min(1, documents), word),
    has: (stem) => frequencies.has(stem),
    companions: (stem) => (learned.length === 0 ? NONE : getOrMake(known, stem, () => companionsOf(meetings, stem))),
    averageLength: (length + PRIOR_DOCUMENTS * PRIOR_LENGTH) / (documents + PRIOR_DOCUMENTS),
    fingerprint: fingerprintOf(frequencies, documents, length, prints.join("")),
  };
}

/** From the smallest up: sums of weighted lengths would else depend on the order. */
const sum = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b).reduce((all, one) => all + one, 0);

function addedUp(counts: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const total = new Map<string, number>();
  for (const count of counts) for (const [stem, times] of count) total.set(stem, (total.get(stem) ?? 0) + times);
  return total;
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

  meetings(stem: string): ReadonlyMap<string, number> {
    const known = this.byName.get(stem);
    return known === undefined ? NONE : this.neighbourhoods.meetings(known);
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

/** Something that is counted when first needed, by whoever needs it: at once or in slices. */
interface Counting<T> {
  now(): T;
  inSlices(slices: Slices): Promise<T>;
}

function countingBy<T>(start: () => Steps<T>): Counting<T> {
  let counted: T | undefined;
  let steps: Steps<T> | undefined;
  /** What was counted, as soon as all is. A failure starts the count anew, so that the next caller sees it too. */
  const advance = (): T | undefined => {
    if (counted !== undefined) return counted;
    steps ??= start();
    try {
      const step = steps.next();
      if (step.done) counted = step.value;
    } catch (failure) {
      steps = undefined;
      throw failure;
    }
    return counted;
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

const countings = new WeakMap<Tree, Map<string, Counting<Counts>>>();

/** The counts of a tree under these settings, the same for all scorers, kept as long as the tree. */
function countsOf(tree: Tree, settings: LexicalSettings): Counting<Counts> {
  const bySettings = getOrMake(countings, tree, () => new Map<string, Counting<Counts>>());
  return getOrMake(bySettings, printSettings(settings), () => countingBy(() => countTree(tree, settings)));
}

/** The statistics of trees together; only what was not counted before is. */
export function countingOf(trees: readonly Tree[], settings: LexicalSettings): Counting<Statistics> {
  const each = trees.map((tree) => countsOf(tree, settings));
  let statistics: Statistics | undefined;
  const all = (): Statistics => {
    statistics ??= statisticsOf(each.map((counting) => counting.now()));
    return statistics;
  };
  return {
    now: all,
    async inSlices(slices) {
      if (statistics === undefined) for (const counting of each) await counting.inSlices(slices);
      return all();
    },
  };
}
