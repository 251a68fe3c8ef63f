import { applyEdits, type NodeData, SegmentedTree, treeOf } from "@semantic-xpath/tree";
import { firstDifference } from "@semantic-xpath/writers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { difference } from "../../../packages/memory/src/store/difference.js";
import { patched, threeWay } from "../../../packages/memory/src/store/threeWay.js";
import { type Plain, plainTree } from "../../readers/trees.js";
import { runs } from "../../support/runs.js";
import { type Draw, drawOf, editsOf, modelOf } from "../../tree/edits/edits.js";

const draws = fc.array(drawOf(["x", "Day"], fc.constantFrom("", "1", "a b"), plainTree), { maxLength: 6 });

/** A tree with keys, in small segments. */
const keyed = (plain: Plain): SegmentedTree => SegmentedTree.of(treeOf(plain), 4).withKeys(1).version;

/** A version after random edits, its new nodes with keys from `first` on. */
function edited(base: SegmentedTree, drawn: readonly Draw[], first: number): SegmentedTree {
  const edits = editsOf(modelOf(base.toTree()), drawn);
  return applyEdits(base, edits).withKeys(first).version;
}

/** The same nodes with text between all children, from some pieces. */
function mixed({ type, attributes, children }: Plain, texts: readonly string[], at = 0): NodeData {
  const content = children.flatMap((_, i) => [texts[(at + i) % texts.length]!, i]);
  const inner = children.map((child, i) => mixed(child, texts, at + i + 1));
  return { type, attributes, children: inner, content: [...content, texts[at % texts.length]!] };
}

interface Row {
  readonly parent: number;
  readonly type: string;
  readonly text: string;
  readonly attributes: object;
}

/** Each node by its key; keys are unique. */
function rowsOf(tree: SegmentedTree): Map<number, Row> {
  const rows = new Map<number, Row>();
  for (let node = 1; node <= tree.size; node++) {
    const { type, text, attributes } = tree.rowAt(node);
    const parent = tree.parentOf(node);
    const key = tree.keyOf(node);
    expect(key).toBeGreaterThan(0);
    expect(rows.has(key)).toBe(false);
    const sorted = Object.fromEntries([...attributes].sort(([a], [b]) => (a < b ? -1 : 1)));
    rows.set(key, { parent: parent === 0 ? 0 : tree.keyOf(parent), type, text, attributes: sorted });
  }
  return rows;
}

/** Each node with its key, in order. */
const spelled = (tree: SegmentedTree): object => [...rowsOf(tree)];

const MANY = 1_000_000;
const three = fc.tuple(plainTree, draws, draws).map(([plain, mine, other]) => {
  const base = keyed(plain);
  return { base, ours: edited(base, mine, MANY), theirs: edited(base, other, 2 * MANY) };
});

describe("two versions by keys", () => {
  it("a version becomes another one by its differences, node by node", () => {
    fc.assert(
      fc.property(three, ({ ours, theirs }) => {
        expect(spelled(patched(ours, theirs))).toEqual(spelled(theirs));
      }),
      { numRuns: runs(400, 100) },
    );
  });

  it("text among children stands where it stood", () => {
    const pieces = fc.array(fc.constantFrom("a", " b", "c ", " ", ""), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(plainTree, pieces, pieces, draws, draws, (plain, texts, others, mine, other) => {
        const [base, again] = [texts, others].map(
          (some) => SegmentedTree.of(treeOf(mixed(plain, some)), 4).withKeys(1).version,
        ) as [SegmentedTree, SegmentedTree];
        // The same nodes with other text among them, which may be the same text in other pieces.
        expect(firstDifference(patched(base, again).toTree(), again.toTree())).toBeNull();
        const [ours, theirs] = [edited(base, mine, MANY), edited(base, other, 2 * MANY)];
        expect(firstDifference(patched(ours, theirs).toTree(), theirs.toTree())).toBeNull();
        expect(firstDifference(patched(ours, base).toTree(), base.toTree())).toBeNull();
      }),
      { numRuns: runs(300, 70) },
    );
  });

  it("differ in nothing from themselves", () => {
    fc.assert(
      fc.property(three, ({ ours }) => {
        const again = applyEdits(ours, []);
        const none = { deleted: [], inserted: [], moved: [], edited: [], replaced: [] };
        expect([difference(ours, ours), difference(ours, again)]).toEqual([none, none]);
      }),
      { numRuns: runs(50) },
    );
  });
});

describe("a three-way merge", () => {
  it("with a side that changed nothing is the other side, and of equal sides is both", () => {
    fc.assert(
      fc.property(three, ({ base, ours }) => {
        for (const { tree, conflicts } of [
          threeWay(base, ours, base),
          threeWay(base, base, ours),
          threeWay(base, ours, ours),
        ]) {
          expect(conflicts).toEqual([]);
          expect(spelled(tree)).toEqual(spelled(ours));
        }
      }),
      { numRuns: runs(200, 100) },
    );
  });

  it("without conflicts has what either side changed, whichever comes first", () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs }) => {
        const [one, other] = [threeWay(base, ours, theirs), threeWay(base, theirs, ours)];
        expect(one.conflicts.length === 0).toBe(other.conflicts.length === 0);
        if (one.conflicts.length > 0) return;
        expect(Object.fromEntries(rowsOf(one.tree))).toEqual(Object.fromEntries(rowsOf(other.tree)));
        expect(Object.fromEntries(rowsOf(one.tree))).toEqual(Object.fromEntries(joined(base, ours, theirs)));
      }),
      { numRuns: runs(600, 100) },
    );
  });

  it("with all conflicts resolved is a tree, with none of them left", () => {
    fc.assert(
      fc.property(three, fc.constantFrom("ours" as const, "theirs" as const), ({ base, ours, theirs }, side) => {
        const { tree, conflicts } = threeWay(base, ours, theirs, side);
        expect(conflicts).toEqual([]);
        rowsOf(tree);
        const left = threeWay(base, ours, theirs);
        rowsOf(left.tree);
      }),
      { numRuns: runs(400, 100) },
    );
  });
});

/** By the definition: a node is there if neither side deleted it, and each part of it is what the side that changed it made it. */
function joined(base: SegmentedTree, ours: SegmentedTree, theirs: SegmentedTree): Map<number, Row> {
  const [b, o, t] = [rowsOf(base), rowsOf(ours), rowsOf(theirs)];
  const rows = new Map<number, Row>();
  for (const key of new Set([...o.keys(), ...t.keys()])) {
    const [was, mine, other] = [b.get(key), o.get(key), t.get(key)];
    if (was !== undefined && (mine === undefined || other === undefined)) continue;
    if (mine === undefined || other === undefined) rows.set(key, (mine ?? other)!);
    else rows.set(key, rowOf(was!, mine, other));
  }
  return rows;
}

function rowOf(was: Row, mine: Row, other: Row): Row {
  const pick = <T>(a: T, b: T, c: T): T => (JSON.stringify(b) === JSON.stringify(a) ? c : b);
  const attributes: Record<string, string> = {};
  const [a, b, c] = [was, mine, other].map((row) => new Map(Object.entries(row.attributes)));
  for (const name of [...new Set([...a!.keys(), ...b!.keys(), ...c!.keys()])].sort()) {
    const value = pick(a!.get(name), b!.get(name), c!.get(name));
    if (value !== undefined) Object.defineProperty(attributes, name, { value, enumerable: true });
  }
  return {
    parent: pick(was.parent, mine.parent, other.parent),
    type: pick(was.type, mine.type, other.type),
    text: pick(was.text, mine.text, other.text),
    attributes,
  };
}
