import { checkK, checkRows, checkVector } from "./checkVector.js";
import { type Kernels, type LinearMemory, newKernels, PAGE } from "./kernels.js";
import { type Ranking, rankAll } from "./ranking.js";
import type { VectorRows } from "./vectorRows.js";

/** Rows that one call of a kernel works on, for results and row numbers in a fixed place. */
const BLOCK = 4096;
/** Rows that stay in the second-level cache while several queries pass over them: 96 KB at 384 numbers. */
const FAN_BLOCK = 64;
/** Queries that pass over a block of rows together. */
const FAN = 32;
/** The longest top list that is kept by insertion; longer ones are sorted. */
const LIST = 1024;

/**
 * Rows in a WebAssembly memory of their own. Measured at 100 000 rows of 384, one core, top 5 included: 7.5 times as
 * fast as plain arrays, 40 GB/s, and 1.4 times as fast as a matrix product of onnxruntime.
 *
 * The memory, each part from a multiple of 64: FAN queries, BLOCK results, BLOCK row numbers, a top list, then the rows.
 */
export class WasmRows implements VectorRows {
  private readonly memory: LinearMemory;
  private readonly kernels: Kernels;
  /** Bytes from one row to the next: 16 numbers at a time. */
  private readonly stride: number;
  private readonly results: number;
  private readonly numbers: number;
  private readonly list: number;
  private readonly base: number;
  private size = 0;

  constructor(readonly dimensions: number) {
    this.stride = Math.ceil(dimensions / 16) * 64;
    this.results = FAN * this.stride;
    this.numbers = this.results + BLOCK * 4;
    this.list = this.numbers + BLOCK * 4;
    this.base = this.list + LIST * 8;
    ({ memory: this.memory, kernels: this.kernels } = newKernels(this.base + 64 * this.stride));
  }

  get count(): number {
    return this.size;
  }

  push(vector: Float32Array): number {
    checkVector(vector, this.dimensions);
    const start = this.base + this.size * this.stride;
    this.reserve(start + this.stride);
    new Float32Array(this.memory.buffer, start, this.dimensions).set(vector);
    return this.size++;
  }

  row(row: number): Float32Array {
    checkRows(Int32Array.of(row), this.size);
    return new Float32Array(this.memory.buffer, this.base + row * this.stride, this.dimensions).slice();
  }

  clear(): void {
    this.size = 0;
  }

  dots(query: Float32Array, rows?: Int32Array): Float32Array {
    const end = this.place(query, 0);
    if (rows !== undefined) checkRows(rows, this.size);
    const { kernels, stride, base, results } = this;
    const out = new Float32Array(rows?.length ?? this.size);
    for (let i = 0; i < out.length; i += BLOCK) {
      const n = Math.min(BLOCK, out.length - i);
      if (rows === undefined) kernels.dots(base + i * stride, stride, n, 0, end, results);
      else kernels.dotsAt(base, stride, this.placeNumbers(rows, i, n), n, 0, end, results);
      out.set(new Float32Array(this.memory.buffer, results, n), i);
    }
    return out;
  }

  fanOut(queries: readonly Float32Array[]): Float32Array[] {
    const all = queries.map(() => new Float32Array(this.size));
    for (let first = 0; first < queries.length; first += FAN) {
      const ends = queries.slice(first, first + FAN).map((query, i) => this.place(query, i));
      this.fan(ends, all.slice(first, first + FAN));
    }
    return all;
  }

  top(query: Float32Array, k: number, rows?: Int32Array): Ranking {
    checkK(k);
    const total = rows?.length ?? this.size;
    const kept = Math.min(k, total);
    if (kept === 0) return { rows: new Int32Array(0), scores: new Float32Array(0) };
    if (kept > LIST) return this.topByOrder(query, kept, rows);
    const end = this.place(query, 0);
    if (rows !== undefined) checkRows(rows, this.size);
    const { kernels, stride, base, list } = this;
    const scores = new Float32Array(this.memory.buffer, list, kept).fill(-Infinity);
    for (let i = 0; i < total; i += BLOCK) {
      const n = Math.min(BLOCK, total - i);
      if (rows === undefined) kernels.top(base + i * stride, stride, i, n, 0, end, list, kept);
      else kernels.topAt(base, stride, this.placeNumbers(rows, i, n), n, 0, end, list, kept);
    }
    return { rows: new Int32Array(this.memory.buffer, list + kept * 4, kept).slice(), scores: scores.slice() };
  }

  private topByOrder(query: Float32Array, k: number, rows: Int32Array | undefined): Ranking {
    const ranking = rankAll(this.dots(query, rows), k);
    return rows === undefined ? ranking : { ...ranking, rows: ranking.rows.map((place) => rows[place]!) };
  }

  private fan(ends: readonly number[], all: readonly Float32Array[]): void {
    const { kernels, stride, base, results } = this;
    const view = new Float32Array(this.memory.buffer, results, BLOCK);
    for (let i = 0; i < this.size; i += FAN_BLOCK) {
      const n = Math.min(FAN_BLOCK, this.size - i);
      for (let q = 0; q < ends.length; q++) {
        kernels.dots(base + i * stride, stride, n, q * stride, ends[q]!, results + q * FAN_BLOCK * 4);
      }
      for (let q = 0; q < ends.length; q++) {
        all[q]!.set(view.subarray(q * FAN_BLOCK, q * FAN_BLOCK + n), i);
      }
    }
  }

  /** Writes a query, whose padding stays zero, and gives its end. */
  private place(query: Float32Array, slot: number): number {
    checkVector(query, this.dimensions);
    new Float32Array(this.memory.buffer, slot * this.stride, this.dimensions).set(query);
    return (slot + 1) * this.stride;
  }

  private placeNumbers(rows: Int32Array, from: number, n: number): number {
    new Int32Array(this.memory.buffer, this.numbers, n).set(rows.subarray(from, from + n));
    return this.numbers;
  }

  /** Grows by half of what there is, so that pushing takes constant time on average. */
  private reserve(end: number): void {
    const missing = end - this.memory.buffer.byteLength;
    if (missing <= 0) return;
    const room = 2 ** 32 - PAGE - this.memory.buffer.byteLength;
    const wanted = Math.min(Math.max(missing, this.memory.buffer.byteLength / 2), Math.max(room, missing));
    this.memory.grow(Math.ceil(wanted / PAGE));
  }
}
