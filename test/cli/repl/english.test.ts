import fc from "fast-check";
import { expect, it } from "vitest";
import { sitting } from "./support/session.js";

const LOAD = ":load examples/itinerary/itinerary.sxp";

it("reads a request in English by itself, and nothing that is a query or the name of one", async () => {
  const { type, codes } = sitting();
  const said = await type(LOAD, "how many parks are there?");
  expect(said).toContain('count(//POI[@category = "park"])');
  expect(said).toMatch(/\n8\n/);
  expect(await type("/Itinerary/Day[1]")).not.toContain("Understood");
  // A path without its slash keeps its own message.
  expect(await type("Day[1]")).toContain("SXP1013");
  expect(await type("POI")).not.toContain("Understood");
  expect(codes.slice(0, 3)).toEqual([0, 0, 0]);
});

it("previews an update, and writes nothing", async () => {
  const { session, type, codes } = sitting();
  await type(LOAD);
  const before = session.settings.data!.trees[0]!.tree;
  const said = await type('replace value of node /Itinerary/Day[1]/@weather with "rain"');
  expect(said).toMatch(/\n- .*sunny.*\n\+ .*rain/);
  expect(said).toContain("nothing is written");
  expect(session.settings.data!.trees[0]!.tree).toBe(before);
  expect(await type('replace value of node /Itinerary/Day[1]/@weather with "sunny"')).toContain("Nothing would change");
  const unclear = await type("delete node //POI");
  expect(unclear).toContain("SXP4042");
  const refused = await type('replace value of node /Itinerary/Day[1]/@weather with "molten"');
  expect(refused).toMatch(/SXP\d{4}/);
  expect(codes).toEqual([0, 0, 0, 1, 1]);
});

it("says a value first; what it comes from is listed on request", async () => {
  const { type } = sitting();
  const said = await type(LOAD, "count(//Day)");
  expect(said).toContain("\n7\n");
  expect(said).not.toContain("/Itinerary/Day[3]");
  expect(await type(":more")).toContain("/Itinerary/Day[3]");
  expect(await type(":why 2")).toContain("/Itinerary/Day[2]");
});

it("law: whatever words are typed, the prompt answers and goes on", async () => {
  const { type, codes } = sitting();
  await type(LOAD);
  const words = fc.constantFrom(
    "which",
    "parks",
    "delete",
    "node",
    "day",
    "2",
    "not",
    "over",
    "é",
    "the",
    "museum",
    "—",
    "'",
    "why",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 6 }), async (parts) => {
      const before = codes.length;
      await type(parts.join(" "));
      expect(codes.length).toBe(before + 1);
      expect([0, 1, 2]).toContain(codes.at(-1));
    }),
    { numRuns: 40 },
  );
});
