import { SequenceHash } from "./fingerprint.js";

/** What is known of a stem. */
export interface Stem {
  readonly name: string;
  readonly number: number;
  readonly hash: number;
  readonly isFunction: boolean;
  /** Documents that have it. */
  documents: number;
  /** The last node that it was counted for, and learned from. */
  counted: number;
  learned: number;
}

/** Documents before and after one that are its neighbourhood. */
const WINDOW = 2;
/** Fewer meetings are chance. */
const FEWEST = 3;
/** Words of more documents than this share are companions of everything. */
const MOST = 0.1;
/** The least strength that is kept: the sum of evidence from many weak relations is noise. */
const LEAST = 0.35;
const KEPT = 12;
/** Stems that are remembered: eight bytes each. Documents beyond are left out. */
const BOUND = 2 ** 21;
const NONE: ReadonlyMap<string, number> = new Map();

/** What relatedness is learned from, of one tree or of several. */
export interface Meetings {
  /** Documents in all. */
  readonly documents: number;
  /** Documents that have a stem. */
  frequency(stem: string): number;
  /** By stem, how many neighbourhoods of a document with `stem` have it. */
  of(stem: string): ReadonlyMap<string, number>;
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
  if (own < FEWEST || own > most) return NONE;
  const strengths: [string, number][] = [];
  for (const [other, count] of meetings.of(stem)) {
    const theirs = meetings.frequency(other);
    if (other === stem || count < FEWEST || theirs > most || other.length < 3) continue;
    const lift = (count * n) / (own * theirs * (2 * WINDOW + 1));
    const strength = Math.log(lift) / -Math.log(Math.min(count, n - 1) / n);
    if (strength >= LEAST) strengths.push([other, Math.min(1, strength)]);
  }
  strengths.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return new Map(strengths.slice(0, KEPT));
}

/** The documents of a tree as runs of stem numbers. Filled while a tree is counted; who meets a word is found in one pass. */
export class Neighbourhoods {
  private readonly stems: number[] = [];
  private readonly starts: number[] = [0];
  private readonly hash = new SequenceHash();

  /** `all`: stems by number. */
  constructor(private readonly all: readonly Stem[]) {}

  get documents(): number {
    return this.starts.length - 1;
  }

  /** Adds a stem to the document that is being read. */
  add({ number, hash }: Stem): void {
    if (this.stems.length >= BOUND) return;
    this.stems.push(number);
    this.hash.add(hash);
  }

  /** The document is complete; without stems it is none. */
  close(): void {
    if (this.stems.length === this.starts.at(-1)!) return;
    this.starts.push(this.stems.length);
    this.hash.add(this.stems.length);
  }

  /** Tells documents apart by their stems and their order. */
  get fingerprint(): string {
    return this.hash.print();
  }

  /** By name, how many neighbourhoods of a document with `stem` have it. */
  meetings({ number: stem }: Stem): ReadonlyMap<string, number> {
    const { stems, starts, documents: n } = this;
    const counts = new Map<number, number>();
    const seen = new Map<number, number>();
    let document = 0;
    for (let at = 0; at < stems.length; at++) {
      while (starts[document + 1]! <= at) document++;
      if (document >= n || stems[at] !== stem) continue;
      const end = starts[Math.min(n, document + WINDOW + 1)]!;
      for (let near = starts[Math.max(0, document - WINDOW)]!; near < end; near++) {
        const other = stems[near]!;
        if (seen.get(other) === at) continue;
        seen.set(other, at);
        counts.set(other, (counts.get(other) ?? 0) + 1);
      }
    }
    return new Map(Array.from(counts, ([number, count]) => [this.all[number]!.name, count]));
  }
}
