// @module-tag process
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SHELLS } from "../../packages/cli/src/commands/completion/command.js";
import { COMMANDS } from "../../packages/cli/src/commands/table.js";
import { folder, planFolder, sxp } from "./sxp.js";

const script = async (shell: string): Promise<string> => (await sxp(["completion", shell])).out;
const has = (shell: string): boolean => spawnSync(shell, ["-c", "exit"]).error === undefined;

/** What bash offers for the last of the words. */
async function offers(words: readonly string[], cwd = planFolder()): Promise<string[]> {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const program = `${await script("bash")}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _sxp; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", program], { cwd, encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "")
    .sort();
}

describe("sxp completion", () => {
  it.each(SHELLS)("knows every command and option in %s", async (shell) => {
    const text = await script(shell);
    for (const { name, options } of COMMANDS) {
      for (const word of name.split(" ")) expect(text).toContain(word);
      for (const option of options) expect(text).toContain(option.name);
    }
  });

  it.each(["bash", "zsh", "fish"].filter(has))("parses in %s", async (shell) => {
    const file = join(folder({ script: await script(shell) }), "script");
    const { status, stderr } = spawnSync(shell, ["-n", file], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it.runIf(has("bash"))("completes in bash", async () => {
    expect(await offers(["sxp", "sc"])).toEqual(["schema"]);
    expect(await offers(["sxp", "schema", ""])).toEqual(["check", "diff", "import", "infer"]);
    expect(await offers(["sxp", "run", "--mi"])).toEqual(["--min-score"]);
    expect(await offers(["sxp", "run", "x", "--format", "j"])).toEqual(["json", "jsonl"]);
    expect(await offers(["sxp", "run", "p"])).toEqual(["plan.sxp"]);
    expect(await offers(["sxp", "run", "x", "-d", "p"])).toEqual(["plan.schema.json", "plan.xml"]);
    expect(await offers(["sxp", "schema", "check", "--f"])).toEqual(["--format"]);
    expect(await offers(["sxp", "run", "x", "--schema", "n"])).toEqual(["notes"]);
    expect(await offers(["sxp", "run", "x", "--mapping", ""])).toEqual(
      expect.arrayContaining(["chatgpt", "plan.schema.json"]),
    );
    expect(await offers(["sxp", "run", "x", "--mapping", "n"])).toEqual([]);
  });

  it("offers nothing for what only the user knows", async () => {
    expect(await offers(["sxp", "run", "x", "--limit", ""])).toEqual([]);
    expect(await offers(["sxp", "run", "x", "--why", "p"])).toEqual([]);
    expect(await offers(["sxp", "models", "pull", ""])).toEqual([]);
  });

  it("keeps the rules of PowerShell that can be told without one", async () => {
    const text = await script("powershell");
    const bare = text.replace(/#.*$/gm, "").replace(/'(?:[^']|'')*'|"[^"]*"/g, "''");
    for (const [open, close] of ["()", "{}", "[]"]) expect(bare.split(open!).length).toBe(bare.split(close!).length);
    const tables = [...text.matchAll(/= @\{\n([\s\S]*?)\n {2}\}/g)].map(([, rows]) => rows!);
    expect(tables.length).toBe(4);
    for (const table of tables) {
      // A key that is there twice is a mistake of syntax, and case does not tell keys apart.
      const keys = [...table.matchAll(/^ {4}('[^']+') = @\(/gm)].map(([, key]) => key!.toLowerCase());
      expect(keys.length).toBe(table.split("\n").length);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it.runIf(has("zsh"))("tells zsh what it needs where compinit has not run", async () => {
    const { stderr } = spawnSync("zsh", ["-f", "-c", await script("zsh")], { encoding: "utf8" });
    expect(stderr).toContain("autoload -Uz compinit && compinit");
  });

  it("lists the queries of a file for the scripts", { tags: "smoke" }, async () => {
    expect((await sxp(["completion", "queries:plan.sxp"], { cwd: planFolder() })).out).toBe("places\nday\n");
  });
});
