import { startStepper, viewOf } from "@semantic-xpath/inspect";
import { describe, expect, it } from "vitest";
import { inspectTrip } from "./support/trip.js";

describe("why", () => {
  it("of a sum has its contributors with their numbers", async () => {
    const inspection = await inspectTrip("sum(/Trip/Day[1]/POI/@minutes)");
    const why = inspection.why("/Trip/Day[1]/POI[2]")!;
    expect(why.contribution).toEqual({ gave: [120], value: 285 });
    expect(why.sentences).toEqual([
      'It is one of 3 that sum(/Trip/Day[1]/POI/@minutes) is computed from: it gave "120".',
      'The value is "285".',
    ]);
  });

  it("of an order says the keys", async () => {
    const inspection = await inspectTrip("//POI[order by @minutes descending]", { limit: 2 });
    expect(inspection.why("/Trip/Day[1]/POI[3]")!.sentences).toEqual([
      'It is the 2nd of 2 by its keys: @minutes is "90".',
    ]);
  });
});

describe("why not", () => {
  it.each([
    [
      "//POI[order by @minutes][1:2]",
      "/Trip/Day[1]/POI[2]",
      'it comes 5th of 5 by its keys (@minutes is "120"), and the query keeps [1:2]; of /Trip/Day[2]/POI[1], the last one kept, @minutes is "60"',
    ],
    [
      '//POI except //POI[@kind = "park"]',
      "/Trip/Day[1]/POI[1]",
      'it is also in //POI[@kind = "park"], which except leaves out',
    ],
    [
      '//POI intersect //POI[@kind = "park"]',
      "/Trip/Day[2]/POI[1]",
      'it is not in //POI[@kind = "park"], which intersect asks for',
    ],
    [
      "//POI[@minutes > root()/Trip/Day[2]/POI[1]/@minutes]",
      "/Trip/Day[2]/POI[2]",
      'its @minutes is "45", which is not > "60", the value of root()/Trip/Day[2]/POI[1]/@minutes',
    ],
    ["//POI[@minutes * 2 > 100]", "/Trip/Day[2]/POI[2]", "its @minutes * 2 is 90, which is not > 100"],
    [
      "//Day[every $p in /POI satisfies $p/@minutes < 100]",
      "/Trip/Day[1]",
      'for $p = /Trip/Day[1]/POI[2], its $p/@minutes is "120", which is not < 100',
    ],
    [
      "//Day[some $p in /POI satisfies $p/@minutes > 100]",
      "/Trip/Day[2]",
      'none of 2 combinations does what the query asks; for the first, $p = /Trip/Day[2]/POI[1], its $p/@minutes is "60", which is not > 100',
    ],
    ["//Day[some $p in /Hotel satisfies $p/@minutes > 100]", "/Trip/Day[2]", "it has no $p in /Hotel"],
    [
      '//POI[matches(@name, "^C")]',
      "/Trip/Day[2]/POI[2]",
      'matches(@name, "^C") does not hold for it: @name is "Gallery"',
    ],
    ["//POI/text()", "/Trip/Day[2]/POI[2]", "it has no text of its own"],
    ['sum(//POI[@kind = "park"]/@minutes)', "/Trip/Day[2]/POI[2]", 'its @kind is "museum", not "park"'],
  ])("%s", async (text, path, message) => {
    const whyNot = (await inspectTrip(text)).whyNot(path)!;
    expect(whyNot.message).toContain(message);
  });
});

describe("the smallest change", () => {
  it("leaves except out, and moves a position in an order", async () => {
    const except = await inspectTrip('//POI except //POI[@kind = "park"]');
    expect((await except.change("/Trip/Day[1]/POI[1]"))!.text).toBe("//POI");
    const order = await inspectTrip("//POI[order by @minutes][1:2]");
    expect((await order.change("/Trip/Day[1]/POI[1]"))!.text).toBe("//POI[order by @minutes][1:3]");
  });
});

describe("a query that is a value", () => {
  it.each(["sum(//POI/@minutes)", "count(//POI) > 3", "1 + 1", "avg(//Hotel/@stars)", "distinct-values(//POI/@kind)"])(
    "%s has an answer for every node, causes, and a view",
    async (text) => {
      const inspection = await inspectTrip(text);
      for (let node = 1; node <= inspection.tree.size; node++)
        expect((inspection.why(node) === null) !== (inspection.whyNot(node) === null), `${node}`).toBe(true);
      expect(inspection.causes()).toBeInstanceOf(Array);
      const view = viewOf(inspection);
      const { rows } = await view.results({ from: 0, count: 99 });
      expect(rows.length).toBe(inspection.result.matches.length);
      expect((await view.overview()).text).toBe(text);
      await view.tree();
      const stepper = startStepper(inspection.query, inspection.tree);
      while ((await stepper.stepIn()).reason !== "end") expect(stepper.halt.stop).not.toBeNull();
      expect(stepper.halt.stop?.after.count).toBe(rows.length);
      await inspection.change(1);
      await inspection.nearest();
    },
  );
});
