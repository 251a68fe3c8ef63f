import { editsSchema, parseEdits } from "@semantic-xpath/runtime";
import { applyEdits, applyingEdits, nodeData, SegmentedTree, treeOf } from "@semantic-xpath/tree";
import Ajv from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainOf, plainTree } from "../../readers/trees.js";
import { runs } from "../../support/runs.js";
import { drawOf, editsOf, modelOf, placesIn, plainOfModel } from "./edits.js";

const draws = fc.array(drawOf(["x", "Day", "__proto__"], fc.constantFrom("", "1", "a  b "), plainTree), {
  maxLength: 8,
});

const isEdits = new Ajv({ strict: false }).compile(editsSchema());

describe("edits", () => {
  it("make the tree that a mutable one becomes, numbers being those of the tree before", () => {
    fc.assert(
      fc.property(plainTree, draws, (plain, drawn) => {
        const tree = treeOf(plain);
        const model = modelOf(tree);
        const edits = editsOf(model, drawn);
        expect(isEdits(edits), JSON.stringify(isEdits.errors)).toBe(true);
        const { version, after, inserted } = applyingEdits(tree, JSON.parse(JSON.stringify(parseEdits(edits))));
        const edited = version.toTree();
        expect(plainOf(edited)).toEqual(plainOfModel(model));
        expect(plainOf(applyEdits(SegmentedTree.of(tree, 4), edits).toTree())).toEqual(plainOf(edited));
        expect(plainOf(tree)).toEqual(plainOf(treeOf(plain)));
        const now = new Map(placesIn(model).map(({ node }, i) => [node.id, i + 1]));
        for (let node = 1; node <= tree.size; node++) expect(after(node)).toBe(now.get(node) ?? -1);
        const added = inserted().flatMap(([first, count]) => Array.from({ length: count }, (_, i) => first + i));
        const kept = Array.from({ length: tree.size }, (_, i) => i + 1)
          .map(after)
          .filter((node) => node > 0);
        expect([...added, ...kept].sort((a, b) => a - b)).toEqual(Array.from({ length: edited.size }, (_, i) => i + 1));
      }),
      { numRuns: runs(300, 85) },
    );
  });

  it("a node as data is the node again", () => {
    fc.assert(
      fc.property(plainTree, (plain) => {
        const tree = treeOf(plain);
        expect(plainOf(treeOf(nodeData(tree, 1)))).toEqual(plainOf(tree));
      }),
      { numRuns: runs(100) },
    );
  });
});

describe("edits that can't be made", () => {
  const tree = treeOf({ type: "Plan", children: [{ type: "Day", children: [{ type: "POI" }] }] });
  it.each([
    [[{ kind: "delete", node: 9 }], "There is no node 9"],
    [[{ kind: "move", node: 2, parent: 3 }], "2 can't move into itself"],
    [[{ kind: "insert", parent: 0, content: { type: "Plan" } }], "A tree has one root"],
    [
      [
        { kind: "delete", node: 2 },
        { kind: "setText", node: 3, text: "x" },
      ],
      "There is no node 3 any more",
    ],
  ])("%j", (edits, message) => {
    expect(() => applyEdits(tree, parseEdits(edits))).toThrow(message);
    expect(() => applyEdits(tree, parseEdits(edits))).toThrow(RangeError);
  });

  it.each([
    [{}, "Edits must be a list"],
    [[{ kind: "remove", node: 1 }], 'In edit 1 "kind" must be one of insert, delete,'],
    [[{ kind: "delete", node: "1" }], 'In edit 1 "node" must be a number'],
    [[{ kind: "setText", node: 1, text: "", at: 1 }], 'In edit 1 "edit" has no member "at"'],
    [
      [{ kind: "insert", parent: 1, content: { type: "A", children: [{}] } }],
      'In edit 1 "content.children[0].type" must be a text',
    ],
    [[{ kind: "insert", parent: 1, content: { type: "A", content: ["x", 0] } }], "in order, the place of each child"],
    [
      [{ kind: "insert", parent: 1, content: { type: "A", children: [{ type: "B" }], content: [] } }],
      "in order, the place of each child",
    ],
  ])("%j is no list of edits", (value, message) => {
    expect(() => parseEdits(value)).toThrow(message);
  });
});
