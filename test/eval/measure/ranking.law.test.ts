import {
  areaOf,
  calibrationErrorOf,
  excludedOf,
  f1Of,
  fitting,
  type Gold,
  ndcgOf,
  precisionOf,
  randomFrom,
  recallOf,
  reciprocalRankOf,
} from "@semantic-xpath/eval";
import { expect, it } from "vitest";

/** A second implementation, over flags of places, that shares no code with the first. */
function second(flags: readonly number[], grades: readonly number[], k: number) {
  let [hits, dcg, rr] = [0, 0, 0];
  for (let i = 0; i < flags.length; i++) {
    if (flags[i] === 0) continue;
    hits += 1;
    if (rr === 0) rr = 1 / (i + 1);
    if (i < k) dcg += flags[i]! * (Math.LN2 / Math.log(i + 2));
  }
  const ideal = [...grades].sort((a, b) => b - a).slice(0, k);
  let best = 0;
  ideal.forEach((grade, i) => {
    best += grade * (Math.LN2 / Math.log(i + 2));
  });
  return { recall: hits / grades.length, precision: hits / flags.length, rr, ndcg: dcg / best };
}

it("equal a second implementation on a thousand random rankings", () => {
  const random = randomFrom(3);
  let most = 0;
  for (let round = 0; round < 1000; round++) {
    const size = 1 + random.index(40);
    const names = random.shuffled(Array.from({ length: size + 10 }, (_, i) => `n${i}`));
    const ranked = names.slice(0, size);
    const right = random.shuffled(names).slice(0, 1 + random.index(12));
    const grades = new Map(right.map((name) => [name, 1 + random.index(4)]));
    const gold: Gold = { include: right.map((name) => [name]), exclude: new Set(), grades };
    const k = 1 + random.index(size + 5);
    const expected = second(
      ranked.map((name) => grades.get(name) ?? 0),
      [...grades.values()],
      k,
    );
    const ranking = ranked.map((name) => [name]);
    for (const [ours, theirs] of [
      [recallOf(ranking, gold), expected.recall],
      [precisionOf(ranking, gold), expected.precision],
      [reciprocalRankOf(ranking, gold), expected.rr],
      [ndcgOf(ranking, gold, k), expected.ndcg],
    ] as const)
      most = Math.max(most, Math.abs(ours - theirs));
  }
  expect(most).toBeLessThanOrEqual(1e-12);
});

it("the area is the share of pairs in the right order", () => {
  const random = randomFrom(4);
  for (let round = 0; round < 1000; round++) {
    const weights = Array.from({ length: 2 + random.index(20) }, () => random.index(6) / 5);
    const right = weights.map(() => random.share() < 0.4);
    let [pairs, good] = [0, 0];
    weights.forEach((a, i) => {
      weights.forEach((b, j) => {
        if (!right[i] || right[j]) return;
        pairs++;
        good += a > b ? 1 : a === b ? 0.5 : 0;
      });
    });
    const area = areaOf(weights, (place) => right[place]!);
    if (pairs === 0) expect(area).toBeNull();
    else expect(Math.abs(area! - good / pairs)).toBeLessThanOrEqual(1e-12);
  }
});

/** The same over entries that stand for several references, and groups that any one of several finds. */
function secondOfGroups(ranking: readonly (readonly string[])[], { include, exclude, grades }: Gold, k: number) {
  const isFoundBy = (group: readonly string[], entries: readonly (readonly string[])[]) =>
    entries.some((entry) => group.some((name) => entry.includes(name)));
  const firstOf = (group: readonly string[]) => ranking.findIndex((entry) => isFoundBy(group, [entry]));
  const gradeIn = (names: readonly string[]) => names.reduce((most, name) => Math.max(most, grades.get(name) ?? 1), 0);
  // Each group as the place of its entry and its grade there, in the order in which they are handed over.
  const gains = include
    .map((group) => ({ at: firstOf(group), group }))
    .filter(({ at }) => at >= 0 && at < k)
    .map(({ at, group }) => ({ at, grade: gradeIn(group.filter((name) => ranking[at]!.includes(name))) }))
    .sort((a, b) => a.at - b.at || b.grade - a.grade);
  let [dcg, taken] = [0, -1];
  for (const { at, grade } of gains) {
    taken = Math.max(at, taken + 1);
    if (taken < k) dcg += grade / (Math.log(taken + 2) / Math.LN2);
  }
  const best = include
    .map(gradeIn)
    .sort((a, b) => b - a)
    .slice(0, k)
    .reduce((sum, grade, i) => sum + grade / (Math.log(i + 2) / Math.LN2), 0);
  const places = include.map(firstOf).filter((at) => at >= 0);
  const isRight = (entry: readonly string[]) => include.some((group) => isFoundBy(group, [entry]));
  return {
    recall: places.length / include.length,
    precision: ranking.filter(isRight).length / ranking.length,
    excluded: [...exclude].filter((name) => ranking.some((entry) => entry.includes(name))).length,
    rr: places.length === 0 ? 0 : 1 / (1 + Math.min(...places)),
    ndcg: dcg / best,
  };
}

it("equal another one where entries and groups have several references", () => {
  const random = randomFrom(7);
  const some = (names: readonly string[]) => random.shuffled(names).slice(0, 1 + random.index(3));
  let most = 0;
  for (let round = 0; round < 1000; round++) {
    const names = Array.from({ length: 4 + random.index(20) }, (_, i) => `n${i}`);
    const ranking = Array.from({ length: 1 + random.index(15) }, () => some(names));
    const grades = new Map(some(names).map((name) => [name, 1 + random.index(4)]));
    const include = Array.from({ length: 1 + random.index(6) }, () => some(names));
    const gold: Gold = { include, exclude: new Set(some(names)), grades };
    const k = 1 + random.index(ranking.length + 3);
    const expected = secondOfGroups(ranking, gold, k);
    for (const [ours, theirs] of [
      [recallOf(ranking, gold), expected.recall],
      [precisionOf(ranking, gold), expected.precision],
      [excludedOf(ranking, gold), expected.excluded],
      [reciprocalRankOf(ranking, gold), expected.rr],
      [ndcgOf(ranking, gold, k), expected.ndcg],
    ] as const)
      most = Math.max(most, Math.abs(ours - theirs));
  }
  expect(most).toBeLessThanOrEqual(1e-12);
});

it("F1, the calibration error and the entries that fit, each by its definition", () => {
  const random = randomFrom(8);
  let most = 0;
  for (let round = 0; round < 1000; round++) {
    const entries = Array.from({ length: 1 + random.index(30) }, () => ({
      weight: random.index(21) / 20,
      isRight: random.share() < 0.4,
    }));
    const groups = entries.filter(({ isRight }) => isRight).length + 1 + random.index(4);
    const f1At = (bound: number) => {
      const taken = entries.filter(({ weight }) => weight >= bound);
      const hits = taken.filter(({ isRight }) => isRight).length;
      const [precision, recall] = [hits / taken.length, hits / groups];
      return hits === 0 ? 0 : (2 * precision * recall) / (precision + recall);
    };
    const { f1, best, bestFrom } = f1Of(entries, groups, 0.5);
    most = Math.max(most, Math.abs(f1 - f1At(0.5)), Math.abs(best - f1At(bestFrom)));
    most = Math.max(most, ...entries.map(({ weight }) => f1At(weight) - best));

    const inBin = (bin: number) => entries.filter(({ weight }) => Math.min(9, Math.floor(weight * 10)) === bin);
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const errors = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(inBin).map((bin) => {
      const distance = mean(bin.map(({ weight }) => weight)) - mean(bin.map(({ isRight }) => Number(isRight)));
      return bin.length === 0 ? 0 : (Math.abs(distance) * bin.length) / entries.length;
    });
    most = Math.max(most, Math.abs(calibrationErrorOf(entries)! - errors.reduce((sum, error) => sum + error, 0)));

    const costs = entries.map(() => 1 + random.index(40));
    const budget = random.index(200);
    const sums = costs.map((_, i) => costs.slice(0, i + 1).reduce((sum, cost) => sum + cost, 0));
    expect(fitting(costs, budget)).toBe(sums.filter((sum) => sum <= budget).length);
  }
  expect(most).toBeLessThanOrEqual(1e-12);
});
