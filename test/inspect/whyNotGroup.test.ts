import { inspect } from "@semantic-xpath/inspect";
import { compile, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";

const tree = readXml(`<R><Day n="1"><POI who="Ann" cost="5"/><POI who="Bob" cost="20"/><POI who="Eve" cost="2"/></Day>
<Day n="2"><POI who="Ann" cost="30"/><POI cost="1"/></Day></R>`);
const asked = async (text: string) => inspect(compile(text).query!, tree);

describe("why no result is a group of a key", () => {
  it.each([
    [
      "(//POI[@cost > 10])[group by @who][count(/*) > 5]",
      '[@who = "Ann"]',
      "[count(/*) > 5]",
      'the group of @who "Ann" has 1 member, and count(/*) > 5 leaves it out: its count of /* is 1, which is not > 5',
    ],
    [
      "(//POI[@cost > 10])[group by @who]",
      '[@who = "Eve"]',
      "[group by @who]",
      "no node of it was grouped: /R/Day[1]/POI[3] is left out before (its @cost is 2, which is not > 10)",
    ],
    [
      "//Day[2]/POI[group by @who]",
      '[@who = "Dan"]',
      "[group by @who]",
      'nothing in the data is in such a group: there are the group of @who "Ann", the group of @who "Bob", the group of @who "Eve" and the group of no @who',
    ],
    [
      "(//POI)[group by @who][group by count(/POI) as n][@n > 1]",
      "[@n = 1]",
      "[@n > 1]",
      'the group of @n "1" has 3 members, and @n > 1 leaves it out: its @n is 1, which is not > 1',
    ],
    [
      "(//POI)[group by @who][group by count(/POI) as n][@n > 1]",
      '[@who = "Eve"]',
      "[@n > 1]",
      'the group of @who "Eve" has 1 member and is in the group of @n "1", which @n > 1 leaves out',
    ],
    [
      "(//POI)[group by @who][1:2]/POI",
      "[not(@who)]",
      "[1:2]",
      "the group of no @who has 1 member, and [1:2] in document order, of the whole result leaves it out",
    ],
  ])("%s, %s", async (text, condition, place, message) => {
    const answer = await (await asked(text)).whyNotGroup(condition);
    expect(answer?.message).toBe(message);
    expect(text.slice(answer!.span.start, answer!.span.end)).toBe(place);
  });

  it("is null where one is, as itself, in another group or by its members", async () => {
    for (const end of ["", "/POI", "/{ @who }", "[group by count(/POI) as n]"])
      expect(await (await asked(`(//POI)[group by @who]${end}`)).whyNotGroup('[@who = "Ann"]')).toBeNull();
  });

  it("names each node that would be in it", async () => {
    const answer = await (await asked("(//POI[@cost > 50])[group by @who]")).whyNotGroup('[@who = "Ann"]');
    expect(answer).toMatchObject({
      count: 2,
      members: [
        { path: "/R/Day[1]/POI[1]", key: { who: "Ann" }, whyNot: "its @cost is 5, which is not > 50" },
        { path: "/R/Day[2]/POI[1]", key: { who: "Ann" }, whyNot: "its @cost is 30, which is not > 50" },
      ],
    });
  });

  it.each([
    ["(//POI)[group by @who]", "[@cost = 1]", 'These groups have no key "cost"'],
    ["(//POI)[group by @who]", "[@who = ]", "Expected a value"],
    ["//POI", '[@who = "Ann"]', "the query makes none"],
  ])("of %s %s is an error", async (text, condition, message) => {
    await expect((await asked(text)).whyNotGroup(condition)).rejects.toThrow(message);
  });

  it("law: of every key that the data has, either a result is its group or there is an answer with a member of it", async () => {
    const item = fc.record({ k: fc.constantFrom("a", "b", "c"), n: fc.integer({ min: 0, max: 3 }) });
    const query = fc.constantFrom(
      "(//p[@n > 0])[group by @k][count(/*) > 1]",
      "(//p[@n > 1])[group by @k][order by sum(/p/@n)][1]",
      "(//p)[@n < 3][group by @k][2:]/{ @k }",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 6 }), query, async (items, text) => {
        const data = readXml(`<r>${items.map(({ k, n }) => `<p k="${k}" n="${n}"/>`).join("")}</r>`);
        const inspection = await inspect(compile(text).query!, data);
        for (const k of new Set(items.map((each) => each.k))) {
          const answer = await inspection.whyNotGroup(`[@k = "${k}"]`);
          const isThere = inspection.result.matches.some(({ group, record }) => (group?.key ?? record)?.k === k);
          expect(answer === null, `${text} ${k}`).toBe(isThere);
          if (answer !== null) expect(answer.members.every(({ key }) => key.k === k) && answer.count > 0).toBe(true);
        }
      }),
      { numRuns: runs(300, 30) },
    );
  });
});

describe("why a node is in no field of a record", () => {
  it.each([
    [
      "//Day/{ @n, spent: sum(/POI[@cost > 10]/@cost) }",
      "/R/Day[1]/POI[1]",
      { field: "spent", of: "/R/Day[1]", value: 20 },
      "[@cost > 10]",
      "its @cost is 5, which is not > 10",
    ],
    [
      "//Day/{ @n, all: /POI[@cost > 10]/{ @cost } }",
      "/R/Day[2]/POI[2]",
      { field: "all", of: "/R/Day[2]", value: [{ cost: 30 }] },
      "[@cost > 10]",
      "its @cost is 1, which is not > 10",
    ],
    [
      "//Day/{ @n, who: /POI/@who }",
      "/R/Day[2]/POI[2]",
      { field: "who", of: "/R/Day[2]", value: ["Ann"] },
      "@who",
      'it has no attribute "who"',
    ],
    [
      "(//POI)[group by @who]/{ @who, n: count(/POI[@cost > 25]) }",
      "/R/Day[1]/POI[1]",
      { field: "n", of: 'the group of @who "Ann"', value: 1 },
      "[@cost > 25]",
      "its @cost is 5, which is not > 25",
    ],
  ])("%s, %s", async (text, node, found, place, message) => {
    const answer = await (await asked(text)).whyNotValue(node);
    expect(answer).toMatchObject({ ...found, whyNot: { message } });
    expect(text.slice(answer!.whyNot.span.start, answer!.whyNot.span.end)).toBe(place);
  });

  it.each([
    ["//Day/{ @n, spent: sum(/POI[@cost > 10]/@cost) }", "/R/Day[1]/POI[2]"],
    ["//Day[2]/{ spent: sum(/POI[@cost > 10]/@cost) }", "/R/Day[1]/POI[1]"],
    ["//Day/{ @n }", "/R/Day[1]/POI[1]"],
    ["//Day", "/R/Day[1]/POI[1]"],
  ])("null of %s, %s: it is in it, or no path comes to it", async (text, node) => {
    expect(await (await asked(text)).whyNotValue(node)).toBeNull();
  });
});
