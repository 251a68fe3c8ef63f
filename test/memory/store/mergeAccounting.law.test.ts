import { applyEdits, type Edit, type NodeData, SegmentedTree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Conflict } from "../../../packages/memory/src/store/conflict.js";
import { patched, type ThreeWay, threeWay } from "../../../packages/memory/src/store/threeWay.js";
import { runs } from "../../support/runs.js";
import { type Draw, editsOf, modelOf } from "../../tree/edits/edits.js";

/** Accounting of a merge: each change of either side is in the result or in a conflict, and each conflict has two sides. */

const KINDS: readonly Edit["kind"][] = ["move", "move", "move", "move", "replace", "delete", "insert", "setText"];

const leaf = fc.record({ type: fc.constantFrom("A", "B"), text: fc.constantFrom("", "x", "y") });

/** Small trees of three levels: with few nodes, both sides meet at the same ones. */
const base = fc
  .array(fc.tuple(leaf, fc.array(leaf, { maxLength: 4 })), { minLength: 2, maxLength: 3 })
  .map((groups) => ({ type: "R", children: groups.map(([top, children]) => ({ ...top, children })) }));

const draw: fc.Arbitrary<Draw> = fc.record({
  kind: fc.constantFrom(...KINDS, "setAttribute" as const, "rename" as const),
  node: fc.nat({ max: 11 }),
  target: fc.nat({ max: 11 }),
  before: fc.nat({ max: 4 }),
  content: leaf,
  name: fc.constantFrom("n", "m"),
  value: fc.constantFrom("1", "2", null),
});
const draws = fc.array(draw, { minLength: 1, maxLength: 4 });

interface Sides {
  readonly base: SegmentedTree;
  readonly ours: SegmentedTree;
  readonly theirs: SegmentedTree;
}

/** A list of few nodes, of which each edit takes, moves or adds one: places among siblings are what is tried. */
const list = fc
  .array(leaf, { minLength: 3, maxLength: 5 })
  .map((children) => ({ type: "R", children: children.map((each) => ({ ...each, children: [] })) }));
const reorderings = fc.array(
  draw.map((each): Draw => {
    const isMove = each.kind !== "insert" && each.kind !== "delete";
    return {
      ...each,
      kind: isMove ? "move" : each.kind,
      target: each.target % 2,
      node: each.kind === "insert" ? 0 : each.node,
    };
  }),
  { minLength: 1, maxLength: 4 },
);

const assertMerges = (times: number, law: (sides: Sides) => void): void => assertSides(times, base, draws, law);
const assertReorders = (times: number, law: (sides: Sides) => void): void => assertSides(times, list, reorderings, law);

/** Checks a law of two edited versions of a tree. */
function assertSides(
  times: number,
  base: fc.Arbitrary<NodeData>,
  draws: fc.Arbitrary<readonly Draw[]>,
  law: (sides: Sides) => void,
): void {
  const property = fc.property(base, draws, draws, (data, mine, other) => {
    const tree = SegmentedTree.of(treeOf(data), 4).withKeys(1).version;
    const edited = (drawn: readonly Draw[], first: number) =>
      applyEdits(tree, editsOf(modelOf(tree.toTree()), drawn)).withKeys(first).version;
    law({ base: tree, ours: edited(mine, 1_000), theirs: edited(other, 2_000) });
  });
  fc.assert(property, { numRuns: runs(times) });
}

interface Row {
  /** 0: the node is the root. */
  readonly parent: number;
  readonly parts: Readonly<Record<string, string>>;
  readonly children: readonly number[];
}

type Rows = ReadonlyMap<number, Row>;

function rowsOf(tree: SegmentedTree): Rows {
  const rows = new Map<number, Row>();
  for (let node = 1; node <= tree.size; node++) {
    const { type, text, attributes } = tree.rowAt(node);
    const named = [...attributes].map(([name, value]): [string, string] => [`@${name}`, value]);
    rows.set(tree.keyOf(node), {
      parent: node === 1 ? 0 : tree.keyOf(tree.parentOf(node)),
      parts: { type, "text()": text, ...Object.fromEntries(named) },
      children: tree.childrenOf(node).map((child) => tree.keyOf(child)),
    });
  }
  return rows;
}

/** A node and all above it. */
function pathIn(rows: Rows, key: number): readonly number[] {
  const keys: number[] = [];
  for (let at: number | undefined = key; at !== undefined && at !== 0; at = rows.get(at)?.parent) keys.push(at);
  return keys;
}

describe("law: a merge accounts for every change of each side", () => {
  it("what a side changed is in the result, or a conflict about it is reported", () => {
    assertMerges(2_000, ({ base, ours, theirs }) => {
      const [b, o, t] = [rowsOf(base), rowsOf(ours), rowsOf(theirs)];
      const { tree, conflicts } = threeWay(base, ours, theirs);
      const result = rowsOf(tree);
      const isReported = (key: number, part?: string): boolean =>
        conflicts.some(
          (conflict) =>
            (conflict.kind !== "value" || (conflict.key === key && conflict.part === part)) &&
            [b, o, t].some((rows) => pathIn(rows, key).includes(conflict.key)),
        );
      for (const side of [o, t]) {
        for (const [key, row] of side) {
          const [was, now] = [b.get(key), result.get(key)];
          if (was === undefined) {
            if (now === undefined) expect(isReported(key), `insertion of ${key}`).toBe(true);
            else expect(now.parts).toEqual(row.parts);
            continue;
          }
          if (row.parent !== was.parent && now?.parent !== row.parent)
            expect(isReported(key), `move of ${key}`).toBe(true);
          for (const part of new Set([...Object.keys(row.parts), ...Object.keys(was.parts)]))
            if (row.parts[part] !== was.parts[part] && now?.parts[part] !== row.parts[part])
              expect(isReported(key, part), `${part} of ${key}`).toBe(true);
        }
        for (const key of b.keys())
          if (!side.has(key) && result.has(key)) expect(isReported(key), `deletion of ${key}`).toBe(true);
      }
    });
  });

  it("what neither side changed is as it was", () => {
    assertMerges(1_000, ({ base, ours, theirs }) => {
      const [b, o, t] = [rowsOf(base), rowsOf(ours), rowsOf(theirs)];
      for (const resolve of [null, "ours", "theirs"] as const) {
        const result = rowsOf(threeWay(base, ours, theirs, resolve).tree);
        for (const key of result.keys()) expect([b, o, t].some((rows) => rows.has(key))).toBe(true);
        for (const [key, was] of b) {
          const [mine, other, now] = [o.get(key), t.get(key), result.get(key)];
          if (mine === undefined || other === undefined || now === undefined) continue;
          if (mine.parent === was.parent && other.parent === was.parent) expect(now.parent).toBe(was.parent);
          for (const [part, value] of Object.entries(was.parts))
            if (mine.parts[part] === value && other.parts[part] === value) expect(now.parts[part]).toBe(value);
        }
      }
    });
  });

  it("children that one side alone reordered stand in its order", () => {
    assertReorders(2_000, ({ base, ours, theirs }) => {
      const trees = [base, ours, theirs].map(rowsOf);
      const { tree, conflicts } = threeWay(base, ours, theirs);
      if (conflicts.length > 0) return;
      const result = rowsOf(tree);
      for (const [key, { children }] of result) {
        const lists = trees.map((rows) => rows.get(key)?.children ?? []);
        const inAll = (child: number) => children.includes(child) && lists.every((list) => list.includes(child));
        const [was, mine, other] = lists.map((list) => list.filter(inAll).join());
        const now = children.filter(inAll).join();
        if (mine === was) expect(now).toBe(other);
        else if (other === was) expect(now).toBe(mine);
      }
    });
  });

  it("a version becomes another one, child by child in its order", () => {
    assertReorders(1_000, ({ base, ours, theirs }) => {
      for (const [from, to] of [
        [base, theirs],
        [ours, theirs],
        [ours, base],
      ] as const)
        expect([...rowsOf(patched(from, to))]).toEqual([...rowsOf(to)]);
    });
  });

  it("every conflict is between two changes that differ", () => {
    assertMerges(1_000, ({ base, ours, theirs }) => {
      const rows = [rowsOf(base), rowsOf(ours), rowsOf(theirs)] as const;
      for (const conflict of threeWay(base, ours, theirs).conflicts)
        expect(IS_DUE[conflict.kind](conflict, rows), conflict.text).toBe(true);
    });
  });

  it("each side of a conflict can be taken, and the conflicts are the same", () => {
    assertMerges(1_000, ({ base, ours, theirs }) => {
      const { conflicts } = threeWay(base, ours, theirs);
      const named = (all: ThreeWay["conflicts"]) => all.map(({ kind, key, part }) => `${kind} ${key} ${part}`);
      const kept = threeWay(base, ours, theirs, "ours");
      expect(named(kept.resolved)).toEqual(named(conflicts));
      const values = conflicts.filter(({ kind }) => kind === "value");
      for (const [resolve, rows] of [
        ["ours", rowsOf(ours)],
        ["theirs", rowsOf(theirs)],
      ] as const) {
        const result = rowsOf(threeWay(base, ours, theirs, resolve).tree);
        for (const { key, part } of values)
          if (result.has(key)) expect(result.get(key)!.parts[part!]).toBe(rows.get(key)!.parts[part!]);
      }
    });
  });
});

type Three = readonly [base: Rows, ours: Rows, theirs: Rows];

const allDiffer = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
const isChanged = (key: number, from: Rows, to: Rows): boolean => {
  const shown = (rows: Rows) => JSON.stringify([rows.get(key), rows.get(rows.get(key)?.parent ?? 0)?.children]);
  return shown(from) !== shown(to);
};

/** A node that `gone` lacks, while `other` changed it, moved it, or changed something below it. */
const isDeletedAndChanged = (key: number, base: Rows, gone: Rows, other: Rows): boolean =>
  [...base.keys(), ...other.keys()].some(
    (each) =>
      (pathIn(other, each).includes(key) || pathIn(base, each).includes(key)) &&
      (!gone.has(each) || !gone.has(key)) &&
      isChanged(each, base, other),
  );

const IS_DUE: Readonly<Record<Conflict["kind"], (conflict: Conflict, rows: Three) => boolean>> = {
  value: ({ key, part }, rows) => allDiffer(rows.map((each) => each.get(key)?.parts[part!])),
  moved: ({ key }, rows) => allDiffer(rows.map((each) => each.get(key)?.parent)),
  deletedByUs: ({ key }, [base, ours, theirs]) => isDeletedAndChanged(key, base, ours, theirs),
  deletedByThem: ({ key }, [base, ours, theirs]) => isDeletedAndChanged(key, base, theirs, ours),
  into: (_, [base, ours, theirs]) =>
    [ours, theirs].every((side) => [...side].some(([key, { parent }]) => base.get(key)?.parent !== parent)),
  root: () => false,
};
