import { AXES, AXIS_NAMES, type Axis } from "@semantic-xpath/parser";
import { readTree, type Tree } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pushCandidates } from "../../../packages/runtime/src/execute/axes/axes.js";
import { IdBuffer } from "../../../packages/runtime/src/execute/frame.js";
import { arbitraryTree } from "../../reference/arbitraryCase.js";
import { runs } from "../../support/runs.js";

/** The nodes on an axis of each node, in axis order. */
function along(tree: Tree, axis: Axis): readonly (readonly number[])[] {
  const mask = new Uint8Array(tree.typeNames.length).fill(1);
  return Array.from(tree.type.keys(), (context) => {
    const out = new IdBuffer();
    pushCandidates(tree, { axis, indexed: false, types: null, mask, take: null }, context, out);
    return [...out.take()];
  });
}

/** Tests that a node is where a relation says, seen from another one. */
const PLACES: Readonly<Record<(typeof AXES)[Axis]["relation"], (tree: Tree, from: number, to: number) => boolean>> = {
  self: () => false,
  children: ({ parent }, from, to) => parent[to] === from,
  parents: ({ parent }, from, to) => parent[from] === to,
  descendants: ({ end }, from, to) => from < to && to < end[from]!,
  ancestors: ({ end }, from, to) => to < from && from < end[to]!,
  siblings: ({ parent }, from, to) => from !== to && from > 0 && parent[from] === parent[to],
  beside: ({ end }, from, to) => to >= end[from]! || from >= end[to]!,
};

describe.each(AXIS_NAMES)("law: the row of %s is true of its algorithm", (axis) => {
  const { relation, reverse, includesSelf, once, inverse, downward } = AXES[axis];
  const onTrees = (check: (tree: Tree, lists: readonly (readonly number[])[]) => void): void =>
    fc.assert(
      fc.property(arbitraryTree, (plain) => {
        const tree = readTree(plain);
        check(tree, along(tree, axis));
      }),
      { numRuns: runs(300, 40) },
    );

  it("places", () =>
    onTrees((tree, lists) => {
      for (const [from, list] of lists.entries()) {
        expect(list.includes(from)).toBe(includesSelf);
        for (const to of list) expect(to === from || PLACES[relation](tree, from, to), `${from} to ${to}`).toBe(true);
        if (downward) for (const to of list) expect(to >= from && to < tree.end[from]!).toBe(true);
      }
    }));

  it("order", () =>
    onTrees((_, lists) => {
      for (const list of lists) expect(list).toEqual([...list].sort((a, b) => (reverse ? b - a : a - b)));
      // Reading of versions in a memory: a reverse axis leads to nodes before, any other one to nodes after.
      if (relation === "siblings" || relation === "beside")
        for (const [from, list] of lists.entries()) for (const to of list) expect(to < from).toBe(reverse);
    }));

  it("the way back", () =>
    onTrees((tree, lists) => {
      const back = along(tree, inverse);
      for (const [from, list] of lists.entries())
        for (const to of tree.type.keys()) expect(back[to]!.includes(from), `${to} to ${from}`).toBe(list.includes(to));
      if (once) expect(new Set(lists.flat()).size).toBe(lists.flat().length);
    }));
});
