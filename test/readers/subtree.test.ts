import { readXml, subtree } from "@semantic-xpath/runtime";
import { nodeData, type Tree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryTree } from "../reference/arbitraryCase.js";

const trip = readXml(`<Trip note="all"><Day b="1"><POI z="1" a="2">in <b>bold</b>ly</POI></Day><Day a="2"/></Trip>`);

const node = (tree: Tree, type: string): number => tree.postings[tree.typeId(type)]![0]!;

describe("a subtree as a tree of its own", () => {
  it("begins at the node, and knows no other name, value or type", () => {
    const day = subtree(trip, node(trip, "Day"));
    expect(day.root?.path).toBe("/Day");
    expect([day.typeNames, day.attributeNames]).toEqual([
      ["#document", "Day", "POI", "b"],
      ["b", "a", "z"],
    ]);
    expect(Array.from({ length: day.values.size }, (_, id) => day.values.get(id)).sort()).toEqual(
      ["1", "2", "bold", "in ly"].sort(),
    );
    expect([day.source, day.spanStart]).toEqual([{ format: "xml", spans: false }, null]);
  });

  it("keeps where text stands among children", () => {
    const poi = subtree(trip, node(trip, "POI"));
    expect(poi.content(1)).toEqual(
      trip.content(node(trip, "POI")).map((part) => (typeof part === "number" ? 2 : part)),
    );
  });

  it("is the tree itself at the root, and made once for a node", () => {
    expect(subtree(trip, 1)).toBe(trip);
    expect(subtree(trip, 2)).toBe(subtree(trip, 2));
  });

  it.each([0, -1, 1.5, Number.NaN, 99])("is none of %d: an error, and not the whole", (root) => {
    expect(() => subtree(trip, root)).toThrow("SXP5060");
  });

  it("law: node n of it is node root + n - 1, with the same content", () => {
    fc.assert(
      fc.property(arbitraryTree, fc.nat(), (plain, at) => {
        const tree = treeOf(plain);
        const root = 1 + (at % tree.size);
        const own = subtree(tree, root);
        expect(own.size).toBe(tree.end[root]! - root);
        for (let n = 1; n <= own.size; n++) {
          expect(nodeData(own, n)).toEqual(nodeData(tree, root + n - 1));
        }
      }),
    );
  });
});
