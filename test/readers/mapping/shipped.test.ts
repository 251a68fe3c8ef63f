import { readFileSync } from "node:fs";
import { MAPPINGS, parseMapping, SCHEMAS, schemaNamed } from "@semantic-xpath/readers";
import { openSchema } from "@semantic-xpath/readers/node";
import { describe, expect, it } from "vitest";
import { problemsOf } from "../../support/jsonSchema.js";

const schemaOf = (path: string): object =>
  JSON.parse(readFileSync(new URL(`../../../packages/${path}`, import.meta.url), "utf8"));
const FORMAT = schemaOf("readers/schema/sxp-mapping.json");

describe.each(MAPPINGS.map(({ name, load }) => [name, load] as const))("the shipped mapping %s", (_, load) => {
  it("has no mistakes", async () => {
    const { mapping } = await load();
    expect(parseMapping(mapping).diagnostics).toEqual([]);
  });

  it("is described by the JSON Schema of mapping files", async () => {
    const { mapping } = await load();
    expect(problemsOf(FORMAT, JSON.parse(mapping))).toEqual([]);
  });

  it("makes only types of its schema", async () => {
    const { mapping, schema } = await load();
    const { rules } = JSON.parse(mapping) as { rules: Record<string, { type?: string }> };
    const { types } = JSON.parse(schema) as { types: object };
    const made = Object.entries(rules).map(([name, { type }]) => type ?? name);
    expect(made.filter((type) => !Object.hasOwn(types, type))).toEqual([]);
  });
});

describe.each(SCHEMAS.map(({ name }) => name))("the shipped schema %s", (name) => {
  it("has no mistakes, and is what programs and tools are given by its name", async () => {
    const opened = await openSchema(name);
    expect([opened.path, opened.diagnostics]).toEqual([null, []]);
    expect(await schemaNamed(name)).toEqual(opened.schema);
  });
});

it("a name that nothing comes with is that of a file", async () => {
  expect(await schemaNamed("nots")).toBeNull();
  await expect(openSchema("nots")).rejects.toMatchObject({ code: "ENOENT" });
});

it("the reference lists every one", () => {
  const reference = readFileSync(new URL("../../../docs/reference/formats.md", import.meta.url), "utf8");
  const rows = [...reference.matchAll(/^\| `([\w-]+)` \| [^|]+ \| `[A-Z]/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(MAPPINGS.map(({ name }) => name).sort());
});
