import type { Vector } from "../../vectors.js";

/** A matrix of float32 numbers, row by row. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** `rows · columns` numbers. */
  readonly data: Float32Array;
}

const MAGIC = "\x93NUMPY";
/** The data of a file begin at a multiple of this number of bytes. */
const ALIGNMENT = 64;
/** Longest header of version 1.0, in bytes. */
const MAX_HEADER = 0xffff;

/** Rows of equal length as a matrix; no rows give a matrix of 0 × 0. */
export function matrixOf(rows: readonly Vector[]): Matrix {
  const columns = rows[0]?.length ?? 0;
  const data = new Float32Array(rows.length * columns);
  for (const [index, row] of rows.entries()) data.set(Array.from(row), index * columns);
  return { rows: rows.length, columns, data };
}

/** A matrix in NumPy's format, version 1.0: little-endian float32 in C order. */
export function writeNpy({ rows, columns, data }: Matrix): Uint8Array {
  const shape = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`;
  const prefix = MAGIC.length + 4;
  const length = Math.ceil((prefix + shape.length + 1) / ALIGNMENT) * ALIGNMENT - prefix;
  const header = `${shape.padEnd(length - 1)}\n`;
  const bytes = new Uint8Array(prefix + length + data.length * 4);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < MAGIC.length; index++) bytes[index] = MAGIC.charCodeAt(index);
  view.setUint8(MAGIC.length, 1);
  view.setUint16(MAGIC.length + 2, length, true);
  for (let index = 0; index < length; index++) bytes[prefix + index] = header.charCodeAt(index);
  for (let index = 0; index < data.length; index++) view.setFloat32(prefix + length + index * 4, data[index]!, true);
  return bytes;
}

/**
 * A matrix from NumPy's format, versions 1.0 to 3.0, of little-endian float32 or float64 in C order.
 * @throws RangeError if the bytes are another format, or end early
 */
export function readNpy(bytes: Uint8Array): Matrix {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC || bytes.length < MAGIC.length + 6) throw new RangeError("not a NumPy file");
  const isLong = view.getUint8(MAGIC.length) > 1;
  const start = MAGIC.length + (isLong ? 6 : 4);
  const length = isLong ? view.getUint32(MAGIC.length + 2, true) : view.getUint16(MAGIC.length + 2, true);
  if (length > MAX_HEADER || start + length > bytes.length)
    throw new RangeError("the header of the NumPy file is cut off");
  const header = String.fromCharCode(...bytes.subarray(start, start + length)).replace(/\s/g, "");
  const size = /'descr':'<f([48])'/.exec(header)?.[1];
  const shape = /'shape':\((\d+),(\d+),?\)/.exec(header);
  if (size === undefined || shape === null || !/'fortran_order':False/.test(header)) {
    throw new RangeError("expected a matrix of little-endian floats in C order in the NumPy file");
  }
  const [rows, columns] = [Number(shape[1]), Number(shape[2])];
  const width = Number(size);
  if (bytes.length - start - length !== rows * columns * width) {
    throw new RangeError(`expected ${rows} × ${columns} numbers in the NumPy file`);
  }
  const data = new Float32Array(rows * columns);
  for (let index = 0; index < data.length; index++) {
    const offset = start + length + index * width;
    data[index] = width === 4 ? view.getFloat32(offset, true) : view.getFloat64(offset, true);
  }
  return { rows, columns, data };
}
