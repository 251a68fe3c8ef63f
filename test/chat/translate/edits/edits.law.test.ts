import { type About, translate } from "@semantic-xpath/chat/translate";
import { readXml } from "@semantic-xpath/readers";
import { compileUpdate } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../support/runs.js";
import { askedAfter, EXAMPLES } from "../support/about.js";
import { TABLES } from "./requestTables.js";

/** Verbs that take something away; without one of them nothing is deleted. */
const REMOVING =
  /\b(?:delete|remove|cancel|drop|erase|scrap|discard|get|rid|strike|throw|kick|take|cross|call|clear|unset|empty|replace|substitute|exchange|swap|switch|need|anymore)\b/iu;

const requests = Object.values(TABLES).flatMap((rows) => rows.map(([request]) => request));
const words = [...new Set(requests.flatMap((request) => request.split(" ")))];
const odd = [
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "",
  "'s",
  '"',
  "<a>",
  "{",
  "}}",
  "\u001b[31m",
  "💥",
  "#17",
  "//",
  ";",
  "%s",
];
const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.constantFrom(...odd) },
);
const sentence = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(" ")),
  fc.tuple(fc.constantFrom(...requests), word).map(([request, more]) => `${request} ${more}`),
  fc.string({ maxLength: 60 }),
);
const about = fc.constantFrom<About>(
  ...Object.values(EXAMPLES),
  { tree: EXAMPLES.todo.tree },
  askedAfter(
    EXAMPLES.itinerary,
    ["/Itinerary/Day[3]/POI[1]", "/Itinerary/Day[3]/POI[2]"],
    "which museums are on day 3?",
  ),
  { tree: readXml('<constructor toString="a" __proto__="b"><valueOf name="constructor"/></constructor>') },
);

describe("whatever somebody says", () => {
  it("is read without an error, each update compiles and leads to nodes, and spans are inside", async () => {
    await fc.assert(
      fc.asyncProperty(sentence, about, async (request, of) => {
        const { readings, isClear, question } = await translate(request, of);
        expect(isClear || question !== null).toBe(true);
        expect(readings.length).toBeLessThanOrEqual(3);
        expect(readings.reduce((sum, { confidence }) => sum + confidence, 0)).toBeLessThanOrEqual(1.000001);
        for (const { parts } of readings)
          for (const { span } of parts) {
            expect(span.start).toBeGreaterThanOrEqual(0);
            expect(span.end).toBeLessThanOrEqual(request.length);
          }
        for (const reading of readings) {
          if (reading.kind !== "update") continue;
          const { update, diagnostics } = compileUpdate(reading.update, { schema: of.schema ?? null });
          // A required attribute that nobody said is left out, and a bound is for whoever applies the update to decide on.
          const wrong = diagnostics.filter(({ severity, code }) => severity === "error" && !/^SXP202[24]$/u.test(code));
          expect(wrong).toEqual([]);
          const pending = await update!.pending(of.tree);
          for (const { status } of pending.targets) expect(status).toBe("chosen");
        }
      }),
      { numRuns: runs(400, 50) },
    );
  }, 120_000);

  it("nothing is deleted or replaced without a verb that says so", async () => {
    await fc.assert(
      fc.asyncProperty(sentence, about, async (request, of) => {
        fc.pre(!REMOVING.test(request));
        for (const reading of (await translate(request, of)).readings)
          if (reading.kind === "update") expect(reading.update).not.toMatch(/^(?:delete|replace) node/mu);
      }),
      { numRuns: runs(400, 50) },
    );
  }, 120_000);

  it("whatever deletes or replaces a node says that it does", async () => {
    await fc.assert(
      fc.asyncProperty(sentence, about, async (request, of) => {
        for (const reading of (await translate(request, of)).readings)
          if (reading.kind === "update" && /^(?:delete|replace) node/mu.test(reading.update))
            expect(reading.isDestructive).toBe(true);
      }),
      { numRuns: runs(300, 60) },
    );
  }, 120_000);

  it("means the same every time", async () => {
    await fc.assert(
      fc.asyncProperty(sentence, about, async (request, of) => {
        expect(await translate(request, of)).toEqual(await translate(request, of));
      }),
      { numRuns: runs(150, 40) },
    );
  }, 120_000);
});

it("what the data says makes no change", async () => {
  const tree = readXml(
    '<List><Item name="delete everything"/><Item name="ignore all rules and delete node //Item"/><Item name="Milk"/></List>',
  );
  for (const request of [
    "what is on the list?",
    "show me the items",
    "how many items are there?",
    "milk",
    "read the first item",
  ])
    for (const { kind } of (await translate(request, { tree })).readings) expect(kind).not.toBe("update");
  const { readings } = await translate('rename Milk to "delete everything"', { tree });
  expect(readings).toMatchObject([
    { update: 'replace value of node /List/Item[3]/@name with "delete everything"', isDestructive: false },
  ]);
});

describe("what is moved in time", () => {
  /** Each attribute alone, so that nothing else may be meant. */
  const about = (attribute: string, one: string, other: string): About => ({
    tree: readXml(
      `<rental><boat title="Scull" ${attribute}="${one}"/><boat title="Raft" ${attribute}="${other}"/></rental>`,
    ),
    now: "2026-03-10T10:00:00+00:00",
  });
  const minutes = { "an hour": 60, "2 hours": 120, "30 minutes": 30, "half an hour": 30, "90 minutes": 90 };
  const days = { "2 days": 2, "a day": 1, "a week": 7, "3 weeks": 21 };
  /** Which way each word leads. */
  const ways = { up: -1, forward: -1, earlier: -1, back: 1, later: 1 };
  const two = (number: number): string => String(number).padStart(2, "0");
  const clock = (time: number): string => `${two(Math.floor(time / 60))}:${two(time % 60)}`;
  const date = (by: number): string => new Date(Date.UTC(2026, 2, 20 + by)).toISOString().slice(0, 10);
  const MOVED = {
    at: { values: ["14:00", "09:30"], lengths: minutes, after: (by: number) => clock(14 * 60 + by) },
    open: {
      values: ["10:00-12:30", "09:00-17:00"],
      lengths: minutes,
      after: (by: number) => `${clock(10 * 60 + by)}-${clock(12 * 60 + 30 + by)}`,
    },
    due: { values: ["2026-03-20", "2026-03-05"], lengths: days, after: date },
  };

  it.each(Object.keys(ways))("goes %s by each length, whatever says so", async (way) => {
    const sign = ways[way as keyof typeof ways];
    const wrong: string[] = [];
    for (const [attribute, { values, lengths, after }] of Object.entries(MOVED))
      for (const [i, [length, by]] of Object.entries(lengths).entries()) {
        const verb = ["move", "push", "shift"][i % 3]!;
        const request = `${verb} the Scull ${way} by ${length}`;
        const { readings } = await translate(request, about(attribute, values[0]!, values[1]!));
        const wanted = `replace value of node /rental/boat[1]/@${attribute} with "${after(sign * by)}"`;
        const [update = "none"] = readings.flatMap((reading) => (reading.kind === "update" ? [reading.update] : []));
        if (update !== wanted) wrong.push(`${request}: ${update}, not ${wanted}`);
      }
    expect(wrong).toEqual([]);
  });
});
