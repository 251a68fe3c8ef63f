import { getOrMake, segmentsIn, type Tree } from "@semantic-xpath/tree";
import { isStopWord } from "./english.js";
import { fingerprintOf } from "./fingerprint.js";
import { isWorthKeeping, type KeptCounts } from "./keptCounts.js";
import { companionsOf, type Meetings, Neighbourhoods } from "./neighbourhoods.js";
import { readPiece, writePiece } from "./pieceBytes.js";
import { type Piece, PieceCounter } from "./pieces.js";
import { type LexicalSettings, printSettings } from "./settings.js";
import type { Slices, Steps } from "./slices.js";

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

/** What was counted in one tree. */
interface Counts {
  readonly pieces: readonly Piece[];
  readonly documents: number;
  readonly words: ReadonlyMap<number, number>;
  readonly frequencies: ReadonlyMap<string, number>;
  /** Documents with words to learn from; null if nothing is learned. */
  readonly learned: Neighbourhoods | null;
}

/**
 * Counts a tree. Of a version of an edited tree only the segments that no version before it had, so an edit costs what one segment has of
 * nodes. A generator, so that a caller may pause at each `yield`.
 */
function* countTree(tree: Tree, settings: LexicalSettings): Steps<Counts> {
  const key = pieceKey(tree, settings);
  let counter: PieceCounter | undefined;
  const pieces: Piece[] = [];
  for (const { segment, from, to } of segmentsIn(tree)) {
    const known = getOrMake(pieceOf, segment, () => new Map<string, Piece>());
    let piece = known.get(key);
    if (piece === undefined) {
      counter ??= new PieceCounter(tree, settings);
      piece = yield* counter.count(from, to);
      known.set(key, piece);
    }
    pieces.push(piece);
    yield;
  }
  const runs = pieces.flatMap(({ learned }) => learned ?? []);
  const counts: Counts = {
    pieces,
    documents: pieces.reduce((sum, { documents }) => sum + documents, 0),
    words: addedUp(pieces.map(({ words }) => words)),
    frequencies: frequenciesOf(pieces),
    learned: settings.company > 0 ? new Neighbourhoods(runs) : null,
  };
  if (pieces.length > 1) remember(counts);
  return counts;
}

const pieceOf = new WeakMap<object, Map<string, Piece>>();

const pieceKey = (tree: Tree, settings: LexicalSettings): string =>
  `${printSettings(settings)} ${unsearchableOf(tree)}`;

/** Looks for the piece of a whole tree among those that were kept. Gives what keeps it, if it has to be counted and is worth it. */
async function recall(tree: Tree, settings: LexicalSettings, kept: KeptCounts): Promise<(() => Promise<void>) | null> {
  const [{ segment } = { segment: null }] = segmentsIn(tree);
  const pieces = getOrMake(pieceOf, tree, () => new Map<string, Piece>());
  const key = pieceKey(tree, settings);
  if (segment !== tree || pieces.has(key) || !isWorthKeeping(tree)) return null;
  const bytes = await kept.get(tree, key).catch(() => null);
  const piece = bytes && readPiece(bytes);
  if (piece === null) return () => kept.set(tree, key, writePiece(pieces.get(key)!)).catch(() => undefined);
  if (!pieces.has(key)) pieces.set(key, piece);
  return null;
}

/** What is not searched, as a part of a key. */
const unsearchableOf = ({ source: { unsearchable } }: Tree): string =>
  JSON.stringify([...(unsearchable ?? [])].map(([type, names]) => [type, [...names]]));

/** Counts of trees that were counted lately, as long as somebody has them. */
let recent: readonly WeakRef<Counts>[] = [];
const RECENT = 4;

function remember(counts: Counts): void {
  recent = [new WeakRef(counts), ...recent.filter((one) => one.deref() !== undefined)].slice(0, RECENT);
}

/** Of a tree that has most of its pieces in common with one before, that one's, but for what is in the pieces of one alone. */
function frequenciesOf(pieces: readonly Piece[]): ReadonlyMap<string, number> {
  if (pieces.length === 1) return pieces[0]!.frequencies;
  const here = new Set(pieces);
  if (here.size < pieces.length) return addedUp(pieces.map(({ frequencies }) => frequencies));
  for (const before of recent) {
    const counts = before.deref();
    const gone = counts?.pieces.filter((piece) => !here.has(piece));
    if (counts === undefined || gone!.length * 4 > pieces.length) continue;
    const there = new Set(counts.pieces);
    const added = pieces.filter((piece) => !there.has(piece));
    if (there.size < counts.pieces.length || added.length * 4 > pieces.length) continue;
    return changed(counts.frequencies, gone!, added);
  }
  return addedUp(pieces.map(({ frequencies }) => frequencies));
}

function changed(
  before: ReadonlyMap<string, number>,
  gone: readonly Piece[],
  added: readonly Piece[],
): ReadonlyMap<string, number> {
  const total = new Map(before);
  for (const { frequencies } of added)
    for (const [stem, times] of frequencies) total.set(stem, (total.get(stem) ?? 0) + times);
  for (const { frequencies } of gone) {
    for (const [stem, times] of frequencies) {
      const left = total.get(stem)! - times;
      if (left === 0) total.delete(stem);
      else total.set(stem, left);
    }
  }
  return total;
}

/**
 * What the counts of all trees say together: sums, so the order of the trees has no say, not even in the last bit, and one tree says what it says
 * alone. Nothing is near anything across two trees.
 */
function statisticsOf(counts: readonly Counts[]): Statistics {
  const documents = counts.reduce((sum, count) => sum + count.documents, 0);
  const length = lengthOf(addedUp(counts.map(({ words }) => words)));
  const frequencies = counts.length === 1 ? counts[0]!.frequencies : addedUp(counts.map((count) => count.frequencies));
  const learned = counts.flatMap((count) => count.learned ?? []);
  const meetings: Meetings = {
    documents: learned.reduce((sum, tree) => sum + tree.documents, 0),
    frequency: (stem) => frequencies.get(stem) ?? 0,
    of: (stem, fewest) =>
      learned.length === 1 ? learned[0]!.meetings(stem, fewest) : addedUp(learned.map((tree) => tree.meetings(stem))),
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

/** In the order of the weights: a sum in another order may differ in its last bit. */
const lengthOf = (words: ReadonlyMap<number, number>): number =>
  [...words].sort(([a], [b]) => a - b).reduce((sum, [weight, count]) => sum + weight * count, 0);

function addedUp<K>(counts: readonly ReadonlyMap<K, number>[]): ReadonlyMap<K, number> {
  const total = new Map<K, number>();
  for (const count of counts) for (const [key, times] of count) total.set(key, (total.get(key) ?? 0) + times);
  return total;
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
export function countingOf(
  trees: readonly Tree[],
  settings: LexicalSettings,
  kept: KeptCounts | null = null,
): Counting<Statistics> {
  const each = trees.map((tree) => countsOf(tree, settings));
  let statistics: Statistics | undefined;
  const all = (): Statistics => {
    statistics ??= statisticsOf(each.map((counting) => counting.now()));
    return statistics;
  };
  return {
    now: all,
    async inSlices(slices) {
      if (statistics !== undefined) return statistics;
      for (const [i, counting] of each.entries()) {
        const keep = kept && (await recall(trees[i]!, settings, kept));
        await counting.inSlices(slices);
        await keep?.();
      }
      return all();
    },
  };
}
