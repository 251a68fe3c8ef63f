// @module-tag process
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, PLAN, planFolder, repository, sxp } from "./sxp.js";

const bin = join(repository, "packages/cli/bin/sxp.js");
const isBuilt = existsSync(join(repository, "packages/cli/dist/sxp.js"));

/** Runs the command that is built, as a shell does. */
const shell = (script: string, cwd: string) =>
  spawnSync("sh", ["-c", script], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NODE: process.execPath, BIN: bin, SXP_CACHE_DIR: join(cwd, "cache") },
  });

describe("a file that is no data", () => {
  it.each([
    ["a text", "notes.txt", "buy bread"],
    ["a table without its ending", "table", "day,city\n1,Ottawa\n"],
  ])("%s is told how to say what it is", async (_, name, text) => {
    const { code, err } = await sxp(["run", "//Day", "--data", name], { cwd: folder({ [name]: text }) });
    expect(code).toBe(3);
    expect(err).toContain("--format-in says it: xml, json, jsonl, yaml, markdown, html, csv.");
  });

  it("JSON Lines are data", async () => {
    const cwd = folder({ "plan.jsonl": '{"day": 1}\n{"day": 2}\n' });
    expect(await sxp(["run", "//@day", "--data", "plan.jsonl", "-f", "values"], { cwd })).toMatchObject({
      out: "1\n2\n",
    });
  });

  it.each([
    ["an empty file", ""],
    ["JSON with a mistake", '{"day": 1,}'],
  ])("%s gets no note", async (_, text) => {
    const { code, err } = await sxp(["run", "//Day", "--data", "plan.json"], { cwd: folder({ "plan.json": text }) });
    expect(code).toBe(3);
    expect(err).not.toContain("note:");
  });
});

describe.skipIf(!isBuilt)(`the command in odd places${isBuilt ? "" : " (skipped: npm run build makes it)"}`, () => {
  it("runs in a folder that is gone, over a file by its whole path", () => {
    const cwd = folder({ "plan.xml": PLAN });
    const { stdout, status } = shell(
      `mkdir gone && cd gone && rmdir ../gone && "$NODE" "$BIN" run //Day --data ${cwd}/plan.xml --format paths`,
      cwd,
    );
    expect([status, stdout.split("\n").length]).toEqual([0, 3]);
  });

  it("ends quietly where its reader has seen enough", () => {
    const days = `<Plan>${"<Day/>".repeat(20_000)}</Plan>`;
    const { stdout, stderr } = shell(
      '"$NODE" "$BIN" run //Day --data days.xml --format paths | head -1',
      folder({ "days.xml": days }),
    );
    expect([stdout, stderr]).toEqual(["1\t/Plan/Day[1]\n", ""]);
  });

  it.each([
    ["no HOME", 'env -u HOME "$NODE" "$BIN" run //Day --data plan.xml --format paths'],
    ["standard input closed", '"$NODE" "$BIN" run //Day --data plan.xml --format paths <&-'],
    [
      "spaces and letters of other alphabets",
      'mkdir "Größe 旅" && cp plan.xml "Größe 旅/ä b.xml" && "$NODE" "$BIN" run //Day -d "Größe 旅/ä b.xml" -f paths',
    ],
  ])("finds the same with %s", (_, script) => {
    const { stdout, status } = shell(script, planFolder());
    expect([status, stdout]).toEqual([0, "1\t/Plan/Day[1]\n1\t/Plan/Day[2]\n"]);
  });
});

describe("--encoding", () => {
  const cwd = folder({ "cities.csv": "" });
  writeFileSync(join(cwd, "cities.csv"), Buffer.from("city\nMontr\xe9al\n", "latin1"));

  it("says what the bytes of CSV are", async () => {
    const line = ["run", "//@city", "-d", "cities.csv", "-f", "values"];
    expect(await sxp([...line, "--encoding", "windows-1252"], { cwd })).toMatchObject({ code: 0, out: "Montréal\n" });
    expect((await sxp(line, { cwd })).err).toContain("a byte here is not UTF-8");
  });

  it("is a mistake of the line where nobody knows it", async () => {
    const { code, err } = await sxp(["run", "//@city", "-d", "cities.csv", "--encoding", "nope"], { cwd });
    expect(code).toBe(2);
    expect(err).toContain('--encoding: "nope" is not known.');
  });
});
