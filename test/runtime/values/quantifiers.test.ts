import { BUDGET, compile, type RunOptions, readTree, type Tree } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { values } from "./fixture.js";

describe("some and every", () => {
  it.each([
    ["//Day[some $p in /POI satisfies $p/@cost > 20]/@n", ["1"]],
    ["//Day[every $p in /POI satisfies $p/@cost < 20]/@n", []],
    ["//Day[every $p in /POI[@cost] satisfies $p/@cost < 20]/@n", ["2"]],
    ["//Day[some $p in /Nothing satisfies $p/@cost > 0]/@n", []],
    ["//Day[every $p in /Nothing satisfies $p/@cost > 0]/@n", ["1", "2"]],
    ["//Day[some $l in root()//Limit satisfies $l/@day = @n and sum(/POI/@cost) > $l/@cost]/@n", ["1"]],
    ["//Day[some $a in /POI, $b in /POI satisfies $a/@stars = $b/@stars and $a/@name != $b/@name]/@n", []],
    [
      "/Plan[some $a in /Day/POI, $b in /Day/POI satisfies $a/@stars = $b/@stars and $a/@name != $b/@name]/@max",
      ["40"],
    ],
    ["//Limit[some $p in root()//POI/@name satisfies string-length($p) = 5]/@day", ["1", "2"]],
    ["//Limit[some $d in root()//Day satisfies $d/@n = @day and exists($d/POI[@cost > 20])]/@day", ["1"]],
    ["//Day[some $l in root()//Limit satisfies $l/@day = @n and exists(/POI[@cost > $l/@cost])]/@n", ["1"]],
    ["//Day[some $p in /POI, $q in $p/following-sibling::POI satisfies $q/@cost > $p/@cost]/@n", ["1"]],
    ["//Day[some $x in /POI satisfies (every $y in root()//POI[@cost] satisfies $x/@cost >= $y/@cost)]/@n", ["1"]],
  ])("%s", async (text, wanted) => expect(await values(text)).toEqual(wanted));
});

/** `n` left and `n` right nodes with a key each, of which one pair is equal. */
const pairs = (n: number): Tree =>
  readTree({
    type: "R",
    children: Array.from({ length: n }, (_, i) => [
      { type: "L", attributes: { k: `l${i}` } },
      { type: "M", attributes: { k: i === n - 1 ? "l0" : `m${i}` } },
    ]).flat(),
  });

describe("an equality between what is bound and what is known before", () => {
  const JOIN = "/R[some $a in //L, $b in //M satisfies $a/@k = $b/@k]";
  const ofNode = "//L[some $b in root()//M satisfies $b/@k = @k]";
  const tries = async (tree: Tree, text: string, maxCombinations: number): Promise<boolean> => {
    const options: RunOptions = { budget: { maxCombinations } };
    return compile(text)
      .query!.run(tree, options)
      .then(
        ({ matches }) => matches.length === 1,
        (error: { code: string }) => {
          expect(error).toMatchObject({ code: "SXP4003", parameters: { option: "budget.maxCombinations" } });
          return false;
        },
      );
  };

  it.each([10, 100, 3000])("tries n + m combinations, not n · m: %i of each", async (n) => {
    const tree = pairs(n);
    expect(await tries(tree, JOIN, n + 1)).toBe(true);
    expect(await tries(tree, JOIN, n)).toBe(false);
    expect(await tries(tree, ofNode, 1)).toBe(true);
    expect(await tries(tree, ofNode, 0)).toBe(false);
  });

  it("tries all where no equality says which", async () => {
    const tree = pairs(30);
    expect(await tries(tree, "/R[every $a in //L, $b in //M satisfies $a/@k >= $b/@k or 1 = 1]", 30 + 30 * 30)).toBe(
      true,
    );
    expect(
      await tries(tree, "/R[every $a in //L, $b in //M satisfies $a/@k >= $b/@k or 1 = 1]", 30 + 30 * 30 - 1),
    ).toBe(false);
  });

  it("has a bound of its own", () => expect(BUDGET.maxCombinations).toBe(10_000_000));
});
