import { BYTE_LANES, type ByteRows, byteRows } from "../../vectors/byteRows.js";
import type { Pack } from "./pack.js";
import type { WordTable } from "./wordTable.js";

/** A word that is used like another. */
export interface Neighbour {
  readonly word: string;
  /** Cosine of the two vectors. */
  readonly similarity: number;
  readonly row: number;
}

/** Words by their vectors: near each other are those that are used alike. */
export class Neighbours {
  private readonly rows: ByteRows;
  /** By row, the length of its vector: what is 0 is near nothing. */
  private readonly norms: Float64Array;
  private readonly rowOf = new Map<number, number>();

  constructor(
    pack: Pack,
    private readonly table: WordTable,
  ) {
    const { vectors, rowWord } = pack.sections;
    const stride = pack.about.stride;
    this.rowWord = rowWord;
    this.rows = byteRows(vectors, Math.max(stride, BYTE_LANES));
    this.norms = Float64Array.from(rowWord, (_, row) => Math.sqrt(this.rows.dot(row, row)));
    for (let row = rowWord.length - 1; row >= 0; row--) this.rowOf.set(rowWord[row]!, row);
  }

  private readonly rowWord: Uint32Array;

  /** The row of a word, -1 if it has no vector. */
  row(word: string): number {
    return this.rowOfWord(this.table.find(word));
  }

  rowOfWord(number: number): number {
    return this.rowOf.get(number) ?? -1;
  }

  /** All words of at least this similarity, without the word itself; a frequent one before a rare one. */
  near(row: number, least: number): Neighbour[] {
    const dots = this.rows.dots(row);
    const bound = least * this.norms[row]!;
    const found: Neighbour[] = [];
    if (bound === 0) return found;
    for (let other = 0; other < dots.length; other++) {
      if (dots[other]! < bound * this.norms[other]! || other === row || this.norms[other] === 0) continue;
      const word = this.table.word(this.rowWord[other]!);
      found.push({ word, similarity: this.cosine(dots[other]!, row, other), row: other });
    }
    return found;
  }

  similarity(left: number, right: number): number {
    return this.cosine(this.rows.dot(left, right), left, right);
  }

  private cosine(dot: number, left: number, right: number): number {
    const norm = this.norms[left]! * this.norms[right]!;
    return norm === 0 ? 0 : dot / norm;
  }
}
