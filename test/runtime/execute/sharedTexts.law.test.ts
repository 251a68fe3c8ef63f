import { compile, lexicalScorer } from "@semantic-xpath/runtime";
import { type NodeData, nodeData, SegmentedTree, type Tree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, it, onTestFinished, vi } from "vitest";
import { SegmentBuilder } from "../../../packages/scorers/src/lexical/builder.js";
import { runs } from "../../support/runs.js";

const word = fc.constantFrom("museum", "coffee", "modern art", "harbour", "café", "9:30", "name: museum", "");
const leaf: fc.Arbitrary<NodeData> = fc.record({
  type: fc.constantFrom("POI", "Note", "Day"),
  attributes: fc.dictionary(fc.constantFrom("name", "id", "about"), word, { noNullPrototype: true }),
  text: word,
});
const branch = fc.record({
  type: fc.constantFrom("Day", "POI"),
  children: fc.array(leaf, { maxLength: 6 }),
});

/** An edit somewhere in the tree, by numbers that are drawn from whatever nodes there are. */
const edit = fc
  .tuple(fc.constantFrom("insert", "append", "remove", "text", "attribute", "rename", "move"), fc.nat(), fc.nat(), leaf)
  .map(([kind, a, b, data]) => (version: SegmentedTree): SegmentedTree => {
    const node = 2 + (a % Math.max(1, version.size - 1));
    if (version.size < 3 || kind === "insert") return version.insert(treeOf(data), 1);
    if (kind === "append") return version.insert(treeOf(data), node);
    if (kind === "remove") return version.remove(node);
    if (kind === "text") return version.setText(node, data.text ?? "");
    if (kind === "attribute") return version.setAttribute(node, b % 2 === 0 ? "about" : "name", data.text ?? "");
    if (kind === "rename") return version.rename(node, data.type);
    return version.move(node, 1);
  });

const { query } = compile(
  '//*[max(node =~ "museum of art", text() =~ "coffee", @about =~ "harbour", name =~ "museum", Note =~ "café")]',
);
const scorer = lexicalScorer();
const answer = async (tree: Tree) => {
  const { ids, weights } = await query!.run(tree, { scorer, limit: Number.POSITIVE_INFINITY });
  return { ids: [...ids], weights: [...weights!] };
};

it("law: versions that share their texts give what each gives alone, in whatever order they are asked", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(branch, { minLength: 1, maxLength: 8 }),
      fc.array(fc.tuple(edit, fc.boolean()), { maxLength: 10 }),
      async (children, edits) => {
        let version = SegmentedTree.of(treeOf({ type: "Plan", children }), 4);
        const first = version;
        for (const [one, isAsked] of edits) {
          version = one(version);
          const tree = version.toTree();
          if (isAsked) expect(await answer(tree)).toEqual(await answer(treeOf(nodeData(tree, 1))));
        }
        const tree = first.toTree();
        expect(await answer(tree)).toEqual(await answer(treeOf(nodeData(tree, 1))));
      },
    ),
    { numRuns: runs(40, 5) },
  );
});

it("after an edit few texts are analysed, whatever the size of the tree", { tags: "slow" }, async () => {
  const children = Array.from({ length: 400 }, (_, day) => ({
    type: "Day",
    children: Array.from({ length: 25 }, (_, i) => ({ type: "POI", text: `place ${day} ${i} of coffee` })),
  }));
  const first = SegmentedTree.of(treeOf({ type: "Plan", children }));
  await answer(first.toTree());
  const analysed = vi.spyOn(SegmentBuilder.prototype, "add");
  onTestFinished(() => void analysed.mockRestore());
  const edited = first.setText(5_000, "a glass museum").toTree();
  await answer(edited);
  expect(analysed.mock.calls.length).toBeLessThan(20);
});
