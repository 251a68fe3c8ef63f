import {
  asEntry,
  type Consolidation,
  citationsOf,
  consolidate,
  type Entry,
  eventsOf,
  extractiveSynthesis,
  fidelityOf,
  isStale,
  LightMemLineError,
  planWindows,
  readEntries,
  readSummaries,
  retrieveEvents,
  segmentTurns,
  supplementOf,
  survival,
  unsupportedCitations,
  updateQueues,
  writeEntries,
  writeSummaries,
} from "@semantic-xpath/conversation/structmem";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";

const MAY = Date.UTC(2023, 4, 8, 13, 56);

const entry = (id: string, text: string, change: Partial<Entry> = {}): Entry => ({
  id,
  text,
  voice: "factual",
  event: id,
  session: "s1",
  speaker: "Ana",
  time: MAY,
  ...change,
});

const entries = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    text: fc.string(),
    voice: fc.constantFrom("factual" as const, "relational" as const),
    event: fc.constantFrom("u1", "u2", "u3", "u4", "constructor"),
    session: fc.constantFrom("s1", "s2"),
    speaker: fc.constantFrom("Ana", "Bo", ""),
    time: fc.integer({ min: 0, max: 20_000 }).map((seconds) => seconds * 1000),
  }),
  { selector: ({ id }) => id, maxLength: 25 },
);

describe("windows", () => {
  it("partition the entries in order of time, in every mode", () => {
    const mode = fc.constantFrom("sliding" as const, "gap" as const, "fixed" as const, "session" as const);
    fc.assert(
      fc.property(entries, mode, fc.integer({ min: 1, max: 5_000_000 }), (entries, mode, length) => {
        const windows = planWindows(entries, length, mode);
        expect(windows.every((window) => window.length > 0)).toBe(true);
        expect(
          windows
            .flat()
            .map(({ id }) => id)
            .sort(),
        ).toEqual(entries.map(({ id }) => id).sort());
        for (const window of windows) {
          const times = window.map(({ time }) => time);
          expect(times).toEqual(times.toSorted((left, right) => left - right));
          if (mode === "fixed") expect(times.at(-1)! - times[0]!).toBeLessThanOrEqual(length);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("segments", () => {
  it("partition the turns up to the rest", () => {
    const turns = fc.array(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 2 }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(turns, fc.array(fc.nat(11)), fc.boolean(), (turns, coarse, isForced) => {
        const { segments, rest } = segmentTurns(turns, coarse, isForced);
        const places = segments.flatMap(({ start, end }) =>
          Array.from({ length: end - start }, (_, index) => start + index),
        );
        expect(places).toEqual(Array.from({ length: rest }, (_, index) => index));
        if (isForced) expect(rest).toBe(turns.length);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("the context of a window", () => {
  const direction = (id: string) => [Math.cos(id.charCodeAt(0)), Math.sin(id.charCodeAt(1))];

  it("never holds entries of the window, counts seeds after leaving those out, and takes events whole", () => {
    fc.assert(
      fc.property(
        entries,
        fc.nat(10),
        fc.nat(8),
        fc.constantFrom("global" as const, "historical" as const),
        (all, size, count, scope) => {
          const window = all.slice(0, size);
          fc.pre(window.length > 0);
          const start = Math.min(...window.map(({ time }) => time));
          const others = all.slice(size).filter(({ time }) => scope === "global" || time < start);
          const query = [0.6, 0.8];
          const { seeds, entries: context } = supplementOf(window, all, direction, query, { count, scope });
          const positive = others.filter(({ id }) => direction(id)[0]! * 0.6 + direction(id)[1]! * 0.8 > 0);
          expect(seeds).toHaveLength(Math.min(count, positive.length));
          const ids = new Set(context.map(({ id }) => id));
          expect(window.some(({ id }) => ids.has(id))).toBe(false);
          const events = new Set(seeds.map(({ event }) => event));
          expect(ids).toEqual(new Set(others.filter(({ event }) => events.has(event)).map(({ id }) => id)));
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it("keeps events apart that share their time", () => {
    const both = [entry("a", "one"), entry("b", "two")];
    expect([...eventsOf(both).keys()]).toEqual(["a", "b"]);
  });
});

describe("citations", () => {
  it("are the dates, names and numbers of a text", () => {
    const text =
      "On 8 May 2023 Ana met Tom Baker at the Louvre. She paid 1,200 euros on June 3rd. Later they left, 2023-05-09.";
    expect(citationsOf(text).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      "date 8 May 2023",
      "name Ana",
      "name Tom",
      "name Baker",
      "name Louvre",
      "number 1,200",
      "date June 3rd",
      "date 2023-05-09",
    ]);
  });

  const inputs = [
    entry("a", "I met Tom's sister at the museum, paid 1200 euros"),
    entry("b", "see you on 3 June", { speaker: "Bo" }),
  ];
  it.each([
    ["On 8 May 2023, a Monday, Ana told Bo about Tom.", []],
    ["They meet again on June 3rd; it cost 1,200 euros.", []],
    ["At 13:56 Ana spoke, that is 1:56 in the afternoon.", []],
    ["Ana met Eve on 9 May 2023 and paid 1300 euros.", ["Eve", "9 May 2023", "1300"]],
    ["They meet on 3 June 2024 in Lisbon.", ["Lisbon"]],
    ["It was on 8 May 2024.", ["8 May 2024"]],
  ])("are supported by the inputs: %s", (text, unsupported) => {
    expect(unsupportedCitations(text, inputs).map(({ text }) => text)).toEqual(unsupported);
  });
});

describe("a consolidation", () => {
  const window = [entry("b", "She bought a canoe.", { time: MAY + 1000 }), entry("a", "Ana moved to Oslo.")];
  const old = entry("z", "Ana planned to leave Bergen.", { time: MAY - 86_400_000 * 30 });
  const supplement = { seeds: [old], entries: [old] };

  it("is asked for once more if it cites what no input has, and marked if it still does", async () => {
    const asked: string[][] = [];
    const answers = ["Ana moved to Oslo with Eve.", "Ana moved to Oslo from Bergen."];
    const honest = await consolidate(window, supplement, async (_, problems) => {
      asked.push(problems.map(({ text }) => text));
      return answers[asked.length - 1]!;
    });
    expect(asked).toEqual([[], ["Eve"]]);
    expect(honest).toMatchObject({
      text: answers[1],
      unsupported: [],
      covers: ["a", "b"],
      seeds: ["z"],
      tier: 1,
      start: MAY,
      end: MAY + 1000,
    });

    const stubborn = await consolidate(window, supplement, async () => "They met Eve and Tom.");
    expect(stubborn.unsupported).toEqual(["Eve", "Tom"]);
  });

  it("keeps the better of two answers, and nothing if there is none", async () => {
    const answers = ["They met Eve.", "They met Eve and Tom."];
    const kept = await consolidate(window, supplement, async () => answers.shift()!);
    expect(kept.text).toBe("They met Eve.");
    await expect(consolidate(window, supplement, async () => Promise.reject(new Error("refused")))).rejects.toThrow(
      "refused",
    );
  });

  it("is the same for the same window, however it is ordered", async () => {
    const one = await consolidate(window, supplement, extractiveSynthesis());
    expect(await consolidate(window.toReversed(), supplement, extractiveSynthesis())).toEqual(one);
    expect(one.text).toBe("2023-05-08: Ana: Ana moved to Oslo.\nAna: She bought a canoe.");
  });

  it("is stale when an entry that it was written from changes or goes", async () => {
    const written = await consolidate(window, supplement, extractiveSynthesis());
    const texts = new Map([...window, old].map(({ id, text }) => [id, text]));
    const textOf = (id: string) => texts.get(id) ?? null;
    expect(isStale(written, textOf)).toBe(false);
    texts.set("z", "Ana planned to stay.");
    expect(isStale(written, textOf)).toBe(true);
    texts.delete("a");
    expect(isStale(written, textOf)).toBe(true);
  });

  it("is an entry of the next tier, by weeks", async () => {
    const days = [0, 1, 6, 7].map((day) =>
      entry(`d${day}`, `Day ${day}.`, { session: `s${day}`, time: MAY + day * 86_400_000 }),
    );
    const first: Consolidation[] = [];
    for (const window of planWindows(days))
      first.push(await consolidate(window, { seeds: [], entries: [] }, extractiveSynthesis()));
    const weeks = planWindows(first.map(asEntry));
    expect(weeks.map((week) => week.length)).toEqual([3, 1]);
    const second = await consolidate(weeks[0]!, { seeds: [], entries: [] }, extractiveSynthesis(), 2);
    expect(second).toMatchObject({ tier: 2, covers: first.slice(0, 3).map(({ id }) => id), unsupported: [] });
  });

  it("without a model cites nothing that its inputs don't have", async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (entries) => {
        fc.pre(entries.length > 0);
        const { text, unsupported } = await consolidate(entries, { seeds: [], entries: [] }, extractiveSynthesis());
        expect(unsupported, text).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("fidelity", () => {
  it("counts sentences and links that the inputs don't support", () => {
    const inputs = [entry("a", "Ana bought a canoe.")];
    expect(fidelityOf("On 8 May 2023 Ana bought a canoe. Like Eve did on 1 April.", inputs)).toEqual({
      sentences: 2,
      unsupportedSentences: 1,
      links: 2,
      spuriousLinks: 1,
    });
  });

  it("tells how many names and numbers survive", () => {
    expect(survival(["we met, Ana paid 12 euros to Tom"], "They gave Tom 12 euros.")).toBeCloseTo(2 / 3);
    expect(survival(["nothing to keep"], "")).toBe(1);
  });
});

describe("the update queue", () => {
  it("lists only entries that are not later, without the entry itself", () => {
    const queues = updateQueues([
      { id: "a", time: 1, vector: [1, 0] },
      { id: "b", time: 2, vector: [1, 0.1] },
      { id: "c", time: 3, vector: [0, 1] },
    ]);
    expect(queues.get("a")).toEqual([]);
    expect(queues.get("b")!.map(({ id }) => id)).toEqual(["a"]);
    expect(queues.get("c")!.map(({ id }) => id)).toEqual(["b"]);
  });
});

describe("LightMem's points", () => {
  it("are read back, with the voice and the event that LightMem loses", () => {
    fc.assert(
      fc.property(entries, (entries) => {
        const vectorOf = (id: string) => [id.length, 0.5];
        const read = readEntries(writeEntries(entries, vectorOf, new Set()));
        expect(read.entries).toEqual(entries);
        for (const { id } of entries) expect(read.vectors.get(id)).toEqual(vectorOf(id));
      }),
      { numRuns: runs(200) },
    );
  });

  it("of LightMem itself are events by their time and speaker", () => {
    const point = {
      id: "1",
      vector: [0.5],
      payload: { memory: "Ana sings", time_stamp: "2023-05-08T13:56:02.000", speaker_name: "Ana", bam_tags: {} },
    };
    expect(readEntries(JSON.stringify(point)).entries).toEqual([
      entry("1", "Ana sings", { event: "2023-05-08T13:56:02.000 Ana", session: "2023-05-08", time: MAY + 2000 }),
    ]);
  });

  it("hold summaries with what they cover", async () => {
    const written = await consolidate([entry("a", "Ana sings.")], { seeds: [], entries: [] }, extractiveSynthesis());
    const [point] = readSummaries(writeSummaries([written], () => [], MAY));
    expect(point!.payload).toMatchObject({
      summary: written.text,
      covered_entry_ids: ["a"],
      seed_entry_ids: [],
      entry_count: 1,
    });
  });

  it("that are broken are refused with their line", () => {
    expect(() => readEntries('\n{"id": "1"}')).toThrow(new LightMemLineError(2, '"vector" must be a list'));
    const point = { id: "1", vector: [], payload: { memory: "", time_stamp: "soon" } };
    expect(() => readEntries(JSON.stringify(point))).toThrow('time_stamp: "soon" is no time');
  });
});

describe("retrieval of the paper", () => {
  it("takes the nearest 60 entries and 5 summaries", () => {
    const around = (count: number) =>
      new Map(
        Array.from({ length: count }, (_, index) => [`e${index}`, [Math.cos(index / 100), Math.sin(index / 100)]]),
      );
    const { entries, summaries } = retrieveEvents([1, 0], around(80), around(9));
    expect(entries).toEqual(Array.from({ length: 60 }, (_, index) => `e${index}`));
    expect(summaries).toEqual(["e0", "e1", "e2", "e3", "e4"]);
  });
});
