import { readXml } from "@semantic-xpath/readers";
import {
  applyEdits,
  type NodeData,
  nodeData,
  nodePath,
  nodeText,
  type SegmentedTree,
  segmentedPath,
  treeOf,
} from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Plain, plainTree } from "../../readers/trees.js";
import { runs } from "../../support/runs.js";
import { drawOf, editsOf, modelOf } from "../edits/edits.js";
import { columnsOf } from "./columns.js";
import { keptBytes } from "./keptBytes.js";

/** Texts between children, glued or not. */
const mixed = (plain: Plain, seed: number): NodeData => {
  const pieces = ["a ", " b", "c", "", " "];
  const children = plain.children.map((child, i) => mixed(child, seed * 7 + i));
  const content = children.flatMap((_, i) => [pieces[(seed + i) % 5]!, i]);
  return { ...plain, children, ...(seed % 3 === 0 ? { content: [...content, pieces[seed % 5]!] } : {}) };
};
const tree: fc.Arbitrary<NodeData> = fc.tuple(plainTree, fc.nat(20)).map(([plain, seed]) => mixed(plain, seed));
const draws = fc.array(drawOf(["x", "Day"], fc.constantFrom("", "1", "\ud800", "\0 \ufeffb"), tree), { maxLength: 4 });

describe("versions that are kept as bytes", () => {
  it("open as what they were, whatever the edits between them, here and elsewhere", () => {
    fc.assert(
      fc.property(tree, fc.array(draws, { maxLength: 6 }), fc.constantFrom(4, 7, 4096), (data, rounds, most) => {
        const { archive, keep } = keptBytes();
        const here = archive(most);
        let { version, next } = here.adopt(treeOf(data)).withKeys(1);
        const known: [string, object][] = [[keep(here, version), columnsOf(version.toTree())]];
        for (const drawn of rounds) {
          const before = version;
          ({ version, next } = applyEdits(before, editsOf(modelOf(before.toTree()), drawn)).withKeys(next));
          known.push([keep(here, version, before), columnsOf(version.toTree())]);
        }
        const elsewhere = archive(most);
        for (const [reference, columns] of known.reverse()) {
          expect(columnsOf(elsewhere.open(reference).toTree())).toEqual(columns);
          expect(columnsOf(here.open(reference).toTree())).toEqual(columns);
        }
      }),
      { numRuns: runs(120, 40) },
    );
  });

  it("answer of single nodes what the tree that is laid out does", () => {
    fc.assert(
      fc.property(tree, (data) => {
        const { archive, keep } = keptBytes();
        const here = archive(4);
        const given = here.adopt(treeOf(data)).withKeys(5).version;
        const flat = given.toTree();
        for (let node = 1; node <= flat.size; node++) {
          const version = archive(4).open(keep(here, given));
          expect(version.endOf(node)).toBe(flat.end[node]);
          expect(version.parentOf(node)).toBe(flat.parent[node]);
          expect(version.nodeOfKey(node + 4)).toBe(node);
          expect(version.keyOf(node)).toBe(node + 4);
          expect(version.typeOf(node)).toBe(flat.node(node).type);
          const { text, attributes } = version.rowAt(node);
          expect([text, Object.fromEntries(attributes)]).toEqual([
            flat.ownText(node),
            { ...flat.node(node).attributes },
          ]);
          expect(version.childrenOf(node)).toEqual(flat.node(node).children.map(({ id }) => id));
          expect(segmentedPath(version, node)).toBe(nodePath(flat, node));
          const subtree = version.subtree(node).toTree();
          expect(nodeData(subtree, 1)).toEqual(nodeData(flat, node));
          const lines = (text: string): string[] => text.split("\n").sort();
          expect(lines(nodeText(subtree, 1))).toEqual(lines(nodeText(flat, node)));
          expect([...subtree.key!.subarray(1)]).toEqual([...flat.key!.subarray(node, flat.end[node]!)]);
        }
      }),
      { numRuns: runs(40) },
    );
  });
});

describe("a large version that is opened", () => {
  const days = Array.from({ length: 500 }, (_, i) => `<Day n="${i}"><POI/><POI name="a">b</POI></Day>`);
  const { archive, keep, kept, reads } = keptBytes();
  const plan = `<Plan>${days.join("")}</Plan>`;
  const here = archive(16);
  const { version } = here.adopt(readXml(plan)).withKeys(1);
  const reference = keep(here, version);
  const counted = (look: (opened: SegmentedTree) => void): number => {
    const fresh = archive(16);
    look(fresh.open(reference));
    return fresh.opened;
  };

  it("reads no segment that a question is not about", () => {
    expect(version.segments.length).toBe(94);
    expect(counted(() => {})).toBe(0);
    expect(counted((opened) => opened.endOf(1))).toBe(1);
    expect(counted((opened) => expect(opened.endOf(746)).toBe(749))).toBe(1);
    expect(counted((opened) => expect(opened.parentOf(748)).toBe(746))).toBe(1);
    expect(counted((opened) => expect(opened.nodeOfKey(900)).toBe(900))).toBe(1);
    expect(counted((opened) => expect(opened.nodeOfKey(90000)).toBe(-1))).toBe(0);
    expect(counted((opened) => opened.childrenOf(746))).toBeLessThanOrEqual(2);
    expect(counted((opened) => expect(segmentedPath(opened, 751)).toBe("/Plan/Day[250]/POI[2]"))).toBeLessThanOrEqual(
      3,
    );
    expect(counted((opened) => opened.subtree(746).toTree())).toBeLessThanOrEqual(2);
    expect(counted((opened) => opened.setText(747, "x"))).toBe(1);
    expect(counted((opened) => opened.move(746, 1, 740))).toBeLessThanOrEqual(4);
    expect(counted((opened) => opened.toTree())).toBe(94);
  });

  it("keeps of a small change some hundred bytes, however often and however large the segments", () => {
    const large = keptBytes();
    const own = large.archive(4096);
    let latest = own.adopt(readXml(plan)).withKeys(1).version;
    large.keep(own, latest);
    const whole = [...large.kept.values()].reduce((sum, { length }) => sum + length, 0);
    let next = 10_000;
    for (let i = 0; i < 100; i++) {
      const before = latest;
      const edited =
        i % 2 === 0 ? latest.setAttribute(3 * i + 2, "n", `new ${i}`) : latest.insert(readXml("<POI/>"), 1);
      ({ version: latest, next } = edited.withKeys(next));
      const size = large.kept.size;
      const reference = large.keep(own, latest, before);
      const added = [...large.kept.values()].slice(size).map(({ length }) => length);
      // Each 48th one has all changes since the whole segment.
      const most = i % 48 === 0 ? 300 + 12 * i : 300;
      expect(added.reduce((sum, length) => sum + length, 0)).toBeLessThan(most);
      if (i % 16 === 0)
        expect(columnsOf(large.archive(4096).open(reference).toTree())).toEqual(columnsOf(latest.toTree()));
    }
    const all = [...large.kept.values()].reduce((sum, { length }) => sum + length, 0);
    expect(all).toBeLessThan(whole * 5);
  });

  it("shares what versions have in common: a segment is read once", () => {
    const own = archive(16);
    const edited = version.rename(5, "Stop");
    const changed = keep(here, edited, version);
    const [one, other] = [own.open(reference), own.open(changed)];
    one.toTree();
    const opened = own.opened;
    other.toTree();
    expect(own.opened - opened).toBe(1);
    expect(own.open(reference)).toBe(one);
    expect(other.segments.filter((segment) => !one.segments.includes(segment))).toHaveLength(1);
    expect(own.referenceOf(one)).toBe(reference);
    expect(kept.size).toBeGreaterThan(reads.length / 1000);
  });
});
