import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../packages/cli/src/repl/commands/table.js";
import { repository } from "../sxp.js";
import { sitting } from "./support/session.js";

const path = join(repository, "docs/how-to/repl.md");
const guide = readFileSync(path, "utf8");
const PROMPT = "sxp> ";

describe("the guide to the prompt", () => {
  it("shows a session as it is, from beginning to end", async () => {
    const { type, codes } = sitting({ terminal: true });
    let replayed = "";
    let last = 0;
    for (const { index, 0: block, 1: shown } of guide.matchAll(/^```text\n([\s\S]*?)^```/gm)) {
      replayed += `${guide.slice(last, index)}\`\`\`text\n`;
      for (const line of shown!.split("\n").filter((each) => each.startsWith(PROMPT)))
        replayed += `${line}\n${await type(line.slice(PROMPT.length))}`;
      replayed += "```";
      last = index + block.length;
    }
    // `vitest run test/cli/repl/guide.test.ts -u` writes what is said now into the guide.
    await expect(replayed + guide.slice(last)).toMatchFileSnapshot(path);
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.every((code) => code === 0)).toBe(true);
  });

  it("names commands that there are", () => {
    const named = new Set(Array.from(guide.matchAll(/`:([a-z]+)/g), ([, name]) => name));
    for (const name of named) expect(COMMANDS.map((command) => command.name)).toContain(name);
  });
});
