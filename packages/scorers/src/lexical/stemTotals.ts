import { grown } from "./columns.js";
import type { DistinctWords } from "./distinctWords.js";
import { WordHash } from "./fingerprint.js";
import type { StemCounts } from "./stemRun.js";

/** How many nodes have each stem, in pieces together. */
export class StemTotals {
  private constructor(
    private readonly vocabulary: DistinctWords,
    /** By number in the vocabulary. */
    private totals: Int32Array<ArrayBuffer>,
    private readonly hash: WordHash,
  ) {}

  /** Of at least one piece. */
  static of(pieces: readonly StemCounts[]): StemTotals {
    const { vocabulary } = pieces[0]!;
    const all = new StemTotals(vocabulary, new Int32Array(vocabulary.size), new WordHash());
    for (const piece of pieces) all.add(piece, 1);
    for (let stem = 0; stem < all.totals.length; stem++) all.hash.change(vocabulary, stem, 0, all.totals[stem]!);
    return all;
  }

  /** Those with some pieces more and some less; costs what these have, and a copy of a column. */
  changed(added: readonly StemCounts[], gone: readonly StemCounts[]): StemTotals {
    const copy = new StemTotals(this.vocabulary, this.totals.slice(), this.hash.copy());
    const { hash, vocabulary } = copy;
    const change = (stem: number, before: number, after: number): void => hash.change(vocabulary, stem, before, after);
    for (const piece of added) copy.add(piece, 1, change);
    for (const piece of gone) copy.add(piece, -1, change);
    return copy;
  }

  /** How many nodes have a stem. */
  get(name: string): number {
    const stem = this.vocabulary.numberOf(name);
    return stem < 0 ? 0 : (this.totals[stem] ?? 0);
  }

  /** 64 bits that identify the totals and what else was counted. */
  fingerprint(others: string): string {
    return this.hash.print(others);
  }

  /** Pieces may be of another vocabulary, if one of them was counted when that was full. */
  private add(piece: StemCounts, sign: number, changes = (_stem: number, _before: number, _after: number) => {}): void {
    const { vocabulary } = this;
    const isSame = piece.vocabulary === vocabulary;
    for (let at = 0; at < piece.size; at++) {
      const stem = isSame ? piece.stems[at]! : vocabulary.number(piece.name(at));
      if (stem >= this.totals.length) this.totals = grown(this.totals, stem + 1);
      const before = this.totals[stem]!;
      this.totals[stem] = before + sign * piece.counts[at]!;
      changes(stem, before, this.totals[stem]!);
    }
  }
}
