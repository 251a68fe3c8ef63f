import { parse } from "@semantic-xpath/parser";
import { check, emitGbnf, emitLark, type Schema } from "@semantic-xpath/planner";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXAMPLES, exampleQueries, exampleSchema } from "./examples.js";
import { gbnfGenerator, larkGenerator, randomNumbers } from "./generate.js";
import { gbnfRecogniser, readGbnf } from "./readGbnf.js";
import { larkRecogniser, readLark } from "./readLark.js";

const RUNS = { seed: 20260314, numRuns: 3000 };

/** No error of any kind; warnings and hints are advice. */
function expectNoErrors(text: string, schema: Schema | null): void {
  const { ast, diagnostics } = parse(text);
  const all = [...diagnostics, ...check(ast.query!, schema, null).diagnostics];
  const errors = all.filter(({ severity }) => severity === "error");
  expect(errors.map(({ code, message }) => `${code} ${message}`), text).toEqual([]);
}

const sentences = (generate: (random: () => number, budget: number) => string) =>
  fc.record({ seed: fc.integer(), budget: fc.integer({ min: 0, max: 400 }) }).map(({ seed, budget }) => generate(randomNumbers(seed), budget));

describe.each(EXAMPLES)("the grammars of %s", (name) => {
  const schema = exampleSchema(name);
  const gbnf = readGbnf(emitGbnf(schema).text);
  const lark = readLark(emitLark(schema).text);

  it("derive only what parses and checks: GBNF", () => {
    fc.assert(fc.property(sentences(gbnfGenerator(gbnf)), (text) => expectNoErrors(text, schema)), RUNS);
  });

  it("derive only what parses and checks: Lark", () => {
    fc.assert(fc.property(sentences(larkGenerator(lark)), (text) => expectNoErrors(text, schema)), RUNS);
  });

  const acceptsGbnf = gbnfRecogniser(gbnf);
  const acceptsLark = larkRecogniser(lark);
  it.each(exampleQueries(name))("derive %s", (_, text) => {
    expect([acceptsGbnf(text), acceptsLark(text)], text).toEqual([true, true]);
  });
});
