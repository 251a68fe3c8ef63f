import { compile, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../support/runs.js";

/** Intervals of times that end on the next day: docs/reference/language.md#quantities-and-dates. */
const DAY = 1440;
const clock = fc.integer({ min: 0, max: DAY - 1 });
const two = (number: number): string => String(number).padStart(2, "0");
const written = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const half = (minutes: number): string =>
  `${((Math.floor(minutes / 60) + 11) % 12) + 1}:${two(minutes % 60)} ${minutes < DAY / 2 ? "AM" : "PM"}`;
const interval = fc.record({
  from: clock,
  to: clock,
  form: fc.constantFrom(written, half),
  dash: fc.constantFrom("-", " - ", "–"),
});
type Interval = typeof interval extends fc.Arbitrary<infer T> ? T : never;
const textOf = ({ from, to, form, dash }: Interval): string => `${form(from)}${dash}${form(to)}`;
const lengthOf = ({ from, to }: Interval): number => (to < from ? to + DAY - from : to - from);

/** The minutes of the day that an interval has. */
const minutesOf = (one: Interval): Set<number> =>
  new Set(Array.from({ length: lengthOf(one) }, (_, i) => (one.from + i) % DAY));

it("law: the length of an interval of times, and what it overlaps, goes over midnight", async () => {
  await fc.assert(
    fc.asyncProperty(interval, interval, async (a, b) => {
      fc.pre(lengthOf(a) > 0 && lengthOf(b) > 0);
      const tree = readXml(`<r a="${textOf(a)}" b="${textOf(b)}"/>`);
      const text = `/r/{ minutes: duration(@a) div "1 min", both: overlaps(@a, @b), is: duration(@a) > duration(@b) }`;
      const { matches } = await compile(text).query!.run(tree);
      const other = minutesOf(b);
      expect({ ...matches[0]!.record }, `${textOf(a)} and ${textOf(b)}`).toEqual({
        minutes: lengthOf(a),
        both: [...minutesOf(a)].some((minute) => other.has(minute)),
        is: lengthOf(a) > lengthOf(b),
      });
    }),
    { numRuns: runs(1_000, 100) },
  );
});
