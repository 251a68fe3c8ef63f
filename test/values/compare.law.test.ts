import {
  type CompareOperator,
  compareItems,
  compareStrings,
  endKeyOf,
  equalKey,
  formatItem,
  type Item,
  inferColumn,
  keyOf,
  readValue,
} from "@semantic-xpath/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { ITEMS, sound, typeNamed } from "./support.js";

const OPERATORS: readonly CompareOperator[] = ["=", "!=", "<", "<=", ">", ">="];
const is = (a: Item, operator: CompareOperator, b: Item): boolean => sound(compareItems(a, operator, b));

describe.each(Object.keys(ITEMS))("%s", (name) => {
  const type = typeNamed(name);
  const items = ITEMS[name]!;
  const cases = { numRuns: runs(500) };

  it("is read from the text that it is written as", () => {
    fc.assert(
      fc.property(items, (item) => {
        const read = readValue(type, formatItem(item));
        expect(read).toEqual(item);
      }),
      cases,
    );
  });

  it("is totally ordered, and its operators agree", () => {
    fc.assert(
      fc.property(items, items, items, (a, b, c) => {
        const [less, equal, more] = [is(a, "<", b), is(a, "=", b), is(a, ">", b)];
        expect(Number(less) + Number(equal) + Number(more)).toBe(1);
        expect([is(a, "!=", b), is(a, "<=", b), is(a, ">=", b)]).toEqual([!equal, less || equal, more || equal]);
        expect(is(b, ">", a)).toBe(less);
        if (is(a, "<=", b) && is(b, "<=", c)) expect(is(a, "<=", c)).toBe(true);
      }),
      cases,
    );
  });

  it("has keys that say the same", () => {
    fc.assert(
      fc.property(items, items, fc.boolean(), (a, other, same) => {
        const b = same ? a : other;
        const [left, right] = [formatItem(a), formatItem(b)];
        const sign =
          Math.sign(keyOf(type, left) - keyOf(type, right)) || Math.sign(endKeyOf(type, left) - endKeyOf(type, right));
        expect(sign || 0).toBe(is(a, "<", b) ? -1 : is(a, ">", b) ? 1 : 0);
        expect(equalKey(a) === equalKey(b)).toBe(is(a, "=", b));
      }),
      cases,
    );
  });

  it("compares with the text of another as with that other", () => {
    fc.assert(
      fc.property(items, items, fc.constantFrom(...OPERATORS), (a, b, operator) => {
        expect(compareItems(a, operator, formatItem(b))).toBe(compareItems(a, operator, b));
        expect(compareItems(formatItem(a), operator, b)).toBe(compareItems(a, operator, b));
      }),
      cases,
    );
  });

  it("is what is inferred from its texts, or wider", () => {
    fc.assert(
      fc.property(fc.array(items, { minLength: 1, maxLength: 5 }), (all) => {
        const texts = all.map(formatItem);
        const inferred = inferColumn(texts.map((text) => [text, 1])).type!;
        for (const text of texts) expect(readValue(inferred, text)).not.toBeNull();
      }),
      cases,
    );
  });
});

it("strings are ordered by code point", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\ue000", "\uffff", "😀", "𝒜"), maxLength: 4 });
  const points = (string: string): number[] => Array.from(string, (char) => char.codePointAt(0)!);
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [left, right] = [points(a), points(b)];
      const at = left.findIndex((point, i) => point !== right[i]);
      const expected = at < 0 ? Math.sign(left.length - right.length) : Math.sign(left[at]! - (right[at] ?? -1));
      expect(compareStrings(a, b)).toBe(expected);
    }),
    { numRuns: runs(500) },
  );
});
