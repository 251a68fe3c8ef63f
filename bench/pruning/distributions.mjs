/**
 * Simulated scores by their quantile functions, as real scorers spread them: an entailment model says "no" to most pairs, cosines
 * of embeddings lie close together.
 */
export const DISTRIBUTIONS = {
  uniform: (u) => u,
  "nli-like": (u) => {
    if (u < 0.8) return (0.02 * u) / 0.8;
    return u < 0.94 ? 0.02 + (0.48 * (u - 0.8)) / 0.14 : 0.5 + (0.49 * (u - 0.94)) / 0.06;
  },
  "cosine-like": (u) => 0.78 + 0.17 * u ** 1.5,
};
