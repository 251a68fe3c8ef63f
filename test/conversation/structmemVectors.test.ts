import {
  fineCuts,
  planWindows,
  reconsidered,
  segmentTurns,
  utteranceTimes,
} from "@semantic-xpath/conversation/structmem";
import { describe, expect, it } from "vitest";

const degrees = (angle: number) => [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];

describe("segments of turns", () => {
  const turns = [0, 20, 40, 130, 140, 230].map(degrees);

  it("begin where neighbouring turns are unlike", () => {
    expect(fineCuts(turns)).toEqual([3, 5]);
  });

  it.each([
    {
      coarse: [2],
      isForced: false,
      segments: [
        [0, 3],
        [3, 5],
      ],
      rest: 5,
    },
    {
      coarse: [2],
      isForced: true,
      segments: [
        [0, 3],
        [3, 5],
        [5, 6],
      ],
      rest: 6,
    },
    { coarse: [1], isForced: false, segments: [[0, 3]], rest: 3 },
    { coarse: [], isForced: false, segments: [[0, 6]], rest: 6 },
  ])("near the coarse cuts $coarse", ({ coarse, isForced, segments, rest }) => {
    const expected = segments.map(([start, end]) => ({ start, end }));
    expect(segmentTurns(turns, coarse, isForced)).toEqual({ segments: expected, rest });
  });

  it("are one where all turns are alike", () => {
    const alike = [0, 20, 40, 60].map(degrees);
    expect(fineCuts(alike)).toEqual([]);
    expect(segmentTurns(alike, [2], false)).toEqual({ segments: [{ start: 0, end: 4 }], rest: 4 });
  });
});

describe("windows", () => {
  const entry = (seconds: number, session = "s") => ({
    id: `e${seconds}`,
    text: "",
    voice: "factual" as const,
    event: `u${seconds}`,
    session,
    speaker: "Ana",
    time: seconds * 1000,
  });
  const seconds = (windows: readonly (readonly { readonly time: number }[])[]) =>
    windows.map((window) => window.map(({ time }) => time / 1000));

  it("slide from the last entry of the one before", () => {
    const entries = [0, 10, 3600, 3601, 7300].map((time) => entry(time));
    expect(seconds(planWindows(entries, 3_600_000, "sliding"))).toEqual([[0, 10, 3600], [3601], [7300]]);
  });

  it("count only to the end of a sliding window, which begins before its first entry", () => {
    expect(
      seconds(
        planWindows(
          [0, 3000, 6000, 6700].map((time) => entry(time)),
          3_600_000,
          "sliding",
        ),
      ),
    ).toEqual([[0, 3000], [6000], [6700]]);
    expect(
      seconds(
        planWindows(
          [0, 3000, 6000, 6700].map((time) => entry(time)),
          3_600_000,
          "fixed",
        ),
      ),
    ).toEqual([
      [0, 3000],
      [6000, 6700],
    ]);
  });

  it("end at a gap, or with a session", () => {
    const entries = [entry(0, "a"), entry(3000, "a"), entry(6000, "b"), entry(20_000, "b")];
    expect(seconds(planWindows(entries, 3_600_000, "gap"))).toEqual([[0, 3000, 6000], [20_000]]);
    expect(seconds(planWindows(entries, 3_600_000, "session"))).toEqual([
      [0, 3000],
      [6000, 20_000],
    ]);
  });
});

describe("the update queue", () => {
  it("reconsiders an entry that a later one is almost equal to", () => {
    const queues = new Map([
      [
        "e3",
        [
          { id: "e1", score: 0.93 },
          { id: "e2", score: 0.88 },
        ],
      ],
    ]);
    expect(reconsidered(queues)).toEqual(new Map([["e1", ["e3"]]]));
  });
});

describe("times of utterances", () => {
  it("go on over a session that arrives in two batches", () => {
    const utterances = ["a", "b", "c"].map((id) => ({ id, session: "s", sessionTime: 0 }));
    expect([...utteranceTimes(utterances).values()]).toEqual([0, 1000, 2000]);
  });
});
