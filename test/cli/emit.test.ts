import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planFolder, sxp } from "./sxp.js";

describe("sxp emit", () => {
  it.each([
    ["gbnf", /^# Semantic XPath\n[\s\S]*\nroot ::= /],
    ["lark", /^%llguidance \{\}\n[\s\S]*\nstart: /],
    ["json-schema", /"\$schema": "https:\/\/json-schema.org\/draft\/2020-12\/schema"/],
    ["prompt", /^Plan \{ Day\* \} @title$/m],
    ["types", /^export interface Day \{$/m],
  ])("writes %s for a schema", async (target, expected) => {
    const cwd = planFolder();
    const { code, out, err } = await sxp(["emit", "--target", target, "--schema", "plan.schema.json"], { cwd });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(expected);
    expect(out).toContain("city");
  });

  it("infers the schema of data", async () => {
    const { code, out } = await sxp(["emit", "--target", "prompt", "--data", "plan.xml"], { cwd: planFolder() });
    expect([code, out]).toEqual([0, expect.stringContaining("Day { POI")]);
  });

  it("writes a card for updates, with values of the data", async () => {
    const { out } = await sxp(["emit", "--target", "prompt", "--updates", "--data", "plan.xml"], { cwd: planFolder() });
    expect(out).toMatch(/^Write one Semantic XPath update/);
    expect(out).toContain("insert node attribute");
  });

  it("writes a grammar for any tree where nothing is known", async () => {
    const { code, out } = await sxp(["emit", "--target", "gbnf"]);
    expect([code, out]).toEqual([0, expect.stringContaining("name-token ::=")]);
  });

  it("writes to a file", async () => {
    const cwd = planFolder();
    const words = ["emit", "--target", "lark", "--schema", "plan.schema.json", "--nesting", "1", "-o", "plan.lark"];
    expect(await sxp(words, { cwd })).toEqual({ code: 0, out: "", err: "" });
    expect(readFileSync(join(cwd, "plan.lark"), "utf8")).toMatch(/^%llguidance/);
  });

  it("writes a skill into a folder of its name, whose commands name the data", async () => {
    const cwd = planFolder();
    const emit = ["emit", "--target", "skill", "--data", "plan.xml", "--schema", "plan.schema.json"];
    expect(await sxp([...emit, "-o", "skills/my-trip/SKILL.md"], { cwd })).toEqual({ code: 0, out: "", err: "" });
    const text = readFileSync(join(cwd, "skills/my-trip/SKILL.md"), "utf8");
    expect(text).toMatch(/^---\nname: "my-trip"\n/);
    const [, run] = /^sxp (run .*)$/m.exec(text)!;
    const words = run!.replace("'QUERY'", "//POI").split(" ");
    expect(await sxp(words, { cwd })).toMatchObject({ code: 0, err: "" });
    const elsewhere = await sxp([...emit, "-o", "Trip/SKILL.md"], { cwd });
    expect(elsewhere.err).toBe("sxp: Agents find a skill in a folder of its name: plan/SKILL.md\n");
    expect(await sxp([...emit, "-o", "plan.xml/x/SKILL.md"], { cwd })).toMatchObject({ code: 3, out: "" });
    expect(await sxp(["emit", "--target", "skill"])).toMatchObject({ code: 2 });
  });

  it("says on standard error what it left out", async () => {
    const cwd = planFolder();
    const words = ["emit", "--target", "prompt", "--schema", "plan.schema.json", "--max-tokens", "10"];
    const { code, out, err } = await sxp(words, { cwd });
    expect([code, out === "", err]).toEqual([0, false, expect.stringContaining("sxp: the card still takes")]);
  });

  it.each<[number, string[], string]>([
    [2, ["emit"], "emit needs a target: --target gbnf|lark|json-schema|prompt|skill|types"],
    [2, ["emit", "--target", "gnbf"], "Did you mean gbnf?"],
    [2, ["emit", "--target", "prompt"], "add --schema FILE or --data FILE"],
    [2, ["emit", "--target", "types"], "add --schema FILE or --data FILE"],
    [2, ["emit", "--target", "gbnf", "--nesting", "0"], "--nesting is a whole number from 1 to 20, not 0."],
    [3, ["emit", "--target", "gbnf", "--schema", "nope.json"], "there is no such file"],
  ])("exits with %i for %j", async (code, words, message) => {
    const { code: found, out, err } = await sxp(words);
    expect([found, out, err]).toEqual([code, "", expect.stringContaining(message)]);
  });
});
