import { describeSequence, optimise, PASS_NAMES, type PassName, type QueryPlan } from "@semantic-xpath/planner";
import { describe, expect, it } from "vitest";
import { linesOf, naivePlan, planBehind } from "../plan/support/plans.js";

/** One pass alone: what becomes of a query, in the notation of queries; null: nothing. */
function cases(pass: PassName, rows: readonly (readonly [string, string | null])[]): void {
  describe(pass, () => {
    it.each(rows)("%s", (text, expected) => {
      const after = planBehind(text, pass);
      expect(after.passes).toEqual(expected === null ? [] : [pass]);
      expect(pathOf(after)).toBe(expected ?? pathOf(naivePlan(text)));
    });
  });
}

function pathOf({ result }: QueryPlan): string {
  if (result.kind === "Value") throw new Error("these cases are paths");
  return describeSequence(result);
}

cases("foldConstants", [
  ["/A[1:]", "/A"],
  ["/A[2:]", null],
  ["/A[position() or @x]", "/A"],
  ["/A[last() and @x]", "/A[@x]"],
  ["/A[not(position())]", "/A[false]"],
  ['/A[node =~ "c" >= 0]', "/A"],
  ['/A[node =~ "c" > 1]', "/A[false]"],
  ['/A[node =~ "c" != 2]', "/A"],
  ['/A[node =~ "c" = 0]', null],
  ['/A[min(node =~ "c", position())]', '/A[node =~ "c"]'],
  ['/A[max(node =~ "c", position())]', "/A[1]"],
  ['/A[avg(node =~ "c", position())]', '/A[avg(node =~ "c", 1)]'],
  ['/A[gmean(node =~ "c")]', null],
  ['/A[product(node =~ "c")]', '/A[node =~ "c"]'],
  ["(/A)[1:]", "(/A)"],
]);

cases("dropDoubleNegation", [
  ["/A[not(not(@x))]", "/A[@x]"],
  ["/A[not(@x)]", null],
  ['/A[not(not(node =~ "c"))]', null],
  ['/A[avg(not(not(@x)), node =~ "c")]', '/A[avg(@x, node =~ "c")]'],
  ['/A[avg(1-(@x), node =~ "c")]', null],
]);

cases("filtersFirst", [
  ['/A[node =~ "c"][@x]', '/A[@x][node =~ "c"]'],
  ['/A[node =~ "c"][text() =~ "d"][@x][@y]', '/A[@x][@y][node =~ "c"][text() =~ "d"]'],
  ['/A[@x][node =~ "c"]', null],
  ['/A[node =~ "c"][position() = 1]', null],
  ['/A[node =~ "c"][1][@x]', null],
  ['/A[node =~ "c"][@+1][@x]', null],
  ['/A[node =~ "c"][text() =~ "d" > 0.5]', null],
  ['/A[node =~ "c" > 0.5 and @x]', '/A[@x and node =~ "c" > 0.5]'],
  ['/A[@x or node =~ "c" > 0.5]', null],
  ['(/A)[node =~ "c"][@x]', '(/A)[@x][node =~ "c"]'],
  ['/A[avg(/B[node =~ "c"][@x])]', '/A[avg(/B[@x][node =~ "c"])]'],
]);

describe("pushPositions", () => {
  const axis = (text: string): string => linesOf(planBehind(text, "pushPositions")).join("\n");
  it.each([
    ["/A[2]", "child::A, take [2]"],
    ["//A[-2:]", "descendant::A, take [-2:]"],
    ["/A[$n:3]", "child::A, take [$n:3]"],
    ["/A[last()]", "child::A, take [-1]"],
    ["(//A)[5]", "descendant::A, take [5]"],
    ["/A[avg(/B[1])]", "child::B, take [1]"],
  ])("%s is taken by the axis", (text, expected) => expect(axis(text)).toContain(expected));
  it.each(["/A[@x][2]", '/A[node =~ "c"][1]', "/A[position() = 2]", "(//A/B)[5]", "(//A | //B)[5]", "(//A[@x])[5]"])(
    "%s is not",
    (text) => expect(axis(text)).not.toContain("take"),
  );
  it("takes the first position only", () =>
    expect(axis("/A[2:][1]")).toContain("child::A, take [2:], via children\n  Position [1]"));
});

describe("mergeContexts", () => {
  const grouping = (text: string) =>
    JSON.stringify(planBehind(text, "mergeContexts").result).match(/"grouping":"\w+"/g);
  it.each(["/A[@x]", '/A[node =~ "c"]', "/A[@x][@+1]"])("%s looks at each node once", (text) =>
    expect(grouping(text)).toEqual(['"grouping":"node"']),
  );
  it.each(["/A[1]", "/A[@x][1]", "/A[position() = 1]", '/A[min(node =~ "c", last() = 2)]'])(
    "%s counts per context",
    (text) => expect(grouping(text)).toEqual(['"grouping":"context"']),
  );
});

describe("useTypeIndex", () => {
  it.each([
    ["//A", "via type-index"],
    ["/A", "via type-index"],
    ["//(A|B)", "via type-index"],
    ["//*", "via subtree"],
    ["/ancestor::A", "via parent-chain"],
  ])("%s goes %s", (text, expected) => expect(linesOf(planBehind(text, "useTypeIndex"))[1]).toContain(expected));
});

describe("shareConditions", () => {
  it.each<[string, number]>([
    ['//A[node =~ "c"][. =~ "c"]', 1],
    ['//A[@x =~ "c" or x =~ "c"]', 2],
    ['//A[node =~ "c"][node =~ "d"]', 2],
    ["//A[node =~ $c] | //B[node =~ $c]", 1],
    ['//A[node =~ "c"][avg(/B[node =~ "c"])]', 1],
  ])("%s has %d slots", (text, count) => expect(planBehind(text, "shareConditions").slots).toHaveLength(count));
});

describe("pruneByBound", () => {
  const strategy = (text: string) => planBehind(text, "mergeContexts", "pruneByBound").strategy;
  it.each(['//A[node =~ "c"]', '(//A[node =~ "c"])[1:2]', '//A[avg(/B[node =~ "c"])]/C', '//A | //B[node =~ "c"]'])(
    "%s goes best first",
    (text) => expect(strategy(text)).toBe("best-first"),
  );
  it.each(["//A", '//A[node =~ "c"][1]', '//A[1][node =~ "c"]', '//A[min(node =~ "c", position() = 1)]'])(
    "%s needs everything",
    (text) => expect(strategy(text)).toBe("all"),
  );
});

describe("optimise", () => {
  it("names the passes that changed something, in order", () => {
    expect(optimise(naivePlan('//A[node =~ "c"][@x]')).passes).toEqual([
      "filtersFirst",
      "mergeContexts",
      "useTypeIndex",
      "pruneByBound",
    ]);
  });
  it("without any pass is the naive plan", () => {
    const naive = naivePlan('//A[node =~ "c"][@x]');
    expect(optimise(naive, PASS_NAMES)).toBe(naive);
  });
  it("shares nothing that it did not change", () => {
    const naive = naivePlan("/A/B[@x]");
    expect(planBehind("/A/B[@x]", "pushPositions").passes).toEqual([]);
    expect(
      optimise(
        naive,
        PASS_NAMES.filter((name) => name !== "filtersFirst"),
      ),
    ).toBe(naive);
  });
});
