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
  private readonly rowWord: Uint32Array;
  /** By word, its row and one more; 0 for none. */
  private readonly rowAfter: Uint32Array;

  constructor(
    { about, sections }: Pack,
    private readonly table: WordTable,
  ) {
    const stride = Math.max(about.stride, BYTE_LANES);
    this.rowWord = sections.rowWord;
    this.rows = byteRows(sections.vectors, stride);
    this.norms = normsOf(sections.vectors, stride);
    this.rowAfter = new Uint32Array(sections.wordStart.length);
    for (let row = this.rowWord.length - 1; row >= 0; row--) this.rowAfter[this.rowWord[row]!] = row + 1;
  }

  /** The row of a word, -1 if it has no vector. */
  row(word: string): number {
    const number = this.table.find(word);
    return number < 0 ? -1 : this.rowOfWord(number);
  }

  rowOfWord(number: number): number {
    return this.rowAfter[number]! - 1;
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

function normsOf(vectors: Int8Array, stride: number): Float64Array {
  const norms = new Float64Array(vectors.length / stride);
  for (let row = 0, at = 0; row < norms.length; row++) {
    let sum = 0;
    for (const end = at + stride; at < end; at++) sum += vectors[at]! * vectors[at]!;
    norms[row] = Math.sqrt(sum);
  }
  return norms;
}
