import { lowerBound } from "@semantic-xpath/tree";
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

  /**
   * By name, how many neighbourhoods of a document with `stem` have it. Where all documents are in one run, those that fewer than `fewest` have may be
   * missing.
   */
  meetings(stem: string, fewest = 1): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    const least = this.runs.length === 1 ? fewest : 1;
    for (const [place, run] of this.runs.entries()) {
      const number = run.of.numberOf(stem);
      if (number < 0) continue;
      const documents = run.documentsOf(number);
      const here = documents.subarray(0, lowerBound(documents, this.kept[place]!));
      this.countWithin(place, here, (other, count) => {
        if (count < least) return;
        const name = run.of.name(other);
        counts.set(name, (counts.get(name) ?? 0) + count);
      });
      for (const document of here) {
        if (this.isWithin(place, document)) continue;
        for (const other of this.around(place, document)) counts.set(other, (counts.get(other) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** Whether the whole neighbourhood of a document is in its run, or there is no other. */
  private isWithin(place: number, document: number): boolean {
    return this.runs.length === 1 || (document >= WINDOW && document + WINDOW < this.kept[place]!);
  }

  /** Counts, by number, the neighbourhoods that are in one run; many documents have a frequent word, so no names are made of them. */
  private countWithin(place: number, documents: Int32Array, visit: (stem: number, count: number) => void): void {
    const { stems, starts, of } = this.runs[place]!;
    const last = new Int32Array(of.size).fill(-1);
    const counts = new Int32Array(of.size);
    const met: number[] = [];
    for (const document of documents) {
      if (!this.isWithin(place, document)) continue;
      const from = starts[Math.max(0, document - WINDOW)]!;
      const to = starts[Math.min(this.kept[place]!, document + WINDOW + 1)]!;
      for (let at = from; at < to; at++) {
        const other = stems[at]!;
        if (last[other] === document) continue;
        last[other] = document;
        if (counts[other]!++ === 0) met.push(other);
      }
    }
    for (const other of met) visit(other, counts[other]!);
  }

  /** The stems of a neighbourhood, which may go on in the runs before and after. */
  private around(place: number, document: number): ReadonlySet<string> {
    const found = new Set<string>();
    for (let near = document - WINDOW; near <= document + WINDOW; near++) {
      let [run, at] = [place, near];
      while (at < 0 && run > 0) at += this.kept[--run]!;
      while (run < this.runs.length && at >= this.kept[run]!) at -= this.kept[run++]!;
      const of = this.runs[run];
      if (at < 0 || of === undefined) continue;
      for (let i = of.starts[at]!; i < of.starts[at + 1]!; i++) found.add(of.of.name(of.stems[i]!));
    }
    return found;
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
