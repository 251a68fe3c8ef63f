import { applyEdits, type Edit, type NodeData, type Tree, treeOf } from "@semantic-xpath/tree";
import { mergeOutside, rebase } from "@semantic-xpath/writers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainOf, plainTree } from "../../readers/trees.js";
import { runs } from "../../support/runs.js";
import { drawOf, editsOf, modelOf } from "../../tree/edits/edits.js";

/** The same tree with an identifier for each node, so that which node is which is sure. */
function identified(plain: NodeData, name = "n"): NodeData {
  let count = 0;
  const visit = (node: NodeData): NodeData => {
    const attributes = { ...node.attributes, id: `${name}${++count}` };
    return { ...node, attributes, children: (node.children ?? []).map(visit) };
  };
  return visit(plain);
}

const content = plainTree.chain((plain) => fc.nat().map((seed) => identified(plain, `new${seed}-`)));
const draws = fc.array(drawOf(["x", "y"], fc.constantFrom("", "1", "2"), content), { maxLength: 4 });

/** The nodes that an edit is about, with what is below those that go away. */
function touched(tree: Tree, edit: Edit): number[] {
  const below = (node: number): number[] => Array.from({ length: tree.end[node]! - node }, (_, i) => node + i);
  const places = "parent" in edit ? [edit.parent, ...(edit.before == null ? [] : [edit.before])] : [];
  const whole = edit.kind === "delete" || edit.kind === "replace" || edit.kind === "move";
  const node = "node" in edit ? (whole ? below(edit.node) : [edit.node]) : [];
  const parent = "node" in edit ? [tree.parent[edit.node]!] : [];
  return [...places, ...node, ...(whole ? parent : [])];
}

describe("edits and changes from outside", () => {
  it("are both in the result where they are about different nodes", () => {
    let merged = 0;
    fc.assert(
      fc.property(plainTree, draws, draws, (plain, mine, other) => {
        const base = treeOf(identified(plain));
        const ours = editsOf(modelOf(base), mine);
        const outside = editsOf(modelOf(base), other);
        const both = new Set(ours.flatMap((edit) => touched(base, edit)));
        if (outside.some((edit) => touched(base, edit).some((node) => both.has(node)))) return;
        const theirs = applyEdits(base, outside);
        const { conflicts, tree } = mergeOutside(base, ours, theirs);
        expect(conflicts).toEqual([]);
        expect(plainOf(tree)).toEqual(plainOf(applyEdits(base, [...outside, ...ours])));
        merged++;
      }),
      { numRuns: runs(600) },
    );
    expect(merged).toBeGreaterThan(0);
  });

  it("give the same when they are merged again", () => {
    fc.assert(
      fc.property(plainTree, draws, draws, (plain, mine, other) => {
        const base = treeOf(identified(plain));
        const theirs = applyEdits(base, editsOf(modelOf(base), other));
        const merged = mergeOutside(base, editsOf(modelOf(base), mine), theirs);
        const again = mergeOutside(theirs, merged.edits, merged.tree);
        expect(again.conflicts).toEqual([]);
        expect(plainOf(again.tree)).toEqual(plainOf(merged.tree));
      }),
      { numRuns: runs(300, 100) },
    );
  });
});

describe("a node of a file that was changed outside", () => {
  const before = treeOf({
    type: "Plan",
    children: [
      { type: "Day", attributes: { id: "a", n: "1" } },
      { type: "Day", attributes: { id: "b" } },
    ],
  });
  const with_ = (...children: NodeData[]): Tree => treeOf({ type: "Plan", children });

  it("is found again", () => {
    const after = with_(
      { type: "Note" },
      { type: "Day", attributes: { id: "b" } },
      { type: "Day", attributes: { id: "a", n: "2" } },
    );
    const map = rebase(before, after);
    expect([map.after(2), map.after(3), map.before(2)]).toEqual([4, 3, -1]);
  });

  const conflictOf = (edit: Edit, after: Tree): string[] =>
    mergeOutside(before, [edit], after).conflicts.map(({ diagnostic: { code, message } }) => `${code} ${message}`);

  it("may have another value on each side", () => {
    const edit: Edit = { kind: "setAttribute", node: 2, name: "n", value: "3" };
    const a = (n: string): Tree =>
      with_({ type: "Day", attributes: { id: "a", n } }, { type: "Day", attributes: { id: "b" } });
    expect(conflictOf(edit, a("2"))).toEqual([
      'SXP4033 The attribute "n" of /Plan/Day[1] was changed on both sides: here to "3", outside to "2".',
    ]);
    expect(conflictOf(edit, a("3"))).toEqual([]);
    expect(conflictOf({ kind: "delete", node: 2 }, a("2"))).toEqual([
      'SXP4033 Deleting /Plan/Day[1] was changed on both sides: here to nothing, outside to "{\\"type\\":\\"Day\\",\\"attributes\\":{\\"id\\":\\"a\\",\\"n…".',
    ]);
  });

  it("may be gone, or elsewhere", () => {
    const only = with_({ type: "Day", attributes: { id: "b" } });
    expect(conflictOf({ kind: "setText", node: 2, text: "x" }, only)).toEqual([
      "SXP4034 The text of /Plan/Day[1] can't be made any more: /Plan/Day[1] is not there any more.",
    ]);
    expect(conflictOf({ kind: "delete", node: 2 }, only)).toEqual([]);
    const nested = with_({
      type: "Day",
      attributes: { id: "b" },
      children: [{ type: "Day", attributes: { id: "a", n: "1" } }],
    });
    expect(conflictOf({ kind: "move", node: 2, parent: 1 }, nested)).toEqual([
      "SXP4034 Moving /Plan/Day[1] into /Plan can't be made any more: it was moved outside, into /Plan/Day.",
    ]);
  });
});
