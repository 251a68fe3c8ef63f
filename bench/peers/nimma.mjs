import { createRequire } from "node:module";
import { itineraryJson } from "../data/itinerary.mjs";

const loaded = createRequire(import.meta.url)("nimma");
const Nimma = loaded.default ?? loaded;

/** Matches are told one by one and counted: nimma makes no list of them. */
export const nimma = {
  name: "nimma",
  queries: {
    child: "$.Plan.Day[*].POI[*]",
    descendant: "$..POI[*]",
    attribute: "$..POI[?(@.travel_method=='Walk')]",
    position: "$.Plan.Day[1].POI[0:3]",
    first: "$.Plan.Day[*].POI[0]",
    last: "$.Plan.Day[*].POI[-1:]",
  },
  build: itineraryJson,
  compile: (text) => {
    const query = new Nimma([text]);
    return (json) => {
      let found = 0;
      query.query(json, {
        [text]: () => {
          found++;
        },
      });
      return found;
    };
  },
};
