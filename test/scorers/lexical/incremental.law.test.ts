import { lexicalScorer } from "@semantic-xpath/scorers";
import { type NodeData, nodeData, nodeText, SegmentedTree, type Tree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { runs } from "../../support/runs.js";

const WORDS = ["museum", "coffee", "the", "modern art", "check-in", "harbour", "Café", "9:30", "at noon", ""];
const word = fc.constantFrom(...WORDS);
const leaf = fc.record({
  type: fc.constantFrom("POI", "Note", "museum"),
  attributes: fc.dictionary(fc.constantFrom("name", "id", "about"), word, { noNullPrototype: true }),
  text: fc.array(word, { maxLength: 4 }).map((words) => words.filter((one) => one !== "").join(" ")),
});

const planOf = (children: readonly NodeData[]): NodeData => ({ type: "Plan", children: [...children] });

/** An edit somewhere in the tree, by numbers that are drawn from whatever nodes there are. */
const edit = fc
  .tuple(fc.constantFrom("insert", "remove", "text", "attribute", "rename", "move"), fc.nat(), fc.nat(), leaf)
  .map(([kind, a, b, data]) => (version: SegmentedTree): SegmentedTree => {
    const node = 2 + (a % Math.max(1, version.size - 1));
    if (version.size < 3 || kind === "insert") return version.insert(treeOf(data), 1);
    if (kind === "remove") return version.remove(node);
    if (kind === "text") return version.setText(node, data.text);
    if (kind === "attribute") return version.setAttribute(node, "about", data.text);
    if (kind === "rename") return version.rename(node, data.type);
    const before = 2 + (b % (version.size - 1));
    return before === node ? version : version.move(node, 1, before);
  });

const textsOf = (tree: Tree): string[] => Array.from({ length: tree.size }, (_, i) => nodeText(tree, i + 1));

describe("the statistics of an edited tree", () => {
  it("law: are those of the same tree built anew, bit for bit", async () => {
    const scorer = lexicalScorer();
    await fc.assert(
      fc.asyncProperty(fc.array(leaf, { maxLength: 40 }), fc.array(edit, { maxLength: 12 }), async (leaves, edits) => {
        let version = SegmentedTree.of(treeOf(planOf(leaves)), 4);
        for (const one of edits) {
          version = one(version);
          const edited = version.toTree();
          const anew = treeOf(nodeData(edited, 1));
          const [incremental, fresh] = [scorer.forTree(edited), lexicalScorer().forTree(anew)];
          expect(incremental.id).toBe(fresh.id);
          const condition = "coffee near the museum of art";
          const texts = textsOf(anew);
          expect(await incremental.score(texts, condition, {})).toEqual(await fresh.score(texts, condition, {}));
          expect(incremental.explain(texts[0]!, condition)).toEqual(fresh.explain(texts[0]!, condition));
        }
      }),
      { numRuns: runs(30, 10) },
    );
  });

  it("read the texts of one node after an edit of it, whatever the size of the tree", () => {
    const leaves = Array.from({ length: 30_000 }, (_, i) => ({
      type: "POI",
      attributes: { name: `place ${i}` },
      text: `${WORDS[i % WORDS.length]!} of street ${i % 977}`,
    }));
    const scorer = lexicalScorer();
    const first = SegmentedTree.of(treeOf(planOf(leaves)));
    void scorer.forTree(first.toTree()).id;
    const edited = first.setText(15_000, "a glass museum").toTree();
    const read = vi.spyOn(edited.values, "get");
    const bound = scorer.forTree(edited);
    expect(bound.explain("a glass museum", "glass").score).toBeGreaterThan(0.5);
    expect(read.mock.calls.length).toBeLessThan(20);
    const again = vi.spyOn(edited.values, "get").mockClear();
    void lexicalScorer().forTree(edited).id;
    expect(again).not.toHaveBeenCalled();
  });
});
