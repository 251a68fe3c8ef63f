const SEED = 20_240_229;

/** Numbers in [0, 1), the same ones for the same seed (T. Ettinger's mulberry32). */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean, and between which values 95 % of the means of resampled questions lie (percentile bootstrap). For a paired difference, give differences. */
export function intervalOf(values, samples) {
  const random = randomFrom(SEED);
  const means = Float64Array.from({ length: samples }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)];
    return sum / values.length;
  }).sort();
  return { mean: meanOf(values), low: means[Math.floor(0.025 * samples)], high: means[Math.ceil(0.975 * samples) - 1] };
}
