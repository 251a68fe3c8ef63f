import { describe, expect, it } from "vitest";
import { blocksOf } from "../../docs/blocks.js";
import { tripStore } from "./stores.js";

const queries = blocksOf("docs/how-to/keep-and-change.md").filter(({ info }) => info === "sxp");
const memory = tripStore();

describe("a query of the guide", () => {
  it.each(queries.map(({ line, text }) => [line, text]))(
    "in line %i finds something, and opens few versions",
    async (_, text) => {
      const { matches, value, stats, diagnostics } = await memory.query(text as string);
      expect(matches.length).toBeGreaterThan(0);
      if ((text as string).startsWith("count")) expect(value).toBe(3);
      expect(stats.opened.length).toBeLessThanOrEqual((text as string).includes("order by") ? 5 : 2);
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    },
  );

  it("has the result that is shown", async () => {
    const { matches, stats } = await memory.query(
      '/Memory/Task[node =~ "San Diego trip"]/Version[-2]//POI[node =~ "coffee"]',
    );
    expect(matches[0]).toMatchObject({ task: "trip", version: 4, key: 4, pathInVersion: "/Itinerary/Day[1]/POI[2]" });
    expect(stats.opened).toEqual([{ task: "trip", version: 4 }]);
  });
});
