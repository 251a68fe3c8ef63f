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
    ["four groups within each other", "((((//Day))))"],
    ["exponents and quotes of numbers in arithmetic", '//POI[@minutes * "2" > 60]'],
    ["numbers of the data as positions", "//Day[count(/POI)]"],
    ["paths in arithmetic", "//Day[/POI/@minutes + 1 = 2]"],
    ["paths as order keys", "/Itinerary[order by /Day[1]/@date]"],
    ["relevance of evidence in a path of values", "//Day[sum(/POI[exists(/Note)]/@minutes) > 60]"],
    ["two parentheses of arithmetic", "//POI[((@minutes + 1) * 2 + 1) * 2 > 60]"],
    ["functions of functions of functions", '//POI[lower-case(upper-case(lower-case(@name))) = "x"]'],
    ["other names of what is bound", "//Day[some $poi in /POI satisfies $poi/@minutes > 60]"],
    ["three bindings", "//Day[some $x in /POI, $y in /POI, $z in /POI satisfies $x/@cost = $y/@cost]"],
    ["other ends of a quantifier's path", '//Day[some $x in /POI/Note satisfies $x/@kind = "tip"]'],
    ["ranges in patterns", '//POI[matches(@name, "[a-z]")]'],
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
    "/a/id(b)/id(id)": "ids in fields",
    "//POI[order by @cost descending, /Stop/@at][1]": "paths as order keys",
    '/a[not(every $x in root()/b/text() satisfies contains($x, "y"))]': "what is bound to values",
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
