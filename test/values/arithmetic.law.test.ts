import { type ArithmeticOperator, calculate, compareItems, type Item } from "@semantic-xpath/values";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { ITEMS, item, sound } from "./support.js";

const of = (a: Item, operator: ArithmeticOperator, b: Item): Item => sound(calculate(a, operator, b));
const cases = { numRuns: runs(500) };
const days = fc
  .integer({ min: -5000, max: 5000 })
  .map((count): Item => ({ kind: "duration", months: 0, ms: count * 86_400_000 }));
const { date, dateTime, time, duration } = ITEMS as Readonly<Record<string, fc.Arbitrary<Item>>>;

it("adding days is undone by taking them away", () =>
  fc.assert(
    fc.property(fc.oneof(date!, dateTime!), days, (at, length) => {
      expect(of(of(at, "+", length), "-", length)).toEqual(at);
      expect(of(length, "+", at)).toEqual(of(at, "+", length));
    }),
    cases,
  ));

it("the difference of two moments leads from one to the other", () =>
  fc.assert(
    fc.property(date!, date!, (from, to) => {
      expect(of(from, "+", of(to, "-", from))).toEqual(to);
    }),
    cases,
  ));

it("a month later is in the next month, on the same day or its last", () =>
  fc.assert(
    fc.property(date!, fc.integer({ min: -30, max: 30 }), (at, months) => {
      const [before, after] = [at, of(at, "+", { kind: "duration", months, ms: 0 })].map(
        (one) => new Date((one as { ms: number }).ms),
      );
      const count = (one: Date): number => one.getUTCFullYear() * 12 + one.getUTCMonth();
      expect(count(after!) - count(before!)).toBe(months);
      expect(after!.getUTCDate()).toBeLessThanOrEqual(before!.getUTCDate());
      expect(before!.getUTCDate() - after!.getUTCDate()).toBeLessThanOrEqual(3);
    }),
    cases,
  ));

it("a day later it is the same time", () =>
  fc.assert(
    fc.property(time!, fc.integer({ min: -3, max: 3 }), (at, days) => {
      expect(of(at, "+", { kind: "duration", months: 0, ms: days * 86_400_000 })).toEqual(at);
    }),
    cases,
  ));

it.each(["duration", "money(CAD)", "quantity(kg)"])("%s: sums commute, differences and products undo", (type) => {
  const items =
    type === "duration" ? duration!.map((one) => ({ ...(one as object), months: 0 }) as Item) : ITEMS[type]!;
  fc.assert(
    fc.property(items, items, (a, b) => {
      expect(of(a, "+", b)).toEqual(of(b, "+", a));
      expect(of(a, "-", b)).toEqual(of(a, "+", sound(calculate(b, "*", -1))));
      expect(of(a, "*", 1)).toEqual(a);
      expect(of(a, "*", 2)).toEqual(of(a, "+", a));
      expect(of(2, "*", a)).toEqual(of(a, "*", 2));
      expect(sound(compareItems(of(a, "-", a), "=", of(b, "-", b)))).toBe(true);
      expect(of(a, "div", a)).toEqual(sound(compareItems(a, "=", of(a, "-", a))) ? Number.NaN : 1);
    }),
    cases,
  );
});

it("numbers are doubles, by zero too", () =>
  fc.assert(
    fc.property(fc.double(), fc.double(), (a, b) => {
      const results = (["+", "-", "*", "div", "mod"] as const).map((operator) => of(a, operator, b));
      expect(results).toEqual([a + b, a - b, a * b, a / b, a % b]);
    }),
    cases,
  ));

it("nothing throws, whatever stands beside whatever", () => {
  const any = fc.oneof(
    ...Object.values(ITEMS),
    fc.string(),
    fc.constantFrom<Item>("7 days", "CAD 5", "2", Number.NaN, Infinity, 0),
  );
  fc.assert(
    fc.property(any, fc.constantFrom<ArithmeticOperator>("+", "-", "*", "div", "mod"), any, (a, operator, b) => {
      const result = calculate(a, operator, b);
      expect(["number", "object"]).toContain(typeof result);
      if (typeof result === "object") for (const part of Object.values(result)) expect(part).not.toBeNaN();
      compareItems(a, "<", b);
    }),
    { numRuns: runs(2000) },
  );
});

it("an item and a text of it", () =>
  expect(of(item("date", "2026-01-31"), "+", "1 month")).toEqual(item("date", "2026-02-28")));
