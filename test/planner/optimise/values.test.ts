import { canFail, optimise, PASS_NAMES, type PassName } from "@semantic-xpath/planner";
import { describe, expect, it } from "vitest";
import { trip } from "../check/trip.js";
import { linesOf, naivePlan, planBehind } from "../plan/support/plans.js";

const linesAfter = (text: string, ...passes: readonly PassName[]) => linesOf(planBehind(text, ...passes)).slice(2);

describe("foldConstants", () => {
  it.each([
    ["//A[@a > 2 * 3 + 1]", "Filter @a > 7"],
    ["//A[@a > -(2)]", "Filter @a > -2"],
    ["//A[2 + 2 <= @a]", "Filter 4 <= @a"],
    ["//A[@a > 1 div 0]", "Filter @a > 1 div 0"],
    ["//A[@a = 0 * -1]", "Filter @a = 0 * -1"],
    ["//A[1 + 1 = 3]", "Filter false"],
    ["//A[@a * 2 > 1 or 1 = 1]", "Filter @a * 2 > 1 or true"],
    ["//A[1 = 1 or @a * 2 > 1]", undefined],
  ])("%s", (text, line) => expect(linesAfter(text, "foldConstants")[0]?.trim()).toBe(line));
});

describe("countsAsExistence", () => {
  it.each([
    ["count(/B) = 0", "not(exists(/B))"],
    ["count(/B) != 0", "exists(/B)"],
    ["count(/B) > 0", "exists(/B)"],
    ["count(/B) >= 1", "exists(/B)"],
    ["count(/B) < 1", "not(exists(/B))"],
    ["count(/B) <= 0.5", "not(exists(/B))"],
    ["count(/B) = 1", "count(/B) = 1"],
    ["count(/B) >= 2", "count(/B) >= 2"],
    ["count(/B) > -1", "count(/B) > -1"],
  ])("%s", (text, expected) =>
    expect(linesAfter(`//A[${text}]`, "countsAsExistence")[0]!.trim()).toBe(`Filter ${expected}`),
  );
});

describe("placesAsPositions", () => {
  it.each([
    ["last() - 1", "Position [-2] in document order"],
    ["position() = last()", "Position [-1] in document order"],
    ["last() > position()", "Position [:-2] in document order"],
    ["position() > last() - 2", "Position [-2:] in document order"],
    ["position() >= last() - 2", "Position [-3:] in document order"],
    ["position() <= last() - 2", "Position [:-3] in document order"],
    ["position() <= last()", undefined],
    ["position() > last()", "Position [:0] in document order"],
    ["last() div 2", "Filter position() = last() div 2"],
  ])("%s", (text, line) => expect(linesAfter(`//A[${text}]`, "placesAsPositions")[0]?.trim()).toBe(line));
  it("knows the order before it", () =>
    expect(linesAfter("//A[order by @a][position() < 3]", "placesAsPositions")[1]!.trim()).toBe(
      "Position [:2] by its keys",
    ));
});

describe("filtersFirst", () => {
  const lines = (text: string) =>
    linesOf(
      optimise(
        naivePlan(text, trip),
        PASS_NAMES.filter((name) => name !== "filtersFirst"),
      ),
    )
      .slice(2)
      .map((line) => line.trim().split(" ")[0]);
  it("goes before an order by keys of one type", () => {
    expect(lines("//POI[order by @price][@name]")).toEqual(["Filter", "Order"]);
    expect(lines('//POI[node =~ "x"][order by @price][@name]')).toEqual(["Filter", "Relevance", "Order"]);
  });
  it("stays after an order whose keys compare by what else is in the list", () => {
    expect(lines("//POI[order by Review][@name]")).toEqual(["Order", "Filter"]);
    expect(lines("//POI[order by @price * 2][@name]")).toEqual(["Order", "Filter"]);
    expect(lines("//POI[order by @price][1][@name]")).toEqual(["Order", "Position", "Filter"]);
  });
});

describe("dropUnreadRelevances", () => {
  const dropped = (text: string) => planBehind(text, "dropUnreadRelevances");
  it.each([
    '//A[exists(/B[node =~ "x"]/C)]',
    '//A[count(/B[node =~ "x"]) > 2]',
    '//A[/B[node =~ "x"]/@c = 3]',
    '//A[some $x in /B[node =~ "x"] satisfies $x/@a = 1]',
    '//A except //B[node =~ "x"]',
    '//A except (//B[node =~ "x"] | //C[node =~ "y"])',
    '//A intersect (//B[order by @a])[node =~ "x"]/C',
    'count(//B[1][node =~ "x"])',
  ])("drops what nothing reads: %s", (text) => {
    const { slots, passes } = dropped(text);
    expect(passes).toEqual(["dropUnreadRelevances"]);
    expect(slots).toEqual([]);
    expect(linesOf(dropped(text)).join()).not.toContain("=~");
  });
  it.each([
    '//A[exists(/B[node =~ "x"][1])]',
    '//A[exists(/B[node =~ "y"]/C[node =~ "x"][1])]',
    '//A[avg(/B[node =~ "x"])]',
    '//A except (//B[node =~ "x"])[1]',
    '//A except (//B[node =~ "x"]/C)[position() < 3]',
    '//A[node =~ "x"] except //B',
    '//A[exists(/B[max(node =~ "x", @a * 2 > 1)])]',
    '//A[exists(/B[node =~ "x" > 0.5])]',
  ])("keeps what something reads: %s", (text) => expect(dropped(text).passes).toEqual([]));
  it("keeps the slots of the others", () => {
    const { slots, result } = dropped('//A[exists(/B[node =~ "x"])][node =~ "y"]');
    expect(slots.map(({ condition }) => condition)).toEqual([{ kind: "Literal", value: "y" }]);
    expect(JSON.stringify(result)).toContain('"slot":0');
  });
});

it("pruneByBound stays away from keys and sets", () => {
  const strategy = (text: string) => optimise(naivePlan(text)).strategy;
  expect(strategy('//A[node =~ "x"]')).toBe("best-first");
  expect(strategy('//A[node =~ "x"][order by @a]')).toBe("all");
  expect(strategy('(//A[node =~ "x"])[order by @a][1]')).toBe("all");
  expect(strategy('//A[node =~ "x"] except //B')).toBe("all");
  expect(strategy('sum(//A[node =~ "x"][1]/@b)')).toBe("all");
});

describe("what a value can end in", () => {
  const sides = (text: string) => {
    const { result } = naivePlan(`//A[${text}]`);
    const bracket = result.kind === "Path" ? result.steps[0]!.brackets[0]! : undefined;
    const condition = bracket?.kind === "Filter" ? bracket.condition : undefined;
    if (condition?.kind !== "CompareValues") throw new Error("the test compares values");
    return [condition.left, condition.right] as const;
  };
  it("fails only where something is computed", () => {
    expect(sides("@a + 1 = /B").map(canFail)).toEqual([true, false]);
  });
});
