import { format } from "@semantic-xpath/parser";
import { parseSchema } from "@semantic-xpath/planner";
import { compile } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { extensionJson, rootText } from "./support/paths.js";

interface Snippet {
  readonly prefix: string;
  readonly description: string;
  readonly body: readonly string[];
}

const SNIPPETS = Object.entries(extensionJson<Record<string, Snippet>>("snippets/sxp.json"));
const { schema } = parseSchema(rootText("examples/itinerary/itinerary.schema.json"));

/** The text that a snippet leaves when nothing is typed over it. */
function filled(body: readonly string[]): string {
  let text = body.join("\n");
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replaceAll(/\$\{\d+:((?:[^${}\\]|\\.|\$(?!\{))*)\}/g, "$1");
  }
  return text.replaceAll(/\$0/g, "").replaceAll(/\\([$}\\])/g, "$1");
}

describe("a snippet", () => {
  it.each(SNIPPETS)("%s compiles as it is, without a finding", (_, { body }) => {
    const text = filled(body);
    expect(text).not.toMatch(/\$\{|\$0/);
    const isImport = /^import [^;]*;$/.test(text.trim());
    const whole = isImport ? `${text}\ndeclare query a() := //Day;` : text;
    const { diagnostics } = compile(whole, { schema });
    // A hint says what a position after a relevance means: the snippet means it.
    const wrong = diagnostics.filter(({ severity }) => severity !== "hint");
    expect(wrong.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
    expect(format(whole)).not.toBeNull();
  });
  it("has a prefix of its own and a description", () => {
    const prefixes = SNIPPETS.map(([, { prefix }]) => prefix);
    expect(new Set(prefixes).size).toBe(prefixes.length);
    for (const [, { description }] of SNIPPETS) expect(description).toMatch(/^[A-Z].*[^.]$/);
  });
  it("is one of at least twelve", () => expect(SNIPPETS.length).toBeGreaterThanOrEqual(12));
});
