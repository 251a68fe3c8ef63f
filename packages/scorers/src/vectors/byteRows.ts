import { checkK, checkVector } from "./checkVector.js";
import { hasKernels, type Kernels, type LinearMemory, newKernels, PAGE } from "./kernels.js";
import type { Ranking } from "./ranking.js";
import type { VectorRows } from "./vectorRows.js";

/** Rows that one call works on. */
const BLOCK = 4096;
const LIST = 1024;
/** Rows, itself included, that the kernel may read from a row on. */
const AHEAD = 2;
/** Bytes after the codes of a row: scale, error and norm as f32, and padding to 16. */
const TAIL = 16;
/** The largest error of one rounding to f32, relative. */
const ROUNDING = 2 ** -24;

/**
 * A copy of vector rows as bytes, a quarter of the size, that finds which rows can be among the k best; only these are scored in
 * f32. The result is exactly that of `rows.top`, ties included.
 *
 * A row x is kept as x̂ = scale · codes with e = ‖x − x̂‖; the query q as 16-bit codes q̂. Then, by Cauchy and Schwarz,
 *
 *     |q · x − q̂ · x̂| ≤ ‖q‖ · e + ‖q − q̂‖ · ‖x̂‖
 *
 * and a row whose upper bound is below the k-th greatest lower bound is out. Both norms and e are rounded up and widened by what
 * the f32 kernel itself may be off. Measured at 100 000 rows of 384, top 5: 3.2 times as
 * fast as f32 where f32 reads 40 GB/s, 6 times where other programs take half of that.
 */
export class ByteRows {
  private readonly store: { readonly memory: LinearMemory; readonly kernels: Kernels } | null;
  /** Bytes of codes in a row. */
  private readonly codes: number;
  private readonly list: number;
  private readonly candidates: number;
  private readonly base: number;
  private size = 0;

  /** `rows` is what the bytes are a copy of. From here on both grow by `push` of this object alone. */
  constructor(private readonly rows: VectorRows) {
    this.codes = Math.ceil(rows.dimensions / 32) * 32;
    this.list = this.codes * 2;
    this.candidates = this.list + LIST * 8;
    this.base = this.candidates + BLOCK * 8;
    this.store = hasKernels() ? newKernels(this.base + 64 * (this.codes + TAIL)) : null;
    for (let row = 0; row < rows.count; row++) this.append(rows.row(row));
  }

  get count(): number {
    return this.size;
  }

  push(vector: Float32Array): number {
    const row = this.rows.push(vector);
    this.append(vector);
    return row;
  }

  /** What `rows.top(query, k)` gives. */
  top(query: Float32Array, k: number): Ranking {
    checkK(k);
    if (this.store === null || k >= this.size || k > LIST) return this.rows.top(query, k);
    return this.rows.top(query, k, this.within(query, k, this.store.kernels, this.store.memory));
  }

  /** The rows, ascending, whose upper bound reaches the k-th lower bound. */
  private within(query: Float32Array, k: number, kernels: Kernels, memory: LinearMemory): Int32Array {
    const { codes, list, candidates, base } = this;
    const { shift, scale, norm, error } = this.placeQuery(query, memory);
    const lower = new Float32Array(memory.buffer, list, k).fill(-Infinity);
    const found: number[] = [];
    const uppers: number[] = [];
    for (let i = 0; i < this.size; i += BLOCK) {
      const n = Math.min(BLOCK, this.size - i);
      const start = base + i * (codes + TAIL);
      const count = kernels.bounds(start, codes, i, n, 0, shift, scale, norm, error, list, k, candidates);
      const rows = new Int32Array(memory.buffer, candidates, count * 2);
      const bounds = new Float32Array(memory.buffer, candidates, count * 2);
      for (let c = 0; c < count * 2; c += 2) {
        if (bounds[c + 1]! < lower[k - 1]!) continue;
        found.push(rows[c]!);
        uppers.push(bounds[c + 1]!);
      }
    }
    return Int32Array.from(found.filter((_, c) => !(uppers[c]! < lower[k - 1]!)));
  }

  /** The query as 16-bit codes, so short that sums of products stay within 32 bits. */
  private placeQuery(query: Float32Array, memory: LinearMemory): QueryCodes {
    checkVector(query, this.rows.dimensions);
    const most = Math.min(32767, Math.floor((2 ** 31 - 1) / (127 * this.codes)));
    const scale = Math.fround(greatest(query) / most) || 1;
    const codes = new Int16Array(memory.buffer, 0, this.codes);
    let shift = 0;
    let norm = 0;
    let error = 0;
    for (let i = 0; i < query.length; i++) {
      const code = Math.max(-most, Math.min(most, Math.round(query[i]! / scale)));
      codes[(i & ~15) + ((i & 15) >> 1) + (i & 1) * 8] = code;
      if (i % 2 === 0) shift += 128 * code;
      norm += query[i]! ** 2;
      error += (query[i]! - code * scale) ** 2;
    }
    return { shift, scale, norm: up(Math.sqrt(norm)), error: up(Math.sqrt(error)) };
  }

  private append(vector: Float32Array): void {
    const row = this.size++;
    if (this.store === null) return;
    const start = this.base + row * (this.codes + TAIL);
    reserve(this.store.memory, start + AHEAD * (this.codes + TAIL));
    const codes = new Uint8Array(this.store.memory.buffer, start, this.codes).fill(0);
    const scale = Math.fround(greatest(vector) / 127) || 1;
    let kept = 0;
    let lost = 0;
    for (let i = 0; i < vector.length; i++) {
      const code = Math.max(-127, Math.min(127, Math.round(vector[i]! / scale)));
      codes[i] = i % 2 === 0 ? code + 128 : code;
      kept += (code * scale) ** 2;
      lost += (vector[i]! - code * scale) ** 2;
    }
    const norm = Math.sqrt(kept) + Math.sqrt(lost);
    const kernelError = 2 * (this.codes / 16 + 16) * ROUNDING * norm;
    const tail = new Float32Array(this.store.memory.buffer, start + this.codes, 3);
    tail.set([scale, up(Math.sqrt(lost) + kernelError), up(norm)]);
  }
}

/** A query for the kernel; kernels.wat says what `shift` is. */
interface QueryCodes {
  readonly shift: number;
  readonly scale: number;
  readonly norm: number;
  readonly error: number;
}

function greatest(vector: Float32Array): number {
  let most = 0;
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i]!));
  return most;
}

/** An f32 that is not below a number, sums of roundings included. */
const up = (value: number): number => Math.fround(value * (1 + 2 ** -20) + 1e-30);

function reserve(memory: LinearMemory, end: number): void {
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(Math.max(missing, memory.buffer.byteLength / 2) / PAGE));
}
