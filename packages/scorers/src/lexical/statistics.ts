import { getOrMake, lowerBound, segmentsIn, type Tree } from "@semantic-xpath/tree";
import { isWorthKeeping, type KeptCounts } from "./keptCounts.js";
import { ENGLISH, type Language } from "./languages/language.js";
import { companionsOf, type Meetings, Neighbourhoods } from "./neighbourhoods.js";
import { readPiece, writePiece } from "./pieceBytes.js";
import { LENGTH_UNIT, type Piece, PieceCounter } from "./pieces.js";
import { type LexicalSettings, printSettings } from "./settings.js";
import type { Slices, Steps } from "./slices.js";
import type { StemCounts } from "./stemRun.js";
import { StemTotals } from "./stemTotals.js";
import { vocabularyNow } from "./vocabulary.js";

/** What is known of words and lengths before a text is scored. */
export interface Statistics {
  /**
   * Weight of a word: inverse document frequency in the tree and in English together, above 0. Of several trees the mean over those that have it, by
   * how often they do, so that it stays when others join.
   */
  idf(word: string, stem: string): number;
  /** Whether some document has the stem. */
  has(stem: string): boolean;
  /** The share of documents that have the stem, in [0, 1], of the tree that has it most. */
  share(stem: string): number;
  /** Stems that are near a stem in the tree more often than by chance, with a strength in (0, 1]. */
  companions(stem: string): ReadonlyMap<string, number>;
  /** Mean length of a document in weighted words. */
  readonly averageLength: number;
  /** Mean length of the texts of nodes of a type, each with all that is in it. */
  averageOf(type: string): number;
  /** Identifies the statistics: equal ones, equal fingerprints. */
  readonly fingerprint: string;
}

/** Documents of ordinary length that are added to those of the tree, and their words. */
const PRIOR_DOCUMENTS = 20;
const PRIOR_LENGTH = 12;

/** A tree of as many nodes with words and the background have equal say. */
const BACKGROUND_DOCUMENTS = 300;

/**
 * The weight of a word that is in a share p of documents: `ln(1 + 1 / p)`. With n documents in the tree, of which f have the word, and `λ = n / (n + 300)`, p is
 * the mean of both in the logarithm, so that neither a small tree nor unrelated nodes make a weight jump:
 *
 *     ln p = (1 − λ) ln(share in English) + λ ln((f + 0.5) / (n + 1))
 */
function idfOf(documents: number, frequency: number, expected: number): number {
  const own = documents / (documents + BACKGROUND_DOCUMENTS);
  const share = Math.log((frequency + 0.5) / (documents + 1));
  return Math.log1p(Math.exp(-(1 - own) * Math.log(expected) - own * share));
}

const NONE: ReadonlyMap<string, number> = new Map();

/** The prior alone. */
const priorStatistics = (language: Language): Statistics => ({
  idf: (word, stem) => idfOf(0, 0, language.share(word, stem)),
  has: () => false,
  share: () => 0,
  companions: () => NONE,
  averageLength: PRIOR_LENGTH,
  averageOf: () => PRIOR_LENGTH,
  fingerprint: "prior",
});

export const PRIOR_STATISTICS = priorStatistics(ENGLISH);
export const priorOf = (language: Language): Statistics =>
  language === ENGLISH ? PRIOR_STATISTICS : priorStatistics(language);

/** What was counted in one tree. */
interface Counts {
  readonly pieces: readonly Piece[];
  readonly documents: number;
  readonly words: ReadonlyMap<number, number>;
  readonly stems: StemTotals;
  /** Documents with words to learn from; null if nothing is learned. */
  readonly learned: Neighbourhoods | null;
  /** By type the number and the length of its nodes with all that is in them, in the unit of `Piece.lengths`. */
  readonly types: ReadonlyMap<string, TypeLengths>;
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
    stems: totalsOf(pieces),
    learned: settings.company > 0 ? new Neighbourhoods(runs) : null,
    types: typeLengths(tree, pieces),
  };
  if (pieces.length > 1) remember(counts);
  return counts;
}

/** How many nodes there are of a type, and how long they are with all that is in them, in the unit of `Piece.lengths`. */
interface TypeLengths {
  readonly nodes: number;
  readonly length: number;
}

/**
 * Lengths of subtrees by type. What ends before the end of its piece is known of the piece; the nodes around the last one of a piece may end in another
 * piece, in another one for each version.
 */
function typeLengths(tree: Tree, pieces: readonly Piece[]): ReadonlyMap<string, TypeLengths> {
  const total = new Map<string, TypeLengths>();
  const starts = new Int32Array(pieces.length);
  const before = new Float64Array(pieces.length);
  let [node, length] = [1, 0];
  for (const [place, piece] of pieces.entries()) {
    const { lengths } = piece;
    addTypes(
      total,
      getOrMake(typesOfPiece, piece, () => typesWithin(tree, lengths, node)),
    );
    starts[place] = node;
    before[place] = length;
    node += lengths.length - 1;
    length += lengths.at(-1)!;
  }
  const upTo = (end: number): number => {
    const place = lowerBound(starts, end + 1) - 1;
    return before[place]! + pieces[place]!.lengths[end - starts[place]!]!;
  };
  for (const [place, { lengths }] of pieces.entries()) {
    const from = starts[place]!;
    for (let at = from + lengths.length - 2; at >= from; at = tree.parent[at]!) {
      const type = tree.typeNames[tree.type[at]!]!;
      addTypes(total, new Map([[type, { nodes: 1, length: upTo(tree.end[at]!) - upTo(at) }]]));
    }
  }
  return total;
}

const typesOfPiece = new WeakMap<Piece, ReadonlyMap<string, TypeLengths>>();

/** Those of the nodes of a piece, which begins at a node, that end before the last one of it does. */
function typesWithin(tree: Tree, lengths: Float64Array, from: number): ReadonlyMap<string, TypeLengths> {
  const to = from + lengths.length - 1;
  const nodes = new Float64Array(tree.typeNames.length);
  const total = new Float64Array(tree.typeNames.length);
  for (let node = from; node < to; node++) {
    if (tree.end[node]! >= to) continue;
    const type = tree.type[node]!;
    nodes[type]!++;
    total[type]! += lengths[tree.end[node]! - from]! - lengths[node - from]!;
  }
  return new Map(
    tree.typeNames.flatMap((name, type) =>
      nodes[type]! > 0 ? [[name, { nodes: nodes[type]!, length: total[type]! }] as const] : [],
    ),
  );
}

function addTypes(total: Map<string, TypeLengths>, types: ReadonlyMap<string, TypeLengths>): void {
  for (const [type, { nodes, length }] of types) {
    const known = total.get(type) ?? NO_NODES;
    total.set(type, { nodes: known.nodes + nodes, length: known.length + length });
  }
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
  const piece = bytes && readPiece(bytes, tree.size, vocabularyNow(settings.language).spellings);
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
function totalsOf(pieces: readonly Piece[]): StemTotals {
  const here = new Set(pieces);
  for (const before of pieces.length === 1 || here.size < pieces.length ? [] : recent) {
    const counts = before.deref();
    const gone = counts?.pieces.filter((piece) => !here.has(piece));
    if (counts === undefined || gone!.length * 4 > pieces.length) continue;
    const there = new Set(counts.pieces);
    const added = pieces.filter((piece) => !there.has(piece));
    if (there.size < counts.pieces.length || added.length * 4 > pieces.length) continue;
    return counts.stems.changed(added.map(stemsOf), gone!.map(stemsOf));
  }
  return StemTotals.of(pieces.map(stemsOf));
}

const stemsOf = ({ stems }: Piece): StemCounts => stems;

/**
 * What the counts of all trees say together: sums, so the order of the trees has no say, not even in the last bit, and one tree says what it says
 * alone. Nothing is near anything across two trees.
 */
function statisticsOf(counts: readonly Counts[], { language }: LexicalSettings): Statistics {
  const documents = counts.reduce((sum, count) => sum + count.documents, 0);
  const length = lengthOf(addedUp(counts.map(({ words }) => words)));
  const stems =
    counts.length === 1 ? counts[0]!.stems : StemTotals.of(counts.flatMap(({ pieces }) => pieces.map(stemsOf)));
  const groups = groupsOf(counts);
  const learned = counts.flatMap((count) => count.learned ?? []);
  const meetings: Meetings = {
    documents: learned.reduce((sum, tree) => sum + tree.documents, 0),
    frequency: (stem) => stems.get(stem),
    of: (stem, fewest) =>
      learned.length === 1 ? learned[0]!.meetings(stem, fewest) : addedUp(learned.map((tree) => tree.meetings(stem))),
  };
  const known = new Map<string, ReadonlyMap<string, number>>();
  const prints = learned.map(({ fingerprint }) => fingerprint).sort();
  const averageLength = (length + PRIOR_DOCUMENTS * PRIOR_LENGTH) / (documents + PRIOR_DOCUMENTS);
  const types = typesOf(counts);
  return {
    idf: (word, stem) => idfIn(groups, stem, language.share(word, stem)),
    has: (stem) => stems.get(stem) > 0,
    share: (stem) => groups.reduce((most, group) => Math.max(most, shareIn(group, stem)), 0),
    companions: (stem) => (learned.length === 0 ? NONE : getOrMake(known, stem, () => companionsOf(meetings, stem))),
    averageLength,
    averageOf(type) {
      const { nodes, length } = types.get(type) ?? NO_NODES;
      return (length / LENGTH_UNIT + averageLength) / (nodes + 1);
    },
    fingerprint: stems.fingerprint(`${documents} ${length}${prints.join("")}${printTypes(types)}`),
  };
}

type Group = Pick<Counts, "documents" | "stems">;

/** Trees with a say of their own, and all others as one: of a folder of notes each is too small to know which words are rare. */
function groupsOf(counts: readonly Counts[]): readonly Group[] {
  const isLarge = ({ documents }: Counts): boolean => documents >= BACKGROUND_DOCUMENTS;
  const small = counts.filter((count) => !isLarge(count));
  if (small.length < 2) return counts;
  return [
    ...counts.filter(isLarge),
    {
      documents: small.reduce((sum, { documents }) => sum + documents, 0),
      stems: StemTotals.of(small.flatMap(({ pieces }) => pieces.map(stemsOf))),
    },
  ];
}

const shareIn = ({ documents, stems }: Group, stem: string): number => stems.get(stem) / Math.max(1, documents);

/** Added in the order of the numbers, so that the order of the trees has no say. */
function idfIn(groups: readonly Group[], stem: string, expected: number): number {
  const all = groups.map(({ documents, stems }) => ({ documents, frequency: stems.get(stem) }));
  const having = all.filter(({ frequency }) => frequency > 0);
  const parts = (having.length > 0 ? having : all).map(({ documents, frequency }) => ({
    times: Math.max(1, frequency),
    idf: idfOf(documents, frequency, expected),
  }));
  if (parts.length === 1) return parts[0]!.idf;
  const added = (numbers: number[]): number => numbers.sort((a, b) => a - b).reduce((sum, one) => sum + one, 0);
  return added(parts.map(({ times, idf }) => times * idf)) / added(parts.map(({ times }) => times));
}

const NO_NODES: TypeLengths = { nodes: 0, length: 0 };

function typesOf(counts: readonly Counts[]): ReadonlyMap<string, TypeLengths> {
  if (counts.length === 1) return counts[0]!.types;
  const total = new Map<string, TypeLengths>();
  for (const { types } of counts) addTypes(total, types);
  return total;
}

const printTypes = (types: ReadonlyMap<string, TypeLengths>): string =>
  JSON.stringify(
    [...types].map(([type, { nodes, length }]) => [type, nodes, length]).sort(([a], [b]) => (a! < b! ? -1 : 1)),
  );

/** In the order of the weights: a sum in another order may differ in its last bit. */
const lengthOf = (words: ReadonlyMap<number, number>): number =>
  [...words].sort(([a], [b]) => a - b).reduce((sum, [weight, count]) => sum + weight * count, 0);

function addedUp<K>(counts: readonly ReadonlyMap<K, number>[]): ReadonlyMap<K, number> {
  const total = new Map<K, number>();
  for (const count of counts) for (const [key, times] of count) total.set(key, (total.get(key) ?? 0) + times);
  return total;
}

/** Something that is counted when first needed, by the one who needs it: at once or in slices. */
interface Counting<T> {
  now(): T;
  inSlices(slices: Slices): Promise<T>;
}

function countingBy<T>(start: () => Steps<T>): Counting<T> {
  let counted: T | undefined;
  let steps: Steps<T> | undefined;
  /** What was counted, as soon as all is. A failure starts the count again, so that the next caller sees it too. */
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
    statistics ??= statisticsOf(
      each.map((counting) => counting.now()),
      settings,
    );
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
