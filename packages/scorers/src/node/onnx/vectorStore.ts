import { textsIn } from "../../scoreListed.js";
import type { TextList } from "../../scorer.js";
import { newVectorRows, type VectorRows } from "../../vectors/vectorRows.js";

/** Bytes of a text's place in the store beside its text and vectors, about. */
const ENTRY = 100;

/** Vectors of texts, as rows for the kernels. A store that is full starts again; `most` bounds texts and vectors, in bytes. */
export function vectorStore(most: number) {
  const rowOf = new Map<string, number>();
  /** How many rows a text has from its first on, where that is not one. */
  const rowsFrom = new Map<number, number>();
  /** The first row of each text of a list, by number; -1: not known. */
  let listed = new WeakMap<TextList, Int32Array>();
  let vectors: VectorRows | undefined;
  let bytes = 0;
  const clear = () => {
    rowOf.clear();
    rowsFrom.clear();
    listed = new WeakMap();
    vectors?.clear();
    bytes = 0;
  };
  const firstsOf = (list: TextList, numbers: Int32Array): Int32Array => {
    let known = listed.get(list);
    if (known === undefined || known.length < list.texts.length) {
      const longer = new Int32Array(list.texts.length).fill(-1);
      longer.set(known ?? []);
      listed.set(list, longer);
      known = longer;
    }
    const firsts = known;
    return numbers.map((number) => {
      if (firsts[number]! < 0) firsts[number] = rowOf.get(list.texts[number]!) ?? -1;
      return firsts[number]!;
    });
  };
  return {
    clear,
    makeRoom(): void {
      if (bytes > most) clear();
    },
    /** The texts that are not there yet, once each. */
    missing(list: TextList, numbers: Int32Array): readonly string[] {
      const firsts = firstsOf(list, numbers);
      return [
        ...new Set(
          textsIn(
            list,
            numbers.filter((_, i) => firsts[i]! < 0),
          ),
        ),
      ];
    },
    add(text: string, made: readonly Float32Array[]): void {
      vectors ??= newVectorRows(made[0]!.length);
      const [first] = made.map((vector) => vectors!.push(vector));
      rowOf.set(text, first!);
      if (made.length > 1) rowsFrom.set(first!, made.length);
      bytes += ENTRY + 2 * text.length + 4 * made.length * made[0]!.length;
    },
    /** Cosines of a query with texts that are in the store: of each the best of its vectors. */
    best(query: Float32Array, list: TextList, numbers: Int32Array): Float32Array {
      const firsts = firstsOf(list, numbers);
      const cosines = vectors?.dots(query, firsts) ?? new Float32Array(0);
      if (rowsFrom.size === 0) return cosines;
      firsts.forEach((first, place) => {
        const count = rowsFrom.get(first) ?? 1;
        if (count === 1) return;
        const rows = Int32Array.from({ length: count }, (_, i) => first + i);
        cosines[place] = Math.max(...vectors!.dots(query, rows));
      });
      return cosines;
    },
  };
}
