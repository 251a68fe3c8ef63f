import { emitPromptCard, estimateTokens } from "@semantic-xpath/emitters";
import { compile, compileUpdate } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { EXAMPLES, exampleSchema } from "./examples.js";

/** What the card of an example may take: it goes with every question. */
const MAX_CHARACTERS = 3500;

describe.each(EXAMPLES)("the prompt card of %s", (name) => {
  const schema = exampleSchema(name);
  const card = emitPromptCard(schema);

  it("has examples that compile without diagnostics", () => {
    expect(card.examples.length).toBeGreaterThanOrEqual(10);
    for (const { query } of card.examples) {
      expect(compile(query, { schema }).diagnostics, query).toEqual([]);
      expect(card.text).toContain(query);
    }
  });

  it("names every type and attribute, and stays short", () => {
    for (const [type, { attributes }] of Object.entries(schema.types))
      for (const word of [type, ...Object.keys(attributes).map((each) => `@${each}`)])
        expect(card.text).toContain(word);
    expect(card.text.length).toBeLessThan(MAX_CHARACTERS);
    expect([card.tokens, card.notes]).toEqual([estimateTokens(card.text), []]);
  });

  it.each([700, 600, 450])("keeps within %i tokens, and says what it leaves out", (maxTokens) => {
    const { tokens, notes } = emitPromptCard(schema, { maxTokens });
    expect(tokens).toBeLessThanOrEqual(maxTokens);
    expect(notes.length).toBe(tokens < card.tokens ? 1 : 0);
  });

  it("says so where it can't", () => {
    expect(emitPromptCard(schema, { maxTokens: 10 }).notes.at(-1)).toMatch(/^the card still takes \d+ tokens$/);
  });
});

it("is written for schemas with little in them", () => {
  const type = { attributes: {}, children: {}, text: true };
  const { text, examples } = emitPromptCard({ version: 1, roots: ["A"], types: { A: type, "two words": type } });
  expect(text).toContain("\nA text()\n");
  expect(text).toContain('\n"two words" text()\n');
  expect(examples.length).toBeGreaterThan(0);
});

describe("updates on a card", () => {
  it.each(EXAMPLES)("are right with the schema of %s", (name) => {
    const schema = exampleSchema(name);
    const card = emitPromptCard(schema, { updates: true, maxTokens: 2000 }).text;
    const updates = card.split("\n").filter((line) => /^(?:insert|move) node [(<]/.test(line));
    for (const update of updates) expect(compileUpdate(update, { schema }).diagnostics, update).toEqual([]);
    expect(card).toContain("replace value of node");
    expect(emitPromptCard(schema).text).not.toContain("replace value of node");
  });
});

it("prints no control character of a schema's documentation", () => {
  const type = { documentation: "red \u001b[31m\u0007\nand more", attributes: {}, children: {}, text: true };
  const { text } = emitPromptCard({ version: 1, roots: ["A"], types: { A: type } });
  expect(text).toContain("– red [31m and more");
});
