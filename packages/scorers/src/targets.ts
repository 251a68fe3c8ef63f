import { certainlyPositive } from "./betting.js";
import { checkedScore } from "./checkedScore.js";
import { contextsAt, keyOf } from "./context.js";
import type { Entries } from "./population.js";
import type { ScoreOptions, Scorer } from "./scorer.js";

/** Targets of a cascade over the texts of a population. */
export interface Targets {
  /** Share of the relevant texts that it finds, above 0 and below 1; null: all of them. */
  readonly recall: number | null;
  /** Share of relevant ones among the texts that it takes for relevant unseen; null: it takes none unseen. */
  readonly precision: number | null;
  /** That both are kept for a condition, above 0 and below 1. */
  readonly confidence: number;
  /** Expensive scores from here up are relevant. In (0, 1]. */
  readonly relevant: number;
  /** Draws for each condition. */
  readonly sample: number;
}

/** Decision for one condition. */
export interface Cuts {
  /** Texts that score less are taken for irrelevant unseen. */
  readonly low: number;
  /** Texts that score at least this are taken for relevant unseen; above 1: none. */
  readonly high: number;
  /** The score of what is taken for relevant: the mean expensive score there, by the sample, and at least `relevant`. */
  readonly above: number;
  /** Expensive scores of the texts that were drawn, by `keyOf` with their contexts. */
  readonly scores: ReadonlyMap<string, number>;
  /** Share of the population that the expensive scorer is asked about, those that were drawn aside. */
  readonly asked: number;
  /** The recall and precision of the cuts in the sample; null if the sample decides nothing, or without a target. */
  readonly measured: { readonly recall: number | null; readonly precision: number | null };
}

/** A text that was drawn. */
interface Draw {
  readonly cheap: number;
  readonly expensive: number;
  readonly isRelevant: boolean;
  /** Number of texts of the population that it represents, over the average number. */
  readonly weight: number;
}

/** Cuts that are tried for recall. They are set before anything is drawn, so that trying them in their order costs no confidence. */
const MAX_CUTS = 64;
/** Shares of the population that are tried for precision: the best half, quarter, and so on. */
const MAX_HALVINGS = 8;

/**
 * The cuts of a cascade for one condition, chosen on a sample of the population that the expensive scorer judges, as SUPG does (D. Kang and
 * others, "Approximate Selection with Guarantees using Proxies", PVLDB 2020). Draws are with replacement: uniform for recall, in
 * proportion to the root of the cheap score for precision, half and half for both. Each is weighed by the texts that it represents.
 *
 * Unlike SUPG's bounds, which hold for large samples, these hold for any: a cut is taken only if a test by betting rejects that it
 * misses its target (`certainlyPositive`). Cuts for recall are tried from the lowest up until one is not sure (fixed sequence testing, as in A.
 * Angelopoulos and others, "Learn then Test", 2021); those for precision share the risk. With both targets each has half of it. Texts
 * that are not sure go to the expensive scorer: in the worst case everything.
 */
export async function chooseCuts(
  population: Entries,
  [cheap, expensive]: readonly [Scorer, Scorer],
  condition: string,
  targets: Targets,
  options: ScoreOptions,
): Promise<Cuts> {
  const { recall, precision, confidence, relevant, sample } = targets;
  const scores = await checkedScore(cheap, population.texts, condition, { ...options, contexts: population.contexts });
  if (population.texts.length <= sample) return { ...ALL, scores: new Map() };
  // The misses of a cut lie among low scores, where only uniform draws look; its unseen takes lie among high ones.
  const uniform = precision === null ? 1 : recall === null ? 0.1 : 0.5;
  const chances = chancesOf(scores, uniform);
  const drawn = drawFrom(chances, sample, numbersFrom(condition));
  const distinct = [...new Set(drawn)];
  const texts = distinct.map((place) => population.texts[place]!);
  const about = { ...options, ...contextsAt(population.contexts, distinct) };
  const judged = await checkedScore(expensive, texts, condition, about);
  const scoreOf = new Map(distinct.map((place, at) => [place, judged[at]!]));
  const draws = drawn.map((place): Draw => {
    const score = scoreOf.get(place)!;
    return { cheap: scores[place]!, expensive: score, isRelevant: score >= relevant, weight: 1 / chances[place]! };
  });
  const risk = (1 - confidence) / (recall !== null && precision !== null ? 2 : 1);
  const ascending = scores.toSorted();
  const low = recall === null ? 0 : lowCut(draws, ascending, recall, risk, 1 / uniform);
  const weightAt = (cut: number) => 1 / chances[scores.indexOf(cut)]!;
  const high = precision === null ? NONE : highCut(draws, ascending, precision, risk, { low, weightAt });
  const between = scores.filter((score) => score >= low && score < high).length;
  return {
    ...{ low, high, above: aboveOf(draws, high, relevant), asked: between / population.texts.length },
    scores: new Map(texts.map((text, at) => [keyOf(text, about.contexts?.[at]), judged[at]!])),
    measured: {
      recall:
        recall === null
          ? null
          : share(
              draws.filter(({ isRelevant }) => isRelevant),
              (draw) => draw.cheap >= low,
            ),
      precision:
        high === NONE
          ? null
          : share(
              draws.filter((draw) => draw.cheap >= high),
              (draw) => draw.isRelevant,
            ),
    },
  };
}

/** A cut that no score reaches. */
const NONE = Number.POSITIVE_INFINITY;
/** Everything is asked. */
const ALL: Omit<Cuts, "scores"> = { low: 0, high: NONE, above: 1, asked: 1, measured: { recall: 1, precision: null } };

/** Chance of each text to be drawn, over the average chance: 1 if all draws are `uniform`, else rising with the score. */
function chancesOf(scores: Float32Array, uniform: number): Float64Array {
  const roots = Float64Array.from(scores, Math.sqrt);
  const mean = roots.reduce((sum, root) => sum + root, 0) / roots.length;
  return roots.map((root) => (mean === 0 ? 1 : uniform + ((1 - uniform) * root) / mean));
}

/** `count` places, each drawn with its chance, by one pass over all with as many sorted numbers. */
function drawFrom(chances: Float64Array, count: number, next: () => number): number[] {
  const points = Float64Array.from({ length: count }, next);
  const order = Array.from(points.keys()).sort((a, b) => points[a]! - points[b]!);
  const places = new Array<number>(count);
  let place = 0;
  let end = chances[0]! / chances.length;
  for (const draw of order) {
    while (end < points[draw]! && place < chances.length - 1) end += chances[++place]! / chances.length;
    places[draw] = place;
  }
  return places;
}

/**
 * The highest cut that surely finds the share `recall` of the relevant texts. That it does is E[weight · relevant · (1[cheap ≥ cut] − recall)] ≥ 0
 * for one draw; a draw loses at most `recall` times the greatest weight.
 */
function lowCut(
  draws: readonly Draw[],
  ascending: Float32Array,
  recall: number,
  risk: number,
  heaviest: number,
): number {
  const distinct = ascending.filter((score, i) => score > 0 && score !== ascending[i - 1]);
  let low = 0;
  for (let step = 0; step < MAX_CUTS && distinct.length > 0; step++) {
    const cut = distinct[Math.floor((distinct.length * step) / MAX_CUTS)]!;
    if (cut <= low) continue;
    const gains = draws.map(({ cheap, isRelevant, weight }) =>
      isRelevant ? weight * (Number(cheap >= cut) - recall) : 0,
    );
    if (!certainlyPositive(gains, heaviest * recall, risk)) break;
    low = cut;
  }
  return low;
}

/**
 * The lowest cut from which texts are surely relevant to the share `precision`: E[weight · 1[cheap ≥ cut] · (relevant − precision)] ≥ 0. Not
 * under `low`. Weights fall with the score, so the greatest there is that at the cut.
 */
function highCut(
  draws: readonly Draw[],
  ascending: Float32Array,
  precision: number,
  risk: number,
  { low, weightAt }: { readonly low: number; weightAt(cut: number): number },
): number {
  for (let halving = 1; halving <= MAX_HALVINGS; halving++) {
    const cut = ascending[Math.floor(ascending.length * (1 - 2 ** -halving))]!;
    if (cut === 0 || cut < low) continue;
    const sample = draws.filter(({ cheap }) => cheap >= cut);
    const gains = sample.map(({ isRelevant, weight }) => weight * (Number(isRelevant) - precision));
    if (certainlyPositive(gains, weightAt(cut) * precision, risk / MAX_HALVINGS)) return cut;
  }
  return NONE;
}

function aboveOf(draws: readonly Draw[], high: number, relevant: number): number {
  const sample = draws.filter(({ cheap }) => cheap >= high);
  const weight = sample.reduce((sum, draw) => sum + draw.weight, 0);
  const mean = sample.reduce((sum, draw) => sum + draw.weight * draw.expensive, 0) / weight;
  return sample.length === 0 ? 1 : Math.min(1, Math.max(relevant, mean));
}

/** The share of the weight that is so; null of nothing. */
function share(draws: readonly Draw[], isSo: (draw: Draw) => boolean): number | null {
  const weight = draws.reduce((sum, draw) => sum + draw.weight, 0);
  return weight === 0 ? null : draws.reduce((sum, draw) => sum + (isSo(draw) ? draw.weight : 0), 0) / weight;
}

/** Numbers in [0, 1), the same for the same text: mulberry32 (T. Ettinger, public domain) over an FNV-1a hash. */
function numbersFrom(text: string): () => number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
