import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DIAGNOSTICS, diagnosticAnchor } from "@semantic-xpath/parser";
import { compile } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { VERSION } from "../../packages/cli/src/cli.js";
import { OPENING } from "../../packages/cli/src/commands/help/commandHelp.js";
import { COMMANDS } from "../../packages/cli/src/commands/table.js";
import { EXIT } from "../../packages/cli/src/stop.js";
import { argumentsOf, repository, sxp } from "./sxp.js";

const examples = [...OPENING, ...COMMANDS.flatMap((command) => command.examples)];

describe("sxp help", () => {
  it("lists every command", async () => {
    const { code, out } = await sxp([]);
    expect(code).toBe(0);
    for (const { name, summary } of COMMANDS) expect(out).toMatch(new RegExp(`^ {2}${name} +${summary}$`, "m"));
    expect((await sxp(["--help"])).out).toBe(out);
  });

  it.each(COMMANDS.map(({ name }) => name))("teaches %s: options and three examples or more", async (name) => {
    const command = COMMANDS.find((candidate) => candidate.name === name)!;
    const { out } = await sxp(["help", name]);
    for (const option of command.options) expect(out).toContain(`--${option.name}`);
    for (const { line } of command.examples) expect(out).toContain(`sxp ${line}\n`);
    expect(command.examples.length).toBeGreaterThanOrEqual(3);
    expect((await sxp([...name.split(" "), "--help"])).out).toBe(out);
  });

  it("lists the exit codes that there are, as the guide does", async () => {
    const [, listed = ""] = /^Exit codes: (.*)$/m.exec((await sxp([])).out) ?? [];
    const guide = readFileSync(join(repository, "docs/reference/cli.md"), "utf8").split("\n## Exit codes\n")[1]!;
    const codes = Array.from(guide.matchAll(/^\| (\d+) \|/gm), ([, code]) => Number(code));
    expect(codes).toEqual(Object.values(EXIT));
    expect(Array.from(listed.matchAll(/\d+/g), Number)).toEqual(codes.filter((code) => code !== EXIT.interrupted));
  });

  it("keeps prose within the terminal", async () => {
    const { out } = await sxp(["help", "run"], { columns: 60 });
    for (const line of out.split("\n")) if (!/^ {2}(sxp|#)/.test(line)) expect(line.length).toBeLessThanOrEqual(60);
  });

  it.each(examples.map(({ line }) => argumentsOf(line)).flatMap((words) => words.filter((word) => /^[/(]/.test(word))))(
    "prints only queries that compile: %s",
    (query) => {
      const { diagnostics } = compile(query);
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    },
  );

  it.each(["schema", "models", "cache"])("shows all that begins with %s", async (first) => {
    const { code, out } = await sxp([first, "--help"]);
    expect([code, out]).toEqual([0, (await sxp(["help", first])).out]);
    for (const { name } of COMMANDS) expect(out.includes(`sxp ${name} `)).toBe(name.startsWith(`${first} `));
  });

  it.each(Object.entries(DIAGNOSTICS))("explains %s", async (code, { severity, title }) => {
    const { code: exit, out } = await sxp(["help", code.toLowerCase()]);
    expect(exit).toBe(0);
    expect(out.startsWith(`${code}  ${severity}: ${title}\n\n`)).toBe(true);
    expect(out.endsWith(`\n${diagnosticAnchor(code)}\n`)).toBe(true);
    // There is prose between them, without the marks of Markdown.
    expect(out.split("\n\n").length).toBeGreaterThan(2);
    expect(out).not.toMatch(/```|\]\(/);
  });

  it("shows the wrong and the right example of a code", async () => {
    const { out } = await sxp(["help", "SXP1002"]);
    expect(out).toContain('\nWrong\n  //POI[node =~ "lake]\n\nRight\n  //POI[node =~ "lake"]\n');
  });

  it("suggests codes that are near an unknown one", async () => {
    const { code, out, err } = await sxp(["help", "SXP2O01"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^sxp: no message has the code "SXP2O01"\. Did you mean SXP2001, SXP\d{4} or SXP\d{4}\?\n/);
  });

  it("has the version of the package", async () => {
    const { version } = JSON.parse(readFileSync(join(repository, "packages/cli/package.json"), "utf8"));
    expect(VERSION).toBe(version);
    expect((await sxp(["--version"])).out).toBe(`${version}\n`);
  });
});

describe("a command line that is wrong", () => {
  it.each<[string[], string]>([
    [["rnu"], 'there is no command "rnu". Did you mean run?'],
    [["//Day"], "sxp run '//Day' --data FILE"],
    [["schema"], "schema infer, schema import, schema diff or schema check"],
    [["models", "pul"], "Did you mean pull?"],
    [["help", "chek"], "Did you mean check?"],
    [["run", "//Day", "--limt", "3"], "run has no option --limt. Did you mean --limit?"],
    [["run", "//Day", "--data"], "--data needs a value: --data FILE"],
    [["run", "//Day", "--data", "--tree"], "--data needs a value: --data FILE"],
    [["run", "//Day", "--tree=yes"], "--tree takes no value"],
    [["run", "//Day", "--limit", "ten"], '--limit is a number, not "ten"'],
    [
      ["run", "//Day", "--format", "jsn"],
      '--format is text, json, paths, values, jsonl, csv or md, not "jsn". Did you mean json?',
    ],
    [["run", "//Day", "--data", "a.xml", "--param", "n"], "--param is NAME=VALUE"],
    [["run", "//Day", "--data", "a.xml", "--full-trace"], "--full-trace goes with --trace FILE"],
    [["run"], "run needs QUERY|FILE.sxp"],
    [["completion", "tcsh"], "completion is for bash, zsh, fish, powershell"],
  ])("%j", async (words, message) => {
    const { code, out, err } = await sxp(words, { stdin: "" });
    expect(err).toContain(message);
    expect([code, out]).toEqual([2, ""]);
  });
});
