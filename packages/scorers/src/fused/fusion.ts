/** How scores of several scorers become one. Each maps [0, 1]ⁿ into [0, 1] and rises with every score. */
export type ScoreFusion = "mean" | "max" | "product";

/**
 * - `mean`: `Σ wᵢ sᵢ / Σ wᵢ`
 * - `max`: `max sᵢ`
 * - `product`: `Π sᵢ ^ wᵢ`
 */
export function fuse(fusion: ScoreFusion, scores: ArrayLike<number>, weights: readonly number[]): number {
  let fused = fusion === "product" ? 1 : 0;
  let total = 0;
  for (let i = 0; i < weights.length; i++) {
    const score = scores[i]!;
    const weight = weights[i]!;
    total += weight;
    if (fusion === "max") fused = Math.max(fused, score);
    else if (fusion === "product") fused *= weight === 1 ? score : score ** weight;
    else fused += weight * score;
  }
  return Math.min(1, fusion === "mean" ? fused / total : fused);
}

/** A score that decides alone, whatever the other scorers say: they need not be asked. NaN: there is none. */
export const DECIDES: Readonly<Record<ScoreFusion, number>> = { mean: Number.NaN, max: 1, product: 0 };

/**
 * Reciprocal rank fusion, `Σ wᵢ / (k + rankᵢ)` (G. Cormack, C. Clarke, S. Büttcher, "Reciprocal Rank Fusion Outperforms Condorcet
 * and Individual Rank Learning Methods", SIGIR 2009), divided by its highest value `Σ wᵢ / (k + 1)` so that it lies in [0, 1]. Rank 0
 * is that of a text that is not in the list, which adds nothing.
 */
export function fuseRanks(ranks: ArrayLike<number>, weights: readonly number[], k: number): number {
  let sum = 0;
  let highest = 0;
  for (let i = 0; i < weights.length; i++) {
    if (ranks[i]! > 0) sum += weights[i]! / (k + ranks[i]!);
    highest += weights[i]! / (k + 1);
  }
  return Math.min(1, sum / highest);
}
