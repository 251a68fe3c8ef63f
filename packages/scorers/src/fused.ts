import type { Tree } from "@semantic-xpath/tree";
import { checkedScore } from "./checkedScore.js";
import { costOf, forTreeOf, idsOf, notesOf, oncePerCondition, onTree } from "./combined.js";
import { above0, checkOptions } from "./options.js";
import { answering } from "./parts.js";
import { entriesOf, type Population } from "./population.js";
import type { Scorer } from "./scorer.js";

/** Fusion of several scores into one. Each maps [0, 1]ⁿ into [0, 1] and rises with every score. */
type ScoreFusion = "mean" | "max" | "product";

export interface FusedOptions {
  /** Default: `mean`. `rank` is reciprocal rank fusion. */
  readonly method?: ScoreFusion | "rank";
  /** One for each scorer, above 0; default 1 each. `max` takes none. */
  readonly weights?: readonly number[];
  /** Rank fusion: how little the first ranks weigh more than the next ones. Above 0; default 60, as in the paper. */
  readonly k?: number;
  /** Rank fusion: among which texts a text has its rank. Default: the representations of all nodes of the tree. */
  readonly population?: NonNullable<Population>;
}

/**
 * One scorer of several. The score is in [0, 1] and a function of (text, condition), as every scorer's.
 *
 * Rank fusion compares places instead of scores, so it needs to know among what: it is defined on a tree, by the ranks within a
 * population of texts that is scored once for each condition. A run binds it to its tree; asked without one, it rejects with SXP4001.
 * Its scores say how far ahead a text is and not how relevant, and an expensive scorer in it is asked about the whole population.
 *
 * @example fusedScorer([lexicalScorer(), embeddings], { method: "mean", weights: [1, 2] })
 * @throws RangeError for options out of range.
 */
export function fusedScorer(scorers: readonly Scorer[], options: FusedOptions = {}): Scorer {
  const { method = "mean", k = 60, population } = options;
  if (scorers.length === 0) throw new RangeError("A fused scorer is made of at least one scorer.");
  if (method === "max" && options.weights !== undefined) throw new RangeError('"max" takes no weights.');
  const weights = options.weights ?? scorers.map(() => 1);
  if (weights.length !== scorers.length || !weights.every(above0.isFit)) {
    throw new RangeError('"weights" are as many numbers above 0 as there are scorers.');
  }
  checkOptions(options, { k: above0 });
  const printed = options.weights === undefined ? "" : ` ${weights.join(",")}`;
  if (method !== "rank") return scoreFused(scorers, method, weights, method + printed);
  const types = population === undefined ? "" : ` ${population.types.join("|")}`;
  const fusion = { weights, k, population, settings: `rank${printed} k=${k}${types}` };
  return onTree(scorers, {
    why: "rank fusion needs a tree to rank in",
    idOf: () => `fused(${fusion.settings}: ${idsOf(scorers)})`,
    made: (bound, tree) => rankFused(bound, fusion, tree),
  });
}

/**
 * Score fusion. Cheap scorers are asked first; the expensive ones are then asked only about texts whose score is still open: under
 * `product` none if a cheap one gave 0, under `max` none if one gave 1. The result is the same.
 */
const scoreFused = (
  scorers: readonly Scorer[],
  fusion: ScoreFusion,
  weights: readonly number[],
  settings: string,
): Scorer => ({
  get id() {
    return `fused(${settings}: ${idsOf(scorers)})`;
  },
  cost: costOf(scorers),
  ...answering(scorers, async ({ texts, of }) => {
    const decides = DECIDES[fusion];
    // A text without calls takes the deciding score in every column, which gives the same result.
    const columns = scorers.map(() => new Float32Array(texts.length).fill(decides));
    let open = Array.from(texts.keys());
    for (const isCheap of [true, false]) {
      const group = Array.from(scorers.keys()).filter((i) => (scorers[i]!.cost === "cheap") === isCheap);
      const fill = async (i: number) => {
        const scores = await of(scorers[i]!, open);
        open.forEach((place, at) => {
          columns[i]![place] = scores[at]!;
        });
      };
      await Promise.all(group.map(fill));
      open = open.filter((place) => !group.some((i) => columns[i]![place] === decides));
    }
    return Float32Array.from(texts, (_, place) => {
      const scores = columns.map((column) => column[place]!);
      return fuse(fusion, scores, weights);
    });
  }),
  ...forTreeOf(scorers, (bound) => scoreFused(bound, fusion, weights, settings)),
  notes: () => notesOf(scorers),
});

/**
 * - `mean`: `Σ wᵢ sᵢ / Σ wᵢ`
 * - `max`: `max sᵢ`
 * - `product`: `Π sᵢ ^ wᵢ`
 */
function fuse(fusion: ScoreFusion, scores: ArrayLike<number>, weights: readonly number[]): number {
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
const DECIDES: Readonly<Record<ScoreFusion, number>> = { mean: Number.NaN, max: 1, product: 0 };

interface RankFusion {
  readonly weights: readonly number[];
  readonly k: number;
  readonly population: FusedOptions["population"];
  /** The settings as a part of the id. */
  readonly settings: string;
}

/**
 * Rank fusion on a tree. The rank of a text is its place among the scores that a scorer gives the population, so it is a
 * function of (text, condition) like every score. The population is scored as a whole, once for each condition.
 */
function rankFused(scorers: readonly Scorer[], { settings, ...fusion }: RankFusion, tree: Tree): Scorer {
  const { texts: population, contexts } = entriesOf(fusion.population, tree, scorers);
  const populations = oncePerCondition((condition, { signal }) =>
    Promise.all(
      scorers.map(async (scorer) =>
        (await checkedScore(scorer, population, condition, { signal, contexts })).toSorted(),
      ),
    ),
  );
  return {
    get id() {
      return `fused(${settings} among ${population.length}: ${idsOf(scorers)})`;
    },
    cost: costOf(scorers),
    ...answering(scorers, async ({ texts, of }, condition, options) => {
      const lists = await populations(condition, options);
      const places = Array.from(texts.keys());
      const scores = await Promise.all(scorers.map((scorer) => of(scorer, places)));
      return Float32Array.from(texts, (_, place) => {
        const ranks = scores.map((list, i) => rankOf(list[place]!, lists[i]!));
        return fuseRanks(ranks, fusion.weights, fusion.k);
      });
    }),
    notes() {
      const note = `rank fusion: scores are ranks among ${population.length} texts of the data, not degrees of relevance`;
      return notesOf(scorers, note);
    },
  };
}

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
 * and Individual Rank Learning Methods", SIGIR 2009), divided by its highest value `Σ wᵢ / (k + 1)` so that it is in [0, 1]. Rank 0
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
