import { foldFields, readXml } from "@semantic-xpath/readers";
import { applyEdits, SegmentedTree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainTree } from "../../readers/trees.js";
import { runs } from "../../support/runs.js";
import { drawOf, editsOf, modelOf, placesIn } from "../edits/edits.js";

const draws = fc.array(drawOf(["x", "Day"], fc.constantFrom("", "1", "a b"), plainTree), { maxLength: 6 });
const keysIn = (tree: SegmentedTree): number[] => Array.from({ length: tree.size }, (_, i) => tree.keyOf(i + 1));

describe("keys", () => {
  it("stay with their nodes through any edits, are given once, and find their nodes", () => {
    fc.assert(
      fc.property(plainTree, fc.array(draws, { maxLength: 4 }), (plain, rounds) => {
        let { version, next } = SegmentedTree.of(treeOf(plain), 4).withKeys(1);
        expect(keysIn(version)).toEqual(Array.from({ length: version.size }, (_, i) => i + 1));
        for (const drawn of rounds) {
          const model = modelOf(version.toTree());
          const keys = keysIn(version);
          const edited = applyEdits(version, editsOf(model, drawn));
          const expected = placesIn(model).map(({ node }) => (node.id === 0 ? 0 : keys[node.id - 1]!));
          expect(keysIn(edited)).toEqual(expected);
          let free = next;
          ({ version, next } = edited.withKeys(next));
          const given = expected.map((key) => key || free++);
          expect(next).toBe(free);
          expect(keysIn(version)).toEqual(given);
          const tree = version.toTree();
          expect([...(tree.key ?? [])]).toEqual([0, ...given]);
          for (const [i, key] of given.entries()) {
            expect([version.nodeOfKey(key), tree.nodeOfKey(key), tree.keyOf(i + 1)]).toEqual([i + 1, i + 1, key]);
          }
          for (const none of [0, next, -1]) expect([version.nodeOfKey(none), tree.nodeOfKey(none)]).toEqual([-1, -1]);
        }
      }),
      { numRuns: runs(100, 70) },
    );
  });

  it("are given by copying only the segments that have nodes without one", () => {
    const { version } = SegmentedTree.of(readXml(`<Plan>${"<Day/>".repeat(99)}</Plan>`), 10).withKeys(1);
    const edited = version.insert(readXml("<Day/>"), 1, 50);
    const keyed = edited.withKeys(1000).version;
    expect(keyed.segments.filter((segment) => !edited.segments.includes(segment))).toHaveLength(1);
    expect(keyed.keyOf(50)).toBe(1000);
    expect(keyed.withKeys(2000).version).toBe(keyed);
  });

  it("are given to a tree that is laid out without laying it out again", () => {
    const version = SegmentedTree.of(treeOf({ type: "Plan", children: [{ type: "Day" }] }));
    const flat = version.toTree();
    const keyed = version.withKeys(7).version.toTree();
    expect(keyed.parent).toBe(flat.parent);
    expect(keyed.typeId("Day")).toBe(flat.typeId("Day"));
    expect(keyed.nodeOfKey(8)).toBe(2);
    expect(SegmentedTree.of(keyed).keyOf(2)).toBe(8);
    expect(flat.key).toBeNull();
  });

  it("are found however large they are, and stay when fields are folded", () => {
    const { version } = SegmentedTree.of(readXml("<Plan><Task><status>Todo</status></Task><Task/></Plan>")).withKeys(
      2 ** 30,
    );
    expect(version.toTree().nodeOfKey(2 ** 30 + 3)).toBe(4);
    const folded = foldFields(version.toTree(), {
      types: { Task: { attributes: { status: { type: "string", required: false, element: true } } } },
    } as never);
    expect([...folded.key!]).toEqual([0, 2 ** 30, 2 ** 30 + 1, 2 ** 30 + 3]);
  });
});
