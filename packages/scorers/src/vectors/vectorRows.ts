import { hasKernels, wasmRows } from "./wasmRows.js";

/**
 * Rows of f32 vectors of one length and the dot products of queries with them. With vectors of length 1 a dot product is a cosine.
 * The dot product of a row and a query has the same bits whatever else is asked with it.
 */
export interface VectorRows {
  /** Appends a row and gives its number. Throws a RangeError if the length is wrong, a number is not finite or memory ends. */
  push(vector: Float32Array): number;
  /** Forgets all rows and keeps the memory. */
  clear(): void;
  /** The dot products of a query with the rows of these numbers, in their order. Throws a RangeError for a number without a row. */
  dots(query: Float32Array, rows: Int32Array): Float32Array;
}

/**
 * Rows in WebAssembly memory with SIMD kernels, or in plain arrays where the host has none (or "plain" asks for it).
 *
 * @example const rows = newVectorRows(384); rows.dots(query, Int32Array.of(rows.push(vector)))
 */
export function newVectorRows(dimensions: number, kernels: "simd" | "plain" = "simd"): VectorRows {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MAX_DIMENSIONS) {
    throw new RangeError(`A vector has from 1 to ${MAX_DIMENSIONS} numbers, not ${dimensions}.`);
  }
  return new CheckedRows(dimensions, kernels === "simd" && hasKernels() ? wasmRows(dimensions) : plainRows());
}

/** Numbers of a vector. */
export const MAX_DIMENSIONS = 16384;

/** Rows with checks around rows without. */
class CheckedRows implements VectorRows {
  private size = 0;

  constructor(
    private readonly dimensions: number,
    private readonly rows: VectorRows,
  ) {}

  push(vector: Float32Array): number {
    this.check(vector);
    const row = this.rows.push(vector);
    this.size = row + 1;
    return row;
  }

  clear(): void {
    this.rows.clear();
    this.size = 0;
  }

  dots(query: Float32Array, rows: Int32Array): Float32Array {
    this.check(query);
    const missing = rows.find((row) => !(row >= 0 && row < this.size));
    if (missing === undefined) return this.rows.dots(query, rows);
    throw new RangeError(`There is no row ${missing}; there are ${this.size} rows.`);
  }

  private check(vector: Float32Array): void {
    if (vector.length !== this.dimensions) {
      throw new RangeError(`A vector has ${vector.length} numbers where the rows have ${this.dimensions}.`);
    }
    const wrong = vector.findIndex((number) => !Number.isFinite(number));
    if (wrong >= 0) throw new RangeError(`Number ${wrong + 1} of a vector is ${vector[wrong]}.`);
  }
}

/** Rows in ordinary arrays. Sums are of doubles, rounded once. */
function plainRows(): VectorRows {
  const vectors: Float32Array[] = [];
  return {
    push: (vector) => vectors.push(vector.slice()) - 1,
    clear() {
      vectors.length = 0;
    },
    dots: (query, rows) =>
      Float32Array.from(rows, (row) => vectors[row]!.reduce((sum, number, i) => sum + number * query[i]!, 0)),
  };
}
