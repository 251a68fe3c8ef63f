import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, PLAN_SCHEMA, planFolder, sxp } from "./sxp.js";

const UNEVEN = "day,city\n1,Ottawa\n2\n";
const TWICE = '{"city": "Ottawa", "city": "Toronto"}';
const BROKEN = "<Plan>\n  <Day>\n</Plan>\n";
const cwd = folder({ "days.csv": UNEVEN, "twice.json": TWICE, "broken.xml": BROKEN });
const run = (...words: string[]) => sxp(["run", "//*", "--format", "values", ...words], { cwd });

function notesFolder(): string {
  const at = folder({});
  mkdirSync(join(at, "notes"));
  writeFileSync(join(at, "notes", "a.md"), "---\ntags: [\n---\n# A\n\n[b](nowhere.md)\n");
  writeFileSync(join(at, "notes", "bad.xml"), BROKEN);
  return at;
}

describe("what a first try gets wrong", () => {
  const at = folder({ "people.csv": "name,age\nAnn,31\n", "chat.txt": "[01.06.24, 09:00] Ana: are we going?\n" });
  const told = async (...words: string[]) => (await sxp(words, { cwd: at })).err;

  it("words instead of a query lead to sxp ask, a query with a mistake does not", async () => {
    for (const text of ["pests on the beans", "who lives in Berlin?", "Größe und Preis"])
      expect(await told("run", text, "--data", "people.csv")).toContain(`sxp ask '${text}'`);
    for (const text of ["Bob", "//row[@name", "//a //b", "it's here", "a | b", "count(x)", "say -- --rm"])
      expect(await told("run", text, "--data", "people.csv")).not.toContain("sxp ask");
  });

  it("a file whose name shows no format is read by how it begins, which is said if that fails", async () => {
    expect(await told("run", "//a", "--data", "chat.txt")).toMatch(
      /^chat\.txt:1:3: error SXP4007[\s\S]*--format-in says it: xml/,
    );
    expect(await told("run", "//a", "--data", "chat.txt", "--format-in", "json")).not.toContain("--format-in says");
  });

  it("a check of data without a schema says that names of the query were not compared", async () => {
    expect(await told("check", "//rwo", "--data", "people.csv")).toContain("sxp schema infer people.csv");
    expect(await told("check", "//rwo")).toBe("query: no mistakes\n");
  });
});

describe("mistakes in data that is run over", () => {
  it.each([
    ["days.csv", "days.csv:3:1: warning SXP4015"],
    ["twice.json", "twice.json:1:20: warning SXP4016"],
  ])("warnings about %s are told once, with their places, and change no exit code", async (name, place) => {
    const { code, err } = await run("--data", name);
    expect([code, err.split(place).length]).toEqual([0, 2]);
  });

  it("are told ten times at most, of all files together", async () => {
    const rows = `day,city\n${"1\n".repeat(20)}`;
    const at = folder({ "a.csv": rows, "b.csv": rows });
    const { err } = await sxp(["run", "count(//row)", "--data", "*.csv"], { cwd: at });
    expect(err.split("warning SXP4015")).toHaveLength(11);
    expect(err).toContain("and 30 more in the data, which sxp check --data FILE lists.\n");
  });

  it("errors end the run, unless reading is tolerant: then they are told, and are no success", async () => {
    const ended = await run("--data", "broken.xml");
    expect([ended.code, ended.out]).toEqual([3, ""]);
    const query = ["run", "count(//Day)", "--format", "values", "--data", "broken.xml", "--tolerant"];
    const { code, out, err } = await sxp(query, { cwd });
    expect([code, out]).toEqual([3, "1\n"]);
    expect(err).toMatch(/^broken\.xml:3:\d+: error SXP4005/m);
  });

  it("in a folder have the file, the line and an excerpt; hints are for sxp check", async () => {
    const { code, err } = await sxp(["run", "count(//Section)", "--data", "notes"], { cwd: notesFolder() });
    expect(code).toBe(3);
    expect(err).toMatch(/notes\/bad\.xml:3:\d+: error SXP4005.*\n {2}<\/Plan>\n +\^/);
    expect(err).toMatch(/notes\/a\.md:\d+:\d+: warning SXP4017/);
    expect(err).not.toContain("SXP4018");
  });

  it("are told by the prompt, too", async () => {
    const { err, out } = await sxp(["repl", "--data", "days.csv"], { cwd, stdin: "count(//row)\n" });
    expect(out + err).toContain("days.csv:3:1: warning SXP4015");
  });
});

describe("sxp check --data", () => {
  const check = (words: readonly string[], at = cwd) => sxp(["check", "--data", ...words], { cwd: at });

  it("lists all mistakes of a file, with their places", async () => {
    const at = folder({ "log.jsonl": '{"n": 1,}\n{"n": 2}\n{"n" 3}\n' });
    const { code, err } = await check(["log.jsonl"], at);
    expect(code).toBe(1);
    expect(err.match(/^log\.jsonl:\d+/gm)).toEqual(["log.jsonl:1", "log.jsonl:3"]);
    expect(err).toContain("log.jsonl: 2 errors\n");
  });

  it("finds nothing wrong, and only warnings are no failure", async () => {
    expect(await check(["plan.xml"], planFolder())).toEqual({ code: 0, out: "", err: "plan.xml: no mistakes\n" });
    const { code, err } = await check(["days.csv"]);
    expect([code, err.endsWith("days.csv: 1 warning\n")]).toEqual([0, true]);
  });

  it("looks into folders, also at links between notes", async () => {
    const { code, err } = await check(["notes"], notesFolder());
    expect(code).toBe(1);
    expect(err).toMatch(/notes\/a\.md:6:1: hint SXP4018/);
    expect(err).toMatch(/notes\/bad\.xml:3:\d+: error SXP4005/);
    expect(err).toContain("1 error, 1 warning, 1 hint\n");
  });

  it("prints JSON", async () => {
    const { out, code } = await check(["broken.xml", "days.csv", "--format", "json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([
      { file: "broken.xml", line: 3, severity: "error", code: "SXP4005" },
      { file: "days.csv", line: 3, severity: "warning", code: "SXP4015" },
    ]);
  });

  it("also checks against a schema, without a query", async () => {
    const at = planFolder({ "other.xml": "<Plan><Dya/></Plan>" });
    const { code, err } = await check(["other.xml", "--schema", "plan.schema.json"], at);
    expect([code, err.includes("other.xml:1:7: error SXP4008")]).toEqual([1, true]);
  });

  it("says of a folder by the path what in it is against the schema", async () => {
    const words = ["check", "--data", "notes", "--schema", "plan.schema.json"];
    const at = notesFolder();
    writeFileSync(join(at, "plan.schema.json"), PLAN_SCHEMA);
    const { code, err } = await sxp(words, { cwd: at });
    expect([code, err.includes("notes: error SXP4008: /Folder ")]).toEqual([1, true]);
  });
});
