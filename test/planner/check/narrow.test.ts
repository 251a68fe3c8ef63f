import { expect, test } from "vitest";
import { checkText } from "./marked.js";
import { trip } from "./trip.js";

/** The types that a query reaches in the trip's schema. */
function reached(query: string): readonly string[] | null | undefined {
  const { types, query: root } = checkText(query, trip);
  return types.get(root);
}

test("a condition on the name leaves the types of that name", () => {
  const all = reached("/Itinerary/Day/*")!;
  expect(all.length).toBeGreaterThan(1);
  expect(reached('/Itinerary/Day/*[name() = "POI"]')).toEqual(["POI"]);
  expect(reached('(/Itinerary/Day/*)[name() = "POI" and @name]')).toEqual(["POI"]);
  expect(reached('/Itinerary/Day/*[name() = "POI" or name() = "Restaurant"]')).toEqual(["POI", "Restaurant"]);
  expect(reached('/Itinerary/Day/*[name() != "POI"]')).toEqual(all.filter((name) => name !== "POI"));
});

test("a condition that leaves no type, or that gives a score, leaves all", () => {
  const all = reached("/Itinerary/Day/*");
  expect(reached('/Itinerary/Day/*[name() = "Nowhere"]')).toEqual(all);
  expect(reached('/Itinerary/Day/*[name() = "POI" or node =~ "x"]')).toEqual(all);
  expect(reached('/Itinerary/Day/*[not(name() = "POI")]')).toEqual(all);
});
