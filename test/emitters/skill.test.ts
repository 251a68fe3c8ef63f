import { emitSkill, estimateTokens, isSkillName } from "@semantic-xpath/emitters";
import type { Schema } from "@semantic-xpath/planner";
import { compile } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { EXAMPLES, exampleSchema } from "./examples.js";

const partsOf = (text: string) => {
  const [, matter = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  return { matter: parseYaml(matter) as { name: string; description: string; compatibility: string }, body };
};

describe.each(EXAMPLES)("the skill of %s", (name) => {
  const schema = exampleSchema(name);
  const skill = emitSkill(schema, { data: "--data my.xml", updates: true });

  it("keeps the rules of the format, and the size that agents load at once", () => {
    const { matter, body } = partsOf(skill.text);
    expect([matter.name, isSkillName(skill.name)]).toEqual([skill.name, true]);
    expect(matter.description.length).toBeLessThanOrEqual(1024);
    expect(matter.description).toContain(schema.roots[0]);
    expect(body.split("\n").length).toBeLessThan(500);
    expect(skill.tokens).toBe(estimateTokens(skill.text));
    expect(emitSkill(schema).tokens).toBeLessThanOrEqual(2500);
    expect(skill.tokens).toBeLessThanOrEqual(2500);
  });

  it("has the types, both cards, and queries that compile", () => {
    for (const type of Object.keys(schema.types)) expect(skill.text).toContain(type);
    expect(skill.text).toContain("Write one Semantic XPath update");
    const queries = [...skill.text.matchAll(/^[a-z][^:{}[\]]*: ((?:\/\/|\(\/\/|sum|count).*)$/gm)].map(
      ([, query]) => query!,
    );
    expect(queries.length).toBeGreaterThanOrEqual(8);
    for (const query of queries) expect(compile(query, { schema }).diagnostics, query).toEqual([]);
  });
});

const typed = (root: string, documentation?: string): Schema => ({
  version: 1,
  roots: [root],
  types: {
    [root]: { ...(documentation !== undefined && { documentation }), attributes: {}, children: {}, text: true },
  },
});

it.each([
  ["TodoList", "todo-list"],
  ["mealPlan2", "meal-plan2"],
  ["Überblick über alles", "uberblick-uber-alles"],
  ["计划", "tree"],
  ["--", "tree"],
  ["A".repeat(200), "a".repeat(64)],
])("%s is the skill %s", (root, name) => expect(emitSkill(typed(root)).name).toBe(name));

it("says what it leaves out", () => {
  expect(emitSkill(exampleSchema("todo"), { maxTokens: 1000 }).notes).not.toEqual([]);
});

it("law: whatever a schema is named and says, the front matter reads as it was meant and the card stays in its block", () => {
  const words = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.constantFrom("---\n", "```", "a: b # c", "\u001b[31m", "'\"\\"),
  );
  fc.assert(
    fc.property(words, words, fc.boolean(), (root, documentation, updates) => {
      const { name, text } = emitSkill(typed(root, documentation), { updates });
      const { matter, body } = partsOf(text);
      expect(isSkillName(name)).toBe(true);
      expect(Object.keys(matter)).toEqual(["name", "description", "compatibility"]);
      expect(matter.name).toBe(name);
      expect(matter.description.length).toBeLessThanOrEqual(1024);
      const fences = body.split("\n").filter((line) => /^`{3,}text$/.test(line));
      expect(fences.length).toBeGreaterThanOrEqual(updates ? 2 : 1);
    }),
  );
});
