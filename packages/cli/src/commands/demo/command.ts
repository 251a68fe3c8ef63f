import { command } from "../../spec/spec.js";

export const demo = command({
  name: "demo",
  summary: "show on one screen what sxp does",
  description: "Runs a query on an example, and shows its meaning, its plan, its results, and why the first one won.",
  options: [],
  examples: {
    "One screen.": "demo",
    "Without colour.": "demo --no-color",
    "Then one of your own.": `run '//Day[max(/POI[node =~ "quiet park"])]' --data examples/itinerary/itinerary.xml`,
  },
  run: async (_, io) => (await import("./demo.js")).demo(io),
});
