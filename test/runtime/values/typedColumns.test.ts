import { parseSchema } from "@semantic-xpath/planner";
import { compile, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it, vi } from "vitest";

const { schema } = parseSchema(`{
  "version": 1,
  "roots": ["Trip"],
  "types": {
    "Trip": { "children": { "Stop": {} } },
    "Stop": {
      "attributes": {
        "id": {}, "cost": { "type": "money(CAD)" }, "slot": { "type": "interval(time)" }, "day": { "type": "date" }
      }
    }
  }
}`);
const trip = readXml(`<Trip>
  <Stop id="a" cost="CAD 38" slot="9:00 AM - 10:30 AM" day="Mar 13, 2026"/>
  <Stop id="b" cost="$9.50" slot="8:00-9:00" day="2026-03-14"/>
  <Stop id="c" cost="free" slot="all day" day="2026-03-14"/>
  <Stop id="d" cost="120" slot="9:00 - 10:00" day="13 March 2026"/>
  <Stop id="e"/>
</Trip>`);

const run = (text: string, params = {}) => compile(text, { schema: schema! }).query!.run(trip, { params });
const ids = async (text: string, params = {}) =>
  (await run(`${text}/@id`, params)).matches.map(({ value }) => value).join("");

describe("attributes of declared types", () => {
  it.each([
    ["//Stop[@cost > 30]", "ad"],
    ['//Stop[@cost <= "CAD 38"]', "ab"],
    ["//Stop[@cost != 38]", "bcd"],
    ['//Stop[start(@slot) < "8:15"]', "Error"],
    ['//Stop[@cost > 0][start(@slot) < "8:15"]', "b"],
    ['//Stop[weekday(@day) = "Friday"]', "ad"],
    ['//Stop[@day < "Mar 14, 2026"]', "ad"],
    ["//Stop[order by @cost]", "badce"],
    ["//Stop[order by @slot descending]", "adbce"],
    ["//Stop[@cost = max(root()//Stop[@cost > 0]/@cost)]", "d"],
  ])("%s finds %s", async (text, found) => {
    expect(await ids(text).catch(({ code }) => (code === "SXP4011" ? "Error" : code))).toBe(found);
  });

  it("say which values do not read so where they are compared or ordered, and only there", async () => {
    const caveat = { code: "oddValues", column: "Stop/@cost", count: 4, odd: 1, examples: ["free"] };
    for (const text of ["//Stop[@cost > 30]", "//Stop[@cost = @cost]", "//Stop[order by @cost]"])
      expect((await run(text)).caveats).toMatchObject([caveat]);
    for (const text of ['//Stop[starts-with(@cost, "CAD")]', "//Stop[@cost]", "//Stop[@day < current-date()]"])
      expect((await run(text)).caveats).toBeUndefined();
  });

  it("fail beside another currency", async () => {
    const abroad = readXml(`<Trip><Stop cost="CAD 38"/><Stop cost="38 EUR"/></Trip>`);
    const found = (text: string) => compile(text, { schema: schema! }).query!.run(abroad);
    await expect(found("//Stop[2][@cost = max(/@cost)]")).rejects.toMatchObject({ code: "SXP4011" });
    await expect(found("//Stop[1][@cost = max(root()//Stop[2]/@cost)]")).rejects.toMatchObject({ code: "SXP4011" });
  });

  it("give quantities as texts", async () => {
    expect((await run("sum(//Stop[@cost > 0]/@cost)")).value).toBe("CAD 167.50");
    expect((await run("sum(//Stop[@id = 'e']/@cost)")).value).toBe("CAD 0");
    expect((await run("max(//Stop/@day) - min(//Stop/@day)")).value).toBe("1 day");
  });

  it("end the run where a text is needed that does not read so", async () => {
    await expect(run("sum(//Stop/@cost)")).rejects.toMatchObject({
      code: "SXP4011",
      diagnostic: { message: 'The value of /Trip/Stop[3]/@cost must be money in CAD, and it is "free".' },
    });
  });

  it("take arguments that read so", async () => {
    expect(await ids("//Stop[@cost > $most]", { most: 30 })).toBe("ad");
    expect(await ids("//Stop[@cost > $most]", { most: "$30" })).toBe("ad");
    await expect(ids("//Stop[@cost > $most]", { most: "38 EUR" })).rejects.toMatchObject({
      code: "SXP4009",
      diagnostic: {
        message: 'The argument "$most" is compared with money in CAD, so it must be one, such as CAD 38.',
      },
    });
  });

  it("are read once for a tree, however often the value stands there", async () => {
    const wide = readXml(`<Trip>${'<Stop cost="CAD 38"/><Stop cost="CAD 9"/>'.repeat(500)}</Trip>`);
    const reads = vi.spyOn(wide.values, "get");
    const query = compile("//Stop[@cost > 30][@cost < 50]", { schema: schema! }).query!;
    expect((await query.run(wide)).matches).toHaveLength(500);
    expect(reads.mock.calls.length).toBeLessThan(10);
  });
});
