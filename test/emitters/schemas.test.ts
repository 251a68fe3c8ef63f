import { emitGbnf, emitJsonSchema, emitLark, emitPromptCard } from "@semantic-xpath/emitters";
import { parse } from "@semantic-xpath/parser";
import { check, type NodeType, parseSchema, type Schema } from "@semantic-xpath/planner";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong, runs } from "../support/runs.js";
import { gbnfGenerator, larkGenerator, randomNumbers } from "./generate.js";
import { gbnfRecogniser, readGbnf } from "./readGbnf.js";
import { larkRecogniser, readLark } from "./readLark.js";

/** Words of the language, beginnings of others, and what no query can write. */
const NAMES = [
  "node",
  "a",
  "an",
  "ancestor",
  "child",
  "min",
  "and",
  "not",
  "last",
  "text",
  "true",
  "declare",
  "dc:title",
  "日本",
  "__proto__",
  "constructor",
  "two words",
  "1st",
  "e-f.",
  "some",
  "root",
];
const VALUES = ["x", "two words", 'a "quote"', "it's", "back\\slash", "/]-^", "1", "é\n", "漢"];

const arbitraryAttribute = fc.oneof(
  fc.constantFrom("string", "number", "boolean", "date").map((type) => ({ type })),
  fc.subarray(VALUES, { minLength: 1 }).map((values) => ({ type: "string", values })),
  fc.subarray(["1", "+2", ".5", "1e3", "-0"], { minLength: 1 }).map((values) => ({ type: "number", values })),
  fc.subarray(["2026-01-31", "2026"], { minLength: 1 }).map((values) => ({ type: "date", values })),
  fc.constant({ type: "boolean", values: ["true"] }),
);

const arbitraryType = (types: readonly string[]) =>
  fc.record({
    text: fc.boolean(),
    attributes: fc.array(fc.tuple(fc.constantFrom(...NAMES), arbitraryAttribute), { maxLength: 4 }).map(entries),
    children: fc
      .array(fc.tuple(fc.constantFrom(...types), fc.constantFrom({}, { max: 1 }, { max: 0 })), { maxLength: 3 })
      .map(entries),
  });

const arbitrarySchema: fc.Arbitrary<Schema> = fc
  .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 6 })
  .chain((names) =>
    fc.tuple(
      fc.subarray(names, { minLength: 1 }),
      fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), arbitraryType(names)))),
    ),
  )
  .map(
    ([roots, types]) =>
      parseSchema(JSON.stringify({ version: 1, roots, types: 0 }).replace("0}", `${text(types)}}`)).schema!,
  );

/** JSON with `__proto__` as a key of its own. */
const text = (pairs: readonly (readonly [string, unknown])[]): string =>
  `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`;
function entries<T>(pairs: readonly (readonly [string, T])[]): Record<string, T> {
  const result: Record<string, T> = Object.create(null);
  for (const [key, value] of pairs) result[key] = value;
  return result;
}

const errorsOf = (query: string, schema: Schema | null): string[] => {
  const { ast, diagnostics } = parse(query);
  return [...diagnostics, ...check(ast.query!, schema, null).diagnostics]
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code} ${message}`);
};

describe("for any schema", () => {
  it("both grammars derive only what is right, and each what the other does", () => {
    fc.assert(
      fc.property(arbitrarySchema, fc.integer(), fc.integer({ min: 1, max: 3 }), (schema, seed, maxNesting) => {
        const gbnf = readGbnf(emitGbnf(schema, { maxNesting }).text);
        const lark = readLark(emitLark(schema, { maxNesting }).text);
        const random = randomNumbers(seed);
        const recognisers = [gbnfRecogniser(gbnf), larkRecogniser(lark)] as const;
        for (const generate of [gbnfGenerator(gbnf), larkGenerator(lark)]) {
          for (let budget = 0; budget < 200; budget += 40) {
            const query = generate(random, budget);
            expect(errorsOf(query, schema), query).toEqual([]);
            expect(
              recognisers.map((accepts) => accepts(query)),
              query,
            ).toEqual([true, true]);
          }
        }
      }),
      { seed: 20260314, numRuns: runs(40, 2) },
    );
  });

  it("the other emitters work too", () => {
    fc.assert(
      fc.property(arbitrarySchema, (schema) => {
        for (const { query } of emitPromptCard(schema).examples) {
          const { ast, diagnostics } = parse(query);
          expect([...diagnostics, ...check(ast.query!, schema, null).diagnostics]).toEqual([]);
        }
        expect(emitJsonSchema(schema)).toHaveProperty("$defs.Query");
      }),
      { seed: 20260314, numRuns: runs(300, 30) },
    );
  });
});

describe("without a schema", () => {
  const gbnf = readGbnf(emitGbnf(null).text);
  const lark = readLark(emitLark(null).text);
  const recognisers = [gbnfRecogniser(gbnf), larkRecogniser(lark)] as const;

  it.each([["GBNF", gbnfGenerator(gbnf)] as const, ["Lark", larkGenerator(lark)] as const])(
    "%s derives queries",
    (_, generate) => {
      fc.assert(
        fc.property(fc.integer(), fc.nat(300), (seed, budget) => {
          const query = generate(randomNumbers(seed), budget);
          expect(errorsOf(query, null), query).toEqual([]);
          if (seed % 8 === 0)
            expect(
              recognisers.map((accepts) => accepts(query)),
              query,
            ).toEqual([true, true]);
        }),
        { seed: 20260314, numRuns: runs(2000) },
      );
    },
  );
});

describe("a schema that is too large", () => {
  /** Thirty types, each with three others as children. */
  const nameOf = (i: number): string => `Type${i}`;
  const attributes = { name: { type: "string", required: true, element: false } } as const;
  const types = entries(
    Array.from({ length: 30 }, (_, i): [string, NodeType] => {
      const children = entries(
        [1, 2, 3].map((n) => [nameOf(3 * i + n), { min: 0 }] as const).slice(0, Math.max(0, 29 - 3 * i)),
      );
      return [nameOf(i), { attributes, children, text: true }];
    }),
  );
  const schema: Schema = { version: 1, roots: ["Type0"], types };

  const rooms = [
    [10_000_000, "sets", 0],
    [3_000_000, "sets", 1],
    [600_000, "types", 2],
    [400_000, "types", 3],
    [100_000, "names", 4],
    [2000, "none", 5],
  ] as const;
  it.each(rooms.slice(isLong ? 0 : 3))(
    "is followed as far as %i characters allow",
    (maxCharacters, specialisation, notes) => {
      for (const emit of [emitGbnf, emitLark]) {
        const emitted = emit(schema, { maxCharacters });
        expect([emitted.specialisation, emitted.notes.length]).toEqual([specialisation, notes]);
        for (const note of emitted.notes) expect(emitted.text).toContain(note);
        if (specialisation !== "none") expect(emitted.text.length).toBeLessThan(maxCharacters * 1.1);
      }
    },
  );

  it("is written with its names only where that is all that fits", () => {
    const accepts = gbnfRecogniser(readGbnf(emitGbnf(schema, { maxCharacters: 100_000 }).text));
    expect(['//Type7[@name = "x"]/Type8', "//Type99", "//Type7/@nothing"].map(accepts)).toEqual([true, false, false]);
  });
});
