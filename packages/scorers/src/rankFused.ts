import { nodeText, type Tree } from "@semantic-xpath/tree";
import { checkedScore } from "./checkedScore.js";
import { costOf, idsOf, notesOf } from "./combined.js";
import type { ScoreOptions, Scorer } from "./scorer.js";

/** Conditions whose population scores are kept. */
const KEPT_CONDITIONS = 64;

export interface RankFusion {
  readonly weights: readonly number[];
  readonly k: number;
  readonly population: Population;
  /** The settings as a part of the id. */
  readonly settings: string;
}

/**
 * Rank fusion on one tree. The rank of a text is its place among the scores that a scorer gives the population, so it is a
 * function of (text, condition) like every score. The population is scored as a whole, once for each condition.
 */
export function rankFused(scorers: readonly Scorer[], { settings, ...fusion }: RankFusion, tree: Tree): Scorer {
  const population = fusion.population(tree);
  const sorted = new Map<string, Promise<readonly Float32Array[]>>();
  const start = (condition: string, options: ScoreOptions) => {
    const scored = Promise.all(
      scorers.map(async (scorer) => (await checkedScore(scorer, population, condition, options)).toSorted()),
    );
    if (sorted.size >= KEPT_CONDITIONS) sorted.delete(sorted.keys().next().value!);
    sorted.set(condition, scored);
    scored.catch(() => sorted.delete(condition));
    return scored;
  };
  /** Shared by calls that come at once. Where the call that started it was cancelled, another one starts anew. */
  const populations = async (condition: string, options: ScoreOptions) => {
    while (true) {
      const known = sorted.get(condition);
      if (known === undefined) return start(condition, options);
      try {
        return await known;
      } catch (error) {
        options.signal?.throwIfAborted();
        if (sorted.has(condition)) throw error;
      }
    }
  };
  return {
    get id() {
      return `fused(${settings} among ${population.length}: ${idsOf(scorers)})`;
    },
    cost: costOf(scorers),
    async score(texts, condition, options) {
      const lists = await populations(condition, options);
      const scores = await Promise.all(scorers.map((scorer) => checkedScore(scorer, texts, condition, options)));
      return Float32Array.from(texts, (_, place) => {
        const ranks = scores.map((list, i) => rankOf(list[place]!, lists[i]!));
        return fuseRanks(ranks, fusion.weights, fusion.k);
      });
    },
    notes() {
      const whole = `rank fusion: scores are ranks among ${population.length} texts of the tree, not degrees of relevance`;
      return notesOf(scorers, whole);
    },
  };
}

/** The texts among which a text has its rank. */
export type Population = (tree: Tree) => readonly string[];

/** The distinct representations of all nodes, or of those of some types: what `node =~ "…"` scores. */
export const nodeTexts =
  (types?: readonly string[]): Population =>
  (tree) => {
    const texts = new Set<string>();
    const wanted = types === undefined ? null : new Set(types.map((name) => tree.typeId(name)));
    for (let node = 1; node < tree.type.length; node++) {
      if (wanted === null || wanted.has(tree.type[node]!)) texts.add(nodeText(tree, node));
    }
    return [...texts];
  };

/**
 * The place of a score in an ascending list: 1 plus how many are higher, so that equal scores share the best place. 0 for score
 * 0: a scorer does not list what it finds irrelevant.
 */
function rankOf(score: number, ascending: Float32Array): number {
  if (score === 0) return 0;
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= score) low = middle + 1;
    else high = middle;
  }
  return ascending.length - low + 1;
}

/**
 * Reciprocal rank fusion, `Σ wᵢ / (k + rankᵢ)` (G. Cormack, C. Clarke, S. Büttcher, "Reciprocal Rank Fusion Outperforms Condorcet
 * and Individual Rank Learning Methods", SIGIR 2009), divided by its highest value `Σ wᵢ / (k + 1)` so that it lies in [0, 1]. Rank 0
 * is that of a text that is not in the list, which adds nothing.
 */
function fuseRanks(ranks: ArrayLike<number>, weights: readonly number[], k: number): number {
  let sum = 0;
  let highest = 0;
  for (let i = 0; i < weights.length; i++) {
    if (ranks[i]! > 0) sum += weights[i]! / (k + ranks[i]!);
    highest += weights[i]! / (k + 1);
  }
  return Math.min(1, sum / highest);
}
