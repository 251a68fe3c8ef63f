import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PLAN, PLAN_MODULE, planFolder, sxp } from "./sxp.js";

const MISTAKEN = PLAN_MODULE.replace("//POI[", "//PIO[").replace("/Plan/Day", "/Plan/Dya");
const cwd = planFolder({ "mistaken.sxp": MISTAKEN });
const check = (words: readonly string[], at = cwd) => sxp(["check", ...words], { cwd: at });

describe("sxp check", () => {
  it("finds nothing wrong", async () => {
    expect(await check(["plan.sxp"])).toEqual({ code: 0, out: "", err: "plan.sxp: no mistakes\n" });
  });

  it("gives place, caret, code, fix and documentation", async () => {
    const { code, err } = await check(["mistaken.sxp"]);
    expect(code).toBe(1);
    expect(err).toContain(
      [
        'mistaken.sxp:5:44: error SXP2001: The schema has no node type "PIO". Did you mean "POI"?',
        "  declare query places($what as string) := //PIO[node =~ $what];",
        "                                             ^^^",
        "  fix: Replace by POI",
        "  see: docs/reference/diagnostics.md#sxp2001",
      ].join("\n"),
    );
    expect(err).toContain("mistaken.sxp: 2 errors\n");
  });

  it("checks several texts, in the order of their places", async () => {
    const { code, err } = await check(["plan.sxp", '//Day[@city == "a"]', "mistaken.sxp"]);
    expect(code).toBe(1);
    expect(err.match(/^\S+:\d+:\d+: \w+ SXP\d+/gm)?.map((place) => place.split(":")[0])).toEqual([
      "query",
      "mistaken.sxp",
      "mistaken.sxp",
    ]);
    expect(err).toContain("3 texts: 3 errors\n");
  });

  it("checks updates, too, each mistake once", async () => {
    const wrong = await check(["insert node <Hotel/> into /Plan", "-s", "plan.schema.json"]);
    expect(wrong.err.match(/SXP\d{4}(?=:)/g)).toEqual(["SXP2001"]);
    const broken = await check(["declare query a() := /Plan; declare update b() := delete node ;"]);
    expect(broken.err.match(/SXP\d{4}(?=:)/g)).toEqual(["SXP1004"]);
    expect((await check(["delete node /Plan/*[1]"])).code).toBe(0);
  });

  it("prints JSON", async () => {
    const { out, code } = await check(["//Dya", "-s", "plan.schema.json", "--format", "json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([
      {
        file: "query",
        line: 1,
        column: 3,
        endColumn: 6,
        code: "SXP2001",
        documentation: "docs/reference/diagnostics.md#sxp2001",
        fixes: [{ title: "Replace by Day" }],
      },
    ]);
  });

  it("repairs a file, and says what is left", async () => {
    const at = planFolder({ "mistaken.sxp": MISTAKEN });
    expect(await check(["mistaken.sxp", "--fix"], at)).toEqual({
      code: 0,
      out: "",
      err: "mistaken.sxp: repaired 2 places\nmistaken.sxp: no mistakes\n",
    });
    expect(readFileSync(join(at, "mistaken.sxp"), "utf8")).toBe(PLAN_MODULE);
  });

  it("shows the change and writes nothing with --dry-run", async () => {
    const { out, code } = await check(["mistaken.sxp", "--fix", "--dry-run"]);
    expect(code).toBe(1);
    expect(out).toBe(`--- mistaken.sxp
+++ mistaken.sxp
@@ -5,1 +5,1 @@
-declare query places($what as string) := //PIO[node =~ $what];
+declare query places($what as string) := //POI[node =~ $what];
@@ -8,1 +8,1 @@
-declare query day($n as number) := /Plan/Dya[$n];
+declare query day($n as number) := /Plan/Day[$n];
`);
    expect(readFileSync(join(cwd, "mistaken.sxp"), "utf8")).toBe(MISTAKEN);
  });

  it("leaves what a query means alone, unless hints are to be followed", async () => {
    const query = '//Day/POI[node =~ "park"][1]';
    expect((await check([query, "--fix"])).out).toBe("");
    expect((await check([query, "--fix", "--hints"])).out).toBe('//Day/POI[1][node =~ "park"]\n');
  });

  it("checks data against the schema", async () => {
    const at = planFolder({ "other.xml": PLAN.replace('index="2"', 'index="two"') });
    const { code, err } = await check(["plan.sxp", "--data", "other.xml"], at);
    expect(code).toBe(1);
    expect(err).toContain(
      'other.xml:6:3: error SXP4008: /Plan/Day[2] does not fit the schema: the value "two" of "index" is not a number.',
    );
    expect((await check(["plan.sxp", "--data", "plan.xml"], at)).code).toBe(0);
  });

  it.each<[number, string[], string]>([
    [2, [], "check needs QUERY|FILE, or --data FILE"],
    [2, ["//Day", "--dry-run"], "--dry-run goes with --fix"],
    [3, ["--data", "nope.xml"], "there is no such file"],
    [3, ["nope.sxp"], "there is no such file"],
    [3, ["//Day", "--schema", "nope.json"], "there is no such file"],
    [1, ["//Day", "--schema", "plan.sxp"], "SXP2101"],
  ])("exits with %i for %j", async (expected, words, message) => {
    const { code, err } = await check(words);
    expect([code, err]).toEqual([expected, expect.stringContaining(message)]);
  });
});
