/** A text as a point of a vector space. All vectors of one space have the same length. Its numbers never change. */
export type Vector = ArrayLike<number>;

/** Inner product of two vectors of one space. */
export function dot(left: Vector, right: Vector): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += left[index]! * right[index]!;
  return sum;
}

/** Cosine of the angle between two vectors, in [-1, 1]; 0 if one of them is the zero vector. */
export function cosine(left: Vector, right: Vector): number {
  const norms = Math.sqrt(squareOf(left) * squareOf(right));
  return norms === 0 ? 0 : dot(left, right) / norms;
}

/** Inner products of vectors with themselves: a third of the work of a cosine each. */
const SQUARES = new WeakMap<Vector, number>();

function squareOf(vector: Vector): number {
  let square = SQUARES.get(vector);
  if (square === undefined) {
    square = dot(vector, vector);
    SQUARES.set(vector, square);
  }
  return square;
}

/** Mean of at least one vector, not normalised. */
export function meanVector(vectors: readonly Vector[]): Float64Array {
  const mean = Float64Array.from(vectors[0]!);
  for (let row = 1; row < vectors.length; row++) {
    for (let index = 0; index < mean.length; index++) mean[index]! += vectors[row]![index]!;
  }
  for (let index = 0; index < mean.length; index++) mean[index]! /= vectors.length;
  return mean;
}

/** A vector with its cosine to another one. */
export interface Neighbour<Key> {
  readonly key: Key;
  readonly similarity: number;
}

/** The `limit` nearest of `points` with a positive cosine, nearest first; ties keep the order of `points`. */
export function nearest<Key>(
  vector: Vector,
  points: Iterable<readonly [Key, Vector]>,
  limit: number,
): Neighbour<Key>[] {
  const neighbours: Neighbour<Key>[] = [];
  for (const [key, point] of points) {
    const similarity = cosine(vector, point);
    if (similarity > 0) neighbours.push({ key, similarity });
  }
  return neighbours.sort((left, right) => right.similarity - left.similarity).slice(0, limit);
}

/** Scores moved to [0, 1] by their least and greatest; .5 each if all are equal. */
export function minMax(scores: readonly number[]): number[] {
  const low = Math.min(...scores);
  const range = Math.max(...scores) - low;
  return scores.map((score) => (range === 0 ? 0.5 : (score - low) / range));
}
