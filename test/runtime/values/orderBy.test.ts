import { compile, readTree } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstOf } from "../../../packages/runtime/src/execute/order.js";
import { runs } from "../../support/runs.js";
import { trip, values } from "./fixture.js";

describe("order by", () => {
  it.each([
    ["//POI[order by @cost]/@name", ["Lake", "Zoo", "Museum", "Tower", "Park"]],
    ["//POI[order by @cost descending]/@name", ["Tower", "Museum", "Zoo", "Lake", "Park"]],
    ["/Plan/Day/POI[order by @cost][1]/@name", ["Lake", "Zoo"]],
    ["/Plan/Day/POI[order by @cost][-1]/@name", ["Tower", "Park"]],
    ["(/Plan/Day/POI)[order by @cost][1]/@name", ["Lake"]],
    ["(//POI)[order by @stars descending, @name]/@name", ["Tower", "Museum", "Zoo", "Lake", "Park"]],
    ["(//POI)[order by @stars, @cost descending][2:3]/@name", ["Zoo", "Tower"]],
    ["(//POI)[order by @cost][-2:]/@name", ["Tower", "Park"]],
    ["//POI[order by string-length(@name)][1:2]/@name", ["Zoo", "Lake"]],
    ["//Day[order by -(@n)]/POI/@name", ["Museum", "Lake", "Tower", "Park", "Zoo"]],
    ["//Day[order by sum(/POI/@cost)][1]/@n", ["2"]],
    ["//POI[order by @name descending]/@name", ["Zoo", "Tower", "Park", "Museum", "Lake"]],
  ])("%s", async (text, wanted) => expect(await values(text)).toEqual(wanted));

  it("takes the first of the limit in that order, after the minimum score", async () => {
    expect(await values("//POI[order by @cost]/@name", { limit: 2 })).toEqual(["Lake", "Zoo"]);
    expect(await values("//POI[order by @cost]/@name", { limit: 2, minScore: 1 })).toEqual(["Lake", "Zoo"]);
  });

  it("keeps a sort key for each list: numbers where all read so, else code points", async () => {
    const tree = readTree({
      type: "A",
      children: ["10", "9"]
        .map((v) => ({ type: "B", attributes: { v } }))
        .concat([{ type: "C", attributes: { v: "x" } }]),
    });
    const order = async (text: string) =>
      (await compile(text).query!.run(tree)).matches.map(({ attribute }) => attribute!.value);
    expect(await order("//B[order by @v]/@v")).toEqual(["9", "10"]);
    expect(await order("//*[order by @v]/@v")).toEqual(["10", "9", "x"]);
  });

  it("refuses several values for a key, and names the key and the node that has it", async () => {
    await expect(values("//Day[order by /POI/@name]")).rejects.toMatchObject({
      code: "SXP4011",
      message: expect.stringContaining(
        "The value of the key /POI/@name of /Plan/Day[1] must be one value, and it is 3 values",
      ),
    });
  });

  it("shows the keys in the trace, and loses no entry", async () => {
    const { query } = compile("(//POI)[order by @cost][1]");
    const { trace } = await query!.run(trip, { trace: true });
    const order = trace!.operators.find(({ kind }) => kind === "Order")!;
    expect([order.rowsIn, order.rowsOut, order.dropped.length]).toEqual([5, 5, 0]);
    expect(order.values!.map(({ values }) => values)).toEqual([[12], [0], [30], [null], [9]]);
    const position = trace!.operators.find(({ kind }) => kind === "Position")!;
    expect(position.dropped).toHaveLength(4);
  });
});

describe("the first of an order", () => {
  it("are those of a full sort", () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.nat(12), (numbers, limit) => {
        const compare = (a: number, b: number): number => numbers[a]! - numbers[b]! || a - b;
        const sorted = [...numbers.keys()].sort(compare).slice(0, limit);
        expect([...firstOf(0, numbers.length, limit, (a, b) => compare(a, b) > 0)].sort(compare)).toEqual(sorted);
      }),
      { numRuns: runs(200) },
    ));

  it("cost few comparisons more than one for each entry", () => {
    const count = 100_000;
    const keys = Float64Array.from({ length: count }, (_, i) => (i * 7919) % 100_003);
    let comparisons = 0;
    firstOf(0, count, 5, (a, b) => {
      comparisons++;
      return keys[a]! > keys[b]!;
    });
    expect(comparisons).toBeLessThan(count * 1.1);
  });
});
