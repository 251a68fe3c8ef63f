import { hasKernels } from "./kernels.js";
import { PlainRows } from "./plainRows.js";
import type { Ranking } from "./ranking.js";
import { WasmRows } from "./wasmRows.js";

/**
 * Rows of f32 vectors of one length and the dot products of queries with them. With vectors of length 1 a dot product is a
 * cosine. The dot product of a row and a query has the same bits whichever method gives it.
 */
export interface VectorRows {
  readonly dimensions: number;
  readonly count: number;
  /** Appends a row and gives its number. Throws a RangeError where the length is wrong, a number is not finite or memory ends. */
  push(vector: Float32Array): number;
  /** A copy of a row. */
  row(row: number): Float32Array;
  /** Forgets all rows and keeps the memory. */
  clear(): void;
  /** The dot product of each row, or of those named, in their order. */
  dots(query: Float32Array, rows?: Int32Array): Float32Array;
  /** `dots` of all rows for several queries: rows are read from memory once. */
  fanOut(queries: readonly Float32Array[]): Float32Array[];
  /** The k rows of highest dot product, exact, in one pass; of those named, ascending, if any are. */
  top(query: Float32Array, k: number, rows?: Int32Array): Ranking;
}

/**
 * Rows in WebAssembly memory with SIMD kernels, or in plain arrays where the host has none (or "plain" asks for it).
 *
 * @example const rows = newVectorRows(384); rows.push(vector); rows.top(query, 5).rows
 */
export function newVectorRows(dimensions: number, kernels: "simd" | "plain" = "simd"): VectorRows {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MAX_DIMENSIONS) {
    throw new RangeError(`A vector has from 1 to ${MAX_DIMENSIONS} numbers, not ${dimensions}.`);
  }
  return kernels === "simd" && hasKernels() ? new WasmRows(dimensions) : new PlainRows(dimensions);
}

/** Numbers in a vector. Beyond, sums of products of codes would leave 32 bits at a useful precision. */
export const MAX_DIMENSIONS = 16384;
