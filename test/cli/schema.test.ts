import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PLAN_SCHEMA, planFolder, sxp } from "./sxp.js";

const DEFINITION = `{ "type": "object", "properties": {
  "Plan": { "type": "object", "properties": { "start": { "$ref": "other.json" } } } } }`;

describe("sxp schema", () => {
  it("infers a schema that its own check accepts", async () => {
    const cwd = planFolder();
    expect(await sxp(["schema", "infer", "plan.xml", "-o", "inferred.schema.json"], { cwd })).toEqual({
      code: 0,
      out: "",
      err: "",
    });
    expect(JSON.parse(readFileSync(join(cwd, "inferred.schema.json"), "utf8"))).toMatchObject({
      version: 1,
      roots: ["Plan"],
    });
    expect(await sxp(["schema", "check", "inferred.schema.json"], { cwd })).toEqual({
      code: 0,
      out: "1 schema: no mistakes\n",
      err: "",
    });
  });

  it("infers from several trees, and fields", async () => {
    const cwd = planFolder({ "task.xml": "<Task><status>Todo</status></Task>" });
    const { out } = await sxp(["schema", "infer", "plan.xml", "task.xml", "--fields"], { cwd });
    expect(JSON.parse(out)).toMatchObject({
      roots: ["Plan", "Task"],
      types: { Task: { attributes: { status: { element: true } } } },
    });
  });

  it("infers from folders and patterns, one file after the other, with documentation to write on", async () => {
    const cwd = planFolder({ "task.xml": "<Task><status>Todo</status></Task>" });
    const { out } = await sxp(["schema", "infer", "*.xml", "--stubs", "examples"], { cwd });
    expect(JSON.parse(out)).toMatchObject({
      roots: ["Plan", "Task"],
      types: { status: { documentation: 'e.g. "Todo"' } },
    });
    expect((await sxp(["schema", "infer", "nope/*.xml"], { cwd })).code).toBe(3);
  });

  it("shows what would change in a schema, and changes it if told to", async () => {
    const cwd = planFolder({ "new.xml": '<Plan title="t"><Day index="one" city="a"/></Plan>' });
    const path = join(cwd, "plan.schema.json");
    const before = readFileSync(path, "utf8");
    const words = ["schema", "infer", "new.xml", "--into", "plan.schema.json"];
    const shown = await sxp(words, { cwd });
    expect(shown.code).toBe(0);
    expect(shown.out).toContain("--- plan.schema.json\n+++ plan.schema.json\n@@ -1,1 +1,1 @@\n-");
    expect(shown.err).toBe(
      "plan.schema.json: 1 place would change; --write changes the file\n" +
        '  attribute "index" of "Day": type number becomes string (a value of the data is not of type number)\n',
    );
    expect(readFileSync(path, "utf8")).toBe(before);
    expect((await sxp([...words, "--write"], { cwd })).err).toContain("plan.schema.json: 1 place changed");
    expect(readFileSync(path, "utf8")).toBe(before.replace('"index":{"type":"number"}', '"index":{"type":"string"}'));
    expect(await sxp(words, { cwd })).toEqual({
      code: 0,
      out: "",
      err: "plan.schema.json: it describes the data already\n",
    });
  });

  it("imports a definition, and says what it lacks", async () => {
    const cwd = planFolder({ "plan.definition.json": DEFINITION });
    const answer = await sxp(["schema", "import", "plan.definition.json", "-o", "new.schema.json"], { cwd });
    expect([answer.code, answer.out]).toEqual([0, ""]);
    expect(answer.err).toContain("plan.definition.json:2:66: warning SXP2302");
    expect((await sxp(["schema", "check", "new.schema.json"], { cwd })).code).toBe(0);
    const broken = await sxp(["schema", "import", "-"], { stdin: "{ no" });
    expect([broken.code, broken.out]).toEqual([1, ""]);
    expect(broken.err).toContain("standard input:1:3: error SXP2301");
    expect(await sxp(["schema", "import", "-"], { stdin: "false" })).toMatchObject({
      code: 1,
      err: "standard input: it describes no tree.\n",
    });
  });

  it("says which queries of a folder a change breaks, and which give something else", async () => {
    const next = PLAN_SCHEMA.replaceAll('"POI"', '"Stop"');
    const cwd = planFolder({ "next.schema.json": next, "all.sxp": "//Day/*" });
    const { code, out } = await sxp(["schema", "diff", "plan.schema.json", "next.schema.json", "."], { cwd });
    expect(code).toBe(1);
    expect(out).toContain('1 change, 1 breaking\n  breaking  type "POI" is gone; "Stop" may be its new name\n');
    expect(out).toContain(
      'all.sxp:1:1: hint SXP2308: With the new schema this gives "Stop"; with the old one it gave "POI".',
    );
    expect(out).toContain("plan.sxp:5:44: error SXP2001");
    expect(out).toContain("2 query files: 1 broken, 1 different\n");
    const same = await sxp(["schema", "diff", "plan.schema.json", "plan.schema.json", "*.sxp"], { cwd });
    expect(same).toEqual({
      code: 0,
      out: "plan.schema.json to plan.schema.json: no changes\n\n2 query files: all the same\n",
      err: "",
    });
    const json = await sxp(["schema", "diff", "plan.schema.json", "next.schema.json", "plan.sxp", "-f", "json"], {
      cwd,
    });
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({
      changes: [{ kind: "renamed", path: ["types", "POI"], breaking: true, message: expect.any(String) }],
      queries: [{ file: "plan.sxp", broken: [{ code: "SXP2001", line: 5 }], different: [] }],
    });
  });

  it("reports mistakes with their place", async () => {
    const cwd = planFolder({ "bad.schema.json": '{ "version": 1, "roots": ["Dya"],\n  "types": { "Day": {} } }' });
    const { code, err } = await sxp(["schema", "check", "bad.schema.json"], { cwd });
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(
        'bad.schema.json:1:27: error SXP2104: "Dya" in "roots" is not declared under "types". Did you mean "Day"?',
      ),
    ]);
  });

  it.each([
    [2, ["schema"]],
    [2, ["schema", "infer"]],
    [3, ["schema", "infer", "nope.xml"]],
    [3, ["schema", "check", "nope.json"]],
    [2, ["schema", "infer", "plan.xml", "--write"]],
    [2, ["schema", "infer", "plan.xml", "--into", "a.json", "-o", "b.json"]],
    [3, ["schema", "infer", "plan.xml", "--into", "nope.json"]],
    [3, ["schema", "import", "nope.json"]],
    [2, ["schema", "diff", "plan.schema.json"]],
    [3, ["schema", "diff", "examples/todo/todo.schema.json", "examples/todo/todo.schema.json", "nope/*.sxp"]],
  ])("exits with %i for %j", async (code, words) => {
    expect((await sxp(words as string[])).code).toBe(code);
  });
});
