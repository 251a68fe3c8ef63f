import { inspect } from "@semantic-xpath/inspect";
import { Collection, compile, type RunOptions, SemanticXPathError, subtree } from "@semantic-xpath/runtime";
import { type Tree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryQuery, arbitraryTree, arbitraryValueQuery, type PlainNode } from "../../reference/arbitraryCase.js";

/** What is nowhere inside, in any text, name or type. */
const SECRET = "zebra";

const marked = (node: PlainNode, salt: string): PlainNode => ({
  type: `${node.type}`,
  attributes: { ...node.attributes, [`${SECRET}${salt}`]: `${SECRET} sun`, id: `i${salt}` },
  text: `${node.text} ${SECRET} rain`,
  children: [...node.children.map((child) => marked(child, salt)), { type: SECRET, attributes: {}, children: [] }],
});

/** A tree that is outside of a node everywhere but at one place. */
function around(inside: PlainNode, outside: PlainNode, at: number, salt: string): { tree: Tree; root: number } {
  const whole = marked(outside, salt);
  const children = whole.children.toSpliced(at % (whole.children.length + 1), 0, inside);
  const tree = treeOf({ ...whole, children });
  let root = 2;
  for (const child of children) {
    if (child === inside) return { tree, root };
    root = tree.end[root]!;
  }
  throw new Error("the inside is a child");
}

/** All that anybody can learn of a run. */
async function everything(text: string, tree: Tree, options: RunOptions): Promise<unknown> {
  const { query, diagnostics } = compile(text);
  if (query === undefined) return diagnostics;
  try {
    const inspection = await inspect(query, tree, { ...options, trace: "full" });
    const { result } = inspection;
    const all = Array.from({ length: inspection.tree.size }, (_, i) => i + 1);
    return {
      result,
      ids: [...result.ids],
      weights: [...result.weights],
      values: result.matches.map(({ value, path }) => [value, path]),
      plain: await query.run(tree, options),
      selected: query.isSemantic || result.value !== undefined ? null : query.select(tree, options.params, options),
      why: all.map((node) => inspection.why(node) ?? inspection.whyNot(node)),
      causes: inspection.causes(),
      entries: inspection.entries,
      explain: query.explain("json"),
    };
  } catch (error) {
    if (error instanceof SemanticXPathError) return { code: error.code, message: error.message };
    throw error;
  }
}

/** Times are nobody's content. */
const told = (value: unknown): string =>
  JSON.stringify(value, (key, part) => (/milliseconds/i.test(key) ? 0 : (part as unknown)));

const queries = fc.oneof(
  { weight: 4, arbitrary: arbitraryQuery },
  { weight: 2, arbitrary: arbitraryValueQuery },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'id("i1")',
      'id("i7")/..',
      `//${SECRET.slice(0, 4)}`,
      "/A",
      "/..//*",
      "//*/ancestor::*",
      "//*/following::*",
      "//*/preceding::* | root()//*",
      "//B/@zebr",
      "count(root()//*)",
      "//Aa",
      "//*[position() > 90]",
    ),
  },
);
const params = { n: 1, v: "sun", c: "rain" };

describe("law: what is outside of the root makes no difference", () => {
  it("to results, values, paths, errors, suggestions, traces, why and why not", async () => {
    await fc.assert(
      fc.asyncProperty(
        queries,
        arbitraryTree,
        arbitraryTree,
        arbitraryTree,
        fc.nat(),
        fc.nat(),
        async (text, inside, one, other, i, k) => {
          const a = around(inside, one, i, "7");
          const b = around(inside, other, k, "8");
          const seen = told(await everything(text, a.tree, { params, root: a.root }));
          expect(told(await everything(text, b.tree, { params, root: b.root }))).toBe(seen);
          expect(told(await everything(text, subtree(a.tree, a.root), { params }))).toBe(seen);
          if (!text.includes(SECRET.slice(0, 4))) expect(seen).not.toContain(SECRET);
          expect(seen).not.toMatch(/zebra[78]|zebra sun|zebra rain/);
        },
      ),
    );
  });

  it("also over a collection, whose statistics are those of what may be seen", { tags: "slow" }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTree, arbitraryTree, arbitraryTree, fc.nat(), async (first, second, outside, at) => {
        const { query } = compile('//*[node =~ "sun rain"]');
        const run = async (of: PlainNode, salt: string) => {
          const [a, b] = [around(first, of, at, salt), around(second, of, at, salt)];
          const collection = new Collection([
            { name: "a", tree: a.tree },
            { name: "b", tree: b.tree },
          ]);
          const root = new Map([
            ["a", a.root],
            ["b", b.root],
          ]);
          const one = await query!.run(a.tree, { within: collection, root });
          return told([await query!.runAll(collection, { root, trace: true }), one]);
        };
        const seen = await run(outside, "7");
        expect(await run({ type: "Q", attributes: {}, text: "sun", children: [] }, "8")).toBe(seen);
        expect(seen).not.toContain(SECRET);
      }),
    );
  });
});

describe("a root that is gone", () => {
  const tree = treeOf({ type: "A", children: [{ type: "B" }] });
  const { query } = compile("//*");
  const collection = new Collection([{ name: "a", tree }]);

  it.each([0, 3, -1, 1.5])("is an error, and never the whole: %d", async (root) => {
    await expect(query!.run(tree, { root })).rejects.toThrow("SXP5060");
    await expect(inspect(query!, tree, { root })).rejects.toThrow("SXP5060");
    expect(() => query!.select(tree, {}, { root })).toThrow("SXP5060");
    await expect(query!.runAll(collection, { root: new Map([["a", root]]) })).rejects.toThrow("SXP5060");
  });

  it("is one that was never given for a tree of a collection", async () => {
    await expect(query!.runAll(collection, { root: new Map() })).rejects.toThrow("SXP5060");
    await expect(query!.run(tree, { within: collection, root: new Map([["b", 1]]) })).rejects.toThrow("SXP5060");
  });

  it("is what does not fit the data: no number of one tree, no map of several", async () => {
    await expect(query!.run(tree, { root: new Map([["a", 1]]) })).rejects.toThrow(TypeError);
    await expect(query!.runAll(collection, { root: 1 })).rejects.toThrow(TypeError);
    const other = treeOf({ type: "A" });
    await expect(query!.run(other, { within: collection, root: new Map([["a", 1]]) })).rejects.toThrow(RangeError);
  });

  it("is seen anew where a map changes", async () => {
    const root = new Map([["a", 2]]);
    expect((await query!.runAll(collection, { root })).matches.map(({ path }) => path)).toEqual(["/B"]);
    root.set("a", 1);
    expect((await query!.runAll(collection, { root })).matches).toHaveLength(2);
  });
});
