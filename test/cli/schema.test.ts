import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planFolder, sxp } from "./sxp.js";

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
  ])("exits with %i for %j", async (code, words) => {
    expect((await sxp(words as string[])).code).toBe(code);
  });
});
