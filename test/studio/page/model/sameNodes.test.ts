import { array, assert, nat, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { sameNodes } from "../../../../packages/studio/src/page/model/sameNodes.js";
import { typeOf } from "../../../../packages/views/src/model/treeColumns.js";
import { runs } from "../../../support/runs.js";
import { columnsOf } from "./support/columns.js";

const allOpen = (size: number): Uint8Array => new Uint8Array(size).fill(1);

describe("the same nodes of a later tree", () => {
  const before = columnsOf(["Trip", 0], ["Day", 1], ["POI", 2], ["Day", 1], ["POI", 4], ["POI", 4]);

  it("are found around a node that came in", () => {
    const after = columnsOf(["Trip", 0], ["Note", 1], ["Day", 1], ["POI", 3], ["Day", 1], ["POI", 5], ["POI", 5]);
    expect([...sameNodes(before, after, allOpen(6))].sort(([a], [b]) => a - b)).toEqual([
      [1, 1],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 6],
      [6, 7],
    ]);
  });

  it("are looked for below open nodes only", () => {
    expect([...sameNodes(before, before, Uint8Array.of(1, 0, 0, 1, 0, 0)).keys()].sort()).toEqual([1, 2, 4, 5, 6]);
    expect(sameNodes(columnsOf(), before, allOpen(0)).size).toBe(0);
  });

  it("of a tree that is the same are each itself; of any other each is one at most, of its type below the root", () =>
    assert(
      property(trees, trees, (left, right) => {
        const [a, b] = [columnsOf(...left), columnsOf(...right)];
        const itself = sameNodes(a, a, allOpen(a.size));
        expect([...itself].every(([old, now]) => old === now)).toBe(true);
        expect(itself.size).toBe(a.size);
        const pairs = sameNodes(a, b, allOpen(a.size));
        expect(new Set(pairs.values()).size).toBe(pairs.size);
        for (const [old, now] of pairs) if (old > 1) expect(typeOf(b, now)).toBe(typeOf(a, old));
      }),
      { numRuns: runs(200) },
    ));
});

/** Nodes in document order, each with its parent, from any numbers. */
const trees = array(nat(), { maxLength: 20 }).map((picks) => {
  const chain = [1];
  return [
    ["T", 0] as const,
    ...picks.map((pick, i) => {
      chain.length = 1 + (pick % chain.length);
      const parent = chain.at(-1)!;
      chain.push(i + 2);
      return ["ABC"[pick % 3]!, parent] as const;
    }),
  ];
});
