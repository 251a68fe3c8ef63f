import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseSchema } from "@semantic-xpath/planner";
import { compile, compileUpdate } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { argumentsOf, repository, sxp } from "../cli/sxp.js";
import { blocksOf, documentText } from "./blocks.js";

/** The skill for agents follows the published rules of its format, and whatever it prints runs. */

const PATH = "skills/semantic-xpath/SKILL.md";
const text = documentText(PATH);
const [, matter = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
const { schema } = parseSchema(documentText("examples/todo/todo.schema.json"));
const errorsOf = (source: string): readonly string[] =>
  compile(source, { schema }).diagnostics.flatMap(({ severity, code }) => (severity === "error" ? [code] : []));

it("has the front matter of a skill, and a body of the length that agents load", () => {
  const { name, description, metadata } = parseYaml(matter) as {
    name: string;
    description: string;
    metadata: { version: string };
  };
  expect(name).toBe(basename(dirname(PATH)));
  expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  expect(name.length).toBeLessThanOrEqual(64);
  expect(description.length).toBeLessThanOrEqual(1024);
  expect(metadata.version).toBe((JSON.parse(documentText("package.json")) as { version: string }).version);
  expect(body.split("\n").length).toBeLessThan(500);
  // Four characters a token.
  expect(body.length / 4).toBeLessThan(2500);
});

const queries = blocksOf(PATH).filter(({ info }) => info === "sxp");
it("has queries, updates and commands", () => {
  expect(queries.length).toBeGreaterThan(10);
  expect(blocksOf(PATH).filter(({ info }) => info === "sxp update").length).toBeGreaterThan(1);
});

it.each(queries.map(({ text }) => text))("%s compiles", (query) => expect(errorsOf(query)).toEqual([]));

it.each(
  blocksOf(PATH)
    .filter(({ info }) => info === "sxp update")
    .map(({ text }) => text),
)("%s compiles", (update) => {
  const { diagnostics } = compileUpdate(update, { schema });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
});

const mistakes = [...body.matchAll(/^\| `(.+)` \| `(.+)` \|$/gm)].map(([, wrong, right]) => [wrong!, right!] as const);
it.each(mistakes)("%s is reported, and %s is not", (wrong, right) => {
  expect(errorsOf(wrong).length).toBeGreaterThan(0);
  expect(errorsOf(right)).toEqual([]);
});

it("its commands run, one after the other", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "sxp-skill-"));
  cpSync(join(repository, "examples/todo/todo.xml"), join(cwd, "todo.xml"));
  const commands = blocksOf(PATH)
    .filter(({ info }) => info === "sh")
    .flatMap(({ text }) => text.split("\n"));
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) {
    const { code, err } = await sxp(argumentsOf(command.replace(/^sxp /, "")), { cwd });
    expect([command, code, err.includes("SXP")]).toEqual([command, 0, false]);
  }
});
