import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readAs, readXml } from "@semantic-xpath/readers";
import { isSameTree } from "@semantic-xpath/writers";
import { describe, expect, it } from "vitest";
import { planFolder, sxp } from "./sxp.js";

describe("sxp convert", () => {
  it.each([
    ["xml", "node"],
    ["json", "node"],
    ["json", "data"],
    ["yaml", "node"],
    ["yaml", "data"],
  ] as const)("writes %s in the shape %s, and it reads as the same tree", async (format, shape) => {
    const cwd = planFolder();
    const { code, out, err } = await sxp(["convert", "plan.xml", "--to", format, "--shape", shape], { cwd });
    expect([code, err]).toEqual([0, ""]);
    const tree = readXml(readFileSync(join(cwd, "plan.xml"), "utf8"));
    expect(isSameTree(await readAs(format, out), tree)).toBe(true);
  });

  it("reports what a format has no place for, with the node, and writes nothing", async () => {
    const cwd = planFolder();
    writeFileSync(join(cwd, "names.json"), '{ "Plan": { "first name": "Ada" } }');
    const { code, out, err } = await sxp(["convert", "names.json", "--to", "xml", "-o", "names.xml"], { cwd });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(`SXP4031: The tree can't be written as XML: /Plan: "first name" is no name in XML.`);
    expect(() => readFileSync(join(cwd, "names.xml"))).toThrow("ENOENT");
  });

  it("writes rows as CSV, and says which types it loses", async () => {
    const cwd = planFolder();
    writeFileSync(
      join(cwd, "list.json"),
      '[{ "name": "Ada, B.", "note": "says \\"hi\\"" }, { "name": "Bo", "text": "tall" }]',
    );
    const { code, out, err } = await sxp(["convert", "list.json", "--to", "csv"], { cwd });
    expect([code, out]).toEqual([0, 'name,note,text\n"Ada, B.","says ""hi""",\nBo,,tall\n']);
    expect(err).toBe('sxp: types are not written: "item"\nsxp: own text is the column "text"\n');
    const tree = await sxp(["convert", "plan.xml", "--to", "csv"], { cwd });
    expect([tree.code, tree.out]).toEqual([1, ""]);
    expect(tree.err).toContain("SXP4031");
  });

  it("asks for the format, and for one tree", async () => {
    const { code, err } = await sxp(["convert", "plan.xml"], { cwd: planFolder() });
    expect([code, err]).toEqual([2, expect.stringContaining("say which format to write")]);
  });

  it("writes a shipped mapping, which reads the same as a file of one's own", async () => {
    const cwd = planFolder();
    const shown = await sxp(["convert", "--mapping", "messages", "--show", "-o", "own.mapping.json"], { cwd });
    expect([shown.code, shown.err]).toEqual([0, ""]);
    writeFileSync(join(cwd, "talk.json"), '[{ "speaker": "Ada", "text": "Hello" }]');
    const read = async (mapping: string) => sxp(["convert", "talk.json", "--to", "xml", "--mapping", mapping], { cwd });
    expect((await read("./own.mapping.json")).out).toBe((await read("messages")).out);
    expect((await sxp(["convert", "--show"], { cwd })).err).toContain("--show writes one of chatgpt, claude");
  });
});
