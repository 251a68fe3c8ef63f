import { array, assert, constantFrom, nat, property, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { timelineOf } from "../../../../packages/studio/src/page/model/timeline.js";
import type { VersionView } from "../../../../packages/studio/src/protocol.js";
import { runs } from "../../../support/runs.js";

const version = (number: number, branch: string, ...parents: readonly number[]): VersionView => ({
  number,
  branch,
  parents,
  time: "2026-05-01T00:00:00Z",
  author: null,
  reason: null,
  turn: null,
  changes: 1,
});

describe("the timeline of versions", () => {
  it("has the newest first, and a column for each branch, main first", () => {
    const { rows, lines, lanes } = timelineOf([
      version(1, "draft"),
      version(2, "main", 1),
      version(3, "draft", 1),
      version(4, "main", 2, 3),
    ]);
    expect(rows.map(({ version: { number }, lane }) => [number, lane])).toEqual([
      [4, 0],
      [3, 1],
      [2, 0],
      [1, 1],
    ]);
    expect(lanes).toBe(2);
    expect(lines.slice(0, 2)).toEqual([
      { fromRow: 0, fromLane: 0, parentRow: 2, parentLane: 0 },
      { fromRow: 0, fromLane: 0, parentRow: 1, parentLane: 1 },
    ]);
  });

  it("draws a line to a version that is not there any more straight down", () => {
    expect(timelineOf([version(7, "main", 6)]).lines).toEqual([
      { fromRow: 0, fromLane: 0, parentRow: null, parentLane: 0 },
    ]);
    expect(timelineOf([])).toEqual({ rows: [], lines: [], lanes: 1 });
  });

  it("has a row for each version and a line for each parent, downwards, in columns that there are", () =>
    assert(
      property(array(tuple(constantFrom("main", "a", "constructor"), nat(), nat(2)), { maxLength: 30 }), (picks) => {
        const versions = picks.map(([branch, from, gap], i) =>
          version(i + 1, branch, ...(i === 0 ? [] : gap === 0 ? [-1] : [1 + (from % i)])),
        );
        const { rows, lines, lanes } = timelineOf(versions);
        expect(rows.map((row) => row.version.number)).toEqual(versions.map(({ number }) => number).reverse());
        expect(lines).toHaveLength(versions.flatMap(({ parents }) => parents).length);
        expect(new Set(rows.map(({ lane }) => lane)).size).toBe(versions.length === 0 ? 0 : lanes);
        for (const { fromRow, parentRow, parentLane, fromLane } of lines) {
          expect(parentRow === null || parentRow > fromRow).toBe(true);
          expect(parentLane).toBe(parentRow === null ? fromLane : rows[parentRow]!.lane);
        }
      }),
      { numRuns: runs(200) },
    ));
});
