import { emitGbnf, emitLark } from "@semantic-xpath/emitters";
import { parse, print } from "@semantic-xpath/parser";
import { check } from "@semantic-xpath/planner";
import { describe, expect, it } from "vitest";
import { QUERIES } from "../parser/samples.js";
import { exampleSchema, onOneLine, withLiterals } from "./examples.js";
import { gbnfRecogniser, readGbnf } from "./readGbnf.js";
import { larkRecogniser, readLark } from "./readLark.js";

const schema = exampleSchema("itinerary");
const recognisers = [gbnfRecogniser(readGbnf(emitGbnf(schema).text)), larkRecogniser(readLark(emitLark(schema).text))];
const errorsOf = (text: string) => {
  const { ast, diagnostics } = parse(text);
  return [...diagnostics, ...check(ast.query!, schema, null).diagnostics].filter(
    ({ severity }) => severity === "error",
  );
};

describe("the language that is left out, although it is right", () => {
  it.each<[string, string]>([
    ["comments", "//Day (: all :)"],
    ["parameters", "//Day[$n]"],
    ["other white space", "//Day[ 2 ]"],
    ["the sign of relevance that the printer replaces", '//Day[node ≈ "x"]'],
    ["a blank condition", '//Day[node =~ " x"]'],
    ["control characters", '//Day[node =~ "a\tb"]'],
    ["far positions", "//Day[10000]"],
    ["exponents", "//POI[@minutes > 1e3]"],
    ["// before a written axis", "//child::Day"],
    ["// before a dot", "//Day//.."],
    ["a step to the document", "/Itinerary/../Itinerary"],
    ["parentheses around one name", "//(Day)"],
    ["parentheses around one condition", '//Day[(node =~ "x")]'],
    ["what is always true", "//Day[position()]"],
    ["a threshold of a negation", '//Day[(not(node =~ "x")) > 0.5]'],
    ["a threshold of what is crisp", "//Day[exists(/POI) = 1]"],
    ["numbers in quotes", '//POI[@minutes > "30"]'],
    ["order among enumerated texts", '//POI[@category > "market"]'],
    ["text in numbers that are computed", '//POI[contains(count(/Note), "1")]'],
    ["a typed condition on a mixture", '//(Day|Note)[@kind = "tip"]'],
    ["a step from a mixture", "(//POI | //Restaurant)/Note"],
    ["an offset from a group without brackets of its own", "(//POI[1])[@+1]"],
    ["three groups within each other", "(((//Day)))"],
    ["orders", "//POI[order by @minutes][1]"],
    ["set operators", "//POI except //Day[1]/POI"],
    ["quantifiers", "//Day[some $x in /POI satisfies $x/@minutes > 60]"],
    ["arithmetic", "//POI[@minutes * 2 > 60]"],
    ["comparisons of values", "//Day[count(/POI) > count(/Restaurant)]"],
    ["functions of values", '//POI[lower-case(@name) = "park"]'],
    ["values as results", "sum(//POI/@minutes)"],
    ["four levels of conditions", '//Day[not(not(not(node =~ "x")))]'],
  ])("%s: %s", (_, text) => {
    expect(errorsOf(text)).toEqual([]);
    expect(recognisers.map((accepts) => accepts(text))).toEqual([false, false]);
  });
});

describe("without a schema the grammars derive the samples of the parser's tests", () => {
  const any = [
    gbnfRecogniser(readGbnf(emitGbnf(null, { maxNesting: 6 }).text)),
    larkRecogniser(readLark(emitLark(null, { maxNesting: 6 }).text)),
  ];
  /** Those that use what is left out. */
  const LEFT_OUT: Readonly<Record<string, string>> = {
    "/a[@t < -5.50 or @u >= 1e3]": "numbers with exponents",
    "//POI[order by @cost descending, /Stop/@at][1]": "orders",
    '(//Task[order by lower-case(text()), -@rank])[1:3]/@"due date"': "orders",
    "count(//Task)": "values as results",
    "sum(//Task/@hours) * 2 div 7.5 >= count(//Day) - -1": "values as results",
    "(1 + 2) * (3 - $k) mod 4": "values as results",
    '//"first name"/(a|"b c")/@"due date"': "quoted names",
    "//a except //b[@x] intersect (//c | //d)": "set operators",
    "/a[some $x in /b, $y in $x//c satisfies $x/@d < $y and . != $x]": "quantifiers",
    '/a[not(every $x in root()/b/text() satisfies contains($x, "y"))]': "quantifiers",
    '/a[(some $x in /b satisfies exists($x/@c)) and (every $x in /c satisfies $x = "d")]': "quantifiers",
    "/a[max(/b/@c) - min(/b/@c) > avg(/b/text())][last() - 1]": "arithmetic and comparisons of values",
    "/a[count(distinct-values(/b/@c)) = 2][1-@i = 2][1-(@i = 2)][1-@i]": "arithmetic and comparisons of values",
    '/a[matches(@t, "^a", "i")][substring-before(@t, ":") = normalize-space()]': "functions of values",
    "/a[start(@t) <= $now][overlaps(@t, /b/@t)][weekday(current-date()) = weekday(@d)]": "functions of values",
    '/a[/b/@c = /d/@c][@e * 2 = 4]["x" != @f]/text()': "arithmetic and comparisons of values",
  };

  it.each(QUERIES)("%s", (sample) => {
    const text = onOneLine(print(withLiterals(parse(sample).ast.query!)));
    const isExpected = LEFT_OUT[sample] === undefined;
    expect(
      any.map((accepts) => accepts(text)),
      text,
    ).toEqual([isExpected, isExpected]);
  });
});
