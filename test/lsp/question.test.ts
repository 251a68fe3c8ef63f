import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createKit, exampleText, exampleUri } from "./kit.js";

const uri = "file:///trip/trip.xml";
const XML = `<Trip>
  <Day n="1"><Stop name="Tower" cost="5"/></Day>
  <Day n="2"><Stop name="Museum of glass" cost="7"/><Stop name="Museum shop" cost="1"/></Day>
</Trip>`;
const ask = (text: string, xml = XML, settings = {}, more = {}) =>
  createKit({ [uri]: xml }, settings).service.question({ uri, text, ...more });

describe("a question about a data file", () => {
  it("is a query, whose results have names and places", async () => {
    const { problem, query, said, confidence, count, matches } = await ask("//Stop[@cost >= 5]");
    expect([problem, query, said, confidence, count]).toEqual([null, "//Stop[@cost >= 5]", null, 1, 2]);
    expect(matches.map(({ summary }) => summary)).toEqual([
      expect.stringContaining("Tower"),
      expect.stringContaining("Museum of glass"),
    ]);
    expect(matches[1]!.source).toMatchObject({ uri, range: { start: { line: 2 } } });
  });

  it("is a request in English, read as a query that is said", async () => {
    const { problem, query, said, count } = await ask("which stops cost more than 4?");
    expect(problem).toBeNull();
    expect(query).toContain("//Stop");
    expect(said).not.toBeNull();
    expect(count).toBe(2);
  });

  it("may have a value as its answer", async () => {
    expect((await ask("sum(//Stop/@cost)")).value).toBe(13);
    expect((await ask("how many stops are there?")).value).toBe(3);
  });

  it("may be a change, which is said and not made", async () => {
    const { problem, query, update, said, count } = await ask("delete the tower");
    expect([problem, query, count]).toEqual([null, null, 0]);
    expect(update).toMatch(/^delete node .*Stop/);
    expect(said).toMatch(/tower/i);
  });

  it("has no answer where it is no query, or is nothing", async () => {
    expect((await ask("//Stop[")).problem).not.toBeNull();
    expect((await ask(" ")).problem).not.toBeNull();
    expect((await ask("//Stop", XML, { trusted: false })).about).toBe("trust");
    expect((await ask("//Stop", "<Trip>")).about).toBe("data");
    expect((await createKit().service.question({ uri: "file:///none.xml", text: "//a" })).about).toBe("data");
  });

  it("says why nothing was found", async () => {
    const { count, empty } = await ask("//Stop[@cost > 100]");
    expect([count, empty?.message]).toEqual([0, expect.stringMatching(/\S/)]);
  });

  it("sends as many results as are wanted, 200 at the most, and counts all", async () => {
    const many = `<R>${'<P n="a"/>'.repeat(500)}</R>`;
    for (const [limit, sent] of [
      [undefined, 20],
      [3, 3],
      [0, 1],
      [10_000, 200],
    ] as const) {
      const { count, matches } = await ask("//P", many, {}, { limit });
      expect([count, matches.length]).toEqual([500, sent]);
    }
  });

  it("law: whatever is typed, there is an answer or a problem, and no failure", async () => {
    const kit = createKit({ [uri]: XML });
    const words = fc.constantFrom(
      "//Stop",
      "[",
      "]",
      "@cost",
      '"',
      "museum",
      "not",
      "day 2",
      "count(",
      ")",
      "=",
      "{",
      "£",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 8 }), async (parts) => {
        const { problem, query } = await kit.service.question({ uri, text: parts.join(" ") });
        expect(problem === null).toBe(query !== null);
      }),
      { numRuns: 60 },
    );
    expect(kit.panics).toEqual([]);
  });

  it("is answered over an example as the query is by itself", async () => {
    const data = exampleUri("itinerary/itinerary.xml");
    const { service } = createKit({ "file:///q.sxp": `import data "${data}"; declare query q() := //POI;` });
    const run = await service.run({ uri: "file:///q.sxp", limit: null });
    const { count } = await service.question({ uri: data, text: "//POI" });
    expect(count).toBe(run.count);
    expect(exampleText("itinerary/itinerary.xml")).toContain("<POI");
  });
});
