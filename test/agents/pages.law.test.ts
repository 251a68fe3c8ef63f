import fc from "fast-check";
import { expect, it } from "vitest";
import { pageOf, readCursor } from "../../packages/agents/src/results/page.js";
import { runs } from "../support/runs.js";

interface Entry {
  readonly key: number;
  readonly weight: number;
}

/** Entries as results have them: each key once, the best first; weights that are equal are common. */
const entries = fc
  .uniqueArray(fc.record({ key: fc.nat(99), weight: fc.constantFrom(0, 0.25, 0.5, 1) }), {
    minLength: 1,
    maxLength: 12,
    selector: ({ key }) => key,
  })
  .map((list) => list.toSorted((a, b) => b.weight - a.weight));

const pageAfter = (list: readonly Entry[], cursor: string | undefined, maxTokens: number) => {
  const { key, weight } = { key: (entry: Entry) => entry.key, weight: (entry: Entry) => entry.weight };
  const end = readCursor(cursor);
  return pageOf({
    entries: list,
    version: 1,
    end,
    maxTokens,
    about: {},
    keyOf: key,
    weightOf: weight,
    show: (entry) => entry,
  });
};

it("law: pages of any size are together the list", () => {
  fc.assert(
    fc.property(entries, fc.integer({ min: 1, max: 60 }), (list, tokens) => {
      const all: Entry[] = [];
      let cursor: string | undefined;
      do {
        const page = pageAfter(list, cursor, tokens);
        expect(page.left).toBe(list.length - all.length - page.items.length);
        all.push(...page.items);
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(all).toEqual(list);
    }),
    { numRuns: runs(1000) },
  );
});

it("law: a page begins after the last entry of the page before, wherever that is by then", () => {
  fc.assert(
    fc.property(entries, entries, fc.integer({ min: 1, max: 40 }), (list, more, tokens) => {
      const first = pageAfter(list, undefined, tokens);
      if (first.cursor === undefined) return;
      // Entries of others, with keys that the list does not have, are before, between and after.
      const grown = [...more.map(({ key, weight }) => ({ key: key + 100, weight })), ...list].toSorted(
        (a, b) => b.weight - a.weight,
      );
      const next = pageAfter(grown, first.cursor, 1_000_000);
      const last = grown.findIndex(({ key }) => key === first.items.at(-1)!.key);
      expect(next.items).toEqual(grown.slice(last + 1));
    }),
    { numRuns: runs(1000) },
  );
});
