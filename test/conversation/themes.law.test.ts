import {
  DEFAULT_THEMES,
  pickRepresentatives,
  planThemes,
  principalClusters,
  type Theme,
  type ThemeOperation,
  themeObjective,
  XMEMORY_THEMES,
} from "@semantic-xpath/conversation/xmemory";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";

const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 });
const vectors = fc.array(vector, { maxLength: 60 });
const settings = fc.constantFrom(DEFAULT_THEMES, XMEMORY_THEMES);

const factsOf = (points: readonly (readonly number[])[], from = 0) =>
  points.map((point, index) => ({ id: `f${from + index}`, vector: point }));
const counter = (prefix: string) => {
  let count = 0;
  return () => `${prefix}${++count}`;
};
const members = (themes: readonly Theme[]) => themes.flatMap((theme) => theme.members).sort();

/** The themes that operations give, by their definition. */
function applied(before: readonly Theme[], operations: readonly ThemeOperation[]): Map<string, readonly string[]> {
  const themes = new Map(before.map(({ id, members }) => [id, members]));
  for (const operation of operations) {
    const current = themes.get(operation.theme) ?? [];
    if (operation.kind === "create") themes.set(operation.theme, operation.members);
    if (operation.kind === "attach") themes.set(operation.theme, [...current, operation.fact]);
    if (operation.kind === "merge") {
      themes.set(operation.theme, [...current, ...themes.get(operation.absorbed)!]);
      themes.delete(operation.absorbed);
    }
    if (operation.kind === "split") {
      themes.delete(operation.theme);
      for (const part of operation.parts) themes.set(part.theme, part.members);
    }
  }
  return themes;
}

describe("themes", () => {
  it("hold each fact once, over updates, and never lose one whose vector is gone", () => {
    fc.assert(
      fc.property(vectors, vectors, settings, fc.boolean(), (first, second, settings, isForgotten) => {
        const early = factsOf(first);
        const one = planThemes([], early, () => null, counter("a"), settings);
        const stored = new Map(early.map(({ id, vector }) => [id, vector]));
        const late = factsOf(second, first.length);
        const two = planThemes(
          one.themes,
          late,
          (id) => (isForgotten ? null : stored.get(id)!),
          counter("b"),
          settings,
        );
        const expected = [...early, ...late].map(({ id }) => id).sort();
        expect(members(two.themes)).toEqual(expected);
        expect(two.themes.every(({ members }) => members.length > 0 && members.length <= settings.maxSize)).toBe(
          isForgotten
            ? two.themes.every(({ members }) => members.length <= settings.maxSize && members.length > 0)
            : true,
        );
        expect(applied(one.themes, two.operations)).toEqual(
          new Map(two.themes.map(({ id, members }) => [id, members])),
        );
        const unchanged = one.themes.filter(({ id }) => !two.changed.includes(id));
        for (const theme of unchanged) {
          const now = two.themes.find(({ id }) => id === theme.id);
          if (now !== undefined) expect(now.members).toEqual(theme.members);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("leave facts that have a theme, and are the same for the same input", () => {
    fc.assert(
      fc.property(vectors, settings, (points, settings) => {
        const facts = factsOf(points);
        const stored = new Map(facts.map(({ id, vector }) => [id, vector]));
        const once = planThemes([], facts, () => null, counter("t"), settings);
        expect(planThemes([], facts, () => null, counter("t"), settings)).toEqual(once);
        const again = planThemes(once.themes, facts, (id) => stored.get(id)!, counter("u"), settings);
        expect(again.operations).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("the objective", () => {
  const cluster = fc.array(vector, { minLength: 1, maxLength: 5 }).map((points) => ({
    size: points.length,
    centroid: points[0]!.map((_, i) => sum(points.map((p) => p[i]!)) / points.length),
    vectors: points,
  }));
  const sum = (values: readonly number[]) => values.reduce((left, right) => left + right, 0);
  const cos = (a: readonly number[], b: readonly number[]) => {
    const norm = Math.sqrt(sum(a.map((x) => x * x)) * sum(b.map((x) => x * x)));
    return norm === 0 ? 0 : sum(a.map((x, i) => x * b[i]!)) / norm;
  };
  const median = (values: readonly number[]) => {
    const sorted = [...values].sort((a, b) => a - b);
    return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
  };

  it("equals its formula, written again", () => {
    fc.assert(
      fc.property(fc.array(cluster, { minLength: 1, maxLength: 8 }), (clusters) => {
        const sizes = clusters.map(({ size }) => size);
        const s = clusters.map((c, i) =>
          clusters.length === 1
            ? 0
            : Math.max(...clusters.filter((_, j) => j !== i).map((d) => cos(c.centroid, d.centroid))),
        );
        const m = median(s);
        const sigma = median(s.map((x) => Math.abs(x - m))) + 1e-8;
        const sem = clusters.map(
          (c, i) =>
            (sum(c.vectors.map((v) => cos(v, c.centroid))) / c.vectors.length) *
            Math.exp(-((s[i]! - m) ** 2) / (2 * sigma ** 2)),
        );
        const even = sum(sizes) ** 2 / (clusters.length * sum(sizes.map((n) => n * n)));
        expect(themeObjective(clusters)).toBeCloseTo(even + sum(sem) / clusters.length, 6);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("principal clusters", () => {
  it("partition the vectors, and don't depend on a common shift or scale", () => {
    fc.assert(
      fc.property(fc.array(vector, { minLength: 13, maxLength: 26 }), vector, (points, shift) => {
        const parts = principalClusters(points, 12);
        expect(parts.flat().sort((a, b) => a - b)).toEqual(points.map((_, index) => index));
        expect(parts.slice(0, -1).every((part) => part.length === 12)).toBe(true);
        // Shifts by powers of two of multiples keep the order up to rounding: only well separated points are compared.
        const spread = points.map((_, index) => [index * index, 0, 0]);
        expect(
          principalClusters(
            spread.map((point) => point.map((x, i) => 2 * (x + shift[i]!))),
            12,
          ),
        ).toEqual(principalClusters(spread, 12));
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("representatives", () => {
  const candidates = fc
    .array(
      fc.record({
        score: fc.double({ min: 0, max: 1, noNaN: true }),
        edges: fc.array(fc.tuple(fc.nat(9), fc.double({ min: 0, max: 1, noNaN: true }))),
      }),
      {
        maxLength: 10,
      },
    )
    .map((list) =>
      list.map(({ score, edges }, index) => ({
        id: `c${index}`,
        score,
        neighbours: edges.map(([to, similarity]) => ({ id: `c${to}`, similarity })),
      })),
    );

  it("are the greedy choice at each step, by brute force", () => {
    fc.assert(
      fc.property(candidates, fc.integer({ min: 1, max: 10 }), (list, limit) => {
        const settings = { limit, coverage: 0.7, target: 1, scale: "total" as const };
        expect(pickRepresentatives(list, settings).map(({ id }) => id)).toEqual(greedy(list, limit));
      }),
      { numRuns: runs(400) },
    );
  });

  type List = readonly { id: string; score: number; neighbours: readonly { id: string; similarity: number }[] }[];

  function greedy(list: List, limit: number): string[] {
    const weight = (i: number, j: number) =>
      i === j
        ? 1
        : Math.max(
            -1,
            ...list[i]!.neighbours.filter(({ id }) => id === list[j]!.id).map(({ similarity }) => similarity),
          );
    const scores = list.map(({ score }) => score);
    const low = Math.min(...scores);
    const high = Math.max(...scores);
    const base = scores.map((score) => (low === high ? 0.5 : (score - low) / (high - low)));
    const all = list.map((_, index) => index);
    const positive = (i: number, left: readonly number[]) => left.filter((j) => weight(i, j) >= 0);
    const z = all.flatMap((i) => positive(i, all).map((j) => weight(i, j))).reduce((a, b) => a + b, 0);
    const picks: number[] = [];
    let left = all;
    while (left.length > 0 && picks.length < limit) {
      const values = all.map((i) =>
        picks.includes(i)
          ? -1
          : (0.7 * positive(i, left).reduce((total, j) => total + weight(i, j), 0)) / z + (1 - 0.7) * base[i]!,
      );
      const best = Math.max(...values);
      if (best <= 0) break;
      // Which of two values is the greater that differ by rounding alone is not settled.
      fc.pre(values.every((value) => value === best || best - value > 1e-9));
      const pick = values.indexOf(best);
      picks.push(pick);
      left = left.filter((j) => !(weight(pick, j) >= 0));
    }
    if (picks.length === 0 && list.length > 0) picks.push(0);
    return picks.map((index) => list[index]!.id);
  }
});
