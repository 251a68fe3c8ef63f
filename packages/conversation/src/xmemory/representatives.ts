import { minMax } from "../vectors.js";

/** A candidate with its relevance to the question and its weighted neighbours. */
export interface Candidate {
  readonly id: string;
  readonly score: number;
  readonly neighbours: readonly { readonly id: string; readonly similarity: number }[];
}

export interface RepresentativeSettings {
  readonly limit: number;
  /** Share of coverage against relevance, in [0, 1]. */
  readonly coverage: number;
  /** Ends when this share of the candidates is covered, in (0, 1]. */
  readonly target: number;
  /**
   * Divisor of the weight that a candidate newly covers: `total` divides by the weights of all candidates, as xMemory does, which makes the
   * term about 1 / candidates; `step` divides by the greatest weight that a candidate can newly cover at this step.
   */
  readonly scale: "total" | "step";
}

/**
 * Picks representatives greedily: each step takes the candidate with the greatest `coverage · newly covered weight + (1 - coverage) · relevance`,
 * the first on ties, until all candidates or the target are covered, or nothing gains (xMemory, arXiv 2602.02007, section 4.1).
 *
 * A candidate covers itself with weight 1 and its neighbours among the candidates with their similarity. Relevance is moved to [0, 1].
 * @returns candidates in the order of the picks; at least one if there is a candidate
 */
export function pickRepresentatives(
  candidates: readonly Candidate[],
  { limit, coverage, target, scale }: RepresentativeSettings,
): Candidate[] {
  const indices = new Map(candidates.map(({ id }, index) => [id, index]));
  const covers = candidates.map((candidate, index) => coverOf(candidate, index, indices));
  const relevance = candidates.length === 0 ? [] : minMax(candidates.map(({ score }) => score));
  let total = 0;
  for (const cover of covers) for (const weight of cover.values()) total += Math.max(weight, 0);

  const covered = new Set<number>();
  const picks = new Set<number>();
  while (
    covered.size < candidates.length &&
    picks.size < limit &&
    (target >= 1 || covered.size / candidates.length < target)
  ) {
    const gains = covers.map((cover, index) => (picks.has(index) ? 0 : newWeight(cover, covered)));
    const divisor = scale === "total" ? total : Math.max(...gains);
    let best = -1;
    let greatest = 0;
    gains.forEach((gain, index) => {
      if (picks.has(index)) return;
      const value = coverage * (divisor > 0 ? gain / divisor : 0) + (1 - coverage) * relevance[index]!;
      if (value > greatest) [best, greatest] = [index, value];
    });
    if (best < 0) break;
    picks.add(best);
    for (const index of covers[best]!.keys()) covered.add(index);
  }
  if (picks.size === 0 && candidates.length > 0) picks.add(0);
  return [...picks].map((index) => candidates[index]!);
}

function coverOf(candidate: Candidate, index: number, indices: ReadonlyMap<string, number>): Map<number, number> {
  const cover = new Map([[index, 1]]);
  for (const { id, similarity } of candidate.neighbours) {
    const neighbour = indices.get(id);
    if (neighbour === undefined || neighbour === index) continue;
    cover.set(neighbour, Math.max(cover.get(neighbour) ?? Number.NEGATIVE_INFINITY, similarity));
  }
  return cover;
}

function newWeight(cover: ReadonlyMap<number, number>, covered: ReadonlySet<number>): number {
  let weight = 0;
  for (const [index, similarity] of cover) if (!covered.has(index)) weight += similarity;
  return weight;
}
