import { parseMapping, readJson } from "@semantic-xpath/readers";
import { ReadError } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, it } from "vitest";
import { anyCharacter } from "../../support/characters.js";
import { isLong, runs } from "../../support/runs.js";

const NAMES = ["a", "b", "items", "id", "__proto__", "constructor", "toString", "\0", "\ud800", "\u001b[2J", "a b"];
const name = fc.constantFrom(...NAMES);
const RULES = ["One", "Two", "__proto__", "constructor"];
const rule = fc.constantFrom(...RULES);
const path = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom("a", "b", "items/*", "*", "items/{v:.+}", "{w:.+}/a", "**/a", "a/0", "id") },
  { weight: 10, arbitrary: name.map((each) => `'${each}'`) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 4 }) },
);
/** A value as it should be, but for one in many. */
const or = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 80, arbitrary: usual }, { weight: 1, arbitrary: fc.jsonValue() });
/** An object with the members that it must have, and any of the others. */
const object = (must: Readonly<Record<string, fc.Arbitrary<unknown>>>, may: typeof must = {}): fc.Arbitrary<object> => {
  const all = Object.fromEntries(Object.entries({ ...must, ...may }).map(([each, value]) => [each, or(value)]));
  return fc.record(all, { requiredKeys: Object.keys(must) });
};
const some = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.array(value, { minLength: 1, maxLength: 2 });
const dictionary = (key: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>) =>
  fc.dictionary(key, or(value), { minKeys: 1, maxKeys: 2 });

const paths = fc.oneof(path, some(path));
const value = fc.oneof(
  { weight: 3, arbitrary: paths },
  {
    weight: 1,
    arbitrary: object({ from: paths }, { join: fc.constantFrom(", ", "\0"), longest: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 1, arbitrary: object({ from: paths, json: fc.constant(true) }) },
  { weight: 1, arbitrary: object({ from: paths, match: fc.constantFrom("(a+)+b", "(.)"), to: fc.constant("{1}") }) },
  { weight: 1, arbitrary: object({ from: paths, values: dictionary(name, name) }) },
  { weight: 1, arbitrary: object({ from: paths, date: fc.constantFrom("DD.MM.YYYY", "seconds") }) },
  { weight: 1, arbitrary: object({ template: fc.constantFrom("{a} {b}", "{id}", "{__proto__}", "{constructor}") }) },
  { weight: 1, arbitrary: object({ constant: name }) },
);
const condition = dictionary(path, fc.oneof(fc.boolean(), name, some(name)));
const as = fc.oneof(rule, some(object({ as: rule }, { if: condition })));
const child = fc.oneof(
  object({ each: paths, as }),
  object({ each: path, as, within: object({ names: path, as: rule, attribute: name }, { split: fc.constant("/") }) }),
  object({ each: path, as, branches: object({ parent: path, as: rule }, { id: path, current: path }) }),
  object(
    { references: paths, as: rule, find: fc.constantFrom("D(\\d)", "(.)"), to: fc.constant("{1}") },
    { known: path },
  ),
);
const oneRule = object(
  {},
  {
    type: name,
    let: dictionary(fc.constantFrom("v", "w"), path),
    attributes: dictionary(name, value),
    text: value,
    keep: some(path),
    drop: some(path),
    rest: fc.constantFrom("keep", "drop"),
  },
);
const mapping = fc
  .tuple(
    fc.array(oneRule, { minLength: RULES.length, maxLength: RULES.length }),
    fc.array(child, { minLength: 1, maxLength: 3 }),
    or(as),
  )
  .map(([rules, children, root]) => ({
    version: 1,
    root,
    rules: Object.fromEntries(rules.map((each, i) => [RULES[i]!, i > 0 ? each : { children, ...each }] as const)),
  }));

const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>("x", "7", 1.5, -0, true, null, "\ud800", "02.05.2026", "a".repeat(30)),
    fc.array(tie("data"), { maxLength: 3 }),
    fc.dictionary(name, tie("data"), { maxKeys: 4 }),
  ),
}));

it("law: a text is a mapping that reads any data, or says where it is wrong; what it is not for is a ReadError", () => {
  let whole = 0;
  fc.assert(
    fc.property(mapping, data, (json, value) => {
      const text = JSON.stringify(json);
      const { mapping, diagnostics } = parseMapping(text);
      for (const { code, span, message } of diagnostics) {
        expect(code).toMatch(/^SXP\d{4}$/);
        expect(span.start < span.end && span.end <= text.length, message).toBe(true);
        expect(message).not.toMatch(/\[object|undefined/);
      }
      if (mapping === null) {
        expect(diagnostics.length).toBeGreaterThan(0);
        return;
      }
      whole++;
      const written = JSON.stringify(value);
      try {
        const tree = readJson(written, { mapping, onDiagnostic: ({ code }) => expect(code).toMatch(/^SXP4/) });
        for (let node = 1; node <= tree.size; node++) {
          const { start, end } = tree.node(node).span!;
          expect(0 <= start && start <= end && end <= written.length).toBe(true);
        }
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
      }
    }),
    { numRuns: runs(2_000, 65) },
  );
  // Of a few cases all may be wrong.
  if (isLong) expect(whole).toBeGreaterThan(0);
});
