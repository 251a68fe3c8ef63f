import { readFileSync } from "node:fs";
import { emitTypes } from "@semantic-xpath/emitters";
import { type Name, parse, print } from "@semantic-xpath/parser";
import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { compile, foldFields, readTree } from "@semantic-xpath/runtime";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const example = (path: string): string => readFileSync(new URL(`../../examples/${path}`, import.meta.url), "utf8");
const EXAMPLES = [
  ["itinerary/itinerary.schema.json", "itinerary/itinerary.xml", "Itinerary"],
  ["todo/todo.schema.json", "todo/todo.xml", "TodoList"],
  ["mealplan/mealplan.schema.json", "mealplan/mealplan.json", "MealPlan"],
] as const;

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts"],
  types: [],
};
const host = ts.createCompilerHost(OPTIONS);
const library = new Map<string, ts.SourceFile | undefined>();

/** A file of the compiler's own library, read once. */
function libraryFile(name: string): ts.SourceFile | undefined {
  if (!library.has(name)) library.set(name, host.getSourceFile(name, ts.ScriptTarget.ES2022));
  return library.get(name);
}

/** What the compiler of TypeScript has to say about a module, strictly. */
function mistakesIn(source: string): string[] {
  const emitted = ts.createSourceFile("emitted.ts", source, ts.ScriptTarget.ES2022);
  const getSourceFile = (name: string) => (name === "emitted.ts" ? emitted : libraryFile(name));
  const program = ts.createProgram(["emitted.ts"], OPTIONS, { ...host, getSourceFile });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

const schemaOf = (types: object): Schema =>
  parseSchema(JSON.stringify({ version: 1, roots: Object.keys(types).slice(0, 1), types })).schema!;

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

  it.each(EXAMPLES)("of %s hold what its requests give", async (schemaPath, dataPath) => {
    const { schema } = parseSchema(example(schemaPath));
    const tree = foldFields(readTree(example(dataPath)), schema!);
    const { ast } = parse(example(`requests/${schemaPath.split("/")[0]}.sxp`));
    const source = [emitTypes(schema!, ast)];
    for (const { name, parameters, query } of ast.declarations) {
      if (parameters.length > 0) continue;
      const { matches, value } = await compile(print(query), { schema: schema! }).query!.run(tree);
      const type = `Queries["${(name as Name).text}"]`;
      source.push(`export const ${(name as Name).text}: ${type} = ${JSON.stringify({ matches, value })};`);
    }
    expect(source.length).toBeGreaterThan(5);
    expect(mistakesIn(source.join("\n"))).toEqual([]);
  });

  it("say what each query gives", () => {
    const schema = schemaOf({ Day: { text: true, attributes: { n: { type: "number" } } } });
    const { ast } =
      parse(`declare query a() := /Day/@n; declare query b() := max(/Day/@n); declare query c() := count(/Day);
      declare query d() := distinct-values(/Day/@n); declare query e() := count(/Day) > 1; declare query f() := max(/Day/text());`);
    const source = emitTypes(schema, ast);
    const given = [...source.matchAll(/^ {2}readonly (\w): ((?:Found|Value).*);$/gm)].map(([, name, type]) => [
      name,
      type,
    ]);
    expect(Object.fromEntries(given)).toEqual({
      a: "Found<Day>",
      b: "Value<number | null>",
      c: "Value<number>",
      d: "Value<readonly (number)[]>",
      e: "Value<boolean>",
      f: "Value<string | number | null>",
    });
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

  it("have names that TypeScript can take, each its own", () => {
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
    expect(source).toContain('readonly "is-open": "true" | "false";');
  });
});
