/** How one vector is made of those of the tokens. */
export type Pooling = "mean" | "cls" | "last";

export const isPooling = (value: unknown): value is Pooling => value === "mean" || value === "cls" || value === "last";

/**
 * The vector of a text, of length 1: of the first `length` rows (the tokens that are no padding) of `width` numbers from `offset`
 * on, the mean, the first or the last. A vector of zeros stays as it is.
 */
export function pool(
  pooling: Pooling,
  data: Float32Array,
  offset: number,
  length: number,
  width: number,
): Float32Array {
  if (pooling === "cls") return normalised(data, offset, width);
  if (pooling === "last") return normalised(data, offset + (length - 1) * width, width);
  const sum = new Float64Array(width);
  for (let t = 0; t < length; t++) {
    const start = offset + t * width;
    for (let i = 0; i < width; i++) sum[i]! += data[start + i]!;
  }
  return normalised(sum, 0, width);
}

/** `width` numbers from `offset` on, divided by their Euclidean norm. */
export function normalised(data: Float32Array | Float64Array, offset: number, width: number): Float32Array {
  let squares = 0;
  for (let i = 0; i < width; i++) squares += data[offset + i]! ** 2;
  const norm = Math.sqrt(squares);
  const vector = new Float32Array(width);
  for (let i = 0; i < width; i++) vector[i] = norm === 0 ? 0 : data[offset + i]! / norm;
  return vector;
}
