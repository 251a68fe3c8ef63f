import { describe, expect, it } from "vitest";
import { sxp } from "./sxp.js";
const IT = ["--data", "examples/itinerary/itinerary.xml", "--schema", "examples/itinerary/itinerary.schema.json"];
describe("sxp ask", () => {
  it("x", async () => {
    for (const words of [["what is outdoors on day 7?"], ["delete the CN Tower"], ["cancel the train"], ["what changed?"], ["what is outdoors on day 7?", "--query-only"]]) {
      const { code, out, err } = await sxp(["ask", ...words, ...IT]);
      console.log(words, code); console.log(out); console.log(err);
    }
    expect(1).toBe(1);
  });
});
