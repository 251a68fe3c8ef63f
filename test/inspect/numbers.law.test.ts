import { readableValue, weightText, weightTexts } from "@semantic-xpath/inspect/numbers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortBelow } from "../../packages/inspect/src/change/literals.js";
import { decimal, shortNumbers } from "../../packages/inspect/src/words.js";
import { RUNS } from "../runtime/trace/tracedCase.js";

/** The numbers above are those below, mirrored at 0. */
const shortAbove = (value: number, ceiling: number): number => -shortBelow(-value, -ceiling);

const score = fc.float({ min: 0, max: 1, noNaN: true });

describe("numbers for changes and messages", () => {
  it("a short number below admits the score and nothing that is less", () =>
    fc.assert(
      fc.property(score, score, (value, other) => {
        const floor = other < value ? other : Number.NEGATIVE_INFINITY;
        const least = shortBelow(value, floor);
        expect(least).toBeLessThanOrEqual(value);
        expect(least).toBeGreaterThan(floor);
        expect(least).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: RUNS * 5 },
    ));

  it("a short number above admits the score and nothing that is more", () =>
    fc.assert(
      fc.property(score, score, (value, other) => {
        const ceiling = other > value ? other : Number.POSITIVE_INFINITY;
        const most = shortAbove(value, ceiling);
        expect(most).toBeGreaterThanOrEqual(value);
        expect(most).toBeLessThan(ceiling);
      }),
      { numRuns: RUNS * 5 },
    ));

  it("a computed value for people has no binary noise, and is the number to a cent or three digits", () => {
    expect(
      [0.1 + 0.2, 45.2 + 12.1, 1e21 / 3, -1234.565, 0.00012345, "3.14159", "EUR 1.005", true].map(readableValue),
    ).toEqual(["0.3", "57.3", "333333333333333300000", "-1234.57", "0.000123", "3.14159", "EUR 1.00", "true"]);
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }), (value) => {
        const text = readableValue(value);
        expect(text).toMatch(Math.abs(value) < 1 ? /^-?0?(?:\.\d+)?1?$/ : /^-?\d+(?:\.\d{1,2})?$/);
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(Math.max(0.00501, Math.abs(value) * 1e-9));
      }),
      { numRuns: RUNS * 5 },
    );
  });

  it("a decimal reads back as the number, without an exponent", () =>
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }), (value) => {
        expect(Number(decimal(value)) === value).toBe(true);
        expect(decimal(value)).not.toMatch(/e/);
      }),
      { numRuns: RUNS * 5 },
    ));

  it("a weight for people has two decimals, what is above 0 never reads as 0, and two that are compared differ in text if they differ", () => {
    const weight = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(weight, weight, (one, other) => {
        expect(weightText(one)).toMatch(/^(?:[01]\.\d\d|<\.01)$/);
        expect(weightText(one) === "0.00").toBe(one === 0);
        const [a, b] = weightTexts(one, other);
        expect(a === b).toBe(one === other);
      }),
    );
    expect(weightTexts(null, 0.5)).toEqual(["", "0.50"]);
  });

  it("two numbers that differ are told apart, in their order", () =>
    fc.assert(
      fc.property(score, score, (a, b) => {
        const [first, second] = shortNumbers(a, b).map(Number);
        expect(Math.sign(first! - second!)).toBe(Math.sign(a - b));
      }),
      { numRuns: RUNS * 5 },
    ));

  it("has two digits where the number has them", () => {
    expect(shortBelow(0.3127, 0.1)).toBe(0.31);
    expect(shortBelow(0.3127, 0.311)).toBe(0.312);
    expect(shortBelow(0.0349, 0)).toBe(0.034);
    expect(shortBelow(1, 0.9)).toBe(1);
    expect(shortAbove(0.3127, 0.5)).toBe(0.32);
  });
});
