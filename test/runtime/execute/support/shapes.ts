import { compile, readTree, type Scorer, type Tree } from "@semantic-xpath/runtime";
import { countReads } from "./countReads.js";

/** Trees of about n nodes in which a careless evaluation is quadratic: many siblings, deep chains, and both. */
export const SHAPES = {
  wide: (n: number): Tree =>
    readTree({ type: "A", children: Array.from({ length: n }, (_, i) => ({ type: i % 3 ? "B" : "C" })) }),
  deep: (n: number): Tree => chain(n, () => []),
  comb: (n: number): Tree => chain(n / 2, (i) => [{ type: i % 3 ? "B" : "C" }]),
  bushy: (n: number): Tree =>
    readTree({
      type: "A",
      children: Array.from({ length: n / 8 }, () => ({
        type: "B",
        children: Array.from({ length: 7 }, (_, i) => ({ type: i % 2 ? "C" : "B" })),
      })),
    }),
};

function chain(levels: number, beside: (level: number) => readonly object[]): Tree {
  let node: object = { type: "A" };
  for (let i = 1; i < levels; i++) node = { type: i % 2 ? "B" : "A", children: [...beside(i), node, ...beside(i)] };
  return readTree(node, { limits: { maxDepth: 1_000_000 } });
}

const one: Scorer = { id: "one", cost: "cheap", score: async (texts) => new Float32Array(texts.length).fill(1) };

/** How often a query reads the tree's columns; `paths`: with the paths of all results. */
export async function readsOf(tree: Tree, query: string, paths = false): Promise<number> {
  const counted = countReads(tree);
  const { matches } = await compile(query).query!.run(counted.tree, { scorer: one });
  if (paths) for (const match of matches) match.path;
  return counted.reads();
}

/** Twice the nodes: at most 2.5 times the reads. */
export const isLinear = (once: number, twice: number): boolean => twice <= 2.5 * once + 200;
