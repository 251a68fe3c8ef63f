import type { Tree } from "@semantic-xpath/tree";
import { type CascadeCut, type CascadeMeasure, cascadeScore } from "./cascade.js";
import { checkedScore } from "./checkedScore.js";
import { boundTo } from "./combined.js";
import { checkOptions, share, whole } from "./options.js";
import { entriesOf, type Population } from "./population.js";
import type { ScoreOptions, Scorer } from "./scorer.js";

export interface CalibrateOptions extends ScoreOptions {
  /** Mean recall@k to reach, in (0, 1]. */
  readonly targetRecall: number;
  /** Number of best results that matter. From 1. */
  readonly k: number;
  /** The texts to measure on. Default: the representations of all nodes of the tree. */
  readonly population?: Population;
  /** See `CascadeCut`. */
  readonly below?: number;
}

/** Cheap and expensive scores of the population for one condition. */
interface Sample {
  readonly cheap: Float32Array;
  readonly expensive: Float32Array;
}

/**
 * The highest cut whose mean recall@k over `conditions` reaches the target, measured against the exact answer: the expensive scorer is
 * asked about every text. It is calibrated on the query's own measure and not on pairs, since 99 % of pairs right can be far fewer
 * of the best k right: those are the extreme pairs.
 *
 * The recall on the sample flatters a cut that was chosen on it. `heldOutRecall` does not: each condition is measured with the cut
 * that the others choose. Neither is a guarantee for conditions of another kind.
 *
 * @example cascadeScorer(cheap, expensive, { approximate: await calibrateCascade(cheap, expensive, tree, past, { targetRecall: 0.95, k: 5 }) })
 * @throws RangeError for options out of range, or without conditions. Rejects as the scorers do.
 */
export async function calibrateCascade(
  cheap: Scorer,
  expensive: Scorer,
  tree: Tree,
  conditions: readonly string[],
  options: CalibrateOptions,
): Promise<CascadeCut & { readonly measured: CascadeMeasure }> {
  const { targetRecall, k, population, below = 0, signal } = options;
  if (!(targetRecall > 0 && targetRecall <= 1)) throw new RangeError('"targetRecall" is a number above 0, up to 1.');
  if (conditions.length === 0) throw new RangeError("A cascade is calibrated on at least one condition.");
  checkOptions({ k: k ?? null, below }, { k: whole(1), below: share });
  const cheapHere = boundTo(tree, cheap);
  const expensiveHere = boundTo(tree, expensive);
  const { texts, contexts } = entriesOf(population, [tree], [cheapHere, expensiveHere]);
  const samples: Sample[] = [];
  for (const condition of new Set(conditions)) {
    const ask = (scorer: Scorer) => checkedScore(scorer, texts, condition, { signal, contexts });
    samples.push({ cheap: await ask(cheapHere), expensive: await ask(expensiveHere) });
  }
  const goal = { targetRecall, k, below };
  const cut = chooseCut(samples, goal);
  const measured: CascadeMeasure = {
    recall: meanRecall(samples, cut, goal),
    heldOutRecall: heldOut(samples, goal),
    k,
    sample: samples.length,
    asked: mean(samples.map(({ cheap }) => cheap.filter((score) => score >= cut).length)) / (texts.length || 1),
  };
  return { cut, below, measured };
}

type Goal = Required<Pick<CalibrateOptions, "targetRecall" | "k" | "below">>;

/** Only the cheap scores of an exact best k can be where recall changes; with cut 0 everything is asked and recall is 1. */
function chooseCut(samples: readonly Sample[], goal: Goal): number {
  const candidates = new Set([0]);
  for (const { cheap, expensive } of samples)
    for (const place of best(expensive, goal.k)) candidates.add(cheap[place]!);
  const falling = [...candidates].sort((a, b) => b - a);
  return falling.find((cut) => meanRecall(samples, cut, goal) >= goal.targetRecall) ?? 0;
}

const meanRecall = (samples: readonly Sample[], cut: number, { k, below }: Goal): number =>
  mean(
    samples.map(({ cheap, expensive }) => {
      const scores = expensive.map((score, place) => cascadeScore(cheap[place]!, score, cut, below));
      return recallAt(k, expensive, scores);
    }),
  );

function heldOut(samples: readonly Sample[], goal: Goal): number | null {
  if (samples.length < 2) return null;
  const recalls = samples.map((sample) => {
    const remaining = samples.filter((other) => other !== sample);
    return meanRecall([sample], chooseCut(remaining, goal), goal);
  });
  return mean(recalls);
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** The places of the `k` highest scores, ties in the order of the texts: what a query with that limit gives. It leaves out score 0. */
function best(scores: ArrayLike<number>, k: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < scores.length; place++) if (scores[place]! > 0) places.push(place);
  return places.sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, k);
}

/**
 * recall@k of approximate scores against exact ones: the share of the exact best `k` among the approximate best `k`. A text with
 * exactly the score of the k-th counts as well, since the choice among equals is chance. 1 if there is nothing to find.
 */
export function recallAt(k: number, exact: ArrayLike<number>, approximate: ArrayLike<number>): number {
  const exactBest = best(exact, k);
  if (exactBest.length === 0) return 1;
  const least = exact[exactBest.at(-1)!]!;
  return best(approximate, k).filter((place) => exact[place]! >= least).length / exactBest.length;
}
