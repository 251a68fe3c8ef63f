import { type About, translate } from "@semantic-xpath/chat/translate";
import { treeOf } from "@semantic-xpath/tree";
import { describe, expect, it } from "vitest";

const NOW = "2026-03-10T10:00:00+00:00";

/** Rows of a table with the attributes of each. */
const tableOf = (rows: readonly Readonly<Record<string, string>>[]): About => ({
  now: NOW,
  tree: treeOf({
    type: "root",
    children: rows.map((attributes) => ({ type: "row", attributes, children: [] })),
  }),
});

/** The query or the update of a clear request; of another one the word "question". */
async function readingOf(request: string, about: About): Promise<string> {
  const { readings, isClear } = await translate(request, about);
  const [reading] = readings;
  if (!isClear || reading === undefined) return "question";
  return reading.kind === "query" ? reading.query : reading.kind === "update" ? reading.update : reading.kind;
}

const SHIPS = tableOf(
  ["Aurora", "Borealis", "Corvus", "Draco", "Eridanus", "Fornax"].map((ship, at) => ({
    ship,
    flag: ["Norway", "Poland", "United Kingdom", "Norway", "Poland", "Norway"][at]!,
    shipClass: ["ferry", "tanker", "tug", "ferry", "tug", "tanker"][at]!,
    launchYear: String(1961 + 7 * at),
    deck: `${200 + 150 * at} m²`,
    crossing: `${20 + 25 * at} min`,
    crewSigned: at % 2 === 0 ? "true" : "false",
    survey_ok: at % 3 === 0 ? "yes" : "no",
    arrivedOn: `2026-02-0${at + 1}`,
    estVal: String(20_000 + 15_000 * at),
    yrsLeft: String(3 + at),
    surveyOn: `2026-03-1${at + 1}`,
  })),
);

describe("law: years are no amounts", () => {
  it.each([
    ["which ships were launched before 1970", "//row[@launchYear < 1970]"],
    ["ships from the 1980s", "//row[@launchYear >= 1980 and @launchYear <= 1989]"],
  ])("%s", async (request, query) => expect(await readingOf(request, SHIPS)).toContain(query.slice(5)));

  it.each(["the two longest ships", "how many ships are there", "ships longer than half an hour", "total ships"])(
    "%s: nothing is summed, ordered or compared by them",
    async (request) => expect(await readingOf(request, SHIPS)).not.toContain("launchYear"),
  );
});

describe("law: the verb and the object of a flag are one condition", () => {
  const TEXTS: readonly (readonly [words: string, condition: string, type: string])[] = [
    ["signed the crew", "[@crewSigned = true]", "ferry"],
    ["signed their crew", "[@crewSigned = true]", "ferry"],
    ["not signed the crew", "[@crewSigned = false]", "ferry"],
    ["not yet signed the crew", "[@crewSigned = false]", "ferry"],
    ["passed the survey", '[@survey_ok = "yes"]', "ferry"],
    ["not passed the survey", '[@survey_ok != "yes"]', "tug"],
  ];
  it.each(TEXTS)("that have %s: %s", async (words, condition, type) => {
    const query = await readingOf(`every ${type} that has ${words}`, SHIPS);
    expect(query).toContain(`[@shipClass = "${type}"]`);
    expect(query).toContain(condition);
  });

  it.each(["Has Corvus signed the crew?", "Has the Corvus signed the crew?"])("%s is yes or no", async (request) =>
    expect(await readingOf(request, SHIPS)).toBe('exists(//row[@ship = "Corvus"][@crewSigned = true])'),
  );
});

describe("law: of several dates the one is meant that the request names", () => {
  it.each([
    ["surveys before 13 March", "surveyOn"],
    ["ships that arrived before 4 February", "arrivedOn"],
    ["upcoming surveys, soonest first", "surveyOn"],
  ])("%s: %s", async (request, attribute) => expect(await readingOf(request, SHIPS)).toContain(`@${attribute} `));

  it("upcoming ones are all that come, and the next one is one", async () => {
    expect(await readingOf("all upcoming surveys", SHIPS)).not.toMatch(/\[1\]$/);
    expect(await readingOf("the next survey", SHIPS)).toMatch(/\[1\]/);
  });
});

describe("law: units and nations as people write them", () => {
  it.each(["500 m²", "500 square metres", "500 square meters", "500 m2"])("a deck over %s", async (amount) =>
    expect(await readingOf(`ships with a deck over ${amount}`, SHIPS)).toContain('[@deck > "500 m²"]'),
  );

  it.each([
    ["norwegian ferries", '[@flag = "Norway"]'],
    ["polish tugs", '[@flag = "Poland"]'],
    ["british ships", '[@flag = "United Kingdom"]'],
  ])("%s: %s", async (request, condition) => expect(await readingOf(request, SHIPS)).toContain(condition));
});

describe("law: names in short forms and amounts in thousands", () => {
  it.each([
    ["ships with an estimated value over 50 thousand", "[@estVal > 50000]"],
    ["ships with an estimated value between 30 and 60 thousand", "[@estVal >= 30000 and @estVal <= 60000]"],
    ["ships with an estimated value between 30 and 60k", "[@estVal >= 30000 and @estVal <= 60000]"],
    ["ships with more than 5 years left", "[@yrsLeft > 5]"],
  ])("%s: %s", async (request, condition) => expect(await readingOf(request, SHIPS)).toContain(condition));
});

describe("law: a part of a name in another form is no predicate", () => {
  const CREW = tableOf(
    ["Night sailing", "Harbour tour", "Winter crossing", "Spring fair"].map((trip, at) => ({
      trip,
      guide: ["Ida Holm", "Jon Holm", "Kai Berg", "Liv Dahl"][at]!,
      day: `2026-04-0${at + 1}`,
    })),
  );
  it.each(["guides who are cross", "trips that are sail", "guides who were toured"])("%s", async (request) =>
    expect(await readingOf(request, CREW)).not.toContain("@trip ="),
  );
  it("two people of one family name are asked about", async () =>
    expect(await readingOf("move Holm's day to 9 April", CREW)).toBe("question"));
});
