import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { COMMANDS, SHELLS } from "../../packages/cli/src/options/commands.js";
import { planFolder, sxp } from "./sxp.js";

const script = async (shell: string): Promise<string> => (await sxp(["completion", shell])).out;
const has = (shell: string): boolean => spawnSync(shell, ["-c", "exit"]).error === undefined;

/** What bash offers for the last of the words. */
async function offers(words: readonly string[], cwd = planFolder()): Promise<string[]> {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const program = `${await script("bash")}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _sxp; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", program], { cwd, encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "");
}

describe("sxp completion", () => {
  it.each(SHELLS)("knows every command and option in %s", async (shell) => {
    const text = await script(shell);
    for (const { name, options } of COMMANDS) {
      for (const word of name.split(" ")) expect(text).toContain(word);
      for (const option of options) expect(text).toContain(option.name);
    }
  });

  it.each(
    [
      ["bash", "bash"],
      ["zsh", "zsh"],
      ["fish", "fish"],
    ].filter(([shell]) => has(shell!)),
  )("parses in %s", async (shell) => {
    const { status, stderr } = spawnSync(shell!, ["-n"], { input: await script(shell!), encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it.runIf(has("bash"))("completes in bash", async () => {
    expect(await offers(["sxp", "sc"])).toEqual(["schema"]);
    expect(await offers(["sxp", "schema", ""])).toEqual(["infer", "check"]);
    expect(await offers(["sxp", "run", "--mi"])).toEqual(["--min-score"]);
    expect(await offers(["sxp", "run", "x", "--format", "j"])).toEqual(["json"]);
    expect(await offers(["sxp", "run", "p"])).toEqual(["plan.sxp"]);
    expect(await offers(["sxp", "run", "x", "-d", "p"])).toEqual(["plan.schema.json", "plan.xml"].sort().reverse());
    expect(await offers(["sxp", "schema", "check", "--f"])).toEqual(["--format"]);
  });

  it("lists the queries of a file for the scripts", async () => {
    expect((await sxp(["completion", "queries:plan.sxp"], { cwd: planFolder() })).out).toBe("places\nday\n");
  });
});
