import { command } from "../../spec/spec.js";

export const demo = command({
  name: "demo",
  summary: "see on one screen what this is about",
  description: "Runs a query over an example: what it asks, its plan, what it finds, and why the first one won.",
  options: [],
  examples: {
    "One screen.": "demo",
    "Without colour.": "demo --no-color",
    "Then one of your own.": `run '//Day[max(/POI[node =~ "quiet park"])]' --data examples/itinerary/itinerary.xml`,
  },
  run: async (_, io) => (await import("./demo.js")).demo(io),
});
