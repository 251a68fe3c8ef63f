import { lowerBound } from "@semantic-xpath/tree";
import { grown, NumberList } from "./columns.js";
import type { DistinctWords } from "./distinctWords.js";
import { hashOfWord, SequenceHash, spread } from "./fingerprint.js";
import type { StemRun } from "./stemRun.js";

/** Documents before and after one that are its neighbourhood. */
const WINDOW = 2;
/** Of fewer documents nothing is learned. */
const FEWEST_DOCUMENTS = 200;
/** Fewer meetings are chance. */
const FEWEST = 3;
/** Words of more documents than this share are companions of everything. */
const MOST = 0.1;
/** The least strength that is kept: the sum of evidence from many weak relations is noise. */
const LEAST = 0.35;
const KEPT = 12;
/** Stems that are remembered. Documents that begin beyond are left out. */
const BOUND = 2 ** 21;
const NONE: ReadonlyMap<string, number> = new Map();

/** What relatedness is learned from, of one tree or of several. */
export interface Meetings {
  /** Documents in all. */
  readonly documents: number;
  /** Documents that have a stem. */
  frequency(stem: string): number;
  /** By stem, how many neighbourhoods of a document with `stem` have it; those that fewer than `fewest` have may be missing. */
  of(stem: string, fewest: number): ReadonlyMap<string, number>;
}

/**
 * The companions of a stem with their strengths: with n documents, of which x have one word and y another, and xy neighbourhoods (of five
 * documents) of the first that have the second, normalised pointwise mutual information (G. Bouma, "Normalized (Pointwise) Mutual
 * Information in Collocation Extraction", 2009):
 *
 *     npmi = ln(xy · n / (x · y · 5)) / −ln(xy / n)
 */
export function companionsOf(meetings: Meetings, stem: string): ReadonlyMap<string, number> {
  const n = meetings.documents;
  const most = MOST * n;
  const own = meetings.frequency(stem);
  if (n < FEWEST_DOCUMENTS || own < FEWEST || own > most) return NONE;
  const strengths: [string, number][] = [];
  for (const [other, count] of meetings.of(stem, FEWEST)) {
    const theirs = meetings.frequency(other);
    if (other === stem || count < FEWEST || theirs > most || other.length < 3) continue;
    const lift = (count * n) / (own * theirs * (2 * WINDOW + 1));
    const strength = Math.log(lift) / -Math.log(Math.min(count, n - 1) / n);
    if (strength >= LEAST) strengths.push([other, Math.min(1, strength)]);
  }
  strengths.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return new Map(strengths.slice(0, KEPT));
}

/** The documents of a tree in their order, as the runs of its pieces; who meets a word is found in one pass. */
export class Neighbourhoods {
  /** How many of the documents of each run are remembered: those that begin before the bound. */
  private readonly kept: Int32Array;
  readonly documents: number;

  constructor(private readonly runs: readonly StemRun[]) {
    let room = BOUND;
    this.kept = Int32Array.from(runs, ({ stems, starts }) => {
      const documents =
        stems.length <= room ? starts.length - 1 : Math.min(starts.length - 1, lowerBound(starts, room));
      room = Math.max(0, room - stems.length);
      return documents;
    });
    this.documents = this.kept.reduce((sum, count) => sum + count, 0);
  }

  /** Tells documents apart by their stems and their order, however they are divided into runs. */
  get fingerprint(): string {
    const all = new SequenceHash();
    for (const [i, run] of this.runs.entries()) all.append(hashOfRun(run, this.kept[i]!));
    return all.print();
  }

  /** By name, how many neighbourhoods of a document with `stem` have it; those that fewer than `fewest` have are missing. */
  meetings(stem: string, fewest = 1): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    const { vocabulary } = this.runs[0]?.of ?? {};
    if (vocabulary === undefined) return found;
    const met = new Met(vocabulary);
    for (const [place, run] of this.runs.entries()) {
      const number = run.of.numberOf(stem);
      if (number < 0) continue;
      const documents = run.documentsOf(number);
      for (let at = 0, end = lowerBound(documents, this.kept[place]!); at < end; at++)
        this.meet(met, place, documents[at]!);
    }
    met.each(fewest, (other, count) => found.set(vocabulary.get(other), count));
    return found;
  }

  /** Counts the stems of a neighbourhood, which may go on in the runs before and after. */
  private meet(met: Met, place: number, document: number): void {
    met.next();
    const kept = this.kept[place]!;
    if (document >= WINDOW && document + WINDOW < kept) {
      met.add(this.runs[place]!, document - WINDOW, document + WINDOW + 1);
      return;
    }
    for (let near = document - WINDOW; near <= document + WINDOW; near++) {
      let [run, at] = [place, near];
      while (at < 0 && run > 0) at += this.kept[--run]!;
      while (run < this.runs.length && at >= this.kept[run]!) at -= this.kept[run++]!;
      const of = this.runs[run];
      if (at >= 0 && of !== undefined) met.add(of, at, at + 1);
    }
  }
}

/** In how many neighbourhoods each stem was met. Many documents have a frequent word, so nothing is made for a stem but two numbers. */
class Met {
  private counts: Int32Array<ArrayBuffer>;
  /** By stem: the neighbourhood that it was counted for. */
  private last: Int32Array<ArrayBuffer>;
  private neighbourhood = 0;
  private readonly stems = new NumberList();

  constructor(private readonly vocabulary: DistinctWords) {
    this.counts = new Int32Array(vocabulary.size);
    this.last = new Int32Array(vocabulary.size);
  }

  next(): void {
    this.neighbourhood++;
  }

  /** Adds the documents `[from, to)` of a run to the neighbourhood. */
  add(run: StemRun, from: number, to: number): void {
    if (run.of.vocabulary !== this.vocabulary) {
      this.addOthers(run, from, to);
      return;
    }
    const { counts, last, neighbourhood } = this;
    const { stems } = run.of;
    for (let at = run.starts[from]!, end = run.starts[to]!; at < end; at++) {
      const stem = stems[run.stems[at]!]!;
      if (last[stem] === neighbourhood) continue;
      last[stem] = neighbourhood;
      if (counts[stem]!++ === 0) this.stems.push(stem);
    }
  }

  /** Those of a run that was counted when another vocabulary was full. */
  private addOthers(run: StemRun, from: number, to: number): void {
    for (let at = run.starts[from]!; at < run.starts[to]!; at++) {
      const stem = this.vocabulary.number(run.of.name(run.stems[at]!));
      this.counts = grown(this.counts, stem + 1);
      this.last = grown(this.last, stem + 1);
      if (this.last[stem] === this.neighbourhood) continue;
      this.last[stem] = this.neighbourhood;
      if (this.counts[stem]!++ === 0) this.stems.push(stem);
    }
  }

  each(fewest: number, visit: (stem: number, count: number) => void): void {
    for (let at = 0; at < this.stems.length; at++) {
      const stem = this.stems.at(at);
      if (this.counts[stem]! >= fewest) visit(stem, this.counts[stem]!);
    }
  }
}

const hashes = new WeakMap<StemRun, SequenceHash>();

/** Of the first documents of a run; of all of them it is kept. Sums, since a document has its stems in no order. */
function hashOfRun(run: StemRun, documents: number): SequenceHash {
  const isWhole = documents === run.starts.length - 1;
  const known = hashes.get(run);
  if (isWhole && known !== undefined) return known;
  const hash = new SequenceHash();
  const { vocabulary, stems } = run.of;
  const ofStem = stems.map((stem) => hashOfWord(vocabulary, stem));
  for (let document = 0; document < documents; document++) {
    let [sum, other] = [0, 0];
    for (let at = run.starts[document]!; at < run.starts[document + 1]!; at++) {
      const stem = ofStem[run.stems[at]!]!;
      sum = (sum + spread(stem)) | 0;
      other = (other + spread(~stem)) | 0;
    }
    hash.add(sum);
    hash.add(other);
  }
  if (isWhole) hashes.set(run, hash);
  return hash;
}
