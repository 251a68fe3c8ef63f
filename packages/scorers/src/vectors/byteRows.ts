import { hasKernels, kernelsOn } from "./wasmRows.js";

/** Rows of small whole numbers of one length, and the dot products of one row with all: exact, so the same on every machine. */
export interface ByteRows {
  readonly count: number;
  /** The dot products of a row with every row, by number; good until the next call. */
  dots(row: number): Int32Array;
  /** The dot product of two rows. */
  dot(left: number, right: number): number;
}

/** Rows are padded with zeros to a multiple of this, so that the kernel needs no remainder. */
export const BYTE_LANES = 16;

/**
 * The rows of a matrix, which is kept. `stride` numbers a row, a multiple of BYTE_LANES; with SIMD where the host has it, else
 * without: both give the same numbers.
 */
export function byteRows(matrix: Int8Array, stride: number): ByteRows {
  const count = matrix.length / stride;
  const dot = (left: number, right: number): number => {
    let sum = 0;
    for (let i = left * stride, j = right * stride, end = i + stride; i < end; i++, j++) sum += matrix[i]! * matrix[j]!;
    return sum;
  };
  if (count > 0 && hasKernels()) return { count, dot, dots: simdDots(matrix, stride, count) };
  const all = new Int32Array(count);
  return {
    count,
    dot,
    dots(row) {
      for (let i = 0; i < count; i++) all[i] = dot(row, i);
      return all;
    },
  };
}

/** The memory: results, the row that is asked for with two bytes a number, then the rows. Made when first needed: it is a copy. */
function simdDots(matrix: Int8Array, stride: number, count: number): ByteRows["dots"] {
  const query = Math.ceil(count / 4) * 16;
  const base = query + stride * 2;
  let made: ReturnType<typeof kernelsOn> | undefined;
  return (row) => {
    if (made === undefined) {
      made = kernelsOn(base + matrix.length);
      new Int8Array(made.memory.buffer, base, matrix.length).set(matrix);
    }
    const { memory, kernels } = made;
    new Int16Array(memory.buffer, query, stride).set(matrix.subarray(row * stride, (row + 1) * stride));
    kernels.byteDots(base, stride, count, query, 0);
    return new Int32Array(memory.buffer, 0, count);
  };
}
