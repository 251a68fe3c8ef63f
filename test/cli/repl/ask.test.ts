import { expect, it } from "vitest";
import { sitting } from "./support/session.js";

const LOAD = ":load examples/itinerary/itinerary.sxp";

it("runs the query that a request becomes, and puts it into the history", async () => {
  const { session, type, codes } = sitting();
  const said = await type(LOAD, ":ask how many parks are there?");
  expect(said).toContain('count(//POI[@category = "park"])');
  expect(said).toMatch(/\n8\n/);
  expect(session.history.at(-1)).toBe('count(//POI[@category = "park"])');
  expect(codes).toEqual([0, 0]);
});

it("asks where nothing is clear, goes on with the reading of a number, and only shows edits", async () => {
  const { session, type, codes } = sitting();
  expect(await type(LOAD, ":ask 1")).toContain("Nothing was asked yet");
  expect(await type(":ask cancel the train")).toContain(":ask N goes on");
  const said = await type(":ask 1");
  expect(said).toMatch(/delete node .*\n(?:.*\n)*- .*\n(?:.*\n)*A preview; nothing is written/);
  expect(session.history).toEqual([]);
  expect(await type(":ask 9")).toContain("none of them");
  expect(await type(":ask")).toContain("needs a request");
  expect(codes).toEqual([0, 2, 1, 0, 2, 2]);
});
