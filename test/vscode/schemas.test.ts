import { parseSchema } from "@semantic-xpath/planner";
import { describe, expect, it } from "vitest";
import { problemsOf } from "../support/jsonSchema.js";
import { MANIFEST } from "./support/manifest.js";
import { extensionJson, rootText } from "./support/paths.js";

const FORMAT = JSON.parse(rootText("packages/planner/schema/sxp-schema.json")) as object;
const CONDITIONAL = extensionJson<{ readonly if: object; readonly then: object }>("schemas/if-sxp-schema.json");
const problems = (schema: unknown): string[] => problemsOf(FORMAT, schema);
const isOne = (value: unknown): boolean => problemsOf(CONDITIONAL.if, value).length === 0;

const type = (members: object) => ({ version: 1, roots: ["Day"], types: { Day: members } });

describe("the description of schema files", () => {
  it.each(["itinerary", "todo", "mealplan"])("admits the schema of the example %s", (name) => {
    const schema: unknown = JSON.parse(rootText(`examples/${name}/${name}.schema.json`));
    expect(problems(schema)).toEqual([]);
    expect(isOne(schema)).toBe(true);
  });

  it.each([
    ["no version", { roots: ["Day"], types: { Day: {} } }],
    ["another version", { version: 2, roots: ["Day"], types: { Day: {} } }],
    ["no roots", { version: 1, types: { Day: {} } }],
    ["empty roots", { version: 1, roots: [], types: { Day: {} } }],
    ["a misspelt property", type({ atributes: {} })],
    ["an unknown value type", type({ attributes: { a: { type: "integer" } } })],
    ["a text for a truth value", type({ text: "yes" })],
    ["no allowed value", type({ attributes: { a: { values: [] } } })],
    ["values that are no texts", type({ attributes: { a: { values: [1] } } })],
    ["a maximum of 0", type({ children: { POI: { max: 0 } } })],
    ["a minimum below 0", type({ children: { POI: { min: -1 } } })],
  ])("refuses %s, as the reader does", (_, schema) => {
    expect(problems(schema)).not.toEqual([]);
    const { diagnostics } = parseSchema(JSON.stringify(schema));
    expect(diagnostics.some(({ severity }) => severity === "error")).toBe(true);
  });

  it("describes every property", () => {
    const undescribed: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== "object" || value === null) return;
      for (const [name, member] of Object.entries((value as { properties?: object }).properties ?? {})) {
        if (!("description" in (member as object)) && !("$ref" in (member as object)))
          undescribed.push(`${path}/${name}`);
      }
      for (const [name, member] of Object.entries(value)) visit(member, `${path}/${name}`);
    };
    visit(FORMAT, "");
    expect(undescribed).toEqual([]);
  });
});

describe("the association by name", () => {
  it("leaves other files that end in .schema.json alone", () => {
    expect(isOne({ $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", properties: {} })).toBe(
      false,
    );
    expect(isOne({ types: ["a"], roots: {} })).toBe(false);
    expect(isOne({})).toBe(false);
    expect(isOne([])).toBe(false);
  });
  it("proposes nothing in them", () => {
    const { properties } = CONDITIONAL.if as {
      readonly properties: Readonly<Record<string, { doNotSuggest?: boolean }>>;
    };
    for (const member of Object.values(properties)) expect(member.doNotSuggest).toBe(true);
  });
  it("covers schemas, mappings and configurations", () => {
    const found = MANIFEST.contributes.jsonValidation.map(({ fileMatch }) => fileMatch);
    expect(found).toEqual(["*.sxp-schema.json", "*.schema.json", "*.mapping.json", "*.eval.json", "sxp.config.json"]);
  });
});
