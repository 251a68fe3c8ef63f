import {
  connectedClusters,
  gateEpisodes,
  pickRepresentatives,
  planThemes,
  principalClusters,
  separationsOf,
  sparsity,
  themeObjective,
  XMEMORY_GATE,
  XMEMORY_RETRIEVAL,
  XMEMORY_THEMES,
} from "@semantic-xpath/conversation/xmemory";
import { describe, expect, it } from "vitest";

/** Numbers below were computed by the original implementation (commit 375ae1495095). */
type Point = readonly [number, number];
const degrees = (angle: number): Point => [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
const mean = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];
const cluster = (...vectors: Point[]) => ({ size: vectors.length, centroid: mean(vectors), vectors });

describe("the objective", () => {
  const a = cluster([1, 0], [0.8, 0.6]);
  const b = cluster([0, 1]);
  const c = cluster([-1, 0], [-0.6, 0.8]);

  it("weighs sizes, cohesion and separation", () => {
    expect(themeObjective([a, b, c])).toBeCloseTo(1.5574016, 6);
    expect(themeObjective([a])).toBeCloseTo(1.9486833, 6);
    expect(themeObjective([a, b])).toBeCloseTo(1.8743416, 6);
    expect(separationsOf([a, b, c]).map((value) => value.toFixed(7))).toEqual(["0.3162278", "0.4472136", "0.4472136"]);
  });

  it("allows a merge that raises it", () => {
    const merged = cluster([1, 0], [0.8, 0.6], [0, 1]);
    expect(themeObjective([merged, c])).toBeCloseTo(1.8101385, 6);
    expect(themeObjective([merged, c]) - themeObjective([a, b, c])).toBeCloseTo(0.2527369, 6);
  });

  it("reads five themes", () => {
    const themes = [[0, 10], [70, 75], [160], [250, 255], [20]].map((angles) => cluster(...angles.map(degrees)));
    expect(sparsity(themes.map(({ size }) => size))).toBeCloseTo(0.9142857, 6);
    const expected = [0.965926, 0.608761, 0.043619, -0.043619, 0.965926];
    separationsOf(themes).forEach((separation, index) => {
      expect(separation).toBeCloseTo(expected[index]!, 6);
    });
    expect(themeObjective(themes)).toBeCloseTo(1.4511247, 6);
  });

  it.each([
    [[5, 5], 1],
    [[9, 1], 0.6097561],
    [[2, 1, 2], 0.9259259],
  ])("gives sizes %j the sparsity %d", (sizes, expected) => {
    expect(sparsity(sizes)).toBeCloseTo(expected, 6);
  });
});

describe("attaching", () => {
  it("joins near facts and begins themes with far ones", () => {
    let ids = 0;
    const facts = [0, 40, 58, 95, 130].map((angle) => ({ id: `f${angle}`, vector: degrees(angle) }));
    const plan = planThemes(
      [],
      facts,
      () => null,
      () => `t${++ids}`,
      XMEMORY_THEMES,
    );
    expect(plan.operations).toEqual([
      { kind: "create", theme: "t1", members: ["f0"] },
      { kind: "attach", theme: "t1", fact: "f40" },
      { kind: "attach", theme: "t1", fact: "f58" },
      { kind: "create", theme: "t2", members: ["f95"] },
      { kind: "attach", theme: "t2", fact: "f130" },
    ]);
    const [first, second] = plan.themes;
    expect(first!.centroid[0]).toBeCloseTo(0.765321, 6);
    expect(first!.centroid[1]).toBeCloseTo(0.496945, 6);
    expect(second!.centroid[0]).toBeCloseTo(-0.364972, 6);
    expect(second!.centroid[1]).toBeCloseTo(0.88112, 6);
  });
});

describe("the centroid of a theme", () => {
  it("is the mean of its facts after each one, and not of length 1", () => {
    const { themes } = planThemes(
      [],
      [0, 40].map((angle) => ({ id: `f${angle}`, vector: degrees(angle) })),
      () => null,
      () => "t",
      XMEMORY_THEMES,
    );
    expect(themes.map(({ members }) => members)).toEqual([["f0", "f40"]]);
    expect(themes[0]!.centroid[0]).toBeCloseTo(0.883022, 6);
    expect(themes[0]!.centroid[1]).toBeCloseTo(0.321394, 6);
  });
});

describe("clusters", () => {
  it("follow connections from the lowest index", () => {
    const vectors = [0, 5, 10, 15, 60, 65, 70, 75, 200, 205].map(degrees);
    expect(connectedClusters(vectors, 0.66, 12)).toEqual([
      [0, 3, 4, 7, 6, 5, 2, 1],
      [8, 9],
    ]);
  });

  it("are cut into runs of the greatest size", () => {
    const vectors = Array.from({ length: 14 }, (_, index) => degrees(8 * index));
    expect(connectedClusters(vectors, 0.66, 12)).toEqual([
      [0, 6, 12, 13, 11, 10, 9, 8, 7, 5, 4, 3],
      [2, 1],
    ]);
    const parts = principalClusters(vectors, 12).map((part) => part.toSorted((left, right) => left - right));
    const ascending = [
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      [12, 13],
    ];
    const mirrored = [
      [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
      [0, 1],
    ];
    expect([ascending, mirrored]).toContainEqual(parts);
  });
});

describe("representatives", () => {
  const scores = { A: 0.6, B: 0.58, E: 0.5, D: 0.3, C: 0.2 };
  const edges: Record<string, readonly (readonly [string, number])[]> = {
    A: [
      ["B", 0.9],
      ["C", 0.8],
    ],
    B: [["A", 0.9]],
    C: [["A", 0.8]],
    D: [["E", 0.7]],
    E: [["D", 0.7]],
  };
  const candidates = (isConnected: boolean) =>
    Object.entries(scores).map(([id, score]) => ({
      id,
      score,
      neighbours: isConnected ? edges[id]!.map(([id, similarity]) => ({ id, similarity })) : [],
    }));
  const ids = (picks: readonly { readonly id: string }[]) => picks.map(({ id }) => id).join("");
  const { facts: settings } = XMEMORY_RETRIEVAL;

  it("end when all is covered", () => {
    expect(ids(pickRepresentatives(candidates(true), settings))).toBe("AE");
  });

  it("are the most relevant where nothing is connected", () => {
    expect(ids(pickRepresentatives(candidates(false), { ...settings, limit: 3 }))).toBe("ABE");
  });

  it("end at the target", () => {
    expect(ids(pickRepresentatives(candidates(true), { ...settings, target: 0.6 }))).toBe("A");
  });
});

describe("the gate", () => {
  it.each([
    { gains: [0.3, 0.1, -0.41, 0.9], selected: [0, 1], expanded: [0], checked: 3 },
    { gains: [0, -0.39, -0.1, -0.5, 0.5, -0.6, 0.9], selected: [0, 1, 2, 4], expanded: [4], checked: 6 },
    { gains: [-0.9, 0.9], selected: [0], expanded: [], checked: 1 },
    { gains: [-0.4], selected: [0], expanded: [], checked: 1 },
  ])("reads $gains", async ({ gains, selected, expanded, checked }) => {
    const result = await gateEpisodes(gains.length, async (index) => gains[index]!, XMEMORY_GATE);
    expect(result).toEqual({ selected, expanded, gains: gains.slice(0, checked) });
  });
});
