import { prepare, translate } from "@semantic-xpath/chat/translate";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { atOnce } from "@semantic-xpath/scorers";
import { type NodeData, nodeData, SegmentedTree, Tree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { readTreeWords } from "../../../../packages/chat/src/translate/lexicon/treeWords.js";
import { runs } from "../../../support/runs.js";

const schema = parseSchema(
  JSON.stringify({
    version: 1,
    roots: ["Plan"],
    types: {
      Plan: { attributes: {}, children: { Stop: { min: 0 } } },
      Stop: {
        attributes: {
          name: { type: "string" },
          kind: { type: "string", values: ["museum", "park"] },
          quiet: { type: "boolean" },
          about: { type: "string", element: true },
        },
        children: {},
      },
    },
  }),
).schema!;

const WORDS = ["Harbour", "old museum", "constructor", "park", "true", "a quiet place by the water.", "Café 9", ""];
const word = fc.constantFrom(...WORDS);
const stop = fc.record({ name: word, kind: word, quiet: word, about: word }).map(
  ({ about, ...attributes }): NodeData => ({
    type: "Stop",
    attributes,
    children: about === "" ? [] : [{ type: "about", text: about }],
  }),
);

const edit = fc
  .tuple(fc.constantFrom("insert", "remove", "attribute"), fc.nat(), word, stop)
  .map(([kind, a, text, data]) => (version: SegmentedTree): SegmentedTree => {
    const node = 2 + (a % Math.max(1, version.size - 1));
    if (version.size < 3 || kind === "insert") return version.insert(treeOf(data), 1);
    return kind === "remove" ? version.remove(node) : version.setAttribute(node, "name", text);
  });

const STEMS = [
  "harbour",
  "old",
  "museum",
  "constructor",
  "park",
  "quiet",
  "place",
  "water",
  "cafe",
  "9",
  "true",
  "stop",
];

const planOf = (children: readonly NodeData[]): NodeData => ({ type: "Plan", children: [...children] });

describe("the words of an edited tree", () => {
  it("law: are those of the same tree built anew", () => {
    fc.assert(
      fc.property(fc.array(stop, { maxLength: 20 }), fc.array(edit, { maxLength: 8 }), (stops, edits) => {
        let version = SegmentedTree.of(treeOf(planOf(stops)), 4);
        for (const one of edits) {
          version = one(version);
          const edited = version.toTree();
          const [kept, anew] = [edited, treeOf(nodeData(edited, 1))].map((tree) => atOnce(readTreeWords(tree, schema)));
          for (const stem of STEMS) expect(kept!.knows(stem), stem).toBe(anew!.knows(stem));
        }
      }),
      { numRuns: runs(60, 20) },
    );
  });

  it("are read again in the segment of the edit alone", { tags: "slow" }, async () => {
    const stops = Array.from({ length: 20_000 }, (_, i) => ({
      type: "Stop",
      attributes: { name: `stop ${i}`, kind: "park", quiet: "false" },
    }));
    const memory = Memory.create(inMemoryJournal());
    memory.createTask("trip", treeOf(planOf(stops)), { schema });
    const about = () => {
      const head = memory.task("trip").head();
      return { tree: head.tree(), schema: head.schema };
    };
    const reads = vi.spyOn(Tree.prototype, "attributeValue");
    await prepare(about());
    const first = reads.mock.calls.length;
    await memory.update("trip", 'insert node <Stop name="Pinguinarium" kind="museum" quiet="true"/> into /Plan');
    const edited = about();
    reads.mockClear();
    await prepare(edited);
    const again = reads.mock.calls.length;
    reads.mockRestore();
    // Each value of a name once; flags and numbers are not visited.
    expect(first).toBeGreaterThanOrEqual(40_000);
    expect(first).toBeLessThan(50_000);
    // One segment of eight, and a few samples of each attribute.
    expect(again).toBeLessThan(first / 5);
    const { readings } = await translate("the Pinguinarium", edited);
    expect(readings[0]).toMatchObject({ query: '//Stop[@name = "Pinguinarium"]' });
  });

  it("are read in slices, between which other events run", { tags: "slow" }, async () => {
    const stops = Array.from({ length: 60_000 }, (_, i) => ({
      type: "Stop",
      attributes: { name: `stop number ${i} of ${i * 7}` },
    }));
    const tree = treeOf(planOf(stops));
    let ticks = 0;
    const timer = setInterval(() => ticks++, 0);
    await prepare({ tree, schema });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(0);
  });
});
