import { emitGbnf, emitLark } from "@semantic-xpath/emitters";
import type { Schema } from "@semantic-xpath/planner";
import { compile } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong, runs } from "../support/runs.js";
import { EXAMPLES, exampleQueries, exampleRequests, exampleSchema } from "./examples.js";
import { exhaustiveSentences, gbnfGenerator, larkGenerator, randomNumbers } from "./generate.js";
import { gbnfRecogniser, readGbnf } from "./readGbnf.js";
import { larkRecogniser, readLark } from "./readLark.js";

const RUNS = { seed: 20260314, numRuns: isLong ? runs(3000) : 25 };

/** Compiles without errors; warnings and hints are advice. */
function expectNoErrors(text: string, schema: Schema | null): void {
  const { query, diagnostics } = compile(text, { schema });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(
    errors.map(({ code, message }) => `${code} ${message}`),
    text,
  ).toEqual([]);
  expect(query, text).toBeDefined();
}

const sentences = (generate: (random: () => number, budget: number) => string) =>
  fc
    .record({ seed: fc.integer(), budget: fc.integer({ min: 0, max: 400 }) })
    .map(({ seed, budget }) => generate(randomNumbers(seed), budget));

/** Requests that use what is left out. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  early: "a range in a pattern",
  late_replies: "a path of values beside one of what is bound",
  from_noor: "a longer path of a quantifier",
  earliest_day: "a path as an order key",
};

describe.each(EXAMPLES)("the grammars of %s", (name) => {
  const schema = exampleSchema(name);
  const gbnf = readGbnf(emitGbnf(schema).text);
  const lark = readLark(emitLark(schema).text);

  it("derive only what parses and checks: GBNF", () => {
    fc.assert(
      fc.property(sentences(gbnfGenerator(gbnf)), (text) => expectNoErrors(text, schema)),
      RUNS,
    );
  });

  it("derive only what parses and checks: Lark", () => {
    fc.assert(
      fc.property(sentences(larkGenerator(lark)), (text) => expectNoErrors(text, schema)),
      RUNS,
    );
  });

  // Rules differ little between schemas.
  it.runIf(isLong || name === "todo")(
    "derive something right from each alternative of each rule",
    { tags: "slow" },
    () => {
      for (const text of exhaustiveSentences(gbnf)) expectNoErrors(text, schema);
    },
  );

  it("derive the same language", () => {
    const both = fc.oneof(sentences(gbnfGenerator(gbnf)), sentences(larkGenerator(lark)));
    fc.assert(
      fc.property(both, (text) => {
        expect([acceptsGbnf(text), acceptsLark(text)], text).toEqual([true, true]);
      }),
      { ...RUNS, numRuns: runs(200, 20) },
    );
  });

  const acceptsGbnf = gbnfRecogniser(gbnf);
  const acceptsLark = larkRecogniser(lark);
  it.each([...exampleQueries(name), ...exampleRequests(name)])("derive %s", (query, text) => {
    const isExpected = LEFT_OUT[query] === undefined;
    expect([acceptsGbnf(text), acceptsLark(text)], text).toEqual([isExpected, isExpected]);
  });
});

describe.each(EXAMPLES)("the smaller grammars of %s", (name) => {
  const schema = exampleSchema(name);
  const { length } = emitGbnf(schema).text;

  it.each([
    [0.99, "sets"],
    [0.6, "types"],
    [0.35, "types"],
  ] as const)("derive only what parses and checks: %d of the characters", (part, specialisation) => {
    const emitted = emitGbnf(schema, { maxCharacters: length * part });
    expect(emitted.specialisation).toBe(specialisation);
    const generate = gbnfGenerator(readGbnf(emitted.text));
    fc.assert(
      fc.property(sentences(generate), (text) => expectNoErrors(text, schema)),
      RUNS,
    );
  });
});

describe("the grammar of the itinerary refuses", () => {
  const schema = exampleSchema("itinerary");
  const recognisers = [
    gbnfRecogniser(readGbnf(emitGbnf(schema).text)),
    larkRecogniser(readLark(emitLark(schema).text)),
  ];

  it.each<[string, string]>([
    ["a child of another type", "/Itinerary/POI"],
    ["a root that is none", "/Day"],
    ["a type of another schema", "//Task"],
    ["an attribute of another type", "//Day/@rating"],
    ["a condition on it", "//Day[@rating > 3]"],
    ["evidence that starts elsewhere", "//Day[avg(/Note)]"],
    ["a value that is not allowed", '//POI[@category = "musem"]'],
    ["a text for a number", '//POI[@minutes > "long"]'],
    ["a number for a truth value", "//POI[@open_air = 1]"],
    ["a day that is not in the calendar", '//Day[@date = "2026-02-30"]'],
    ["place 0", "//Day[0]"],
    ["an offset from nothing", "//Day[@+1]"],
    ["a step behind an attribute", "//Day/@date/.."],
    ["nothing", ""],
    ["half a query", "//Day["],
    ["deeper nesting", '//Day[not(not(not(node =~ "x")))]'],
    ["a step from a mixture", "(//Day | //POI)/Note"],
  ])("%s", (_, text) => {
    expect(recognisers.map((accepts) => accepts(text))).toEqual([false, false]);
  });

  it.each([
    "//Day/{ @date, @city, POI: count(/POI) }",
    "//POI[@minutes > 60]/{ @name }",
    "(//POI)[group by @category]",
    "(//POI)[group by @category]/@category",
    "(//POI)[group by @category][count(/*) > 1][order by sum(/*/@minutes) descending][1]/{ @category, count: count(/*), total: sum(/*/@minutes) }",
  ])("but derives the report %s", (text) => {
    expectNoErrors(text, schema);
    expect(recognisers.map((accepts) => accepts(text))).toEqual([true, true]);
  });

  it.each([
    ["a record in a set", "//Day/{ @date } | //POI"],
    ["a record of the document", "/{ Itinerary: count(/Itinerary) }"],
    ["a column twice", "//Day/{ @date, @date }"],
    ["groups in a set", "(//POI)[group by @category] | //Day"],
    ["a key that there is not", "(//POI)[group by @category]/@name"],
    ["a sum of texts", "(//POI)[group by @category]/{ @category, total: sum(/*/@name) }"],
  ])("%s", (_, text) => {
    expect(recognisers.map((accepts) => accepts(text))).toEqual([false, false]);
  });

  it("nests as deep as it is asked to", () => {
    const deep = '//Day[not(not(not(node =~ "x")))]';
    const accepts = (maxNesting: number) => gbnfRecogniser(readGbnf(emitGbnf(schema, { maxNesting }).text))(deep);
    expect([3, 4].map(accepts)).toEqual([false, true]);
  });
});
