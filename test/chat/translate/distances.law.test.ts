import { type About, translate } from "@semantic-xpath/chat/translate";
import { treeOf } from "@semantic-xpath/tree";
import { MIRRORED } from "@semantic-xpath/values";
import { describe, expect, it } from "vitest";

const NOW = "2026-03-10T10:00:00+00:00";
const FAULTS = ["2025-12-01", "2026-01-20", "2026-02-14", "2026-02-24", "2026-03-03", "2026-03-09"];
const about: About = {
  now: NOW,
  tree: treeOf({
    type: "log",
    children: FAULTS.map((reported, at) => ({
      type: "fault",
      attributes: { faultNo: `F-${at}`, reported, hours: String(at + 1) },
      children: [],
    })),
  }),
};

type Operator = "<" | "<=" | ">" | ">=";
const AMOUNTS: readonly (readonly [words: string, Operator])[] = [
  ["more than", ">"],
  ["over", ">"],
  ["less than", "<"],
  ["under", "<"],
  ["at least", ">="],
  ["at most", "<="],
  ["no more than", "<="],
  ["not more than", "<="],
  ["no less than", ">="],
];
const TIMES: readonly (readonly [words: string, day: string])[] = [
  ["3 weeks", "2026-02-17"],
  ["three weeks", "2026-02-17"],
  ["10 days", "2026-02-28"],
];
const COMPARATIVES: readonly (readonly [words: string, Operator])[] = [
  ["older than", "<"],
  ["newer than", ">"],
  ["more recent than", ">"],
  ["no older than", ">="],
  ["not newer than", "<="],
];

/** The query of a request that is clear, and of the others that of each choice. */
async function queriesOf(request: string): Promise<readonly string[]> {
  const { readings, isClear } = await translate(request, about);
  return (isClear ? readings.slice(0, 1) : readings).map((reading) =>
    reading.kind === "query" ? reading.query : reading.kind,
  );
}

describe("law: a distance from today bounds a date in the direction of its words", () => {
  const distances = AMOUNTS.flatMap(([words, operator]) =>
    TIMES.map(([time, day]) => [`faults reported ${words} ${time} ago`, MIRRORED[operator], day] as const),
  );
  it.each(distances)("%s: %s %s", async (request, operator, day) => {
    expect(await queriesOf(request)).toEqual([`//fault[@reported ${operator} "${day}"]`]);
  });

  it.each(COMPARATIVES)("faults %s a time or a day: %s", async (words, operator) => {
    for (const [time, day] of TIMES)
      expect(await queriesOf(`faults ${words} ${time}`)).toContain(`//fault[@reported ${operator} "${day}"]`);
    expect(await queriesOf(`faults ${words} 14 February`)).toEqual([`//fault[@reported ${operator} "2026-02-14"]`]);
  });

  it("no length in the data stands for an age", async () => {
    for (const [words] of COMPARATIVES)
      for (const query of await queriesOf(`faults ${words} 3 hours`)) expect(query).not.toContain("@hours");
  });

  it.each([
    ["no earlier than", ">="],
    ["no later than", "<="],
    ["not later than", "<="],
    ["not before", ">="],
    ["not after", "<="],
  ])("faults reported %s 14 February: %s", async (words, operator) => {
    expect(await queriesOf(`faults reported ${words} 14 February`)).toContain(
      `//fault[@reported ${operator} "2026-02-14"]`,
    );
  });
});

describe("law: no content word of a request is passed over", () => {
  it.each([
    "which faults are ludicrous",
    "which faults are ludicrous with us",
    "list the fault numbers that are ludicrous",
  ])("the only one makes it a question: %s", async (request) => {
    expect((await translate(request, about)).isClear).toBe(false);
  });

  it.each(["", "could you work out ", "can you tell me "])(
    "what asks the reader is no condition: %s…",
    async (start) => {
      expect(await queriesOf(`${start}the average hours of the faults`)).toEqual(["avg(//fault/@hours)"]);
    },
  );

  it.each(["Dr. Batista", "Dr Batista", "Batista", "Rui Batista", "Dr. Rui Batista"])(
    "a name without its middle is the whole name: %s",
    async (name) => {
      const vets = ["Dr. Rui Batista", "Dr. Helen Okoye", "Dr. Annika Berg"];
      const tree = treeOf({
        type: "log",
        children: vets.map((vet, at) => ({ type: "visit", attributes: { visit_no: `V-${at}`, vet }, children: [] })),
      });
      const { readings, isClear } = await translate(`how many visits did ${name} have?`, { now: NOW, tree });
      expect([isClear, readings[0]]).toMatchObject([true, { query: 'count(//visit[@vet = "Dr. Rui Batista"])' }]);
    },
  );
});
