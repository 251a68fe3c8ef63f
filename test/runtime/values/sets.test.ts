import { compile } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { paths, run, trip, values } from "./fixture.js";

describe("except and intersect", () => {
  it.each([
    ["//POI/@name except //POI[@stars]/@name", ["Lake", "Park"]],
    ["//POI/@name intersect //POI[@cost > 10]/@name", ["Museum", "Tower"]],
    ["//POI/@name except //POI[@stars]/@name except /Plan/Day[2]/POI/@name", ["Lake"]],
    ["(//POI except //POI[1])/@name", ["Lake", "Tower", "Park", "Zoo"]],
    ["//POI/text() except /Plan/Day/POI[1]/text()", ["high"]],
  ])("%s", async (text, wanted) => expect(await values(text)).toEqual(wanted));

  it("binds tighter than |", async () =>
    expect(await values("//Day[1]/@n | //Day/@n except //Day[1]/@n")).toEqual(["1", "2"]));

  it("keeps the weights of the left, and asks whether a node is in the right, not how much", async () => {
    const { matches } = await run('//POI[@name =~ "tower"] intersect //POI[@stars]');
    expect(matches.map(({ path }) => path)[0]).toBe("/Plan/Day[1]/POI[3]");
    expect(matches.every(({ weight }) => weight <= 1)).toBe(true);
  });

  it("has a reason for everything that it leaves out, and says why there is nothing", async () => {
    const { trace, stats } = await compile("//POI except //POI").query!.run(trip, { trace: true });
    const meet = trace!.operators.find(({ kind }) => kind === "Meet")!;
    expect([meet.rowsIn, meet.rowsOut]).toEqual([5, 0]);
    expect(new Set(meet.dropped.map(({ reason }) => reason))).toEqual(new Set(["except"]));
    expect(stats.empty?.message).toBe("Everything before except is also after it.");
  });
});

describe("text() at the end of a path", () => {
  it("gives own texts, with paths that find them", async () => {
    const { matches } = await run("//POI/text()");
    expect(matches.map(({ attribute, text, value, path }) => [attribute, text, value, path])).toEqual([
      [null, "old", "old", "/Plan/Day[1]/POI[1]/text()"],
      [null, "high", "high", "/Plan/Day[1]/POI[3]/text()"],
    ]);
    for (const { path } of matches) expect(await paths(path)).toEqual([path]);
    expect(JSON.parse(JSON.stringify(matches[0]))).toEqual({
      path: "/Plan/Day[1]/POI[1]/text()",
      weight: 1,
      text: "old",
    });
  });
});
