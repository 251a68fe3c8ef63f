import { command } from "../../spec/spec.js";

export const demo = command({
  name: "demo",
  summary: "show in a minute what sxp does",
  description:
    "Tells one story over an example: flat search against a scoped one, why a node is first or missing, a change and its undo, and the same read by an agent.",
  options: [],
  examples: {
    "The story.": "demo",
    "Without colour.": "demo --no-color",
    "Then one of your own.": `run '//Day[max(/POI[node =~ "quiet park"])]' --data examples/itinerary/itinerary.xml`,
  },
  run: async (_, io) => (await import("./demo.js")).demo(io),
});
