import { readFileSync } from "node:fs";
import { parse, print } from "@semantic-xpath/parser";
import { expect, test } from "vitest";

/**
 * Queries of the tests, guides and examples of the first edition in canonical layout, one of each shape. Two shapes changed:
 * `1-@i = 2` is arithmetic now and `(1-(@i = 2))` keeps its parentheses, and `avg(/a/@b)` is over values.
 */
const queries = readFileSync(new URL("firstEdition.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

test("every query of the first edition is one still, and prints as it did", () => {
  expect(queries.length).toBeGreaterThan(800);
  for (const text of queries) {
    const { ast, diagnostics } = parse(text);
    expect([print(ast), diagnostics]).toEqual([text, []]);
    expect(ast.query?.kind).toBe("Query");
  }
});
