import { explainText, optimise, type QueryPlan } from "@semantic-xpath/planner";
import { describe, expect, it, test } from "vitest";
import { trip } from "../check/trip.js";
import { linesOf, naivePlan } from "./support/plans.js";

/** The expression of the last filter or order of a path of one step. */
function bracketOf(text: string) {
  const { result } = naivePlan(text, trip);
  return result.kind === "Path" ? result.steps.at(-1)!.brackets.at(-1) : undefined;
}
const conditionOf = (text: string) => {
  const bracket = bracketOf(text);
  return bracket?.kind === "Filter" ? bracket.condition : undefined;
};

describe("comparisons", () => {
  it.each([
    ["//POI[@price > 2]", { kind: "Compare", operator: ">", mode: "number" }],
    ["//POI[2 < @price]", { kind: "Compare", operator: ">", mode: "number" }],
    ['//POI[. = "x"]', { kind: "Compare", mode: "auto" }],
    ["//Day[@date >= $from]", { kind: "Compare", mode: "date" }],
    ["//Day[count(/POI) > 2]", { kind: "Compare", value: { kind: "CountValue" } }],
    ['//POI[contains(@name, "x")]', { kind: "Match", function: "contains" }],
    ['//POI[contains(@name, "x") = false]', { kind: "Not", operand: { kind: "Match" } }],
    ['//POI[contains(lower-case(@name), "x")]', { kind: "Test", call: { kind: "Function", function: "contains" } }],
    ['//POI[contains(@name, "x", "case-insensitive")]', { kind: "Test" }],
    ["//POI[exists(/Review)]", { kind: "Exists" }],
    ["//POI[exists(distinct-values(/Review/text()))]", { kind: "Test" }],
    ["//POI[@price > @name]", { kind: "CompareValues", left: { type: "number" }, right: { type: "string" } }],
    ["//Day[/POI/@price = 3]", { kind: "CompareValues", left: { kind: "PathValues", type: "number" } }],
    ["//Day[exists(/POI) = exists(/Restaurant)]", { kind: "CompareValues", left: { function: "exists" } }],
    ['//Day[node =~ "x" >= 0.5]', { kind: "Threshold" }],
    ["//POI[lower-case(@name)]", { kind: "Present", value: { kind: "Function" } }],
    ["//POI[count(/Review)]", { kind: "PlaceEquals", value: { kind: "CountValue" } }],
    ["//POI[last() - 1]", { kind: "PlaceEquals", value: { kind: "Arithmetic" } }],
    ["//POI[-@price = 1]", { kind: "CompareValues", left: { kind: "Negative" } }],
  ])("%s", (text, expected) => expect(conditionOf(text)).toMatchObject(expected));

  it("knows what a parameter is used for", () => {
    const { parameters } = naivePlan("//Day[@date + $days > $from][/@date = $day][order by @date + $n]", trip);
    expect(parameters.map(({ name, uses }) => [name, uses])).toEqual([
      ["days", ["value"]],
      ["from", ["value"]],
      ["day", ["date"]],
      ["n", ["value"]],
    ]);
  });
});

describe("paths of expressions", () => {
  it("start at the node, at the document, or at what is bound", () => {
    expect(conditionOf("//Day[some $x in /POI satisfies $x/@price > root()//POI/@price]")).toMatchObject({
      kind: "Quantified",
      quantifier: "some",
      bindings: [{ kind: "Binding", name: "x", evidence: { start: { kind: "Context" } } }],
      condition: {
        left: { evidence: { start: { kind: "Variable", name: "x" }, attribute: { name: "price" } }, type: "number" },
        right: { evidence: { start: { kind: "Document" } } },
      },
    });
    expect(conditionOf("//Day[some $x in /POI/@name satisfies $x = $y]")).toMatchObject({
      condition: {
        left: { kind: "PathValues", evidence: { start: { kind: "Variable" }, steps: [] }, type: "string" },
        right: { kind: "Given", argument: { kind: "Parameter", name: "y" } },
      },
    });
  });
  it("in a value start at the document", () => {
    const { result, order } = naivePlan("count(//Day[count(/POI) > 1])", trip);
    expect(order).toBe("document");
    expect(result).toMatchObject({
      kind: "Value",
      expression: {
        kind: "CountValue",
        evidence: {
          start: { kind: "Document" },
          steps: [{ brackets: [{ condition: { value: { evidence: { start: { kind: "Context" } } } } }] }],
        },
      },
    });
  });
});

describe("the order of a result", () => {
  test.each<[string, QueryPlan["order"]]>([
    ["//POI[order by @price]", "keys"],
    ["//POI[order by @price][1]", "keys"],
    ['//POI[order by @price][node =~ "x"]', "rank"],
    ['//POI[node =~ "x"][order by @price]', "keys"],
    ["//POI[order by @price]/@name", "keys"],
    ["//POI[order by @price]/text()", "keys"],
    ["//Day[order by @date]/POI", "document"],
    ['//Day[node =~ "x"][order by @date]/POI', "rank"],
    ['//Day[node =~ "x"][order by @date]/POI[order by @price]', "keys"],
    ['//Day[node =~ "x"][order by @date]/POI[1]', "rank"],
    ["(//POI)[order by @price]", "keys"],
    ["(//POI[order by @price])[1:3]", "keys"],
    ["(//POI[order by @price])/Review", "document"],
    ['(//POI[node =~ "x"])[order by @price]/Review', "rank"],
    ["//POI[order by @price] | //Day", "document"],
    ['//POI[order by @price] | //Day[node =~ "x"]', "rank"],
    ["//POI[order by @price] except //Day", "document"],
    ['//POI[node =~ "x"] except //Day', "rank"],
    ['//POI except //POI[node =~ "x"][1]', "document"],
    ["(//POI[order by @price][1])[@+1]", "document"],
    ['//POI[node =~ "x"][order by @price][1][@+1]', "rank"],
    ["//POI[order by @price][@+1]", "document"],
  ])("of %s is %s", (text, order) => expect(naivePlan(text, trip).order).toBe(order));
});

it("explains every new operator", () => {
  const text =
    '(//POI[order by @price * (2 - @x) descending, -@y] except root)[some $a in /A, $b in $a/B satisfies $a = $b/text()][lower-case(.) = "x"]';
  expect(linesOf(naivePlan(text.replace("root", "//POI[1]/self::POI")))).toMatchInlineSnapshot(`
    [
      "Group acts on the whole result",
      "  Meet except: what is in the left and not in the right",
      "    Path from the document",
      "      Axis descendant::POI, via subtree",
      "      Order order by @price * (2 - @x) descending, -@y",
      "    Path from the document",
      "      Axis descendant::POI, via subtree",
      "      Position [1] in document order",
      "      Axis self::POI, via self",
      "  Filter some $a in /A, $b in $a/B satisfies $a = $b/text()",
      "    Path from the node being scored",
      "      Axis child::A, via children",
      "    Path from $a",
      "      Axis child::B, via children",
      "    Path from $a",
      "    Path from $b",
      "      Text text()",
      "  Filter lower-case(.) = "x"",
    ]
  `);
  expect(
    `\n${explainText(optimise(naivePlan("sum(//POI/@price) + count(//Day) > 3", trip)))}\n`,
  ).toMatchInlineSnapshot(`
    "
         operator                                                span    types  rows  pairs
    #1   Value sum(root()//POI/@price) + count(root()//Day) > 3  0..36   any    ≤ 1   0
    #6     Path from the document                                4..16   POI    any   0
    #8       Axis descendant::POI, via type-index                4..9    POI    any   0
    #9       Attribute @price                                    10..16  POI    any   0
    #11    Path from the document                                26..31  Day    any   0
    #13      Axis descendant::Day, via type-index                26..31  Day    any   0

    order     document order
    strategy  everything
    passes    useTypeIndex
    "
  `);
});
