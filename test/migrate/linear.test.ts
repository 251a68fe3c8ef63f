import { migrateAll } from "@semantic-xpath/migrate";
import type * as Parser from "@semantic-xpath/parser";
import { expect, it, vi } from "vitest";

const looks = vi.hoisted(() => ({ count: 0 }));

/** How often a text is looked at: each look is linear, by the parser's own laws. */
vi.mock("@semantic-xpath/parser", async (importOriginal) => {
  const parser = await importOriginal<typeof Parser>();
  const counted =
    <A extends unknown[], R>(call: (...values: A) => R) =>
    (...values: A): R => {
      looks.count++;
      return call(...values);
    };
  return { ...parser, parse: counted(parser.parse), tokenize: counted(parser.tokenize) };
});

function looksAt(text: string): number {
  looks.count = 0;
  migrateAll(text);
  return looks.count;
}

it.each<[string, (size: number) => string]>([
  ["relevances", (n) => `/A[${'atom(content =~ "x") OR '.repeat(n)}@b]`],
  ["questions", (n) => `/A${'/B[sem("x")][1][C[name =~ "y"]]'.repeat(n)}//`],
  ["words without quotes", (n) => `/A[node =~ ${"food and ".repeat(n)}wine]`],
  ["alternatives", (n) => `/A/(${"B[1] OR ".repeat(n)}C[1])`],
  ["unmatched brackets", (n) => `/A${"]".repeat(n)}`],
  ["aggregates beside one another", (n) => `/A[${'agg_exists(B[sem("x")] OR C[sem("y")]) AND '.repeat(n)}@b]`],
])("looks at a longer text no more often: %s", (_, make) => {
  const few = looksAt(make(12));
  expect(few).toBeGreaterThan(3);
  expect(few).toBeLessThan(2000);
  expect(looksAt(make(48))).toBeLessThanOrEqual(few * 1.5);
});
