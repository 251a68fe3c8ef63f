import {
  changeSince,
  getOrMake,
  identityOf,
  lowerBound,
  type SegmentChange,
  segmentsIn,
  type Tree,
} from "@semantic-xpath/tree";
import type { DerivedStore } from "../derivedStore.js";
import { TextSum } from "../textSum.js";
import { Dictionary, sortedDictionary } from "./dictionary.js";
import { type Counts, keepCounts, keptCounts, MIN_KEPT, type OpenKept, sourceOfTexts } from "./kept.js";
import type { Language } from "./languages/language.js";
import { MAX_STEP, TextReader } from "./reading.js";
import type { Slices, Steps } from "./slices.js";
import { type Vocabulary, vocabularyNow } from "./vocabulary.js";

/** Statistics of words and lengths, known before a text is scored. */
export interface Statistics {
  /** Weight of a word: its inverse document frequency in the tree and in English together, above 0. */
  idf(word: string, stem: string): number;
  /** True if some node of the tree has the stem. */
  has(stem: string): boolean;
  /** Mean words of the texts of nodes of a type, each with all that is in it; of null, of nodes alone. */
  averageOf(type: string | null): number;
  /** Identifies the statistics: equal ones, equal fingerprints. */
  readonly fingerprint: string;
}

/** Words of a text where nothing is known: of a sentence. Measured on texts without their trees: flat from 6 to 24. */
const USUAL_LENGTH = 12;
/** Documents of English that the tree's are added to: Dirichlet smoothing (C. Zhai, J. Lafferty, TOIS 2004). Measured: flat from 300 to 3000. */
const ENGLISH_DOCUMENTS = 1000;

/** `ln(1 + (n + m) / (f + m · e))` of a word in f of n documents whose share in the language is e. */
const idfOf = (documents: number, frequency: number, share: number): number =>
  Math.log1p((documents + ENGLISH_DOCUMENTS) / (frequency + ENGLISH_DOCUMENTS * share));

/** Nothing but the language is known. */
export const languageStatistics = (language: Language): Statistics => ({
  idf: (word, stem) => idfOf(0, 0, language.share(word, stem)),
  has: () => false,
  averageOf: () => USUAL_LENGTH,
  fingerprint: "",
});

/** Counts of a run of adjacent nodes: whole numbers, so that the counts of pieces add up to those of the whole, to the last bit. */
interface Piece extends Pick<Counts, "counts" | "documents" | "lengths" | "sum"> {
  /** The stems that they have: by their numbers, ascending, or as they are kept. */
  readonly stems: Int32Array | Dictionary;
  readonly vocabulary: Vocabulary;
}

/** A piece that was counted here. */
interface CountedPiece extends Piece {
  readonly stems: Int32Array;
}

/** Counts nodes, each with its type, its searchable attributes and its own text. */
class PieceCounter {
  readonly vocabulary: Vocabulary;
  private readonly reader: TextReader;
  private columns: CountColumns = freeColumns.pop() ?? newColumns(1024);
  private found: number[] = [];

  constructor(
    private readonly tree: Tree,
    language: Language,
  ) {
    this.vocabulary = vocabularyNow(language);
    this.reader = new TextReader(this.vocabulary, ({ stem }) => {
      if (stem >= this.columns.latest.length) this.columns = widened(this.columns, stem + 1);
      const { latest, counts, documents } = this.columns;
      if (latest[stem] === documents) return;
      latest[stem] = documents;
      if (counts[stem]!++ === 0) this.found.push(stem);
    });
  }

  /** Counts nodes, or takes what is kept of them. */
  *piece(from: number, to: number, store: DerivedStore | null): Steps<Piece> {
    if (store === null || to - from < MIN_KEPT) return yield* this.count(from, to);
    const { tree, vocabulary } = this;
    const about = vocabulary.language.name;
    const identity = identityOf(tree);
    const source =
      identity === null
        ? sourceOfTexts(Array.from({ length: to - from }, (_, i) => ownTextOf(tree, from + i)))
        : `${identity} ${from} ${to}`;
    const counts = keptCounts(store, about, source, to - from);
    if (counts !== null) return { ...counts, vocabulary };
    const piece = yield* this.count(from, to);
    const words = Array.from(piece.stems, (stem) => vocabulary.stems[stem]!);
    const { dictionary, order } = sortedDictionary(words);
    keepCounts(store, about, source, { ...piece, stems: dictionary, counts: order.map((at) => piece.counts[at]!) });
    return piece;
  }

  *count(from: number, to: number, tree = this.tree): Steps<CountedPiece> {
    const { reader } = this;
    const lengths = new Int32Array(to - from + 1);
    let documents = 0;
    for (let node = from, work = 0; node < to; node++) {
      this.columns.documents++;
      const text = ownTextOf(tree, node);
      yield* reader.read(text);
      lengths[node - from + 1] = lengths[node - from]! + reader.length;
      if (reader.length > 0) documents++;
      work += text.length;
      if (work < MAX_STEP) continue;
      work = 0;
      yield;
    }
    return this.take(documents, lengths);
  }

  private take(documents: number, lengths: Int32Array): CountedPiece {
    const { vocabulary } = this;
    const stems = Int32Array.from(this.found).sort();
    const counts = stems.map((stem) => this.columns.counts[stem]!);
    const sum = new TextSum();
    for (const [at, stem] of stems.entries()) {
      sum.add(vocabulary.stems[stem]!, counts[at]!);
      this.columns.counts[stem] = 0;
    }
    this.found = [];
    return { vocabulary, stems, counts, documents, lengths, sum };
  }

  /** No more pieces are asked for. */
  end(): void {
    freeColumns.push(this.columns);
  }
}

/** By stem: in which of all documents that were counted it was last, and the nodes of a piece that have it, 0 between two pieces. */
interface CountColumns {
  readonly latest: Float64Array;
  readonly counts: Int32Array;
  documents: number;
}

/** Columns whose counting is over, for the next one. */
const freeColumns: CountColumns[] = [];

const newColumns = (size: number): CountColumns => ({
  latest: new Float64Array(size),
  counts: new Int32Array(size),
  documents: 0,
});

function widened({ latest, counts, documents }: CountColumns, size: number): CountColumns {
  const wider = { ...newColumns(size * 2), documents };
  wider.latest.set(latest);
  wider.counts.set(counts);
  return wider;
}

/** The piece of an edited segment, with the changes of its counts: counts of removed nodes are subtracted, counts of new nodes added. */
function* edited(
  was: CountedPiece,
  { before, change }: NonNullable<ReturnType<typeof changeSince>>,
  counter: PieceCounter,
): Steps<{ readonly piece: CountedPiece; readonly changes: ReadonlyMap<number, number> }> {
  const { first, from, to, toBefore, end, endBefore } = change;
  const gone = yield* counter.count(from, toBefore, before);
  const added = yield* counter.count(from, to);
  const counts = new Map<number, number>();
  for (const [piece, sign] of [
    [gone, -1],
    [added, 1],
  ] as const)
    for (const [at, stem] of piece.stems.entries())
      counts.set(stem, (counts.get(stem) ?? 0) + sign * piece.counts[at]!);
  const { vocabulary } = added;
  const sum = new TextSum();
  sum.addAll(was.sum);
  for (const [stem, count] of counts) sum.add(vocabulary.stems[stem]!, count);
  // Words before each node: as they were, of the new nodes, and as they were but for those that came or went.
  const lengths = new Int32Array(end - first + 1);
  lengths.set(was.lengths.subarray(0, from - first + 1));
  const start = lengths[from - first]!;
  for (let i = 1; i <= to - from; i++) lengths[from - first + i] = start + added.lengths[i]!;
  const more = lengths[to - first]! - was.lengths[toBefore - first]!;
  for (let i = 1; i <= endBefore - toBefore; i++) lengths[to - first + i] = was.lengths[toBefore - first + i]! + more;
  const documents = was.documents - gone.documents + added.documents;
  return { piece: { vocabulary, ...merged(was, counts), documents, lengths, sum }, changes: counts };
}

/** The counts of a piece with changes: stems ascending, without those that no node has. */
function merged(was: CountedPiece, changes: ReadonlyMap<number, number>): Pick<CountedPiece, "stems" | "counts"> {
  const changed = Int32Array.from(changes.keys()).sort();
  const stems = new Int32Array(was.stems.length + changed.length);
  const counts = new Int32Array(stems.length);
  let size = 0;
  for (let a = 0, b = 0; a < was.stems.length || b < changed.length; ) {
    const stem = Math.min(was.stems[a] ?? Number.POSITIVE_INFINITY, changed[b] ?? Number.POSITIVE_INFINITY);
    let count = 0;
    if (was.stems[a] === stem) count += was.counts[a++]!;
    if (changed[b] === stem) count += changes.get(changed[b++]!)!;
    if (count === 0) continue;
    stems[size] = stem;
    counts[size++] = count;
  }
  return { stems: stems.slice(0, size), counts: counts.slice(0, size) };
}

/** The type, the searchable attributes and the own text of a node, as its text has them. */
function ownTextOf(tree: Tree, node: number): string {
  const type = tree.type[node]!;
  let lines = tree.typeNames[type]!;
  const attributes = tree.searchableOfType[type]!;
  for (let i = 0; i < attributes.length; i++) {
    const value = tree.attributeValue(node, attributes[i]!);
    if (value >= 0) lines += tree.attributeLabels[attributes[i]!]! + tree.values.get(value);
  }
  const textId = tree.text[node]!;
  return textId >= 0 ? `${lines}\n${tree.values.get(textId)}` : `${lines}\n`;
}

const isCounted = (piece: Piece): piece is CountedPiece => !(piece.stems instanceof Dictionary);

const pieceOf = new WeakMap<object, Map<string, Piece>>();

/**
 * The statistics of a tree. Of a version of an edited tree only the segments are counted that no version before it had.
 */
export class TreeStatistics implements Statistics {
  private pieces: readonly Piece[] | undefined;
  private documents = 0;
  private print = "";
  private readonly averages = new Map<string | null, number>();
  private totals!: Totals;

  constructor(
    private readonly tree: Tree,
    private readonly language: Language,
  ) {}

  /** Counts what is not counted yet, in slices. `open`: where the counts of many nodes are kept. */
  async inSlices(slices: Slices, open: OpenKept | null = null): Promise<void> {
    if (this.pieces !== undefined) return;
    const store = open !== null && this.tree.size >= MIN_KEPT ? await open() : null;
    if (this.pieces === undefined) await slices.all(this.count(store));
  }

  idf(word: string, stem: string): number {
    this.counted();
    return idfOf(this.documents, this.frequency(stem), this.language.share(word, stem));
  }

  has(stem: string): boolean {
    return this.frequency(stem) > 0;
  }

  averageOf(type: string | null): number {
    this.counted();
    return this.averages.get(type) ?? this.averages.get(null)!;
  }

  get fingerprint(): string {
    this.counted();
    return this.print;
  }

  private frequency(stem: string): number {
    const pieces = this.counted();
    const { frequencies, changes } = this.totals;
    const change = changes.get(stem) ?? 0;
    const before = getOrMake(frequencies, stem, () => {
      let sum = -change;
      for (const { vocabulary, stems, counts } of pieces) {
        const isKept = stems instanceof Dictionary;
        const at = isKept ? stems.numberOf(stem) : indexIn(stems, vocabulary.numberOf(stem));
        if (at >= 0) sum += counts[at]!;
      }
      return sum;
    });
    return before + change;
  }

  private counted(): readonly Piece[] {
    if (this.pieces === undefined) for (const _ of this.count());
    return this.pieces!;
  }

  private *count(store: DerivedStore | null = null): Steps<void> {
    const { tree, language } = this;
    const key = keyOf(tree, language);
    const pieces: Piece[] = [];
    let counter: PieceCounter | undefined;
    let since: ReturnType<typeof changeSince> | undefined;
    let totals: Totals | undefined;
    for (const { segment, from, to } of segmentsIn(tree)) {
      const bySegment = getOrMake(pieceOf, segment, () => new Map<string, Piece>());
      let piece = bySegment.get(key);
      if (piece === undefined) {
        counter ??= new PieceCounter(tree, language);
        since ??= changeSince(tree);
        const was = since?.change.is === segment ? pieceOf.get(since.change.was)?.get(key) : undefined;
        if (was !== undefined && isCounted(was) && was.vocabulary === counter.vocabulary) {
          const { before, change } = since!;
          const { piece: is, changes } = yield* edited(was, since!, counter);
          piece = is;
          const earlier = before.end === tree.end ? totalsOf.get(before)?.get(key) : undefined;
          if (earlier !== undefined && earlier.changes.size < MAX_CHANGES) {
            const words = changedWords(tree, earlier.words, change, was, piece);
            const all = new Map(earlier.changes);
            for (const [stem, count] of changes) {
              const word = counter.vocabulary.stems[stem]!;
              all.set(word, (all.get(word) ?? 0) + count);
            }
            totals = { words, frequencies: earlier.frequencies, changes: all };
          }
        } else piece = yield* counter.piece(from, to, store);
        bySegment.set(key, piece);
      }
      pieces.push(piece);
    }
    counter?.end();
    // Another reader may have counted the same meanwhile.
    if (this.pieces !== undefined) return;
    totals ??= { words: countWords(tree, pieces), frequencies: new Map(), changes: new Map() };
    getOrMake(totalsOf, tree, () => new Map<string, Totals>()).set(key, totals);
    this.totals = totals;
    this.sum(pieces, totals.words);
    this.pieces = pieces;
  }

  private sum(pieces: readonly Piece[], wordsOfType: Float64Array): void {
    const { tree } = this;
    const sum = new TextSum();
    let words = 0;
    for (const piece of pieces) {
      words += piece.lengths.at(-1)!;
      this.documents += piece.documents;
      sum.addAll(piece.sum);
    }
    this.averages.set(null, this.documents === 0 ? USUAL_LENGTH : words / this.documents);
    for (const [type, name] of tree.typeNames.entries())
      if (type > 0 && tree.postings[type]!.length > 0)
        this.averages.set(name, wordsOfType[type]! / tree.postings[type]!.length);
    this.print = `${this.documents}.${words}.${sum.print()}`;
  }
}

/** Sums over all pieces. */
interface Totals {
  /** By type, the words of the texts of all its nodes, each with all that is in it. */
  readonly words: Float64Array;
  /** Nodes with a stem in the first of several successive versions, as far as looked up. */
  readonly frequencies: Map<string, number>;
  /** Differences of this version from the first. */
  readonly changes: ReadonlyMap<string, number>;
}

/** Maximum number of differences, above which frequencies are summed up again. */
const MAX_CHANGES = 1024;

/** By key of what is counted. */
const totalsOf = new WeakMap<Tree, Map<string, Totals>>();

function countWords({ type, end, typeNames }: Tree, pieces: readonly Piece[]): Float64Array {
  const before = new Int32Array(type.length + 1);
  let [at, words] = [1, 0];
  for (const { lengths } of pieces) {
    for (let i = 0; i < lengths.length - 1; i++) before[at++] = words + lengths[i]!;
    words += lengths.at(-1)!;
  }
  before[at] = words;
  const sums = new Float64Array(typeNames.length);
  for (let node = 1; node < at; node++) sums[type[node]!]! += before[end[node]!]! - before[node]!;
  return sums;
}

/** Words by type from those of an earlier version with the same nodes, of which a few have another text. */
function changedWords(
  { type, parent }: Tree,
  known: Float64Array,
  { first, from, to }: SegmentChange,
  was: Piece,
  is: Piece,
): Float64Array {
  const sums = known.slice();
  for (let node = from; node < to; node++) {
    const at = node - first;
    const more = is.lengths[at + 1]! - is.lengths[at]! - (was.lengths[at + 1]! - was.lengths[at]!);
    if (more !== 0) for (let above = node; above > 0; above = parent[above]!) sums[type[above]!]! += more;
  }
  return sums;
}

function indexIn(sorted: Int32Array, number: number): number {
  const at = lowerBound(sorted, number);
  return sorted[at] === number ? at : -1;
}

/** Key of the searched fields of each type and of the comparison of words: a part of the key of the counts. */
function keyOf(tree: Tree, language: Language): string {
  const names = tree.typeNames.map((name, type) => [
    name,
    ...Array.from(tree.searchableOfType[type]!, (attribute) => tree.attributeNames[attribute]!),
  ]);
  return `${language.name} ${JSON.stringify(names.sort(([a], [b]) => (a! < b! ? -1 : 1)))}`;
}
