import { SegmentedTree, type Tree, treeOf } from "@semantic-xpath/tree";
import { expect, test, vi } from "vitest";
import { cachedScorer, memoryCache } from "../../../packages/scorers/src/cache.js";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";

const treeWith = (...texts: readonly string[]): Tree =>
  treeOf({ type: "List", children: texts.map((text) => ({ type: "Item", text })) });

const text = "Fair on 4/5/2026";

test("trees of the same words whose dates have another order share no cached scores", async () => {
  const scorer = cachedScorer(lexicalScorer(), memoryCache());
  const april = async (tree: Tree) => (await scorer.forTree!(tree).score([text], "in April", {}))[0]!;
  const monthFirst = await april(treeWith(text, "5/13/2026"));
  const dayFirst = await april(treeWith(text, "13/5/2026"));
  expect(monthFirst).toBeGreaterThan(0);
  expect(dayFirst).toBe(0);
});

test("the id says the order, and nothing where dates do not tell or disagree", () => {
  const idOf = (...texts: readonly string[]) => lexicalScorer().forTree(treeWith(text, ...texts)).id;
  expect(idOf("13/5/2026")).toMatch(/ day first$/);
  expect(idOf("5/13/2026")).toMatch(/ month first$/);
  for (const others of [[], ["13/5/2026", "5/13/2026"]]) expect(idOf(...others)).not.toContain("first");
});

test("an edit has the values read that are new, and no others", () => {
  const texts = Array.from({ length: 5000 }, (_, i) => `${(i % 12) + 1}/${(i % 28) + 1}/2026 ${i}`);
  const first = SegmentedTree.of(treeWith(...texts));
  const scorer = lexicalScorer();
  void scorer.forTree(first.toTree()).id;
  const read = vi.spyOn(RegExp.prototype, "exec");
  void scorer.forTree(first.setText(2000, "1/2/2026").toTree()).id;
  const slashed = (read.mock.contexts as RegExp[]).filter(({ source }) => source.includes("\\d{1,2})\\/")).length;
  read.mockRestore();
  expect(slashed).toBeLessThan(1100);
});
