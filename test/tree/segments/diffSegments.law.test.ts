import { applyEdits, diffSegments, type SegmentedTree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { restOfHeaviestRun } from "../../../packages/tree/src/segments/runs.js";
import { plainTree } from "../../readers/trees.js";
import { runs } from "../../support/runs.js";
import { drawOf, editsOf, modelOf } from "../edits/edits.js";
import { keptBytes } from "./keptBytes.js";

const draws = fc.array(drawOf(["x", "Day"], fc.constantFrom("", "1", "a b"), plainTree), { maxLength: 5 });

interface Node {
  key: number;
  parent: Node | null;
  values: object;
  children: Node[];
}

/** A version as nodes by their keys. */
function nodesOf(tree: SegmentedTree): Map<number, Node> {
  const nodes = new Map<number, Node>();
  for (let at = 1; at <= tree.size; at++) {
    const parent = at === 1 ? null : nodes.get(tree.keyOf(tree.parentOf(at)))!;
    const node: Node = { key: tree.keyOf(at), parent, values: valuesOf(tree, at), children: [] };
    parent?.children.push(node);
    nodes.set(node.key, node);
  }
  return nodes;
}

function valuesOf(tree: SegmentedTree, at: number): object {
  const { type, text, attributes } = tree.rowAt(at);
  return { type, text, attributes: Object.fromEntries(attributes) };
}

const spelled = ({ key, values, children }: Node): object => ({ key, values, children: children.map(spelled) });

/** Makes of the one version what the difference says, and spells it out. */
function patched(a: SegmentedTree, b: SegmentedTree): object {
  const { deleted, inserted, moved, edited } = diffSegments(a, b);
  const nodes = nodesOf(a);
  const there = nodesOf(b);
  const detach = (node: Node): void => {
    node.parent?.children.splice(node.parent.children.indexOf(node), 1);
    node.parent = null;
  };
  for (const { key } of moved) detach(nodes.get(key)!);
  for (const { key } of deleted) detach(nodes.get(key)!);
  const isMoved = new Set(moved.map(({ key }) => key));
  const copy = (from: Node): Node => {
    const node: Node = { ...from, parent: null, children: [] };
    nodes.set(node.key, node);
    for (const child of from.children.filter(({ key }) => !isMoved.has(key))) {
      const inside = copy(child);
      inside.parent = node;
      node.children.push(inside);
    }
    return node;
  };
  const placed = [
    ...inserted.map(({ key, node }) => ({ key, node, isNew: true })),
    ...moved.map((each) => ({ ...each, node: each.after, isNew: false })),
  ];
  let root = nodes.get(b.keyOf(1)) ?? null;
  const news = new Map(inserted.map(({ key }) => [key, copy(there.get(key)!)]));
  for (const { key } of placed.sort((one, other) => one.node - other.node)) {
    const node = news.get(key) ?? nodes.get(key)!;
    const target = there.get(key)!;
    if (target.parent === null) root = node;
    else {
      const parent = nodes.get(target.parent.key)!;
      const before = target.parent.children[target.parent.children.indexOf(target) - 1];
      const at = before === undefined ? 0 : parent.children.findIndex((sibling) => sibling.key === before.key) + 1;
      parent.children.splice(at, 0, node);
      node.parent = parent;
    }
  }
  for (const { key, after } of edited) nodes.get(key)!.values = valuesOf(b, after);
  return spelled(root!);
}

/** Of lists of a few numbers how many are in the longest ascending one, by trying all. */
function longestRun(numbers: readonly number[]): number {
  const ends = numbers.map(() => 1);
  for (const [i, number] of numbers.entries())
    for (let j = 0; j < i; j++) if (numbers[j]! < number) ends[i] = Math.max(ends[i]!, ends[j]! + 1);
  return Math.max(0, ...ends);
}

/** What `diffSegments` has to find, by comparing everything. */
function compared(a: SegmentedTree, b: SegmentedTree): object {
  const [one, other] = [nodesOf(a), nodesOf(b)];
  const tops = (from: Map<number, Node>, to: Map<number, Node>): number[] =>
    [...from.values()]
      .filter(({ key, parent }) => !to.has(key) && (parent === null || to.has(parent.key)))
      .map(({ key }) => key);
  const both = [...other.values()].filter(({ key }) => one.has(key));
  const elsewhere = both.filter(({ key, parent }) => one.get(key)!.parent?.key !== parent?.key);
  let reordered = 0;
  for (const { key, children } of both) {
    const places = children.map((child) => one.get(key)!.children.findIndex((each) => each.key === child.key));
    const stayed = places.filter((place) => place >= 0);
    reordered += stayed.length - longestRun(stayed);
  }
  const edited = both.filter(
    ({ key, values }) => JSON.stringify(sorted(values)) !== JSON.stringify(sorted(one.get(key)!.values)),
  );
  return {
    deleted: tops(one, other),
    inserted: tops(other, one),
    moved: elsewhere.length + reordered,
    edited: edited.map(({ key }) => key),
  };
}

const sorted = (values: object): object => {
  const { attributes, ...rest } = values as { attributes: object };
  return { ...rest, attributes: Object.entries(attributes).sort(([x], [y]) => (x < y ? -1 : 1)) };
};

describe("the difference of two versions", () => {
  it("is what comparing all nodes by key finds, moves as little as can be, and makes one of the other", () => {
    fc.assert(
      fc.property(
        plainTree,
        fc.array(draws, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(4, 64),
        (plain, rounds, most) => {
          const { archive, keep } = keptBytes();
          const here = archive(most);
          let { version, next } = here.adopt(treeOf(plain)).withKeys(1);
          const versions = [version];
          for (const drawn of rounds) {
            ({ version, next } = applyEdits(version, editsOf(modelOf(version.toTree()), drawn)).withKeys(next));
            versions.push(version);
          }
          const elsewhere = archive(7).adopt(version, { keepsKeys: true });
          const opened = archive(most).open(keep(here, version));
          for (const a of versions) {
            for (const b of [version, elsewhere, opened]) {
              const { deleted, inserted, moved, edited } = diffSegments(a, b);
              const keys = (list: readonly { key: number }[]): number[] => list.map(({ key }) => key);
              expect({
                deleted: keys(deleted),
                inserted: keys(inserted),
                moved: moved.length,
                edited: keys(edited),
              }).toEqual(compared(a, b));
              expect(patched(a, b)).toEqual(spelled(nodesOf(b).get(b.keyOf(1))!));
              for (const { key, before, after } of [...moved, ...edited])
                expect([a.keyOf(before), b.keyOf(after)]).toEqual([key, key]);
              for (const { node, size } of deleted) expect(a.endOf(node)).toBe(node + size);
              for (const each of edited) {
                expect(each.text ?? each.type ?? each.attributes[0]).toBeDefined();
                for (const { name, before, after } of each.attributes) {
                  expect([before, after]).toEqual([
                    a.rowAt(each.before).attributes.get(name) ?? null,
                    b.rowAt(each.after).attributes.get(name) ?? null,
                  ]);
                }
              }
            }
          }
        },
      ),
      { numRuns: runs(80, 10) },
    );
  });

  it("of a node without a key is none", () => {
    const version = keptBytes()
      .archive(4)
      .adopt(treeOf({ type: "Plan" }));
    expect(() => diffSegments(version, version.setText(1, "x"))).toThrow("Node 1 has no key");
  });

  it("of a wide tree opens the segments that differ, wherever they are, also where whole segments change places", () => {
    const { archive, keep } = keptBytes();
    const here = archive(16);
    const children = Array.from({ length: 3000 }, (_, i) => ({ type: "Day", attributes: { n: `${i}` } }));
    const first = here.adopt(treeOf({ type: "Plan", children })).withKeys(1).version;
    const references = [first];
    references.push(first.setAttribute(1500, "n", "x"));
    references.push(first.remove(700).move(20, 1, 2800));
    const kept = references.map((version) => keep(here, version, version === first ? null : first));
    const counted = (from: number, to: number) => {
      const fresh = archive(16);
      const [a, b] = [fresh.open(kept[from]!), fresh.open(kept[to]!)];
      const diff = diffSegments(a, b);
      return { opened: fresh.opened, diff };
    };
    expect(counted(0, 0).opened).toBe(0);
    const one = counted(0, 1);
    expect(one.opened).toBe(2);
    expect(one.diff.edited).toMatchObject([{ key: 1500, attributes: [{ name: "n", before: "1498", after: "x" }] }]);
    const other = counted(2, 0);
    expect(other.opened).toBeLessThanOrEqual(8);
    expect(other.diff.moved.map(({ key }) => key)).toEqual([20]);
    expect(other.diff.inserted).toMatchObject([{ key: 700, node: 700, size: 1 }]);
  });

  it("moves the nodes of a segment that is shared but hangs under another parent", () => {
    const { archive } = keptBytes();
    const list = Array.from({ length: 3 }, (_, i) => ({ type: "POI", text: `${i}` }));
    const day = { type: "Day", children: [{ type: "List", children: list }] };
    const version = archive(4)
      .adopt(
        treeOf({
          type: "Plan",
          children: [{ type: "A", children: [{ type: "B" }, { type: "C" }] }, day, { type: "Day" }],
        }),
      )
      .withKeys(1).version;
    for (let node = 2; node <= version.size; node++) {
      for (let parent = 1; parent <= version.size; parent++) {
        if (parent >= node && parent < version.endOf(node)) continue;
        const moved = version.move(node, parent);
        const found = diffSegments(version, moved);
        expect(found.moved.length).toBeLessThanOrEqual(1);
        expect(patched(version, moved)).toEqual(spelled(nodesOf(moved).get(1)!));
      }
    }
  });
});

it("the heaviest ascending run is the heaviest one", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(20), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 8, maxLength: 8 }),
      (numbers, weights) => {
        const rest = restOfHeaviestRun(numbers, weights);
        const kept = numbers.filter((_, i) => !rest.includes(i));
        expect(kept.every((number, i) => i === 0 || kept[i - 1]! < number)).toBe(true);
        const weight = (mask: number): number =>
          numbers.reduce((sum, _, i) => sum + (mask & (1 << i) ? weights[i]! : 0), 0);
        let best = 0;
        for (let mask = 0; mask < 1 << numbers.length; mask++) {
          const run = numbers.filter((_, i) => mask & (1 << i));
          if (run.every((number, i) => i === 0 || run[i - 1]! < number)) best = Math.max(best, weight(mask));
        }
        expect(numbers.reduce((sum, _, i) => sum + (rest.includes(i) ? 0 : weights[i]!), 0)).toBe(best);
      },
    ),
    { numRuns: runs(100) },
  );
});
