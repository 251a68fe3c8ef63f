import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FORMATS } from "@semantic-xpath/readers";
import { describe, expect, it } from "vitest";
import { report } from "../../packages/cli/src/stop.js";
import { capture, folder, PLAN, planFolder, sxp } from "./sxp.js";

const cwd = planFolder({
  "importing.sxp": 'import "plan.sxp";\ndeclare query b() := //Day;\n',
  "dates.sxp": "declare query since($from) := //Day[@date >= $from];\n",
  "dates.xml": '<Plan><Day date="2026-06-01"/></Plan>',
  "dates.json": JSON.stringify({
    version: 1,
    roots: ["Plan"],
    types: { Plan: { children: { Day: {} } }, Day: { attributes: { date: { type: "date" } } } },
  }),
});
const TERMINAL = (columns: number) => ({ columns, terminal: true, env: { NO_COLOR: "1" } });
const run = (words: readonly string[], world = {}) => sxp(["run", ...words], { cwd, ...world });

/** A plan whose harbour has a recorded score, and the words of a run that it is in. */
function scoredHarbour(score: number) {
  const scores = { id: "mine", scores: [{ condition: "x", text: "Boats.", score }] };
  const own = planFolder({ "scores.json": JSON.stringify(scores) });
  const query = '//POI[@name = "Harbour"][@description =~ "x"]';
  return { own, words: ["run", query, "-d", "plan.xml", "--scorer", "recorded:scores.json"] };
}

describe("sxp run", () => {
  it("ranks with bars, weights, paths and summaries", async () => {
    const { code, out, err } = await run(['//POI[node =~ "museum"]', "--data", "plan.xml"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^\/\/POI\[node =~ "museum"\]\n2 matches in 6 nodes · lexical · [\d.]+ ms · 1 call, 3 pairs\n/);
    expect(out).toMatch(
      /█{9}[▏▎▍▌▋▊▉]? +0\.9\d {2}\/Plan\/Day\[1\]\/POI\[1\] {2}Art museum · Paintings and sculpture\.\n/,
    );
  });

  it("takes data by its name alone, after the query and before it, before it is named again, and at the prompt", async () => {
    const named = await run(["//Day", "--data", "plan.xml", "--format", "paths"]);
    const bare = await run(["//Day", "plan.xml", "--format", "paths"]);
    expect([named.code, bare.out]).toEqual([0, named.out]);
    expect(await run(["plan.xml", "//Day", "--format", "paths"])).toEqual(bare);
    const both = await run(["count(//Day)", "plan.xml", "--data", "dates.xml"]);
    expect(both.out).toContain("dates.xml");
    for (const ending of Object.values(FORMATS).flatMap(({ endings }) => endings)) {
      const missing = await run(["//Day", `none${ending}`]);
      expect([ending, missing.code, missing.err]).toEqual([ending, 3, expect.stringContaining(`none${ending}`)]);
    }
    const prompt = await sxp(["repl", "plan.xml"], { cwd, stdin: "count(//Day)\n" });
    expect([prompt.code, prompt.out.trim()]).toEqual([0, expect.stringMatching(/\b2\b/)]);
    const other = await run(["//Day", "plan.txt"]);
    expect([other.code, other.err]).toEqual([2, expect.stringContaining("one argument too many")]);
  });

  it("lists a structural result without bars", async () => {
    const { out } = await run(["//Day", "-d", "plan.xml"]);
    expect(out.split("\n").slice(2)).toEqual([
      "",
      "/Plan/Day[1]  Ottawa · index 1",
      "/Plan/Day[2]  Kyoto · index 2",
      "",
    ]);
  });

  it("shows results in their place", async () => {
    const { out } = await run(['//POI[@name = "Harbour"]', "-d", "plan.xml", "--tree"]);
    expect(out.split("\n").slice(3, -1)).toEqual([
      "Plan  Two days",
      "└─ Day[1]  Ottawa · index 1",
      "   └─ POI[2]  Harbour · Boats.",
    ]);
  });

  it("has bars that are full for 1, whatever the others weigh, in lines and in the tree", async () => {
    const { own, words } = scoredHarbour(0.5);
    expect((await sxp(words, { cwd: own })).out).toContain(`\n${"█".repeat(5)}${" ".repeat(5)} 0.50  /Plan/`);
    expect((await sxp([...words, "--tree"], { cwd: own })).out).toContain(`\n${"█".repeat(4)}${" ".repeat(4)} 0.50  `);
  });

  it("keeps within a narrow terminal, wide characters counted", async () => {
    const { out } = await run(['//POI[node =~ "museum"]', "-d", "plan.xml"], TERMINAL(50));
    const { default: stringWidth } = await import("string-width");
    for (const line of out.split("\n").slice(3)) expect(stringWidth(line)).toBeLessThanOrEqual(50);
    expect(out).toContain("金閣寺");
  });

  it("cuts no path, and nothing at all where output is no terminal", async () => {
    const says = "a long description ".repeat(20).trim();
    const deep = `<Plan><Itinerary><Department><Conference><Presentation says="${says}"/></Conference></Department></Itinerary></Plan>`;
    const path = "/Plan/Itinerary/Department/Conference/Presentation";
    const words = ["//Presentation", "-d", "-"];
    expect((await run(words, { ...TERMINAL(40), stdin: deep })).out).toContain(`\n${path}\n`);
    expect((await run(words, { columns: 40, stdin: deep })).out).toContain(`\n${path}  ${says}\n`);
  });

  it("shows the type of a row whose path can't write it", async () => {
    const { out } = await run(["//Day/*", "-d", "-"], { stdin: '{"Day":{"a b/c":{"n":1},"x":{"n":2}}}' });
    expect(out).toMatch(/\/Day\/\*\[1\] {2}a b\/c · n 1\n.*x {5}n 2\n/);
  });

  it("gives a row without text its attributes, as a value and as cells", async () => {
    const stdin = "who,n\nada,1\nbo,2\n";
    const read = (format: string) => run(["//row[@n = 2]", "-d", "-", "--format-in", "csv", "-f", format], { stdin });
    expect((await read("values")).out).toBe("bo · n 2\n");
    expect((await read("csv")).out).toMatch(/,value,@who,@n\n.*\/root\/row\[2\],row,,bo,2\n$/);
  });

  it("has a column for each attribute of its nodes in a table, and none for results that are no nodes", async () => {
    const stdin = `<a><b n="1">x</b><b m="p|q"/></a>`;
    const read = async (query: string, format: string) => (await run([query, "-d", "-", "-f", format], { stdin })).out;
    const rows = async (query: string) =>
      (await read(query, "csv")).split("\n").map((row) => row.split(",").slice(4).join(","));
    expect(await rows("//b")).toEqual(["path,type,value,@n,@m", "/a/b[1],b,x,1,", "/a/b[2],b,,,p|q", ""]);
    expect(await rows("//b/@n")).toEqual(["path,type,value", "/a/b[1]/@n,b,1", ""]);
    expect(await rows("//b/text()")).toEqual(["path,type,value", expect.stringMatching(/,b,x$/), ""]);
    expect(await read("//b", "md")).toMatch(/\| value \| @n \| @m \|\n.*\n.*\| x \| 1 \| {2}\|\n.*\| p\\\|q \|\n$/);
  });

  it("a limit cuts what a value was computed from, and a list of values, and no value", async () => {
    const stdin = "<a><b n='1'/><b n='5'/><b n='3'/></a>";
    const read = async (query: string) => (await run([query, "-d", "-", "-f", "json", "--limit", "2"], { stdin })).out;
    expect(JSON.parse(await read("max(//b/@n)"))).toMatchObject({ value: 5, matches: [{}, {}] });
    expect(JSON.parse(await read("distinct-values(//b/@n)")).value).toHaveLength(2);
    const text = (await run(["max(//b/@n)", "-d", "-", "--limit", "1"], { stdin })).out;
    expect(text).toContain("3 contributors");
    expect(text).not.toContain("/a/b[2]");
  });

  it("prints bare values", async () => {
    const names = await run(["//POI/@name", "-d", "plan.xml", "-f", "values"]);
    expect(names.out).toBe("Art museum\nHarbour\n金閣寺の庭園\n");
    const texts = await run(["//p", "-d", "-", "-f", "values"], { stdin: "<a><p>one <b>two\n three</b></p></a>" });
    expect(texts.out).toBe("one two three\n");
  });

  it("writes a score with the digits that it has, in every format", async () => {
    const { own, words } = scoredHarbour(0.9);
    for (const more of [
      ["-f", "paths"],
      ["-f", "json"],
      ["-f", "json", "--why", "/Plan/Day[1]/POI[2]", "--trace", "trace.json"],
    ]) {
      const { out } = await sxp([...words, ...more], { cwd: own });
      expect(out).toMatch(/\b0\.9\b/);
      expect(out).not.toContain("0.8999");
    }
    const trace = readFileSync(join(own, "trace.json"), "utf8");
    expect(trace).toContain("0.9");
    expect(trace).not.toContain("0.8999");
    const compared = await sxp(["compare", ...words.slice(1), "--with-limit", "1", "-f", "json"], { cwd: own });
    expect(compared.out).toContain('"weightBefore":0.9,');
  });

  it("says that a member of JSON names types, and takes another one or none", async () => {
    const stdin = '{"messages":[{"type":"message","kind":"note","n":1}]}';
    const read = (...words: string[]) => run(["//messages", "-d", "-", "-f", "paths", ...words], { stdin });
    const taken = await read();
    expect(taken.out).toBe("");
    expect(taken.err).toContain('standard input: its "type" names nodes: a "messages" is a "message".');
    expect(taken.err).toContain('--type-key "" none.');
    expect(await read("--type-key", "")).toEqual({ code: 0, out: "1\t/root/messages\n", err: "" });
    const other = await run(["//note", "-d", "-", "-f", "paths", "--type-key", "kind"], { stdin });
    expect(other).toEqual({ code: 0, out: "1\t/root/note\n", err: "" });
    const own = await run(["//message", "-d", "-", "-f", "paths", "--type-key=type"], { stdin });
    expect([own.out, own.err]).toEqual(["1\t/root/message\n", ""]);
  });

  it("says nothing of types where data is written as nodes", async () => {
    const stdin = '{"type":"Plan","children":[{"type":"Day"}]}';
    expect(await run(["//Day", "-d", "-", "-f", "paths"], { stdin })).toEqual({
      code: 0,
      out: "1\t/Plan/Day\n",
      err: "",
    });
  });

  it("has a fallback where there is no Unicode", async () => {
    const { out } = await run(['//POI[node =~ "museum"]', "-d", "plan.xml", "--tree"], {
      env: { LANG: "C", NO_COLOR: "1" },
      columns: 200,
      terminal: true,
    });
    expect(out).toContain("#######  0.");
    expect(out).toContain("|- Day[1]");
    expect(out).not.toMatch(/[█├…·]/);
  });

  it.each<[string, object, string[], boolean]>([
    ["none where output is no terminal", {}, [], false],
    ["on a terminal", { terminal: true }, [], true],
    ["not on a dumb one", { terminal: true, env: { TERM: "dumb" } }, [], false],
    ["not with NO_COLOR", { terminal: true, env: { NO_COLOR: "1" } }, [], false],
    ["with FORCE_COLOR", { env: { FORCE_COLOR: "1" } }, [], true],
    ["not with --no-color", { terminal: true, env: { FORCE_COLOR: "1" } }, ["--no-color"], false],
    ["with --color", { env: { NO_COLOR: "1" } }, ["--color"], true],
    ["never in paths", { terminal: true }, ["--format", "paths"], false],
    ["never in json", { terminal: true }, ["--format", "json"], false],
  ])("colour: %s", async (_, world, words, isColored) => {
    const { out } = await run(["//Day", "-d", "plan.xml", ...words], world);
    expect(out.includes("\u001b[")).toBe(isColored);
  });

  it("reads standard input, XML or JSON", async () => {
    const xml = await run(["//Day", "-d", "-", "-f", "paths"], { stdin: PLAN });
    const json = await run(["//Day", "-d", "-", "-f", "paths"], { stdin: '{"Plan":{"Day":[{"n":1},{"n":2}]}}' });
    expect(xml.out).toBe("1\t/Plan/Day[1]\n1\t/Plan/Day[2]\n");
    expect(json.out).toBe(xml.out);
  });

  it("prints JSON", async () => {
    const { out } = await run(["//Day[1]/@city", "-d", "plan.xml", "--format", "json"]);
    expect(JSON.parse(out)).toMatchObject({
      matches: [{ path: "/Plan/Day[1]/@city", weight: 1, attribute: { name: "city", value: "Ottawa" } }],
      stats: { scorerCalls: 0, empty: null },
    });
  });

  it("runs a declared query over what the file imports", async () => {
    const { code, out } = await run(["plan.sxp", "--query", "day", "--param", "n=2", "-f", "paths"]);
    expect([code, out]).toEqual([0, "1\t/Plan/Day[2]\n"]);
  });

  it("resolves imports against the file and not the folder one is in", async () => {
    const { out } = await sxp(["run", join(cwd, "plan.sxp"), "-q", "day", "-p", "n=1", "-f", "paths"]);
    expect(out).toBe("1\t/Plan/Day[1]\n");
  });

  it("lists the queries of a file where one has to choose", async () => {
    const { code, err } = await run(["plan.sxp"]);
    expect(code).toBe(2);
    expect(err).toContain("  places($what as string)\n      Places about something.\n");
  });

  it("cuts by limit and minimum score", async () => {
    expect((await run(['//POI[node =~ "museum"]', "-d", "plan.xml", "-k", "1"])).out).toContain("1 match (the limit)");
    expect((await run(['//POI[node =~ "museum"]', "-d", "plan.xml", "--min-score", "1"])).err).toContain(
      "minimum score 1",
    );
  });

  it("says why there is nothing, under its place, with the nearest name", async () => {
    const { code, out, err } = await run(["/Plan/Days", "-d", "plan.xml"]);
    expect(code).toBe(0);
    expect(err).toMatch(/^! The data has no node of type "Days"\..*"Day".*\n {2}\/Plan\/Days\n {7}\^{5}\nnearest: /);
    expect(out).toContain("no match in 6 nodes");
  });

  it("writes the trace", async () => {
    const { code } = await run(['//POI[node =~ "museum"]', "-d", "plan.xml", "--trace", "trace.json", "--full-trace"]);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, "trace.json"), "utf8"))).toMatchObject({ version: 1, scorerPairs: 3 });
  });

  it("replays recorded scores", async () => {
    const scores = { id: "mine", scores: [{ condition: "x", text: "Boats.", score: 0.5 }] };
    const own = planFolder({ "scores.json": JSON.stringify(scores) });
    const query = '//POI[@name = "Harbour"][@description =~ "x"]';
    const { out } = await sxp(["run", query, "-d", "plan.xml", "-f", "paths", "--scorer", "recorded:scores.json"], {
      cwd: own,
    });
    expect(out).toBe("0.5\t/Plan/Day[1]/POI[2]\n");
  });

  it("shows hints and runs", async () => {
    const { code, err, out } = await run(['//POI[node =~ "museum"][1]', "-d", "plan.xml", "-f", "paths"]);
    expect(code).toBe(0);
    expect(out).not.toBe("");
    expect(err).toContain("hint SXP3002");
  });
});

describe("exit codes of sxp run", () => {
  const bad = folder({ "bad.xml": "<a><b></a>", "scores.json": "{}" });

  it.each<[number, string, string[], string]>([
    [1, "a syntax error", ["//Day[", "-d", "plan.xml"], "query:1:6: error SXP1"],
    [1, "an error in the chosen query", ["//Dya", "-d", "plan.xml", "-s", "plan.schema.json"], "fix: "],
    [1, "a missing argument", ["plan.sxp", "-q", "day"], "SXP4009"],
    [1, "an unsuitable argument", ["plan.sxp", "-q", "day", "-p", "n=two"], "SXP4009"],
    [4, "a limit of the run", ["//Day", "-d", "plan.xml", "--timeout", "0"], "--timeout MS"],
    [
      1,
      "an argument that is no date",
      ["dates.sxp", "-d", "dates.xml", "-s", "dates.json", "-p", "from=June"],
      "such as 2026-03-14",
    ],
    [
      1,
      "an import of a module",
      ["importing.sxp", "-q", "b", "-d", "plan.xml"],
      'importing.sxp:1:8: error SXP1004: Expected "schema" or "data"',
    ],
    [2, "a number that is none", ["//Day", "-d", "plan.xml", "--timeout", "NaN"], '--timeout is a number, not "NaN"'],
    [2, "a time below none", ["//Day", "-d", "plan.xml", "--timeout=-1"], "--timeout is from 0 up, not -1"],
    [2, "a query with another name", ["plan.sxp", "-q", "itineraries"], "It declares places, day."],
    [
      3,
      "a trace into a folder that is not there",
      ["//Day", "-d", "plan.xml", "--trace", "no/such/t.json"],
      'there is no folder "no/such"',
    ],
    [2, "no data", ["//Day"], "add --data FILE"],
    [2, "an unknown query", ["plan.sxp", "-q", "dai"], "Did you mean day?"],
    [2, "an unknown scorer", ["//Day", "-d", "plan.xml", "--scorer", "lexicle"], 'Did you mean "lexical"?'],
    [2, "a limit that is none", ["//Day", "-d", "plan.xml", "--limit", "-1"], "--limit is a whole number"],
    [2, "an unquoted query", ["//Day[1]", "or", "-d", "plan.xml"], "single quotes"],
    [3, "a missing file", ["//Day", "-d", "nope.xml"], 'can\'t read "nope.xml": there is no such file'],
    [3, "a missing query file", ["nope.sxp", "-d", "plan.xml"], "there is no such file"],
    [3, "malformed data", ["//Day", "-d", join(bad, "bad.xml")], "bad.xml:1:7: error SXP4005"],
    [
      4,
      "a scorer without an answer",
      ['//Day[node =~ "x"]', "-d", "plan.xml", "--scorer", `recorded:${join(bad, "scores.json")}`],
      "SXP4010",
    ],
  ])("%i: %s", async (expected, _, words, message) => {
    const { code, err } = await run(words);
    expect(err).toContain(message);
    expect(code).toBe(expected);
  });

  it("130: interrupted", async () => {
    const signal = AbortSignal.abort();
    expect(await run(["//Day", "-d", "plan.xml"], { signal })).toMatchObject({ code: 130, err: "" });
  });

  it("shows a stack only when asked", () => {
    const said = (env: Record<string, string>): string => {
      const stderr = capture();
      expect(report(new Error("broken"), { stderr, env })).toBe(1);
      return stderr.text();
    };
    expect(said({})).toBe("sxp: broken\nThis is a bug in sxp. SXP_DEBUG=1 shows where it happened.\n");
    expect(said({ SXP_DEBUG: "1" })).toContain("run.test.ts");
  });
});
