import { createRequire } from "node:module";
import { itineraryJson } from "../data/itinerary.mjs";

const compile = createRequire(import.meta.url)("jsonata");

export const jsonata = {
  name: "jsonata",
  isAsync: true,
  queries: {
    child: "Plan.Day.POI",
    descendant: "**.POI",
    attribute: "**.POI[travel_method='Walk']",
    position: "Plan.Day[1].POI[[0..2]]",
    first: "Plan.Day.POI[0]",
    last: "Plan.Day.POI[-1]",
    global: "(**.POI)[4]",
  },
  build: itineraryJson,
  compile: (text) => {
    const query = compile(text);
    return async (json) => {
      const found = await query.evaluate(json);
      return Array.isArray(found) ? found.length : found === undefined ? 0 : 1;
    };
  },
};
