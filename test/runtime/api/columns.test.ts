import { compile, Match, readTree } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

const tree = readTree({
  type: "A",
  children: [
    { type: "B", attributes: { x: "art museum" } },
    { type: "B", attributes: { x: "museum" } },
    { type: "C", attributes: { x: "lake" } },
  ],
});

const run = (text: string, options = {}) => compile(text).query!.run(tree, options);

describe("a result", () => {
  it.each([
    ["//B", {}],
    ["//*/@x", {}],
    ['//*[@x =~ "museum"]', {}],
    ['//*[@x =~ "museum"]', { limit: 1 }],
    ['//*[@x =~ "museum"]', { trace: true }],
    ["//Z", {}],
    ["/..", {}],
  ])("of %s %o has the same ids and weights as columns and as matches", async (text, options) => {
    const { ids, weights, matches } = await run(text, options);
    expect(ids).toBeInstanceOf(Int32Array);
    expect(weights).toBeInstanceOf(Float64Array);
    expect([...ids]).toEqual(matches.map(({ id }) => id));
    expect([...weights]).toEqual(matches.map(({ weight }) => weight));
  });

  it("makes its matches once, as an array", async () => {
    const result = await run("//B");
    expect(Array.isArray(result.matches)).toBe(true);
    expect(result.matches).toBe(result.matches);
    expect([...result.matches].every((match) => match instanceof Match)).toBe(true);
  });

  it.each([3, 40])("of %i matches gives them one after the other, too", async (count) => {
    const many = readTree({ type: "A", children: Array.from({ length: count }, () => ({ type: "B" })) });
    const result = await compile("//B").query!.run(many);
    expect([...result]).toEqual(result.matches);
    expect([...result].map(({ id }) => id)).toEqual([...result.ids]);
  });

  it("shows matches, stats and trace to JSON, copies and comparisons, and no columns", async () => {
    const plain = await run("//B");
    const traced = await run("//B", { trace: true });
    expect(Object.keys(plain)).toEqual(["matches", "stats"]);
    expect(Object.keys(traced)).toEqual(["matches", "stats", "trace"]);
    expect(JSON.parse(JSON.stringify(plain)).matches).toEqual(JSON.parse(JSON.stringify(plain.matches)));
    expect({ ...plain }).toEqual({ matches: plain.matches, stats: plain.stats });
    expect(structuredClone(plain).matches.map(({ id }) => id)).toEqual([...plain.ids]);
    expect(plain).not.toEqual({ ...(await run("//C")), stats: plain.stats });
  });

  it("keeps the values of attributes", async () => {
    const { matches } = await run("//C/@x");
    expect(matches.map(({ attribute }) => attribute)).toEqual([{ name: "x", value: "lake" }]);
  });
});
