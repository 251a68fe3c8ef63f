import { parseSchema, printSchema } from "@semantic-xpath/planner";
import {
  compile,
  foldFields,
  inferSchema,
  readJson,
  readTree,
  readXml,
  type Scorer,
  type Tree,
  validate,
} from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

/** Names that every object has, wherever one looks a name up in it: `__proto__`, `constructor`, `toString`, … */
const NAMES = Object.getOwnPropertyNames(Object.prototype);

const half: Scorer = { id: "half", cost: "cheap", score: async ({ length }) => new Float32Array(length).fill(0.5) };

/** The same tree from each reader: `N(N=1){N'museum'{N(N=2)}}`. */
const trees = (name: string): readonly (readonly [string, Tree])[] => {
  const node = `{"type":"${name}","attributes":{"${name}":"1"},"children":[{"type":"${name}","attributes":{},"text":"museum","children":[{"type":"${name}","attributes":{"${name}":"2"}}]}]}`;
  const json = `{"${name}":{"${name}":"1","children":[{"type":"${name}","text":"museum","children":[{"type":"${name}","${name}":"2"}]}]}}`;
  return [
    ["XML", readXml(`<${name} ${name}="1"><${name}>museum<${name} ${name}="2"/></${name}></${name}>`)],
    ["JSON", readJson(json)],
    ["a value", readJson(JSON.parse(json) as object)],
    ["a node's text", readTree(node)],
    ["a node", readTree(JSON.parse(node) as object)],
  ];
};

describe.each(NAMES)("%s is a name like any other", (name) => {
  it("of types and attributes, in every reader", () => {
    const written = trees(name).map(([reader, { root }]) => [reader, JSON.stringify(root)]);
    for (const [reader, text] of written) expect([reader, text]).toEqual([reader, written[0]![1]]);
    const [root] = [JSON.parse(written[0]![1]!) as { attributes: object }];
    expect(Object.entries(root.attributes)).toEqual([[name, "1"]]);
  });

  it("as the type and key of members that are nodes", () => {
    const tree = readJson(`{"${name}":{"${name}":"x"}}`, { membersAsNodes: true });
    expect(tree.root!.children[0]!.children[0]!.path).toBe(`/root/${name}/${name}`);
  });

  it("in a schema: inferred, written, parsed, and fit for its data", () => {
    for (const [reader, tree] of trees(name)) {
      const schema = inferSchema(tree);
      expect(
        Object.entries(schema.types).map(([type, { attributes, children }]) => [
          type,
          Object.keys(attributes),
          Object.keys(children),
        ]),
      ).toEqual([[name, [name], [name]]]);
      const { schema: parsed, diagnostics } = parseSchema(printSchema(schema));
      expect([reader, diagnostics]).toEqual([reader, []]);
      expect(printSchema(parsed!)).toBe(printSchema(schema));
      expect(validate(tree, parsed!)).toEqual([]);
    }
  });

  it("as a field element", () => {
    const tree = readXml(`<a><b><${name}>x</${name}></b><b><${name}>y</${name}></b></a>`);
    const schema = inferSchema(tree, { fields: true });
    expect(Object.keys(schema.types)).toEqual(["a", "b"]);
    expect(validate(tree, schema)).toEqual([]);
    expect(foldFields(tree, schema).node(2).attribute(name)).toBe("x");
  });

  it("that a schema or a tree may lack", async () => {
    const plain = readXml('<a b="1"/>');
    const schema = inferSchema(plain);
    expect(validate(readXml(`<${name}/>`), schema).map(({ code }) => code)).toEqual(["SXP4008"]);
    expect(validate(readXml(`<a b="1" ${name}="2"/>`), schema)).toHaveLength(1);
    expect(compile(`//${name}`, { schema }).diagnostics.map(({ code }) => code)).toEqual(["SXP2001"]);
    expect(compile(`/a[@${name} = "1"]`, { schema }).diagnostics).not.toEqual([]);
    expect((await compile(`//${name}`).query!.run(plain)).matches).toEqual([]);
    expect((await compile(`/a[@${name} = "1"]`).query!.run(plain)).matches).toEqual([]);
    expect(plain.root!.attribute(name)).toBeUndefined();
  });

  it("in queries, their parameters and names, runs and traces", async () => {
    const text = `declare query ${name}($${name} as string) := //${name}[@${name} = $${name}][node =~ "museum"];`;
    for (const [reader, tree] of trees(name)) {
      const schema = inferSchema(tree);
      const { queries, diagnostics } = compile(text, { schema });
      expect([reader, diagnostics]).toEqual([reader, []]);
      expect(Object.keys(queries)).toEqual([name]);
      const query = Object.entries(queries)[0]![1];
      const params = Object.fromEntries([[name, "2"]]);
      const { matches, trace } = await query.run(tree, { scorer: half, params, trace: true });
      expect(matches.map(({ path, weight }) => [path, weight])).toEqual([[`/${name}/${name}/${name}`, 0.5]]);
      expect(JSON.stringify(trace)).toContain(JSON.stringify(`/${name}/${name}/${name}`));
      await expect(query.run(tree, { scorer: half })).rejects.toMatchObject({ code: "SXP4009" });
    }
  });
});
