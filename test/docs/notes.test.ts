import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile, schemaNamed, validate } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { readFolder } from "../../packages/readers/src/node.js";
import { argumentsOf, repository, sxp } from "../cli/sxp.js";
import { blocksOf } from "./blocks.js";

/** The section on notes, as somebody follows it in the folder of the repository. */

const blocks = blocksOf("docs/how-to/your-data.md").filter(({ section }) => section === "Your notes");
const notes = readFolder("examples/notes", { cwd: repository });

describe("the guide's commands", () => {
  const commands = blocks.filter(({ info }) => info === "sh").flatMap(({ text }) => text.trim().split("\n"));
  const cwd = mkdtempSync(join(tmpdir(), "sxp-notes-"));
  cpSync(join(repository, "examples/notes"), join(cwd, "examples/notes"), { recursive: true });
  it.each(commands)("%s", async (command) => {
    const [shown, file] = command.split(" > my-");
    const [, , ...words] = argumentsOf(shown!);
    const { code, out } = await sxp(words, { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(/Task|Paragraph|Section/);
    if (file !== undefined) writeFileSync(join(cwd, `my-${file}`), out);
    // 620 is less than 1000: the schema knows that it is money.
    if (command.includes("@Estimate")) expect(out).toContain("2 matches");
  });
});

describe("the guide's queries find something", () => {
  it.each(blocks.filter(({ info }) => info === "sxp").map(({ text }) => text))("%s", async (text) => {
    const { query, diagnostics } = compile(text);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect((await query!.run(await notes)).matches.length).toBeGreaterThan(0);
  });
});

describe("the schema of notes", () => {
  const named = schemaNamed("notes");
  it("fits the example but for attributes of its own", async () => {
    const others = validate(await notes, (await named)!).filter(
      ({ message }) => !/attribute|people|aliases/.test(message),
    );
    expect(others).toEqual([]);
  });
  it("makes references of links", async () => {
    const { query, diagnostics } = compile("//Task/Link/id(@to)/@name", { schema: await named });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const { matches } = await query!.run(await notes);
    expect(matches.map(({ value }) => value)).toEqual(expect.arrayContaining(["Contacts"]));
  });
});
