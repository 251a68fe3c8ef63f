import { ApiFailure } from "./failure.js";

/**
 * The vectors of an answer of `/embeddings`, each of length 1, in the order of what was sent: by `index` where the answer has
 * it. A vector of zeros stays one. Throws an ApiFailure for any other number of vectors, for vectors of several lengths and for
 * what is no finite number.
 */
export function readEmbeddings(answer: unknown, count: number): Float32Array[] {
  const data = isRecord(answer) ? answer.data : undefined;
  if (!Array.isArray(data)) throw new ApiFailure('the answer has no "data" with embeddings.');
  if (data.length !== count) throw new ApiFailure(`it gave ${data.length} embeddings for ${count} texts.`);
  const vectors: (Float32Array | undefined)[] = new Array(count).fill(undefined);
  data.forEach((entry: unknown, place) => {
    const { index = place, embedding } = isRecord(entry) ? entry : {};
    if (typeof index !== "number" || !(index in vectors) || vectors[index] !== undefined) {
      throw new ApiFailure('an "index" of the answer is out of range or there twice.');
    }
    if (!Array.isArray(embedding) || embedding.length === 0)
      throw new ApiFailure("an embedding is no list of numbers.");
    vectors[index] = unit(embedding);
  });
  const whole = vectors.map((vector) => vector!);
  if (whole.some((vector) => vector.length !== whole[0]!.length)) {
    throw new ApiFailure("the embeddings have several lengths.");
  }
  return whole;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function unit(numbers: readonly unknown[]): Float32Array {
  let squares = 0;
  for (const number of numbers) {
    if (typeof number !== "number") throw new ApiFailure("an embedding has an entry that is no number.");
    squares += number * number;
  }
  if (!Number.isFinite(squares)) throw new ApiFailure("an embedding has an entry that is no finite number.");
  const length = Math.sqrt(squares) || 1;
  const vector = new Float32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) vector[i] = (numbers[i] as number) / length;
  return vector;
}

/** The cosine of two vectors of length 1. Throws an ApiFailure where they are not of the same length. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new ApiFailure(`it gave embeddings of ${a.length} and of ${b.length} numbers.`);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
