// @module-tag process
import { emitTypes } from "@semantic-xpath/emitters";
import { parseSchema } from "@semantic-xpath/planner";
import { compile, foldFields, readTree } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { mistakesIn } from "../support/typescript.js";
import { fileOf as example, schemaOf } from "./examples.js";

const EXAMPLES = [
  ["itinerary/itinerary.schema.json", "itinerary/itinerary.xml", "Itinerary"],
  ["todo/todo.schema.json", "todo/todo.xml", "TodoList"],
  ["mealplan/mealplan.schema.json", "mealplan/mealplan.json", "MealPlan"],
] as const;

describe("types of a schema", () => {
  it.each(EXAMPLES)("of %s hold the tree and the results", async (schemaPath, dataPath, root) => {
    const { schema } = parseSchema(example(schemaPath));
    const tree = foldFields(readTree(example(dataPath)), schema!);
    const { matches } = await compile('//*[node =~ "a lake with soup"]', { schema: schema! }).query!.run(tree);
    const attributes = await compile("//*/@name", { schema: schema! }).query!.run(tree);
    const texts = await compile("//*/text()", { schema: schema! }).query!.run(tree);
    const source = [
      emitTypes(schema!),
      `export const tree: Root = ${JSON.stringify(tree.root)};`,
      `export const results: readonly Result[] = ${JSON.stringify([...matches.slice(0, 20), ...attributes.matches.slice(0, 20), ...texts.matches.slice(0, 20)])};`,
      `export const root: NodesByType["${root}"] = tree;`,
    ].join("\n");
    expect(matches.length).toBeGreaterThan(3);
    expect(mistakesIn(source)).toEqual([]);
  });

  it("refuse what the schema refuses", () => {
    const schema = schemaOf({
      Day: { attributes: { n: { type: "number", required: true }, sky: { type: "string", values: ["sun", "rain"] } } },
    });
    const day = (attributes: string): string[] =>
      mistakesIn(`${emitTypes(schema)}\nexport const day: Day = { type: "Day", attributes: ${attributes} };`);
    expect(day('{ n: "1.50", sky: "rain" }')).toEqual([]);
    expect(day('{ n: "one" }')).toHaveLength(1);
    expect(day('{ n: "1", sky: "snow" }')).toHaveLength(1);
    expect(day('{ sky: "sun" }')).toHaveLength(1);
    expect(day('{ n: "1", wind: "3" }')).toHaveLength(1);
  });

  it("have names that TypeScript can take, each its own", { tags: "smoke" }, () => {
    const schema = schemaOf({
      class: { children: { "a-b": {}, a_b: {}, "a.b": {}, Result: {}, Record: {} }, documentation: "Ends */ here." },
      "a-b": { attributes: { "is-open": { type: "boolean", required: true, documentation: "Line\nbreak" } } },
      a_b: {},
      "a.b": { text: true },
      Result: {},
      Record: {},
      Überschrift: {},
      string: {},
    });
    const source = emitTypes(schema);
    expect(mistakesIn(source)).toEqual([]);
    const names = [...source.matchAll(/^export (?:interface|type) ([^\s<]+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(["a_b", "Überschrift", "Root", "AnyNode", "Result"]));
    expect(source).toContain('readonly "is-open": "true" | "false" | "1" | "0";');
  });
});
