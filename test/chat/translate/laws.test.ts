import { type About, LONGEST_REQUEST, translate } from "@semantic-xpath/chat/translate";
import { compile, inferSchema, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../support/runs.js";
import { ITINERARY, MEALPLAN, TEAM, TODO } from "./support.js";

const ABOUTS = [ITINERARY, TODO, MEALPLAN, TEAM];
/** Words of requests, of the schemas and of the data, and what is none. */
const WORDS = (
  "what which who when where how many much show list all any each the a of in on at for with without not no except and or most least " +
  "cheapest longest first last second two 3 7 20 dollars minutes hours am pm before after between under over more than less due overdue open " +
  "this week Friday tomorrow day days stop stops task tasks project dinner museum Ana Bruno Toronto blocked done priority rating cost " +
  "calories nuts outdoors name it those that 's ? , . \" constructor __proto__ toString"
).split(" ");
const about = fc.constantFrom(...ABOUTS);
const request = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((words) => words.join(" ")),
  fc.string({ maxLength: 200, unit: "grapheme" }),
);

/** What must hold of whatever is read. */
async function expectSound(text: string, about: About): Promise<void> {
  const translation = await translate(text, about);
  const schema = about.schema ?? inferSchema(about.tree);
  const total = translation.readings.reduce((sum, { confidence }) => sum + confidence, 0);
  expect(total).toBeLessThanOrEqual(1 + 1e-9);
  expect(translation.readings.length).toBeLessThanOrEqual(3);
  expect(translation.isClear).toBe(translation.question === null);
  const spans = [...translation.readings.flatMap(({ parts }) => parts.map(({ span }) => span)), ...translation.unread];
  for (const { start, end } of spans) {
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(text.length);
  }
  for (const reading of translation.readings) {
    if (reading.kind !== "query" || reading.isHistory) continue;
    const { query, diagnostics } = compile(reading.query, { schema });
    expect(query, reading.query).toBeDefined();
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  }
}

describe("a translation", () => {
  test("is sound for any text: it never throws, its queries compile, its spans are in the request", async () => {
    await fc.assert(
      fc.asyncProperty(request, about, (text, about) => expectSound(text, about)),
      { numRuns: runs(1000, 115) },
    );
  });

  test("is the same again", async () => {
    await fc.assert(
      fc.asyncProperty(request, about, async (text, about) => {
        expect(await translate(text, about)).toEqual(await translate(text, about));
      }),
      { numRuns: runs(200, 100) },
    );
  });

  test("of more than its limit is refused", async () => {
    await expect(translate("x".repeat(LONGEST_REQUEST + 1), TODO)).rejects.toThrow(
      "SXP5130: The request has 2001 characters, and the limit is 2000. Shorten it, or split it into several requests.",
    );
    await expectSound("day ".repeat(LONGEST_REQUEST / 4), ITINERARY);
  });

  test.each(["many", "outdoors many", "several"])("of small words that values begin with ends: %s", (text) =>
    expectSound(text, ITINERARY),
  );

  test("copes with data whose names are words of objects, of queries or none", async () => {
    const tree = readXml(
      '<constructor toString="a"><__proto__ hasOwnProperty="b" order="by 3"/><node and="or" last="1">text with no name</node></constructor>',
    );
    for (const text of [
      "constructor",
      "which node has toString a?",
      "every __proto__ with hasOwnProperty b",
      "last node by order",
    ])
      await expectSound(text, { tree });
  });
});
