import { openConversation, rulesFormation } from "@semantic-xpath/conversation";
import {
  entriesOf,
  eventsOf,
  fineCuts,
  planWindows,
  reconsidered,
  retrieveEvents,
  segmentTurns,
  supplementOf,
  utteranceTimes,
} from "@semantic-xpath/conversation/structmem";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
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

describe("defects of LightMem that are not here", () => {
  const at = (id: string, seconds: number, change: { readonly event?: string; readonly session?: string } = {}) => ({
    id,
    text: "",
    voice: "factual" as const,
    event: id,
    session: "s",
    speaker: "Ana",
    time: seconds * 1000,
    ...change,
  });

  it("utterances of a session that is read in two parts share a time", async () => {
    const talk = openConversation(Memory.create(inMemoryJournal()), { formation: rulesFormation({ isTold: true }) });
    const turns = ["a cat", "a dog", "a hen", "a goat", "a cow"].map((value, i) => ({
      id: String(i),
      speaker: "Ana",
      text: `I own ${value}.`,
    }));
    for (const part of [turns.slice(0, 3), turns.slice(3)])
      await talk.add([{ id: "s", date: "2023-05-08T13:56:00Z", turns: part }]);
    const entries = entriesOf(talk.state);
    expect([...eventsOf(entries).keys()]).toEqual(["s/0", "s/1", "s/2", "s/3", "s/4"]);
    expect(new Set(entries.map(({ time }) => time)).size).toBe(5);
  });

  it("entries of the window are its own context, and fill the places of the seeds", () => {
    const [own, near, far] = [at("own", 0), at("near", 9000), at("far", 9001)];
    const vectors = new Map([
      ["own", [1, 0]],
      ["near", [0.9, 0.1]],
      ["far", [0.5, 0.5]],
    ]);
    const { seeds, entries } = supplementOf([own], [own, near, far], (id) => vectors.get(id)!, [1, 0], {
      count: 1,
      scope: "global",
    });
    expect([seeds, entries].map((list) => list.map(({ id }) => id))).toEqual([["near"], ["near"]]);
  });

  it("the context of earlier entries only fails, or has later ones", () => {
    const all = [at("a", 0), at("b", 5000), at("c", 9000)];
    const { entries } = supplementOf([all[1]!], all, () => [1, 0], [1, 0], { count: 15, scope: "historical" });
    expect(entries.map(({ id }) => id)).toEqual(["a"]);
  });

  it("windows of one conversation depend on those of another", () => {
    const entries = [0, 10, 3600].map((time) => at(`e${time}`, time));
    const alone = planWindows(entries, 3_600_000, "sliding");
    planWindows([at("other", 99_999)], 3_600_000, "sliding");
    expect(planWindows(entries, 3_600_000, "sliding")).toEqual(alone);
  });

  it("the earliest of more than a thousand entries is overlooked", () => {
    const entries = Array.from({ length: 1200 }, (_, i) => at(`e${i}`, (1200 - i) * 7200));
    const windows = planWindows(entries, 3_600_000, "sliding");
    expect(windows).toHaveLength(1200);
    expect(windows[0]![0]!.id).toBe("e1199");
  });

  it("there are no summaries yet: the answer fails", () => {
    expect(retrieveEvents([1, 0], new Map([["a", [1, 0]]]), new Map())).toEqual({ entries: ["a"], summaries: [] });
  });

  it.each([2, 384, 1536])("only vectors of one dimension are read, not of %d", (dimension) => {
    const axis = (place: number) => Array.from({ length: dimension }, (_, i) => (i === place ? 1 : 0));
    const entries = new Map([
      ["far", axis(1)],
      ["near", axis(0)],
    ]);
    expect(retrieveEvents(axis(0), entries, new Map(), { entries: 1, summaries: 1 }).entries).toEqual(["near"]);
  });
});
