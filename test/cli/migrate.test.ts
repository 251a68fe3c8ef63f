import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, sxp } from "./sxp.js";

const MODULE = `(: kept :)
declare query museums($day as number) := /Itinerary/Day[$day]/POI[atom(content =~ "museum")];
declare query calm() := //Day[agg_prev(POI[atom(content =~ "quiet")])];
`;
const files = () =>
  folder({
    "old.sxp": MODULE,
    "today.sxp": '//Day[node =~ "rain"][1]\n',
    "unsure.sxp": '//Day[sem("rain")][1]\n',
    "several.sxp": "Read(/A)\nRead(/B)\n",
    "data.xml": "<Itinerary><Day/></Itinerary>",
    "schema.json": '{ "version": 1, "roots": ["Trip"], "types": { "Trip": { "children": { "Day": {} } }, "Day": {} } }',
  });
const migrate = (words: readonly string[], cwd = files(), stdin = "") => sxp(["migrate", ...words], { cwd, stdin });

describe("sxp migrate", () => {
  it("prints what is sure, and says beside it what was changed", async () => {
    const { code, out, err } = await migrate(['Delete(/Day[agg_exists(POI[sem("x")])])']);
    expect([code, out]).toEqual([0, '/Day[max(/POI[node =~ "x"])]\n']);
    expect(err).toContain('query:1:1: "Delete(…)" around the query is left out\n  A query says what is meant');
    expect(err).toContain('query:1:13: "agg_exists(…)" becomes "max(…)"');
  });

  it("leaves what is today's as it is", async () => {
    expect(await migrate(["today.sxp"])).toEqual({ code: 0, out: '//Day[node =~ "rain"][1]\n', err: "" });
  });

  it("explains what can mean several things", async () => {
    const { code, out, err } = await migrate(["unsure.sxp"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toBe(`unsure.sxp:1:1: can be read in 2 ways
  1. //Day[1][node =~ "rain"]
     "[1]" moves before the condition. The demo takes a position first, whatever the order written.
  2. //Day[node =~ "rain"][1]
     "[1]" stays after the condition. Brackets act from left to right: it picks from what the brackets before it have left and ordered.
`);
  });

  it("says why it can't read a text", async () => {
    const { code, out, err } = await migrate(["/A[@b @c > 1]"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("query:1:7: error SXP1001");
  });

  it("takes a text of several queries, from standard input too", async () => {
    const text = 'Here they are:\n1. `Read(/A[01])`\n2. `/B[atom(content =~ "x")]`\n';
    const { code, out } = await migrate(["-"], files(), text);
    expect([code, out]).toEqual([0, '/A[1]\n/B[content =~ "x"]\n']);
  });

  it("knows the root from a schema or from data, and the demo from its name", async () => {
    expect((await migrate(["/Day[2]", "--schema", "schema.json"])).out).toBe("/Trip/Day[2]\n");
    expect((await migrate(["/Day[2]", "--data", "data.xml"])).out).toBe("/Itinerary/Day[2]\n");
    expect((await migrate(["--from", "demo", '//Day[node =~ "x"][1]'])).out).toBe('//Day[1][node =~ "x"]\n');
  });

  it("writes a file if all of it is sure", async () => {
    const cwd = files();
    const { code, out, err } = await migrate(["--write", "old.sxp"], cwd);
    expect([code, out]).toEqual([0, ""]);
    expect(err).toContain("migrated old.sxp\n");
    const written = MODULE.replace('atom(content =~ "museum")', 'content =~ "museum"').replace(
      'agg_prev(POI[atom(content =~ "quiet")])',
      'avg(/POI[content =~ "quiet"])',
    );
    expect(readFileSync(join(cwd, "old.sxp"), "utf8")).toBe(written);
    expect((await migrate(["old.sxp"], cwd)).out).toBe(written);
    expect((await migrate(["--write", "unsure.sxp"], cwd)).code).toBe(1);
    expect(readFileSync(join(cwd, "unsure.sxp"), "utf8")).toBe('//Day[sem("rain")][1]\n');
  });

  it("prints JSON", async () => {
    const { code, out } = await migrate(["Update(/A, name: x)", "--format", "json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([
      { line: 1, column: 1, operation: "update", isSure: true, readings: [{ text: "/A" }], problems: [] },
    ]);
  });

  it.each([
    [2, ["--write", "/A"]],
    [2, ["--write", "-"]],
    [2, ["--write", "several.sxp"]],
    [2, ["--from", "paper", "/A"]],
    [2, []],
    [3, ["nope.sxp"]],
    [1, [""]],
  ])("exits with %i for %j", async (code, words) => {
    expect((await migrate(words as string[])).code).toBe(code);
  });
});
