import type { ResultRow } from "@semantic-xpath/inspect";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chartsOf } from "../../packages/views/src/model/charts.js";
import { runs } from "../support/runs.js";

const row = (more: Partial<ResultRow> & { readonly with?: Readonly<Record<string, string>> }): ResultRow => ({
  ...{ rank: 1, node: 2, path: "/Plan/Day[1]/POI[1]", weight: 1, type: "POI", text: "", value: null },
  ...{ keys: [], gave: [], share: null, source: null, group: null, record: null },
  ...more,
  attributes: Object.entries(more.with ?? { name: "Zoo" }).map(([name, value]) => ({ name, value })),
});
const kinds = (rows: readonly ResultRow[]) => chartsOf(rows).map(({ kind }) => kind);

describe("the charts of a result", () => {
  it("are weights first where they differ, then groups", () => {
    const rows = [
      row({ weight: 0.9, path: "/Plan/Day[1]/POI[1]" }),
      row({ weight: 0.5, path: "/Plan/Day[1]/POI[2]" }),
      row({ weight: 0.2, path: "/Plan/Day[2]/POI[1]" }),
    ];
    expect(kinds(rows)).toEqual(["bars", "groups"]);
    const [bars, groups] = chartsOf(rows);
    expect(bars).toMatchObject({ of: "weight", marks: [{ share: 0.9, text: "0.90", label: "Zoo" }, {}, {}] });
    expect(groups).toMatchObject({ groups: [{ label: "Day 1", marks: [{}, {}] }, { label: "Day 2" }] });
  });

  it("are quantities, as long as their parts of the largest, of a query that ends with an attribute", () => {
    const rows = [row({ value: "30", path: "/Plan/Day[1]/@cost" }), row({ value: "60", path: "/Plan/Day[2]/@cost" })];
    expect(chartsOf(rows)).toMatchObject([
      { kind: "bars", of: "value", marks: [{ share: 0.5 }, { share: 1, text: "60" }] },
    ]);
  });

  it("are a timeline first where weights say nothing and all have a date", () => {
    const rows = [
      row({ with: { name: "Zoo", due: "2026-03-01" } }),
      row({ with: { name: "Fort", due: "2026-01-01T10:00:00Z" } }),
    ];
    expect(chartsOf(rows)).toMatchObject([
      { kind: "timeline", attribute: "due", marks: [{ label: "Fort", share: 0, text: "2026-01-01" }, { share: 1 }] },
    ]);
  });

  it("are none where nothing can be drawn", () => {
    expect(kinds([])).toEqual([]);
    expect(kinds([row({ weight: 0.4 })])).toEqual([]);
    expect(kinds([row({}), row({})])).toEqual([]);
    expect(kinds([row({ value: "-1" }), row({ value: "3" })])).toEqual([]);
    expect(kinds([row({ value: "" }), row({ value: "3" })])).toEqual([]);
    expect(kinds([row({ with: { due: "2026-13-45" } }), row({ with: { due: "2026-01-01" } })])).toEqual([]);
  });

  it("have each result once, in its room, whatever the data says", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("constructor", "__proto__", "2026-01-01", "1e999", "12", " "));
    const any = fc.record({
      weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
      value: fc.option(text),
      path: fc.constantFrom("/a", "/a/b[1]/c", "/a/b[2]/c[1]/@d", "/constructor[1]/x/text()"),
      with: fc.dictionary(text, text, { maxKeys: 3 }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (given) => {
        const rows = given.map((each, i) => row({ ...each, node: i + 1 }));
        for (const chart of chartsOf(rows)) {
          const marks = chart.kind === "groups" ? chart.groups.flatMap((group) => group.marks) : chart.marks;
          expect(marks.map(({ node }) => node).sort((a, b) => a - b)).toEqual(rows.map(({ node }) => node));
          for (const { share } of marks) expect(share >= 0 && share <= 1).toBe(true);
        }
      }),
      { numRuns: runs(1_000, 100) },
    );
  });
});
