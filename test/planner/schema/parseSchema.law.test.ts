import { parseSchema, printSchema, VALUE_TYPES } from "@semantic-xpath/planner";
import { compile } from "@semantic-xpath/runtime";
import { treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../support/characters.js";
import { isLong, runs } from "../../support/runs.js";

interface Node {
  readonly type: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Node[];
}

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("A", "B", "C") },
  {
    weight: 2,
    arbitrary: fc.constantFrom("__proto__", "constructor", "toString", "", " ", "\0", "\ud800", "\u001b[2J", "a b"),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 5 }) },
);
const attribute = fc.oneof(fc.constantFrom("id", "by", "a"), name);
/** A value as it should be more often than not. */
const or = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 12, arbitrary: usual },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: fc.constantFrom(null, -1, 1.5, 1e300, "", [], {}, [null], { __proto__: null }) },
  );
const some = (members: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
  fc.record(members, { requiredKeys: [] });
const keyed = (key: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.dictionary(key, value, { maxKeys: 3 });

const context = fc.oneof(
  fc.boolean(),
  some({
    within: or(name),
    facts: or(fc.array(or(attribute), { maxLength: 3 })),
    neighbours: or(fc.integer({ min: -1, max: 9 })),
    by: or(attribute),
    other: fc.jsonValue(),
  }),
);
const type = some({
  attributes: or(keyed(attribute, or(some({ type: or(fc.constantFrom(...VALUE_TYPES)), required: or(fc.boolean()) })))),
  children: or(keyed(name, or(some({ min: or(fc.nat(2)), max: or(fc.nat(3)) })))),
  text: or(fc.boolean()),
  searchable: or(fc.boolean()),
  aliases: or(fc.array(name, { maxLength: 2 })),
  context: or(context),
});
const language = fc.oneof(
  fc.constantFrom("german", "DE", "pt-BR", "no", "klingon", "de-", "-", "x-y-z", "a".repeat(5000), "constructor"),
  name,
);
const schemaJson = some({
  version: or(fc.constant(1)),
  language: or(language),
  roots: or(fc.array(name, { minLength: 1, maxLength: 2 })),
  types: or(keyed(name, or(type))),
  strict: or(fc.boolean()),
  documentation: or(fc.string()),
});

/** What a text that was written by hand may have besides: a member twice, a comment, an end that is missing. */
const text = fc
  .tuple(schemaJson, fc.option(fc.tuple(fc.nat(), fc.nat(12), fc.string({ maxLength: 3 })), { freq: 3 }))
  .map(([json, damage]) => {
    const whole = JSON.stringify(json, null, 1);
    if (damage === null) return whole;
    const [at, length, put] = damage;
    const start = at % (whole.length + 1);
    return whole.slice(0, start) + put + whole.slice(start + length);
  });

test("law: any text is a schema that prints as it is read, or its mistakes are reported where they are", () => {
  let whole = 0;
  fc.assert(
    fc.property(text, (written) => {
      const { schema, diagnostics } = parseSchema(written);
      for (const { code, span, message, fixes } of diagnostics) {
        expect(code).toMatch(/^SXP2\d{3}$/);
        expect(0 <= span.start && span.start <= span.end && span.end <= written.length, `${code} ${message}`).toBe(
          true,
        );
        expect(message).not.toMatch(/undefined|\[object|NaN/);
        for (const { edits } of fixes)
          for (const { span } of edits) expect(span.end).toBeLessThanOrEqual(written.length);
      }
      if (schema === undefined || schema === null) {
        expect(diagnostics.length).toBeGreaterThan(0);
        return;
      }
      whole++;
      const again = parseSchema(printSchema(schema));
      expect(again.schema).toEqual(schema);
      for (const { name: one, context } of Object.entries(schema.types).map(([name, of]) => ({ name, ...of })))
        if (context && context.within !== undefined)
          expect(Object.hasOwn(schema.types, context.within), one).toBe(true);
    }),
    { numRuns: runs(2_000) },
  );
  // Of a few cases all may be wrong.
  if (isLong) expect(whole).toBeGreaterThan(0);
});

const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    type: name,
    attributes: fc.dictionary(attribute, name, { maxKeys: 2 }),
    text: fc.oneof(name, fc.constant("a walk in the rain")),
    children: fc.oneof({ depthSize: "small" }, fc.constant([]), fc.array(tie("node"), { maxLength: 3 })),
  }),
}));

test("law: a tree can be read with the contexts and the language of any schema", async () => {
  await fc.assert(
    fc.asyncProperty(schemaJson, node, async (json, data) => {
      const { schema } = parseSchema(JSON.stringify(json));
      if (schema === undefined || schema === null) return;
      const { query } = compile('//*[node =~ "rain or a walk"]', { schema });
      const { matches } = await query!.run(treeOf(data));
      for (const { weight } of matches) expect(weight > 0 && weight <= 1).toBe(true);
    }),
    { numRuns: runs(500, 50) },
  );
});
