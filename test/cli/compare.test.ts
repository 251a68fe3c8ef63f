import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Comparison } from "@semantic-xpath/inspect";
import { describe, expect, it } from "vitest";
import { folder, PLAN_MODULE, PLAN_SCHEMA, planFolder, sxp } from "./sxp.js";

const BEFORE = `<Plan>
  <Day city="Ottawa"><POI name="War Museum">a museum</POI><POI name="Canal">boats</POI></Day>
  <Day city="Toronto"><POI name="Royal Museum">a museum</POI></Day>
</Plan>`;
/** The first day lost its museum to the second one, and got another. */
const AFTER = `<Plan>
  <Day city="Ottawa"><POI name="Canal">boats, and a museum</POI></Day>
  <Day city="Toronto"><POI name="Royal Museum">a museum</POI><POI name="War Museum">a museum</POI></Day>
</Plan>`;
const cwd = folder({ "may.xml": BEFORE, "june.xml": AFTER });
const MUSEUMS = '//POI[node =~ "museum"]';
const compareData = ["compare", MUSEUMS, "--data", "may.xml", "--with-data", "june.xml"];
/** Times differ from run to run. */
const timeless = (text: string): string => text.replaceAll(/\d+(?:\.\d+)? ms/g, "N ms");

describe("sxp compare", () => {
  it("tells two versions of data apart: what moved, what came, and why", async () => {
    const { code, out } = await sxp(compareData, { cwd });
    expect(code).toBe(0);
    // Weights are the scorer's own; 9 stands for a digit of one.
    const even = timeless(out)
      .replaceAll(/0\.\d+ +→/g, "0.99 →")
      .replaceAll(/0\.\d+ +\//g, "0.99  /")
      .replace(/- +→/, "-      →");
    expect(even).toBe(`before  //POI[node =~ "museum"]
        may.xml · 2 matches in 6 nodes · lexical · N ms · 1 call, 3 pairs
after   //POI[node =~ "museum"]
        june.xml · 3 matches in 6 nodes · lexical · N ms · 1 call, 3 pairs

Changed: the data.
In the data all 6 nodes were found again (3 by identity, 3 by content); 1 has
another parent, 1 says something else.
None of 3 kept its place, 2 moved, 1 is new.
/Plan/Day[2]/POI[1] is first; /Plan/Day[2]/POI[2] was, and is number 2 now.
/Plan/Day[2]/POI[2] was at /Plan/Day[1]/POI[1] before.

  rank weight → rank weight  node
~    2 0.99 →    1 0.99  /Plan/Day[2]/POI[1]  by identity
~    1 0.99 →    2 0.99  /Plan/Day[2]/POI[2]
      was /Plan/Day[1]/POI[1]; by identity
+    -      →    3 0.99  /Plan/Day[1]/POI
      before: its weight is 0: the scorer sees nothing of "museum" in its text
      (node =~ "museum" is 0); says something else; by identity
`);
  });

  it("gives the comparison document as JSON, a row a line", async () => {
    const { out } = await sxp([...compareData, "--format", "json"], { cwd });
    const { changed, data, rows } = JSON.parse(out) as Comparison;
    expect(changed).toEqual(["data"]);
    expect(data).toMatchObject({ before: 6, after: 6, reparented: 1, edited: 1 });
    expect(rows.map(({ pathBefore, pathAfter, by, kind }) => [pathBefore, pathAfter, by, kind])).toEqual([
      ["/Plan/Day[2]/POI", "/Plan/Day[2]/POI[1]", "identity", "moved"],
      ["/Plan/Day[1]/POI[1]", "/Plan/Day[2]/POI[2]", "identity", "moved"],
      ["/Plan/Day[1]/POI[2]", "/Plan/Day[1]/POI", "identity", "added"],
    ]);
    expect(out.split("\n").filter((line) => line.startsWith('    {"path"')).length).toBe(rows.length);
  });

  it.each([
    ["another answer", compareData, 1],
    ["the same answer", ["compare", MUSEUMS, "//POI[node =~ 'museum']", "--data", "may.xml"], 0],
    ["other weights alone", ["compare", MUSEUMS, '//POI[node =~ "museum"][1-(node =~ "xyz")]', "--data", "may.xml"], 0],
  ])("with --exit-code answers to %s", async (_, words, code) => {
    expect((await sxp([...words, "--exit-code"], { cwd })).code).toBe(code);
    expect((await sxp(words, { cwd })).code).toBe(0);
  });

  it("folds rows in which nothing changed", async () => {
    const many = `<L>${Array.from({ length: 40 }, (_, i) => `<T id="${i}"/>`).join("")}</L>`;
    const cwd = folder({ "a.xml": many, "b.xml": many.replace('<T id="39"/>', "") });
    const { out } = await sxp(["compare", "//T", "--data", "a.xml", "--with-data", "b.xml"], { cwd });
    expect(out).toContain("      and 35 more that kept place and weight\n");
    expect(out).toContain("/L/T[40]  now: that data does not have it\n");
    expect(out.split("\n").filter((line) => line.includes("  /L/T[")).length).toBe(5);
  });

  it("folds two rows or more, and counts each row that it leaves out", async () => {
    for (const size of [4, 5, 6, 7, 9]) {
      const many = `<L>${Array.from({ length: size + 1 }, (_, i) => `<T id="${i}"/>`).join("")}</L>`;
      const cwd = folder({ "a.xml": many, "b.xml": many.replace(`<T id="${size}"/>`, "") });
      const { out } = await sxp(["compare", "//T", "--data", "a.xml", "--with-data", "b.xml"], { cwd });
      const left = Number(/and (\d+) more that kept/.exec(out)?.[1] ?? 0);
      expect(left).not.toBe(1);
      expect(out.split("\n").filter((line) => line.includes("  /L/T[")).length + left).toBe(size + 1);
    }
  });

  it("tells that nothing was found, without a table", async () => {
    const { code, out } = await sxp(["compare", "//X", "//Y", "--data", "may.xml"], { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(/Changed: the query\.\nBoth results are empty\.\n$/);
  });
});

it("says in words and rows what :compare says at the prompt", async () => {
  const { out } = await sxp(compareData, { cwd });
  const script = `:data may.xml\n${MUSEUMS}\n:data june.xml\n${MUSEUMS}\n:compare\n`;
  const prompt = await sxp(["repl"], { cwd, stdin: script });
  expect(prompt.code, prompt.err).toBe(0);
  const [, words, rows] = out.trimEnd().split("\n\n");
  expect(prompt.out).toContain(`${words}\n${rows}\n`);
});

describe("what differs", () => {
  const plan = planFolder({
    "other.sxp": PLAN_MODULE.replace("/Plan/Day[$n]", "/Plan/Day[$n]/POI").replace("plan.xml", "other.xml"),
    "other.xml": '<Plan><Day index="1" city="Hull"><POI name="Falls"/></Day></Plan>',
    "other.schema.json": PLAN_SCHEMA.replace('"city":{"type":"string"}', '"city":{"type":"string","required":true}'),
  });
  const changed = async (...words: string[]): Promise<Comparison> => {
    const { out, err } = await sxp(["compare", ...words, "--format", "json"], { cwd: plan });
    expect(err).toBe("");
    return JSON.parse(out) as Comparison;
  };

  it.each([
    ["the query", ["//POI", "//Day", "--data", "plan.xml"], ["query"]],
    ["the query by its option", ["//POI", "--with-query", "//Day", "--data", "plan.xml"], ["query"]],
    [
      "the query of a file",
      ["plan.sxp", "--query", "day", "--param", "n=1", "--with-query", "places", "--with-param", "what=park"],
      ["query", "params"],
    ],
    [
      "the file, with what it imports",
      ["plan.sxp", "other.sxp", "--query", "day", "--param", "n=1"],
      ["query", "data"],
    ],
    [
      "the file, and the query in it",
      ["plan.sxp", "other.sxp", "--query", "day", "--with-query", "places", "--param", "n=1", "--param", "what=park"],
      ["query", "data", "params"],
    ],
    [
      "a file and a bare query",
      ["plan.sxp", "//Day", "--query", "day", "--param", "n=1", "--data", "plan.xml", "--schema", "plan.schema.json"],
      ["query", "params"],
    ],
    [
      "the schema",
      ["//Day", "--data", "plan.xml", "--schema", "plan.schema.json", "--with-schema", "other.schema.json"],
      ["schema"],
    ],
    ["an argument", ["plan.sxp", "--query", "day", "--param", "n=1", "--with-param", "n=2"], ["params"]],
    ["the limit", ["//POI", "--data", "plan.xml", "--with-limit", "1"], ["limit"]],
    ["the minimum score", [MUSEUMS, "--data", "plan.xml", "--with-min-score", "0.9"], ["minScore"]],
  ])("is %s", async (_, words, parts) => {
    expect((await changed(...words)).changed).toEqual(parts);
  });

  it("is the scorer", async () => {
    const recording = JSON.stringify({ museum: { "War Museum": 0.9, "Royal Museum": 0.1, Canal: 0 } });
    const cwd = folder({ "may.xml": BEFORE, "judged.json": recording });
    const words = ["compare", '//POI[@name =~ "museum"]', "--data", "may.xml", "--with-scorer", "recorded:judged.json"];
    const { out, code, err } = await sxp([...words, "--format", "json"], { cwd });
    expect(code, err).toBe(0);
    expect((JSON.parse(out) as Comparison).changed).toEqual(["scorer"]);
  });

  it("reads standard input for one of the two", async () => {
    const words = ["compare", MUSEUMS, "--data", "may.xml", "--with-data", "-"];
    expect((await sxp(words, { cwd, stdin: AFTER })).out).toContain("Changed: the data.");
    const both = ["compare", MUSEUMS, "//POI", "--data", "-"];
    expect((await sxp(both, { cwd, stdin: AFTER })).out).toContain("Changed: the query.");
  });
});

describe("what it can't do", () => {
  it.each([
    [["//POI", "--data", "may.xml"], 2, "nothing would be different"],
    [["//POI", "//Day"], 2, "add --data FILE"],
    [["//POI", "//Day", "--with-query", "//Plan", "--data", "may.xml"], 2, "two second queries"],
    [["//POI", "--with-query", "day", "--data", "may.xml"], 2, "chooses from a file"],
    [["//POI", "--with-limit", "-1", "--data", "may.xml"], 2, "--with-limit is a whole number"],
    [["//POI", "--with-min-score", "2", "--data", "may.xml"], 2, "--with-min-score is from 0 to 1"],
    [["//POI", "//Day", "--redact", "--data", "may.xml"], 2, "--redact goes with --report"],
    [["//POI", "//Day", "--with-dta", "june.xml"], 2, "Did you mean --with-data?"],
    [["//POI", "//POI[", "--data", "may.xml"], 1, "second query:1:6"],
    [["//POI", "--data", "may.xml", "--with-data", "july.xml"], 3, 'can\'t read "july.xml"'],
    [["//POI[$x]", "//Day", "--data", "may.xml", "--param", "y=1"], 1, "y"],
    [["//POI", "--data", "may.xml", "--with-scorer", "nobody"], 2, 'no scorer "nobody"'],
  ])("says so: %j", async (words, code, message) => {
    const answer = await sxp(["compare", ...words], { cwd });
    expect([answer.code, answer.out]).toEqual([code, ""]);
    expect(answer.err).toContain(message);
  });

  it("a scorer that fails ends it with its own code", async () => {
    const cwd = folder({ "may.xml": BEFORE, "judged.json": "{}" });
    const words = ["compare", MUSEUMS, "--data", "may.xml", "--with-scorer", "recorded:judged.json"];
    expect((await sxp(words, { cwd })).code).toBe(4);
  });
});

describe("--report", () => {
  it("writes a page that holds the comparison; redacted it has no word of the data", async () => {
    const page = (name: string): string => readFileSync(join(cwd, name), "utf8");
    const { code, err } = await sxp([...compareData, "--report", "both.html"], { cwd });
    expect(code, err).toBe(0);
    expect(err).toMatch(/^both\.html: \d+ KB\n$/);
    expect(page("both.html")).toContain('"comparison":{"before"');
    expect(page("both.html")).toContain("was at /Plan/Day[1]/POI[1] before");
    await sxp([...compareData, "--report", "bars.html", "--redact"], { cwd });
    expect(page("bars.html")).toContain("was at /Plan/Day[1]/POI[1] before");
    expect(page("bars.html")).not.toMatch(/Ottawa|Toronto|dinosaurs/);
  });
});
