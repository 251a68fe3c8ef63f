import { describe, expect, test } from "vitest";
import { checksWith, checkText, marked, parameter } from "./marked.js";
import { trip } from "./trip.js";

const { expectReports, expectFixes, expectClean } = checksWith(trip);

describe("values of the schema's types", () => {
  test("are clean", () => {
    expectClean("//Day[sum(/POI/@price) > 100 and count(/POI) > count(/Restaurant)]");
    expectClean("//POI[@price * 2 - 1 > root()//Restaurant/@stars]");
    expectClean('//POI[lower-case(@name) = "park" and string-length(@name) > 3]');
    expectClean('//Day[weekday(@date) = "Friday"]');
    expectClean("sum(//POI/@price) div count(//Day)");
    expectClean("//Review/text()");
    expectClean("//POI | //Restaurant except //Day/Restaurant");
  });
  test("have a type and a number of values", () => {
    const factsOf = (value: string) => {
      const { values } = checkText(`//Day[${value} != 1]`, trip);
      return [...values].filter(([{ kind }]) => kind !== "Path").at(-2)?.[1];
    };
    expect(factsOf("@date")).toEqual({ type: "date", attribute: { types: ["Day"], name: "date" }, most: 1 });
    const price = { type: "number", attribute: { types: ["POI"], name: "price" } };
    expect(factsOf("/POI/@price")).toEqual({ ...price, most: 20 });
    expect(factsOf("/POI[1]/@price")).toEqual({ ...price, most: 1 });
    expect(factsOf('/POI[@name = "x"]/@price')).toEqual({ ...price, most: null });
    const stars = { type: "number", attribute: { types: ["Restaurant"], name: "stars" } };
    expect(factsOf("/Restaurant/@stars")).toEqual({ ...stars, most: Number.POSITIVE_INFINITY });
    expect(factsOf("//Review")).toEqual({ type: null, most: null });
    expect(factsOf("max(/POI/@name)")).toEqual({ type: "string", most: 1 });
    expect(factsOf("avg(/POI/@price)")).toEqual({ type: "number", most: 1 });
    expect(factsOf("@date - @rain")).toEqual({ type: null, most: 1 });
  });
});

describe("SXP2003, a difference without white space", () => {
  test("is written as one", () => {
    expectReports(
      marked`//POI[${"@price-1"} > 3]`,
      'SXP2003 "POI" has no attribute "price-1". Did you mean "@price - 1"?',
    );
    expectFixes("//POI[@price-name > 3]", "//POI[@price - @name > 3]");
    expectFixes("//POI[price-1 > 3]", "//POI[price - 1 > 3]");
  });
});

describe("SXP2005, two values", () => {
  test("of types that don't compare", () => {
    expectReports(
      marked`//POI[@price = ${"@name"}]`,
      'SXP2005 "@price" is a number and can\'t be compared with "@name", which is a string.',
    );
    expectClean("//POI[@price = Review][/Review = @name]");
  });
});

describe("SXP2009, a number as a condition", () => {
  test("arithmetic and sums", () => {
    expectReports(
      marked`//POI[@name and ${"@price * 2"}]`,
      'SXP2009 "@price * 2" gives a number, not a condition or a score. Write a comparison or a test, e.g. "@price * 2 > 0".',
    );
    expectFixes("//Day[not(sum(/POI/@price))]", "//Day[not(sum(/POI/@price) > 0)]");
  });
});

describe("SXP2010, functions of scores over values", () => {
  test("and nothing is said of the score that they are not", () => {
    expectReports(
      marked`//Day[${"agg_avg(/POI/@price)"} > 3]`,
      'SXP2010 "agg_avg(…)" joins scores, and "/POI/@price" leads to values. Did you mean "avg(…)"?',
    );
    expectFixes("//Day[agg_max(/POI/@price) > 3]", "//Day[max(/POI/@price) > 3]");
    expectFixes("//Day[gmean(/Review/text()) > 3]", "//Day[avg(/Review/text()) > 3]");
  });
});

describe("SXP2011, a graded quantifier", () => {
  test("is an aggregate, or compares its score", () => {
    expectReports(
      marked`//Day[some $x in /POI satisfies ${'max($x/Review[node =~ "good"])'}]`,
      'SXP2011 "max(…)" is a score, and "satisfies" takes what is true or false. Compare it with a number, or grade with "max(…)".',
    );
    expectFixes(
      '//Day[every $x in /POI satisfies max($x/Review[node =~ "good"])]',
      '//Day[min(/POI[max(/Review[node =~ "good"])])]',
      '//Day[every $x in /POI satisfies max($x/Review[node =~ "good"]) >= 0.5]',
    );
  });
  test("of more than the bound node is left to a person", () =>
    expectFixes(
      '//Day[some $x in /POI satisfies max($x/Review[node =~ "good"]) and $x/@name = "a" or node =~ "b"]',
      '//Day[some $x in /POI satisfies (max($x/Review[node =~ "good"]) and $x/@name = "a" or node =~ "b") >= 0.5]',
    ));
});

describe("keys of an order", () => {
  test("SXP2012, no places", () => {
    expectReports(
      marked`//POI[order by ${"position()"}]`,
      'SXP2012 "position()" is the place in a list that the keys are about to order. Order by what the node has.',
    );
    expectClean("//Day[order by count(/POI[position() < 3])]");
  });
  test("SXP2013, one value", () => {
    expectReports(
      marked`//Day[order by ${"/POI/@price"}]`,
      'SXP2013 "/POI/@price" can be up to 20 values, and a key is one. Take one of them, e.g. with "min(…)" or "max(…)".',
    );
    expectFixes(
      "//Day[order by /POI/@price descending]",
      "//Day[order by min(/POI/@price) descending]",
      "//Day[order by max(/POI/@price) descending]",
    );
    expectFixes("//Day[order by Restaurant]");
    expectClean("//Day[order by /POI[1]/@price, @date descending]");
    checksWith(null).expectClean("//Day[order by /POI/@price]");
  });
  test("SXP3004, not twice, and not the same for every node", () => {
    expectReports(
      marked`//POI[order by @price, ${"@price descending"}]`,
      'SXP3004 "@price" is a key twice, which changes nothing.',
    );
    expectFixes("//POI[order by @price, @name, @price]", "//POI[order by @price, @name]");
    expectReports(
      marked`//POI[order by ${"1 + 2"}]`,
      'SXP3004 "1 + 2" is the same for every node, so it orders nothing.',
    );
    expectReports(
      marked`//POI[order by ${"root()/Itinerary/@title"}]`,
      'SXP3004 "root()/Itinerary/@title" is the same for every node, so it orders nothing.',
    );
  });
});

describe("SXP2014, bound names", () => {
  test("are nodes", () => {
    expectReports(
      marked`//Day[some $x in /POI satisfies exists(/POI[${"$x"}])]`,
      'SXP2014 "$x" is a node, not a position. Write "position() =" before it, or a condition.',
    );
    expectFixes(
      "//Day[some $x in /POI satisfies exists(/POI[$x])]",
      "//Day[some $x in /POI satisfies exists(/POI[position() = $x])]",
    );
    expectReports(
      marked`//Day[some $x in /POI satisfies max(/POI[node =~ ${"$x"}]) > 0.5]`,
      'SXP2014 "$x" is a node, and a relevance is to a text that is the same for every node.',
    );
  });
  test("and paths start from no others", () =>
    expectReports(
      marked`//Day[exists(${"$x"}/POI)]`,
      'SXP2014 "$x" is no name that a quantifier has bound, so no path starts there. Bind it with "some" or "every".',
    ));
  test("hide parameters", () => {
    const declared = checksWith(trip, [parameter("x", "number")]);
    declared.expectClean("//Day[some $x in /POI satisfies $x/@name = $x]");
    expect(
      checkText("//Day[some $x in /POI satisfies $x/@price > 1]", trip, [parameter("x")]).diagnostics.map(
        ({ code }) => code,
      ),
    ).toEqual(["SXP3005"]);
  });
  test("lead to nodes of known types", () => {
    expectReports(
      marked`//Day[some $x in /POI, $y in $x/${"Version"} satisfies exists($y)]`,
      'SXP2002 "POI" has no child "Version".',
    );
    expectReports(
      marked`//Day[some $x in /POI satisfies $x/${"@prise"} = 1]`,
      'SXP2003 "POI" has no attribute "prise". Did you mean "price"?',
    );
  });
});

describe("SXP2015, arguments", () => {
  test("of another type", () => {
    expectReports(
      marked`//Day[sum(${"/POI/@name"}) > 100]`,
      'SXP2015 "sum(…)" takes numbers, durations, money or quantities here, not "/POI/@name", which is a string.',
    );
    expectReports(
      marked`//POI[weekday(${"@price"}) = "Friday"]`,
      'SXP2015 "weekday(…)" takes a date here, not "@price", which is a number.',
    );
    expectReports(
      marked`//POI[weekday(${'"tomorrow"'}) = "Friday"]`,
      'SXP2015 "weekday(…)" takes a date here, not "tomorrow".',
    );
    expectReports(
      marked`//POI[start(${"3"}) = "9:00"]`,
      'SXP2015 "start(…)" takes an interval here, not the number 3.',
    );
  });
  test("flags", () => {
    expectReports(
      marked`//POI[matches(@name, "a", ${'"gi"'})]`,
      'SXP2015 "matches(…)" takes flags (s, m, i, x, q) here, not "gi".',
    );
    expectClean('//POI[matches(@name, "a", "is") and matches(@name, $pattern)]');
  });
  test("texts are made ready before the run", () =>
    expectReports(
      marked`//Day[some $x in /POI satisfies matches(@date, ${"$x"})]`,
      'SXP2015 "matches(…)" takes a text in quotes or a parameter here, not "$x".',
    ));
});

test("SXP2015, collations", () => {
  expectReports(
    marked`//POI[contains(@name, "park", ${'"german"'})]`,
    'SXP2015 "contains(…)" takes a collation ("codepoint", "case-insensitive", or the address of one) here, not "german".',
  );
  expectClean('//POI[contains(@name, "park", "case-insensitive")]');
});

describe("SXP2017, patterns", () => {
  test("are read before the run", () => {
    expectReports(
      marked`//POI[matches(@name, "(a)${"\\1"}")]`,
      'SXP2017 "\\1" in this regular expression refers back to a group, which is not supported.',
    );
    expectReports(marked`//POI[matches(@name, ${'"""("'})]`, 'SXP2017 "(" in this regular expression has no end.');
    expectClean('//POI[matches(@name, "(b", "q") and matches(@name, $p) and matches(@name, "(", $flags)]');
  });
});

describe("SXP2016, arithmetic", () => {
  test("with texts and conditions", () => {
    expectReports(marked`//POI[${"@name"} * 2 > 3]`, 'SXP2016 "@name" is a string, and "*" computes with numbers.');
    expectReports(marked`//POI[@price + ${'"two"'} > 3]`, 'SXP2016 "two" is a text, and "+" computes with numbers.');
    expectReports(marked`//Day[-${"@rain"} > 3]`, 'SXP2016 "@rain" is true or false, and "-" computes with numbers.');
    expectClean('//Day[@date - "2026-03-14" > "2 days"]');
    expectReports(marked`//Day[${"@date"} * 2 > 3]`, 'SXP2016 "@date" is a date, and "*" computes with numbers.');
  });
});

describe("SXP3004, the same on both sides", () => {
  test("of a comparison", () => {
    expectReports(
      marked`//POI[${"@price > @price"}]`,
      'SXP3004 "@price > @price" is never true: both sides are the same.',
    );
    expectReports(
      marked`//POI[${"@price = @price"}]`,
      'SXP3004 "@price = @price" is true wherever there is a value: both sides are the same.',
    );
    expectClean("//Day[/POI/@price < /POI/@price]");
    expectClean("//POI[number(@name) = number(@name)]");
    expectClean("//POI[@price div @price = @price div @price]");
    expectReports(marked`//POI[${"1 > 2"}]`, 'SXP3004 "1 > 2" is never true: both sides are written out.');
  });
  test("of a set", () => {
    expectReports(marked`//POI except ${"//POI"}`, 'SXP3004 "//POI" is on both sides, which leaves nothing.');
    expectFixes("//POI intersect //POI", "//POI");
  });
});

describe("SXP3006, numbers of the data as positions", () => {
  test("are warned of", () => {
    expectReports(
      marked`//Day[${"avg(/POI/@price)"}]`,
      'SXP3006 "avg(…)" alone in a bracket is a position: it keeps the node at that place. Write "position() =" before it, or compare it.',
    );
    expectFixes("//Day[count(/POI) - 1]", "//Day[position() = count(/POI) - 1]", "//Day[count(/POI) - 1 > 0]");
  });
  test("places are places", () => expectClean("//Day[last() - 1][last() div 2][$n + 1]"));
});

describe("SXP3007, orders that nothing goes by", () => {
  test.each([
    [
      "//Day",
      "[order by @date]",
      "/POI",
      "order by @date",
      "the next step starts from its nodes in the order of the document",
    ],
    ["//POI", "[order by @price]", "[order by @name]", "order by @price", "a later order replaces it"],
    [
      "//POI",
      "[order by @price, @name]",
      '[node =~ "x"]',
      "order by @price, …",
      "the relevance after it orders by weight",
    ],
    [
      "//Day[avg(/POI",
      "[order by @price]",
      '[node =~ "x"])]',
      "order by @price",
      "the relevance after it orders by weight",
    ],
    [
      "(//Day",
      "[order by @date]",
      " | //POI)[1]",
      "order by @date",
      '"|" puts the nodes back into the order of the document',
    ],
    [
      "//POI",
      "[order by @price]",
      " except //Day/POI",
      "order by @price",
      '"except" puts the nodes back into the order of the document',
    ],
    ["//Day[exists(/POI", "[order by @price]", ")]", "order by @price", "its nodes count in the order of the document"],
    [
      "//POI",
      "[order by @price]",
      "[@+1]",
      "order by @price",
      "the offset leads to other nodes, which are in the order of the document",
    ],
  ])("%s%s%s", (before, order, after, text, why) =>
    expectReports(
      { text: before + order + after, spans: [{ start: before.length, end: before.length + order.length }] },
      `SXP3007 "${text}" has no effect: ${why}.`,
    ),
  );
  test.each([
    "//POI[order by @price]",
    "//POI[order by @price]/@name",
    "//POI[order by @price]/text()",
    "(//POI[order by @price])[1:3]",
    "(//POI[order by @price])[@price > 3]",
    "//Day[order by @date][1]/POI",
    "//Day[order by @date][position() < 3]/POI",
    "//Day[order by @date][last() - 1]/POI",
    "//Day[order by @date][@rain = true][-1][@+1]",
    "(//POI[order by @price][1] | //Restaurant)[order by @name]",
  ])("%s is clean", (text) => expectClean(text));
});

describe("SXP3008, relevances that nothing goes by", () => {
  const filter = 'and a relevance keeps every node. Compare it with a number to filter, e.g. with ">= 0.5"';
  test.each([
    ["//Day[exists(/POI", ")]", "only which nodes there are counts"],
    ["//Day[count(/POI", "/Review) > 1]", "only which nodes there are counts"],
    ["//Day[sum(/POI", "/@price) > 1]", "only which nodes there are counts"],
    ["//Day[some $x in /POI", " satisfies $x/@price > 3]", "a quantifier asks which nodes there are"],
    ["//POI except //Day/POI", "", 'on the right of "except" only which nodes there are counts'],
    ["//POI intersect (//POI", ")[@price > 3]", 'on the right of "intersect" only which nodes there are counts'],
  ])("%s[…]%s", (before, after, place) => {
    const bracket = '[node =~ "x"]';
    expectReports(
      { text: before + bracket + after, spans: [{ start: before.length, end: before.length + bracket.length }] },
      `SXP3008 "node =~ …" has no effect: ${place}, ${filter}.`,
    );
    expectFixes(before + bracket + after, before + after);
  });
  test.each([
    '//Day[avg(/POI[node =~ "x"]/Review)]',
    '//Day[exists(/POI[node =~ "x" >= 0.5])]',
    '//POI except (//POI[node =~ "x"])[1:3]',
    '(//POI[node =~ "x"] except //Day/POI)[1:3]',
  ])("%s is clean", (text) => expectClean(text));
});

describe("SXP3009, unused bindings", () => {
  test("only count whether there are nodes", () => {
    expectReports(
      marked`//Day[some ${"$x"} in /POI satisfies @rain = true]`,
      'SXP3009 "$x" is bound and not used. Only whether its path leads anywhere counts.',
    );
    expectReports(
      marked`//Day[some ${"$x"} in /POI, $x in /Restaurant satisfies $x/@name = "a"]`,
      'SXP3009 "$x" is bound and not used. Only whether its path leads anywhere counts.',
    );
    expectClean('//Day[some $x in /POI, $y in $x/Review satisfies contains($y, "a")]');
  });
});

describe("SXP3010, values among scores", () => {
  test("count whether they are there", () => {
    expectReports(
      marked`//POI[max(${"@price"}, node =~ "x")]`,
      'SXP3010 "@price" in "max(…)" counts 1 if it is there and else 0, whatever its value: this function joins scores.',
    );
    expectFixes("//Restaurant[avg(@stars, @name)]", "//Restaurant[avg(@stars > 0, @name)]");
  });
});

describe("SXP3011, 1 minus a value", () => {
  test("that is compared is arithmetic", () => {
    expectReports(
      marked`//POI[${"1-@price = 2"}]`,
      'SXP3011 "1 - @price = 2" compares a difference of numbers. For the opposite of a comparison write "not(…)".',
    );
    expectFixes("//POI[1 - @price = 2]", "//POI[not(@price = 2)]");
    expectClean("//POI[1-@price][1-(@price = 2)][2 - @price = 2]");
  });
});

test("a type below the members of groups has the path to it as its fix, and an unknown one is reported once", () => {
  expectFixes("(//Day)[group by @date]/Review", "(//Day)[group by @date]/Day/POI/Review");
  const codes = (text: string) => checkText(text, trip).diagnostics.map(({ code }) => code);
  expect(codes("(//Day)[group by @date]/Days")).toEqual(["SXP2001"]);
  expect(codes("(//Day)[group by @date]/Day")).toEqual([]);
});
