import { check, type ExpressionKind } from "@semantic-xpath/planner";
import { describe, expect, test } from "vitest";
import { checksWith, checkText, marked, queryOf } from "./marked.js";
import { trip } from "./trip.js";

const { expectReports, expectFixes, expectClean } = checksWith(trip);

describe("SXP2009, a number as a condition", () => {
  test("as an operand", () => {
    expectReports(
      marked`//POI[@name and ${"position()"}]`,
      'SXP2009 "position()" gives a number, not a condition or a score. Write a comparison or a test, e.g. "position() > 1".',
    );
    expectFixes("//Day[not(count(/POI))]", "//Day[not(exists(/POI))]");
  });
  test("alone in a bracket it is a position", () => {
    expectClean("//POI[last()]");
    expectReports(
      marked`//POI[${"count(/Review)"}]`,
      'SXP3006 "count(…)" alone in a bracket is a position: it keeps the node at that place. Write "position() =" before it, or compare it.',
    );
  });
  test("a name, an attribute and a field are tests", () => expectClean("//POI[name() and @name or max(name, Review)]"));
});

describe("SXP3003, relevance without text", () => {
  test("text() of types without text", () => {
    expectReports(
      marked`//Day/Restaurant[${"text()"} =~ "pasta"]`,
      'SXP3003 "Restaurant" has no text of its own, so every score is 0.',
    );
    expectClean('//Day/*[text() =~ "pasta"]');
  });
  test("a field whose children have none", () =>
    expectReports(
      marked`/Itinerary[${"Day"} =~ "rain"]`,
      'SXP3003 "Itinerary" has no text in its "Day" children, so every score is 0.',
    ));
  test("an empty condition", () =>
    expectReports(marked`//POI[node =~ ${'" "'}]`, "SXP3003 The condition is empty, so every score is 0."));
  test("not for nodes, attributes and fields", () =>
    expectClean('//POI[node =~ "x"][@name =~ "x"][Review =~ "x"][. =~ "y"]'));
});

describe("SXP3004, redundant expressions", () => {
  test("double negation", () => {
    expectReports(
      marked`//POI[${'not(not(node =~ "x"))'}]`,
      'SXP3004 "not(not(…))" negates twice, which changes nothing.',
    );
    expectFixes('//POI[not(not(node =~ "x"))]', '//POI[node =~ "x"]');
    expectFixes('//POI[1-not(@name = "x")]', '//POI[(@name = "x")]');
    expectFixes("//POI[@price and not(not(@name or @price))]", "//POI[@price and (@name or @price)]");
    expectFixes("//POI[not(1-(not(1-not(@name))))]", "//POI[not(@name)]");
    expectReports(
      marked`//POI[@name and ${"(not(1-not(@price)))"}]`,
      'SXP3004 "not(1-…)" negates twice, which changes nothing.',
    );
    expectClean('//POI[1-(node =~ "x")]');
  });
  test("one operand", () => {
    expectReports(marked`//POI[${'max(node =~ "x")'}]`, 'SXP3004 "max(…)" has one operand, so it is that operand.');
    expectFixes('//POI[avg(node =~ "x")]', '//POI[node =~ "x"]');
    expectClean("//POI[avg(@name)]");
  });
  test("the same operand twice", () => {
    expectReports(
      marked`//POI[@name and @price and ${"@name"}]`,
      'SXP3004 "@name" is here twice, which changes nothing.',
    );
    expectFixes('//POI[min(node =~ "x", . =~ "x", @name)]', '//POI[min(node =~ "x", @name)]');
    expectClean('//POI[avg(node =~ "x", node =~ "x")]');
    expectClean('//POI[@name = "a" or @name = "b" or @price = 1 or @price = 2]');
  });
  test("an aggregate over evidence without relevance", () => {
    expectReports(
      marked`//Day[${"avg(/POI[@name])"}]`,
      'SXP3004 "avg(…)" is 1 if there is any evidence and else 0: no relevance grades it.',
    );
    // No fix: exists(…) filters, and what a later position counts would change.
    expectFixes("//Day[avg(/POI)][-1:]");
    expectClean('//Itinerary[avg(/Day[max(/POI[node =~ "x"])])]');
  });
});

describe("what can't be met together", () => {
  test.each([
    ["@price > 5 and @price < 3", false],
    ["@price >= 5 and @price < 5", false],
    ["@price = 5 and @price != 5", false],
    ['@name = "a" and @name = "b"', false],
    ["@price >= 5 and @price <= 5", true],
    ["@price > 3 and @price < 5", true],
    ['@name = "1" and @name = "1.0"', true],
    ['@name != "a" and @name != "b"', true],
    ["@price > 5 or @price < 3", true],
  ])("%s: %s", (condition, canBe) => {
    const found = checkText(`//POI[${condition}]`, null).diagnostics.filter(({ message }) =>
      message.includes("together"),
    );
    expect(found).toHaveLength(canBe ? 0 : 1);
  });
  test("a path that is there twice", () => {
    expectReports(marked`//POI | ${"//POI"}`, 'SXP3004 "//POI" is here twice, which changes nothing.');
    expectFixes("//POI | //POI", "//POI");
  });
  test("a count that the schema does not allow", () => {
    expectReports(
      marked`/Itinerary[${"count(/Day) > 14"}]`,
      'SXP3004 "count(…) > 14" is never true: "Itinerary" has at most 14 "Day".',
    );
  });
});

describe("kinds", () => {
  const kindOf = (condition: string): ExpressionKind | undefined => {
    const query = queryOf(`//POI[${condition}]`);
    const path = query.kind === "Query" ? query.paths[0] : undefined;
    if (path?.kind !== "Path") throw new Error("the path is complete");
    const { step } = path.segments[0]!;
    const content = step.kind === "AxisStep" ? step.brackets[0]!.content : step;
    return check(query, trip, null).kinds.get(content);
  };
  test.each<[string, ExpressionKind]>([
    ['node =~ "x"', "Relevance"],
    ['node =~ "x" >= 0.5', "Boolean"],
    ['avg(/Review[node =~ "x"])', "Relevance"],
    ["@name", "Boolean"],
    ["last()", "Boolean"],
    ["count(/Review)", "Boolean"],
    ['contains(@name, "x")', "Boolean"],
    ["exists(/Review)", "Boolean"],
    ["@name and @price", "Boolean"],
    ['@name and node =~ "x"', "Relevance"],
    ['not(@name or node =~ "x")', "Relevance"],
    ["min(@name, @price)", "Boolean"],
    ["avg(@name, @price)", "Relevance"],
    ["gmean(@name, @price)", "Relevance"],
    ["product(@name, @price)", "Relevance"],
    ["1-@name", "Boolean"],
  ])("%s is %s", (condition, kind) => expect(kindOf(condition)).toBe(kind));

  test("what is compared or searched is a Value", () => {
    const { kinds } = checkText('//POI[@name = "x"][contains(name, "y")][position() > 2]', trip);
    expect([...kinds].map(([node, kind]) => `${node.kind} ${kind}`)).toEqual([
      "AttributeReference Value",
      "Comparison Boolean",
      "FieldReference Value",
      "Call Boolean",
      "Call Value",
      "Comparison Boolean",
    ]);
  });
});
