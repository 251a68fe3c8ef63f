import type { SlotEntry, SlotTimeline } from "@semantic-xpath/conversation";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayText, placeIn, rangeOf, whatBecame } from "../../packages/views/src/model/timelines.js";

const entry = (more: Partial<SlotEntry>): SlotEntry => ({
  ...{ fact: "f1", value: "Tartu", text: "I live in Tartu", speaker: "Ivo", source: "1", turn: "A/1" },
  ...{ kind: "state", operation: "set", status: "current", validFrom: "2026-01-12", validTo: null },
  ...{ how: null, by: null, confirmed: 0 },
  ...more,
});
const slot = (...entries: readonly SlotEntry[]): SlotTimeline => ({ slot: "s", subject: "Ivo", name: "home", entries });

describe("the bar of a value", () => {
  it("is within the range that all timelines share, and ends where the next one begins", () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));
    const text = fc.oneof(day, fc.constantFrom("", "soon", "2026-13-45", "constructor"));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.option(text)), { minLength: 1, maxLength: 8 }), (values) => {
        const entries = values.map(([validFrom, validTo]) => entry({ validFrom, validTo }));
        const range = rangeOf([slot(...entries)]);
        for (const each of entries) {
          const { left, width } = placeIn(range, each);
          expect(left).toBeGreaterThanOrEqual(0);
          expect(width).toBeGreaterThanOrEqual(1);
          expect(left + width).toBeLessThanOrEqual(100.001);
        }
      }),
    );
    const [tartu, narva] = [entry({ validTo: "2026-02-09" }), entry({ validFrom: "2026-02-09" })];
    const range = rangeOf([slot(tartu, narva)]);
    const before = placeIn(range, tartu);
    expect(before.left + before.width).toBeCloseTo(placeIn(range, narva).left);
  });
});

describe("what became of a value", () => {
  it.each<[Partial<SlotEntry>, readonly string[]]>([
    [{}, []],
    [{ how: "superseded", by: "f2" }, ["replaced by Narva"]],
    [{ how: "superseded", by: "f9" }, ["replaced by another value"]],
    [{ how: "ended" }, ["ended"]],
    [{ how: "retracted", status: "retracted" }, ["taken back: it never held"]],
    [{ status: "forgotten" }, ["forgotten on request"]],
    [{ operation: "past" }, ["said of the past"]],
  ])("%j: %j", (more, words) => {
    const entries = [entry(more), entry({ fact: "f2", value: "Narva" })];
    expect(whatBecame(entries[0]!, entries)).toEqual(words);
  });

  it("has days as people write them, and other texts as they are", () => {
    expect(dayText("2026-02-09T10:00:00Z")).toMatch(/Feb.*2026|2026/);
    expect(dayText("soon")).toBe("soon");
  });
});
