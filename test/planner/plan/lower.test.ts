import { describe, expect, it } from "vitest";
import { linesOf, naivePlan } from "./support/plans.js";

const lowers = (text: string, ...lines: string[]): void => expect(linesOf(naivePlan(text))).toEqual(lines);

describe("lowering a path", () => {
  it("makes an axis of each step", () =>
    lowers(
      "/Plan//Day/ancestor::*",
      "Path from the document",
      "  Axis child::Plan, via children",
      "  Axis descendant::Day, via subtree",
      "  Axis ancestor::*, via parent-chain",
    ));
  it("makes two of // and an axis", () =>
    lowers(
      "//self::Day",
      "Path from the document",
      "  Axis descendant-or-self::node(), via subtree",
      "  Axis self::Day, via self",
    ));
  it("knows . and ..", () =>
    lowers(
      "/Plan/./..",
      "Path from the document",
      "  Axis child::Plan, via children",
      "  Axis self::node(), via self",
      "  Axis parent::node(), via parent-chain",
    ));
  it("ends in an attribute", () =>
    lowers("/Plan/@name", "Path from the document", "  Axis child::Plan, via children", "  Attribute @name"));
});

describe("lowering brackets", () => {
  it("keeps them in the order written", () =>
    lowers(
      '/A[2][@x = 1][node =~ "c"][-1][@+1]',
      "Path from the document",
      "  Axis child::A, via children",
      "  Position [2] in document order",
      "  Filter @x = 1",
      '  Relevance node =~ "c"',
      "  Position [-1] by rank",
      "  Sibling [@+1]",
    ));
  it("takes last() for the last place, and a count for a place", () =>
    lowers(
      "/A[last()][count(/B)]",
      "Path from the document",
      "  Axis child::A, via children",
      "  Position [-1] in document order",
      "  Filter position() = count(/B)",
      "    Path from the node being scored",
      "      Axis child::B, via children",
    ));
  it("shows evidence below the relevance that it is for", () =>
    lowers(
      '/A[avg(/B[node =~ "c"])]',
      "Path from the document",
      "  Axis child::A, via children",
      '  Relevance avg(/B[node =~ "c"])',
      "    Path from the node being scored",
      "      Axis child::B, via children",
      '      Relevance node =~ "c"',
    ));
  it("makes a filter of what is Boolean and a relevance of what is not", () => {
    const kindOf = (condition: string) =>
      linesOf(naivePlan(`/A[${condition}]`))[2]!
        .trim()
        .split(" ")[0];
    for (const condition of [
      "@x",
      "not(@x)",
      "@x and @y",
      "min(@x, @y)",
      "name() = 'A'",
      "exists(/B)",
      "node =~ 'c' > 0.5",
    ])
      expect(kindOf(condition), condition).toBe("Filter");
    for (const condition of [
      "node =~ 'c'",
      "1-(node =~ 'c')",
      "@x and node =~ 'c'",
      "avg(@x, @y)",
      "product(@x)",
      "max(/B)",
    ])
      expect(kindOf(condition), condition).toBe("Relevance");
  });
});

describe("lowering groups and unions", () => {
  it("acts on the whole result", () =>
    lowers(
      '(//A | //B)[node =~ "c"][1]/C',
      "Path from the group",
      "  Group acts on the whole result",
      "    Union of 2 paths",
      "      Path from the document",
      "        Axis descendant::A, via subtree",
      "      Path from the document",
      "        Axis descendant::B, via subtree",
      '    Relevance node =~ "c"',
      "    Position [1] by rank, of the whole result",
      "  Axis child::C, via children",
    ));
  it("drops parentheses without brackets", () =>
    lowers("((/A))", "Path from the document", "  Axis child::A, via children"));
});

describe("a plan", () => {
  it("knows its order", () => {
    expect(naivePlan("//A").order).toBe("document");
    expect(naivePlan('//A[node =~ "c" > 0.5]').order).toBe("document");
    expect(naivePlan('//A[node =~ "c"]/B').order).toBe("rank");
    expect(naivePlan('//B | //A[node =~ "c"]').order).toBe("rank");
    expect(naivePlan('(//A)[node =~ "c"]').order).toBe("rank");
  });
  it("has one slot for each local relevance, and its parameters with their uses", () => {
    const { slots, parameters } = naivePlan('//A[$n][node =~ $c][@x =~ "d" or @x =~ "d"][@y = $n]');
    expect(slots).toHaveLength(3);
    expect(parameters.map(({ name, uses }) => [name, uses])).toEqual([
      ["n", ["position", "value"]],
      ["c", ["condition"]],
    ]);
  });
  it("numbers its operators from 1, each once", () => {
    const ids = JSON.stringify(naivePlan('(//A[1] | //B)[avg(/C[node =~ "c"])]/@x')).match(/"id":\d+/g)!;
    expect(new Set(ids).size).toBe(ids.length);
  });
  it("has the place of each operator in the text", () => {
    const text = '/A[2][node =~ "c"]';
    const spans = linesOf(naivePlan(text)).length;
    expect(spans).toBe(4);
    const found = JSON.stringify(naivePlan(text)).match(/"span":\{"start":\d+,"end":\d+\}/g)!;
    for (const span of found) {
      const [start, end] = span.match(/\d+/g)!.map(Number);
      expect(start).toBeLessThan(end!);
      expect(end).toBeLessThanOrEqual(text.length);
    }
  });
});
