import { readFileSync } from "node:fs";
import { parseSchema } from "@semantic-xpath/planner";
import { MAPPINGS, parseMapping } from "@semantic-xpath/readers";
import { describe, expect, it } from "vitest";
import { problemsOf } from "../../vscode/support/jsonSchema.js";

const schemaOf = (path: string): object =>
  JSON.parse(readFileSync(new URL(`../../../packages/${path}`, import.meta.url), "utf8"));
const FORMAT = schemaOf("readers/schema/sxp-mapping.json");

describe.each(MAPPINGS.map(({ name, load }) => [name, load] as const))("the shipped mapping %s", (_, load) => {
  it("has no mistakes, nor has its schema", async () => {
    const { mapping, schema } = await load();
    expect(parseMapping(mapping!).diagnostics).toEqual([]);
    expect(parseSchema(schema).diagnostics).toEqual([]);
  });

  it("is described by the JSON Schema of mapping files", async () => {
    const { mapping } = await load();
    expect(problemsOf(FORMAT, JSON.parse(mapping!))).toEqual([]);
  });

  it("makes only types of its schema", async () => {
    const { mapping, schema } = await load();
    const { rules } = JSON.parse(mapping!) as { rules: Record<string, { type?: string }> };
    const { types } = JSON.parse(schema) as { types: object };
    const made = Object.entries(rules).map(([name, { type }]) => type ?? name);
    expect(made.filter((type) => !Object.hasOwn(types, type))).toEqual([]);
  });
});

it("the reference lists every one", () => {
  const reference = readFileSync(new URL("../../../docs/mappings.md", import.meta.url), "utf8");
  const rows = [...reference.matchAll(/^\| `([\w-]+)` \| [^|]+ \| `[A-Z]/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(MAPPINGS.map(({ name }) => name).sort());
});
