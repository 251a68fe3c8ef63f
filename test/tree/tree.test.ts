import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TreeBuilder } from "../../packages/tree/src/builder.js";
import { stepOf } from "../../packages/tree/src/path.js";
import { nodeText, stringValue } from "../../packages/tree/src/text.js";
import type { Tree } from "../../packages/tree/src/tree.js";
import { type Plain, plainOf, plainTree } from "../readers/trees.js";

const SOURCE = { format: "object", spans: false } as const;

/** Builds a plain tree; with `late`, attributes come behind the children, each twice. */
function build(plain: Plain, late = false, builder = new TreeBuilder(SOURCE)): TreeBuilder {
  builder.open(plain.type);
  if (!late) for (const [name, value] of Object.entries(plain.attributes)) builder.attribute(name, value);
  builder.addText(plain.text);
  for (const child of plain.children) build(child, late, builder);
  if (late) {
    for (const [name] of Object.entries(plain.attributes)) builder.attribute(name, "replaced");
    for (const [name, value] of Object.entries(plain.attributes)) builder.attribute(name, value);
  }
  builder.close();
  return builder;
}

interface Model {
  node: Plain;
  parent: number;
  depth: number;
  siblings: readonly Plain[];
}

/** The nodes in document order from 1, written down the slow way. */
function modelOf(root: Plain): Model[] {
  const models: Model[] = [{ node: root, parent: 0, depth: 1, siblings: [root] }];
  const visit = (node: Plain, id: number, depth: number) => {
    for (const child of node.children) {
      const at = models.push({ node: child, parent: id, depth: depth + 1, siblings: node.children });
      visit(child, at, depth + 1);
    }
  };
  visit(root, 1, 1);
  return models;
}

/** More nodes of few types, so that columns become sparse and ordinals matter. */
const wideTree: fc.Arbitrary<Plain> = fc
  .array(
    fc.tuple(
      fc.constantFrom("a", "b", "two words", "1x"),
      fc.option(fc.constantFrom("1", "2"), { freq: 6 }),
      fc.boolean(),
    ),
    {
      minLength: 1,
      maxLength: 120,
    },
  )
  .map((items) => {
    const root: Plain = { type: "a", attributes: {}, text: "", children: [] };
    let last = root;
    for (const [type, value, isDeep] of items) {
      const node: Plain = { type, attributes: value === null ? {} : { x: value }, text: "", children: [] };
      (isDeep ? last : root).children.push(node);
      last = node;
    }
    return root;
  });

describe("columns", () => {
  it.each([
    ["awkward", plainTree],
    ["wide", wideTree],
  ])("agree with a tree written down the slow way: %s", (_, trees) => {
    fc.assert(
      fc.property(trees, fc.boolean(), (plain, late) => {
        const tree = build(plain, late).finish();
        const models = modelOf(plain);
        expect(tree.size).toBe(models.length);
        expect(plainOf(tree)).toEqual(plain);
        const sizeOf = (node: Plain): number => node.children.reduce((sum, child) => sum + sizeOf(child), 1);
        for (const [index, { node, parent, siblings }] of models.entries()) {
          const id = index + 1;
          expect(tree.parent[id]).toBe(parent);
          expect(tree.end[id]).toBe(id + sizeOf(node));
          const alike = siblings.filter(({ type }) => type === node.type);
          expect(tree.ordinal[id]).toBe(alike.length === 1 ? 0 : alike.indexOf(node) + 1);
          expect(tree.postings[tree.type[id]!]![tree.rank[id]!]).toBe(id);
        }
        for (const [type, name] of tree.typeNames.entries()) {
          if (type === 0) continue;
          const ids = models.flatMap(({ node }, index) => (node.type === name ? [index + 1] : []));
          expect([...tree.postings[type]!]).toEqual(ids);
          const depths = ids.map((id) => models[id - 1]!.depth);
          const parents = new Set(ids.map((id) => tree.type[models[id - 1]!.parent]!));
          expect(tree.shapes[type]).toEqual({
            minDepth: Math.min(...depths),
            maxDepth: Math.max(...depths),
            soleParentType: parents.size === 1 ? [...parents][0] : -1,
          });
          expect(tree.typeId(name)).toBe(type);
        }
      }),
    );
  });

  it("are sparse where few nodes have a value", () => {
    const children = Array.from({ length: 100 }, (_, i) => plain("b", i % 50 === 7 ? { x: String(i) } : {}));
    const tree = build({ ...plain("a"), children }).finish();
    const column = tree.columns[0]![tree.typeId("b")]!;
    expect(column).toEqual({ kind: "sparse", ranks: Int32Array.of(7, 57), values: Int32Array.of(0, 1) });
    expect([8, 9, 59].map((node) => tree.attribute(node, "x"))).toEqual([undefined, "7", "57"]);
  });

  it("of an empty tree are the document's", () => {
    const tree = new TreeBuilder(SOURCE).finish();
    expect(tree.size).toBe(0);
    expect(tree.root).toBeNull();
    expect([...tree.end]).toEqual([1]);
  });

  it("leave the type of the document to itself", () => {
    const tree = build(plain("#document")).finish();
    expect(tree.typeNames).toEqual(["#document", "#document"]);
    expect(tree.typeId("#document")).toBe(1);
    expect([...tree.postings[0]!]).toEqual([0]);
  });

  it("hold many pairs of types and attributes", () => {
    const children = Array.from({ length: 400 }, (_, i) => plain(`t${i}`, { [`a${i}`]: `${i}`, common: "c" }));
    const tree = build({ ...plain("root"), children }).finish();
    for (let i = 0; i < 400; i++) expect(tree.node(i + 2).attributes).toEqual({ [`a${i}`]: `${i}`, common: "c" });
  });
});

const plain = (type: string, attributes: Record<string, string> = {}): Plain => ({
  type,
  attributes,
  text: "",
  children: [],
});

describe("values", () => {
  it("are interned and come back over chunk borders", () => {
    const values = Array.from({ length: 5000 }, (_, i) =>
      i % 7 === 0 ? "" : `value ${i % 3000} ${"é".repeat(i % 5)}`,
    );
    const tree = build({ ...plain("a"), children: values.map((value) => plain("b", { x: value })) }).finish();
    const ids = new Map<string, number>();
    for (const [i, value] of values.entries()) {
      const id = tree.attributeValue(i + 2, 0);
      expect(tree.values.get(id)).toBe(value);
      expect(tree.values.length(id)).toBe(value.length);
      expect(tree.values.equals(id, value)).toBe(true);
      expect(tree.values.equals(id, `${value.slice(0, -1)}?`)).toBe(false);
      expect(ids.get(value) ?? id).toBe(id);
      ids.set(value, id);
    }
    expect(tree.values.size).toBe(ids.size);
  });
});

/** The nodes that a path written by `nodePath` finds, by its meaning. */
function follow(tree: Tree, path: string): number[] {
  let nodes = [0];
  for (const step of path.slice(1).split("/")) {
    const [, name, index] = /^(.*?)(?:\[(\d+)\])?$/s.exec(step)!;
    nodes = nodes.flatMap((parent) => {
      const children: number[] = [];
      for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
        if (name === "*" || tree.typeNames[tree.type[child]!] === name) children.push(child);
      }
      return index === undefined ? children : children.slice(Number(index) - 1, Number(index));
    });
  }
  return nodes;
}

describe("paths", () => {
  it.each([
    ["awkward", plainTree],
    ["wide", wideTree],
  ])("find exactly their node: %s", (_, trees) => {
    fc.assert(
      fc.property(trees, (root) => {
        const tree = build(root).finish();
        const paths = new Set<string>();
        for (let node = 1; node <= tree.size; node++) {
          const { path } = tree.node(node);
          expect(follow(tree, path)).toEqual([node]);
          paths.add(path);
        }
        expect(paths.size).toBe(tree.size);
      }),
    );
  });

  it("have an index only among several of a type, and * for what can't be named", () => {
    const tree = build({
      ...plain("a"),
      children: ["b", "b", "c", "two words", "x:y", "1"].map((type) => plain(type)),
    }).finish();
    expect([2, 3, 4, 5, 6, 7].map((node) => stepOf(tree, node))).toEqual(["b[1]", "b[2]", "c", "*[4]", "x:y", "*[6]"]);
  });

  it("of many children that can't be named are found in linear time", () => {
    const tree = build({ ...plain("a"), children: Array.from({ length: 100_000 }, () => plain("two words")) }).finish();
    let reads = 0;
    const counted = new Proxy(tree, {
      get: (of, key) => {
        reads++;
        return Reflect.get(of, key);
      },
    });
    for (let node = 2; node <= tree.size; node++) stepOf(counted, node);
    expect(reads).toBeLessThan(20 * tree.size);
  });
});

describe("text", () => {
  it("is joined from pieces, and by a space at a child", () => {
    const builder = new TreeBuilder(SOURCE);
    builder.open("a");
    for (const piece of [" ", "on", "e  ", " \n", "two"]) builder.addText(piece);
    builder.open("b");
    builder.addText("inner");
    builder.close();
    builder.addText("three \u00a0 ");
    const tree = builder.finish();
    expect(tree.ownText(1)).toBe("one two three \u00a0");
    expect(stringValue(tree, 1)).toBe("one two three \u00a0 inner");
    expect(nodeText(tree, 1)).toBe("a\none two three \u00a0\nb\ninner");
  });
});

describe("types given late", () => {
  it("are the node's", () => {
    const builder = new TreeBuilder(SOURCE);
    builder.open(null);
    builder.open("b");
    builder.attribute("x", "1");
    builder.close();
    builder.attribute("y", "2");
    builder.retype("a");
    const tree = builder.finish();
    expect(tree.root!.type).toBe("a");
    expect(tree.root!.attributes).toEqual({ y: "2" });
    expect(tree.typeNames).toEqual(["#document", "b", "a"]);
  });
});
