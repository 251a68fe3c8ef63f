import { translate } from "@semantic-xpath/chat/translate";
import { compile } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { askedAfter, EXAMPLES } from "../support/about.js";

const { itinerary, mealplan } = EXAMPLES;
const MUSEUMS = ["/Itinerary/Day[3]/POI[1]", "/Itinerary/Day[3]/POI[2]"];

async function found(request: string, about: typeof itinerary): Promise<readonly string[]> {
  const { readings } = await translate(request, about);
  const [reading] = readings;
  if (reading?.kind !== "query") return [];
  const { query } = compile(reading.query, { schema: about.schema ?? null });
  return (await query!.run(about.tree)).matches.map(({ path }) => path);
}

describe("questions about what was found", () => {
  it("those are among what the last turn found", async () => {
    const day = ["/Itinerary/Day[3]/Restaurant[1]", ...MUSEUMS, "/Itinerary/Day[3]/POI[3]"];
    expect(await found("Which of those are museums?", askedAfter(itinerary, day))).toEqual(MUSEUMS);
  });

  it("the first one is the first of several", async () => {
    expect(await found("How long does the first one take?", askedAfter(itinerary, MUSEUMS))).toEqual([
      "/Itinerary/Day[3]/POI[1]/@minutes",
    ]);
  });

  it("what many are called is the one that was meant", async () => {
    const path = "/MealPlan/Day[7]/Member[2]/Meal[3]/Option[2]";
    expect(await found("How long does it take to make?", askedAfter(mealplan, [path]))).toEqual([
      `${path}/@prep_minutes`,
    ]);
  });
});

describe("follow-ups", () => {
  it.each([
    ["Which of Lina's dinners have fish?", "And for Grete?", mealplan],
    ["What can Ana have for dinner on Tuesday?", "and on Friday?", mealplan],
    ["What can Ana have for dinner on Tuesday?", "what about lunch?", mealplan],
  ] as const)("%s %s", async (before, request, about) => {
    const { readings } = await translate(request, askedAfter(about, [], before));
    expect(readings[0]?.parts[0]?.meaning).toMatch(/^read as: (?:Which|What)/u);
  });

  it("what there is is counted in the whole, wherever the turn before was", async () => {
    const about = askedAfter(itinerary, ["/Itinerary/Day[1]"], "show day 1");
    for (const request of ["How many museums are there?", "Which museums are there?"]) {
      const [reading] = (await translate(request, about)).readings;
      expect(reading).toMatchObject({ kind: "query", query: expect.not.stringContaining("Day[1]") });
    }
  });

  it.each([
    ["make it a museum", ["/Itinerary/Day[1]/POI[2]"], 'POI[2]/@category with "museum"'],
    ["swap the CN Tower and the Royal Ontario Museum", [], "move node /Itinerary/Day[3]/POI[1] after"],
    ["swap the times of the CN Tower and the Royal Ontario Museum", [], '@time_block with "8:30 PM - 9:45 PM"'],
  ])("%s: of what was found, or what is named", async (request, found, update) => {
    const { readings, isClear } = await translate(request, askedAfter(itinerary, found, "what is there?"));
    expect({ isClear, reading: readings[0] }).toMatchObject({
      isClear: true,
      reading: { kind: "update", update: expect.stringContaining(update) },
    });
  });

  it.each(["delete it", "move it to day 7", "rename it to Pier"])(
    "%s: of several that were found each is offered",
    async (request) => {
      const { readings, isClear, question } = await translate(request, askedAfter(itinerary, MUSEUMS));
      expect({ isClear, question }).toEqual({ isClear: false, question: expect.stringMatching(/^Which do you mean/) });
      for (const reading of readings)
        expect(reading).toMatchObject({ kind: "update", update: expect.not.stringContaining(",\n") });
    },
  );

  it("the same again for another place is the change again", async () => {
    const about = askedAfter(itinerary, [], "add a POI called Pier to day 2");
    const { readings } = await translate("same for day 3", about);
    expect(readings).toMatchObject([{ kind: "update", update: expect.stringContaining("into /Itinerary/Day[3]") }]);
  });
});

it("parts are stretches of the request that was made", async () => {
  const request = "Which of those are museums?";
  for (const { parts } of (await translate(request, askedAfter(itinerary, MUSEUMS))).readings)
    for (const { span } of parts) expect(span.end).toBeLessThanOrEqual(request.length);
});

it("paths that are no more there refer to nothing", async () => {
  const { readings, isClear } = await translate(
    "delete it",
    askedAfter(itinerary, ["/Itinerary/Day[99]/POI[1]", "/nonsense["]),
  );
  expect({ readings, isClear }).toEqual({ readings: [], isClear: false });
});
