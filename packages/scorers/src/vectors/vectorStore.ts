import { textsIn } from "../scoreListed.js";
import type { TextList } from "../scorer.js";
import { newVectorRows, type VectorRows } from "./vectorRows.js";

/** Bytes of a text's place in the store beside its text and vectors, as measured with 200 000 of them. */
const ENTRY = 37;

/** Vectors of texts, as rows for the kernels. A store that is full starts again; `most` bounds texts and vectors, in bytes. */
export class VectorStore {
  private readonly rowOf = new Map<string, number>();
  /** Number of rows of a text from its first on, if it is not one. */
  private readonly rowsFrom = new Map<number, number>();
  /** The first row of each text of a list, by number; -1: not known. */
  private listed = new WeakMap<TextList, Int32Array>();
  private vectors: VectorRows | undefined;
  private bytes = 0;

  constructor(private readonly most: number) {}

  clear(): void {
    this.rowOf.clear();
    this.rowsFrom.clear();
    this.listed = new WeakMap();
    this.vectors?.clear();
    this.bytes = 0;
  }

  makeRoom(): void {
    if (this.bytes > this.most) this.clear();
  }

  /** The texts that are not there yet, once each. */
  missing(list: TextList, numbers: Int32Array): readonly string[] {
    const firsts = this.firstsOf(list, numbers);
    const missing = numbers.filter((_, i) => firsts[i]! < 0);
    return [...new Set(textsIn(list, missing))];
  }

  add(text: string, made: readonly Float32Array[]): void {
    this.vectors ??= newVectorRows(made[0]!.length);
    const { vectors } = this;
    const [first] = made.map((vector) => vectors.push(vector));
    this.rowOf.set(text, first!);
    if (made.length > 1) this.rowsFrom.set(first!, made.length);
    this.bytes += ENTRY + 2 * text.length + 4 * made.length * made[0]!.length;
  }

  /** Cosines of a query with texts that are in the store: of each the best of its vectors. */
  best(query: Float32Array, list: TextList, numbers: Int32Array): Float32Array {
    const firsts = this.firstsOf(list, numbers);
    const cosines = this.vectors?.dots(query, firsts) ?? new Float32Array(0);
    if (this.rowsFrom.size === 0) return cosines;
    firsts.forEach((first, place) => {
      const count = this.rowsFrom.get(first) ?? 1;
      if (count === 1) return;
      const rows = Int32Array.from({ length: count }, (_, i) => first + i);
      cosines[place] = Math.max(...this.vectors!.dots(query, rows));
    });
    return cosines;
  }

  private firstsOf(list: TextList, numbers: Int32Array): Int32Array {
    let rows = this.listed.get(list);
    if (rows === undefined || rows.length < list.texts.length) {
      const longer = new Int32Array(list.texts.length).fill(-1);
      longer.set(rows ?? []);
      this.listed.set(list, longer);
      rows = longer;
    }
    const firsts = rows;
    return numbers.map((number) => {
      if (firsts[number]! < 0) firsts[number] = this.rowOf.get(list.texts[number]!) ?? -1;
      return firsts[number]!;
    });
  }
}
