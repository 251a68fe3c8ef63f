import { readFileSync } from "node:fs";
import { DEFAULT_SETTINGS, REQUESTS } from "@semantic-xpath/lsp";
import { expect, it } from "vitest";

const guide = readFileSync(new URL("../../docs/how-to/editors.md", import.meta.url), "utf8");
/** The names in the first cells of a section's tables. */
const named = (section: string): string[] =>
  guide
    .split(`\n## ${section}\n`)[1]!
    .split(/\n## /)[0]!
    .split("\n")
    .flatMap((line) => (/^\| (`[^|]+) \|/.exec(line)?.[1] ?? "").match(/[\w/]+/g) ?? []);

it("has every setting", () => {
  expect(named("Settings").sort()).toEqual(Object.keys(DEFAULT_SETTINGS).sort());
});

it("has every request", () => {
  expect(named("Requests").sort()).toEqual(Object.values(REQUESTS).sort());
});
