import { compile, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { countReads } from "../execute/support/countReads.js";
import { paths, run, trip, valued } from "./fixture.js";

describe("a query that is a value", () => {
  it.each<[string, unknown]>([
    ["sum(//POI/@cost)", 51],
    ["sum(//Nothing/@cost)", 0],
    ["avg(//POI/@cost)", 12.75],
    ["avg(//Nothing/@cost)", null],
    ["min(//POI/@cost)", 0],
    ["max(//POI/@name)", "Zoo"],
    ["count(//POI)", 5],
    ["count(//POI/@stars) * 2 + 1", 7],
    ["exists(//Nothing)", false],
    ["distinct-values(//POI/@stars)", [4, 5]],
    ["distinct-values(//Nothing/@stars)", []],
    ["/Plan/@max - sum(//POI/@cost)", -11],
    ["sum(//POI/@cost) > /Plan/@max", true],
    ["//POI/@stars = 5", true],
    ["//POI/@stars < 4", false],
    ["7 div 2", 3.5],
    ["1 div 0 > 5", true],
    ["-7 mod 3", -1],
    ["upper-case(/Plan/Day[1]/POI[1]/@name)", "MUSEUM"],
    ['substring-after("a-b", "-")', "b"],
    ['normalize-space("  a   b ")', "a b"],
    ['string-length("añ😀")', 3],
    ['start("9:00 - 10:30")', "09:00"],
    ['end("9:00 - 10:30")', "10:30"],
    ['duration("9:00 - 10:30")', "1 h 30 min"],
    ['overlaps("9:00 - 10:30", "10:00 - 11:00")', true],
    ['overlaps("9:00 - 10:30", "10:30 - 11:00")', false],
    ['weekday("2026-03-13")', "Friday"],
    ['matches("AB-12", "^[A-Z]{2}-\\d+$")', true],
    ['contains("Straße", "STRASSE", "case-insensitive")', true],
  ])("%s is %j", async (text, wanted) => expect(await valued(text)).toEqual(wanted));

  it("shows what it was computed from, at weight 1, whatever the limit", async () => {
    const { matches, value } = await run("sum(//POI/@cost)", { limit: 1, minScore: 1 });
    expect(value).toBe(51);
    expect(matches.map(({ path, weight }) => [path, weight])).toEqual([
      ["/Plan/Day[1]/POI[1]/@cost", 1],
      ["/Plan/Day[1]/POI[2]/@cost", 1],
      ["/Plan/Day[1]/POI[3]/@cost", 1],
      ["/Plan/Day[2]/POI[2]/@cost", 1],
    ]);
  });

  it("is in the JSON of the result, and absent from that of a path", async () => {
    expect(Object.keys(await run("1 + 1"))).toContain("value");
    expect("value" in (await run("//POI"))).toBe(false);
    expect(JSON.parse(JSON.stringify(await run("count(//POI)"))).value).toBe(5);
  });

  it("is refused by select, which gives nodes", () =>
    expect(() => compile("count(//POI)").query!.select(trip)).toThrow(/use run, which has it as `value`/));

  it("has in its trace the number of every contributor", async () => {
    const { trace } = await run("sum(//POI/@cost) div count(//Day)", { trace: true });
    const [value] = trace!.operators;
    expect(value).toMatchObject({ kind: "Value", rowsIn: 6, rowsOut: 6 });
    expect(value!.values).toEqual([
      { path: "/Plan/Day[1]/POI[1]/@cost", values: [12] },
      { path: "/Plan/Day[1]/POI[2]/@cost", values: [0] },
      { path: "/Plan/Day[1]/POI[3]/@cost", values: [30] },
      { path: "/Plan/Day[2]/POI[2]/@cost", values: [9] },
      { path: "/Plan/Day[1]", values: [1] },
      { path: "/Plan/Day[2]", values: [1] },
    ]);
    expect(trace!.value).toBe(25.5);
  });

  it("explains why there is none", async () => {
    const { stats } = await run("avg(//POI/@price)");
    expect(stats.empty).toMatchObject({ message: 'None of the nodes before it has an attribute "price".' });
    expect((await run("sum(//POI/@price)")).stats.empty).toBeNull();
  });
});

describe("a text where a number is needed", () => {
  it.each([
    ["sum(//POI/@name)", 'The value of /Plan/Day[1]/POI[1]/@name must be a number, and it is "Museum".'],
    ["//POI[@name * 2 > 3]", 'The value of /Plan/Day[1]/POI[1]/@name must be a number, and it is "Museum".'],
    ["//Day[/POI/@cost + 1 > 3]", "The value of /Plan/Day[1]/POI[1]/@cost must be one value, and it is 3 values."],
    [
      '//POI[duration(@name) > "3 min"]',
      'The value of /Plan/Day[1]/POI[1]/@name must be an interval of moments or a duration, and it is "Museum".',
    ],
  ])("%s ends the run with its place", async (text, message) =>
    expect(run(text)).rejects.toMatchObject({ code: "SXP4011", diagnostic: { message } }),
  );
});

describe("what depends on no node", () => {
  it("is evaluated once, not for every node", async () => {
    const wide = readXml(`<R><L v="3"/>${"<X v='5'/>".repeat(2000)}</R>`);
    const reads = async (text: string) => {
      const counted = countReads(wide);
      await compile(text).query!.run(counted.tree);
      return counted.reads();
    };
    const plain = await reads("//X[@v > 3]");
    expect(await reads("//X[@v > root()//L/@v]")).toBeLessThan(plain * 4 + 20_000);
  });
});

describe("the clock", () => {
  const now = "2026-03-14T23:30:00-05:00";

  it("is read once, in the zone that it was given in, and stands in the trace", async () => {
    expect(await valued("current-date()", { now })).toBe("2026-03-14");
    expect(await valued("current-dateTime()", { now })).toBe(now);
    expect((await run("current-date()", { now, trace: true })).trace!.now).toBe(now);
    expect("now" in (await run("1 + 1", { now, trace: true })).trace!).toBe(false);
  });

  it("counts with durations and compares with dates", async () => {
    expect(await valued('current-date() + "7 days"', { now })).toBe("2026-03-21");
    expect(await valued('current-date() > "2026-03-13"', { now })).toBe(true);
    expect(await paths('//Day[current-date() < "2026-03-13"]', { now })).toEqual([]);
  });

  it("refuses what is no moment", async () => {
    for (const wrong of ["2026-03-14", "soon", new Date(Number.NaN)])
      await expect(run("current-date()", { now: wrong })).rejects.toThrow(RangeError);
  });
});
