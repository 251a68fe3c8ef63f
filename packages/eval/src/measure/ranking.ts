/**
 * Metrics of one ranking. A ranking is a list of entries, the best first, each with the references that it stands for. What is right is a list of
 * groups: a group is found by any one of its references, and counts once. All metrics are in [0, 1] unless said otherwise.
 */

/** Gold of a question. */
export interface Gold {
  /** Each group is one thing that has to be handed over, by any one of its references. */
  readonly include: readonly (readonly string[])[];
  /** References that must not be handed over. */
  readonly exclude: ReadonlySet<string>;
  /** Grade of a reference, from 0; absent: 1. */
  readonly grades: ReadonlyMap<string, number>;
}

/** References of the entries of a ranking, the best entry first. */
export type Ranking = readonly (readonly string[])[];

/** The share of groups that are found; 1 where there are none. */
export function recallOf(ranking: Ranking, { include }: Gold): number {
  if (include.length === 0) return 1;
  const references = new Set(ranking.flat());
  return include.filter((group) => group.some((each) => references.has(each))).length / include.length;
}

/** The share of entries that stand for a reference that is right; of no entries 1 where nothing is asked for, else 0. */
export function precisionOf(ranking: Ranking, { include }: Gold): number {
  if (ranking.length === 0) return include.length === 0 ? 1 : 0;
  const right = new Set(include.flat());
  return ranking.filter((entry) => entry.some((each) => right.has(each))).length / ranking.length;
}

/** The number of excluded references that are handed over, from 0. */
export const excludedOf = (ranking: Ranking, { exclude }: Gold): number =>
  new Set(ranking.flat().filter((each) => exclude.has(each))).size;

/** 1 over the place of the first entry that is right, 0 without one (E. M. Voorhees, TREC-8, 1999). */
export function reciprocalRankOf(ranking: Ranking, { include }: Gold): number {
  const right = new Set(include.flat());
  const place = ranking.findIndex((entry) => entry.some((each) => right.has(each)));
  return place < 0 ? 0 : 1 / (place + 1);
}

/**
 * Discounted cumulative gain of the first `k` entries over that of the best order, with linear gains and log2(place + 1), as trec_eval has it
 * (K. Järvelin and J. Kekäläinen, TOIS 20(4), 2002). A group gives the grade of the reference that finds it first, once; of an entry that finds several, each
 * takes the next place, so that no ranking gains more than the best order. 1 where nothing is asked for.
 */
export function ndcgOf(ranking: Ranking, gold: Gold, k: number): number {
  const best = gold.include.map((group) => Math.max(...group.map((each) => gradeOf(gold, each)))).sort((a, b) => b - a);
  const ideal = best.slice(0, k).reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0);
  if (ideal === 0) return 1;
  const missing = new Set(gold.include);
  let [gain, next] = [0, 0];
  for (const [place, entry] of ranking.slice(0, k).entries()) {
    const foundGrades = [...missing].flatMap((group) => {
      const grades = group.filter((each) => entry.includes(each)).map((each) => gradeOf(gold, each));
      if (grades.length > 0) missing.delete(group);
      return grades.length > 0 ? [Math.max(...grades)] : [];
    });
    next = Math.max(next, place);
    for (const grade of foundGrades.sort((a, b) => b - a)) {
      if (next < k) gain += grade / Math.log2(next + 2);
      next++;
    }
  }
  return gain / ideal;
}

const gradeOf = ({ grades }: Gold, reference: string): number => grades.get(reference) ?? 1;

/**
 * The share of pairs of a right and another entry in which the right one has the greater weight; equal weights count half (the area under the curve
 * of true and false positives). null for entries of one kind.
 */
export function areaOf(weights: ArrayLike<number>, isRight: (place: number) => boolean): number | null {
  const order = Array.from({ length: weights.length }, (_, place) => place).sort((a, b) => weights[b]! - weights[a]!);
  const rights = order.filter(isRight).length;
  const wrongCount = order.length - rights;
  if (rights === 0 || wrongCount === 0) return null;
  let [pairs, above] = [0, 0];
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && weights[order[to]!] === weights[order[from]!]) to++;
    const rightHere = order.slice(from, to).filter(isRight).length;
    const wrong = to - from - rightHere;
    pairs += rightHere * (wrongCount - above - wrong) + (rightHere * wrong) / 2;
    above += wrong;
    from = to;
  }
  return pairs / (rights * wrongCount);
}

/** Entries by tenths of their weights: how many there are, how many of them are right, and the sum of their weights. */
export type WeightBins = readonly (readonly [entries: number, right: number, weight: number])[];

/** Entries with their weights in [0, 1] by tenths. */
export function weightBins(entries: readonly { readonly weight: number; readonly isRight: boolean }[]): WeightBins {
  const bins = Array.from({ length: 10 }, (): [number, number, number] => [0, 0, 0]);
  for (const { weight, isRight } of entries) {
    const bin = bins[Math.min(9, Math.floor(weight * 10))]!;
    bin[0]++;
    if (isRight) bin[1]++;
    bin[2] += weight;
  }
  return bins;
}

/**
 * The expected calibration error: the mean distance of weight and share of right entries over ten bins of weight, by their sizes (M. P. Naeini,
 * G. F. Cooper and M. Hauskrecht, AAAI 2015). null without entries.
 */
export const calibrationErrorOf = (
  entries: readonly { readonly weight: number; readonly isRight: boolean }[],
): number | null => calibrationErrorOfBins([weightBins(entries)]);

/** Calibration error of counted entries. */
export function calibrationErrorOfBins(lists: readonly WeightBins[]): number | null {
  const sum = (bin: number, part: 0 | 1 | 2): number => lists.reduce((all, bins) => all + (bins[bin]?.[part] ?? 0), 0);
  const places = Array.from({ length: 10 }, (_, bin) => bin);
  const entries = places.reduce((all, bin) => all + sum(bin, 0), 0);
  if (entries === 0) return null;
  return places.reduce((all, bin) => all + Math.abs(sum(bin, 2) - sum(bin, 1)), 0) / entries;
}

/**
 * F1 of the entries whose weight is at least `from`, and the greatest F1 of any bound with that bound (C. J. van Rijsbergen, 1979). `groups`: the number
 * of right ones, from 1, with those that have no entry.
 */
export function f1Of(
  entries: readonly { readonly weight: number; readonly isRight: boolean }[],
  groups: number,
  from: number,
): { readonly f1: number; readonly best: number; readonly bestFrom: number } {
  const falling = [...entries].sort((a, b) => b.weight - a.weight);
  let [hits, f1, best, bestFrom] = [0, 0, 0, 1];
  for (const [place, { weight, isRight }] of falling.entries()) {
    if (isRight) hits++;
    if (falling[place + 1]?.weight === weight) continue;
    const current = (2 * hits) / (place + 1 + groups);
    if (weight >= from) f1 = current;
    if (current > best) [best, bestFrom] = [current, weight];
  }
  return { f1, best, bestFrom };
}
