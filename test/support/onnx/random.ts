/** Numbers in [-1, 1) that are the same in every run (a linear congruence; D. Knuth's constants). */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

export const randomVector = (next: () => number, length: number, scale = 1): Float32Array =>
  Float32Array.from({ length }, () => next() * scale);

/** A random direction: length 1. */
export function unitVector(next: () => number, length: number): Float32Array {
  const vector = randomVector(next, length);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}
