import { inferColumn, kindOf } from "@semantic-xpath/values";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { CANDIDATES, kindsBy } from "../../packages/values/src/inferColumn.js";
import { traitsOf } from "../../packages/values/src/traits.js";
import { runs } from "../support/runs.js";

const FORMS =
  "2026-03-14 2026/3/14 14 March 2026|Mar 14, 2026|Sat, 14 March 2026|March 2026|2026-03-14T09:30|1:56 pm on 8 May, 2023|noon on 8 May 2023|9:00 AM|21:00|9am|noon|" +
  "21:00:30.5+02:00|90 min|1 h 20 min|1h20|1:30:00|PT1H20M|-2 days|− 5 min|CAD 38|$1,200.50|38 €|- EUR 5|12 km|1,5 l|.5 kg|+3 mi|200 g|, 20 ms|5 ms|09:00-05:00|9-noon|9:00-10:30|9–10:30 am|09:00 to 10:30|" +
  "noon until midnight|2026-03-14/2026-03-16|Mar 14–16, 2026|14–16 March 2026|2026-03-14T09:00/PT2H|3 to 5|.5..1.5|-3 to -1|1e3|-0.5|true|false|007|n/a|a word|T1|2026";
const forms = FORMS.split("|");
const changed = fc
  .tuple(
    fc.constantFrom(...forms),
    fc.nat(),
    fc.constantFrom("", " ", "-", ":", "1", "to", ".", "P", "€", "m", "20"),
    fc.nat(3),
  )
  .map(([text, at, put, cut]) => {
    const place = at % (text.length + 1);
    return (text.slice(0, place) + put + text.slice(place + cut)).trim();
  });
const texts = fc.oneof(
  fc.constantFrom(...forms),
  changed,
  fc.tuple(changed, changed).map((two) => two.join("")),
);

it("law: whatever a reader of the inference reads passes its cheap test", () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const { type, read, may } of CANDIDATES)
        if (read(text) !== null) expect([type, text, may(traitsOf(text))]).toEqual([type, text, true]);
    }),
    { numRuns: runs(50_000, 2_000) },
  );
});

it("law: the kinds that follow from the first reading of a text are those of all readers", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const items = CANDIDATES.flatMap(({ read }) => read(text) ?? []);
      const kinds = items.length === 0 ? null : kindsBy(items[0]!, text);
      if (kinds !== null) expect([text, items.map(kindOf)]).toEqual([text, kinds]);
    }),
    { numRuns: runs(50_000, 2_000) },
  );
});

it("gives the same whatever the order of the texts, but for the unit and the examples", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...forms), { maxLength: 12 }), (list) => {
      const facts = (all: readonly string[]) => {
        const { type, count, blank, odd } = inferColumn(all.map((text) => [text, 1] as const));
        return [type?.kind, count, blank, odd];
      };
      expect(facts(list.toReversed())).toEqual(facts(list));
    }),
    { numRuns: runs(2_000) },
  );
});

it("reads each text of a column in one form once, and the first one once more for each kind", () => {
  const reads = CANDIDATES.map((candidate) => vi.spyOn(candidate, "read"));
  const form = (text: (i: number) => string) => {
    for (const read of reads) read.mockClear();
    inferColumn(Array.from({ length: 50 }, (_, i) => [text(10 + i), 1] as const));
    return reads.reduce((sum, read) => sum + read.mock.calls.length, 0);
  };
  const counts = [
    form((i) => `2026-03-14T09:${i}`),
    form((i) => `20${i}-03-14`),
    form((i) => `Mar 14, 20${i}`),
    form((i) => `9:${i} AM`),
    form((i) => `09:00:${i}`),
    form((i) => `9:00 to 10:${i}`),
    form((i) => `${i} min`),
    form((i) => `CAD ${i}`),
    form((i) => `${i} km`),
    form((i) => String(i)),
  ];
  vi.restoreAllMocks();
  expect(Math.max(...counts)).toBeLessThan(50 + CANDIDATES.length);
});
