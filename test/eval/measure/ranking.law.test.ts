import { areaOf, type Gold, ndcgOf, precisionOf, randomFrom, recallOf, reciprocalRankOf } from "@semantic-xpath/eval";
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
