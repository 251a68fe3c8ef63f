import { readTree, type Tree } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commonSubsequence } from "../../../packages/tree/src/pairs/commonSubsequence.js";
import { contentsOf, orderOf } from "../../../packages/tree/src/pairs/contents.js";
import { type Pairing, pairNodes } from "../../../packages/tree/src/pairs/pairNodes.js";
import { SequenceTable } from "../../../packages/tree/src/pairs/sequenceTable.js";
import { arbitraryTree, type PlainNode } from "../../reference/arbitraryCase.js";
import { runs } from "../../support/runs.js";

const RUNS = runs(300);

/** The number of each node in the original, as preorder numbers from 1; it is no part of what the node says. */
interface Marked extends PlainNode {
  readonly mark: number;
  readonly children: readonly Marked[];
}

function marked(root: PlainNode, dress: (node: PlainNode, mark: number) => PlainNode = (node) => node): Marked {
  let count = 0;
  const visit = ({ attributes, ...node }: PlainNode): Marked => {
    const mark = ++count;
    // What has an identity is paired by it: here it would be one for many.
    const { id: _, ...others } = attributes;
    return { ...dress({ ...node, attributes: others }, mark), mark, children: node.children.map(visit) };
  };
  return visit(root);
}

/** Without the subtrees whose root has one of these marks; the root itself stays. */
const without = (root: Marked, gone: ReadonlySet<number>): Marked => ({
  ...root,
  children: root.children.filter(({ mark }) => !gone.has(mark)).map((child) => without(child, gone)),
});

const marksOf = (root: Marked): number[] => [root.mark, ...root.children.flatMap(marksOf)];

const treeOf = (root: Marked): Tree => {
  const plain = ({ mark: _, children, ...node }: Marked): PlainNode => ({ ...node, children: children.map(plain) });
  return readTree(plain(root));
};

const withId = (node: PlainNode, mark: number): PlainNode => ({
  ...node,
  attributes: { ...node.attributes, id: `n${mark}` },
});
const withText = (node: PlainNode, mark: number): PlainNode => ({ ...node, text: `text ${mark}` });
/** Some nodes say nothing that tells them apart. */
const withTextOrNothing = (node: PlainNode, mark: number): PlainNode =>
  mark % 3 === 0 ? { type: node.type, attributes: {}, children: [] } : withText(node, mark);

/** Each pair as `[node, partner, how]`. */
const pairsOf = (tree: Tree, pairing: Pairing) =>
  Array.from({ length: tree.size }, (_, i) => i + 1)
    .filter((node) => pairing.after(node) >= 0)
    .map((node) => [node, pairing.after(node), pairing.by(node)] as const);

describe("pairing", () => {
  it("is a bijection between parts of both trees, of nodes of the same type, and the same the other way round", () =>
    fc.assert(
      fc.property(arbitraryTree, arbitraryTree, (one, other) => {
        const [a, b] = [readTree(one), readTree(other)];
        const [there, back] = [pairNodes(a, b), pairNodes(b, a)];
        const pairs = pairsOf(a, there);
        expect(new Set(pairs.map(([, partner]) => partner)).size).toBe(pairs.length);
        for (const [node, partner] of pairs) {
          expect(there.before(partner)).toBe(node);
          expect(a.typeNames[a.type[node]!]).toBe(b.typeNames[b.type[partner]!]);
          expect(there.isReparented(node)).toBe(back.isReparented(partner));
          expect(there.isEdited(node, "own")).toBe(back.isEdited(partner, "own"));
        }
        const turned = pairsOf(b, back).map(([node, partner, by]) => [partner, node, by] as const);
        expect(turned.sort(([x], [y]) => x - y)).toEqual(pairs);
      }),
      { numRuns: RUNS },
    ));

  it("finds every node of the same data", () =>
    fc.assert(
      fc.property(arbitraryTree, (plain) => {
        const [a, b] = [readTree(plain), readTree(plain)];
        const pairing = pairNodes(a, b);
        expect(pairing.isSame).toBe(true);
        expect(pairsOf(a, pairing).every(([node, partner]) => node === partner)).toBe(true);
      }),
      { numRuns: RUNS },
    ));

  it.each([
    ["an identity", withId, ["identity"]],
    ["content that is theirs alone", withText, ["content", "path"]],
  ] as const)("finds all that is left when nodes with %s are deleted", (_, dress, ways) =>
    fc.assert(
      fc.property(arbitraryTree, fc.array(fc.nat(), { maxLength: 6 }), (plain, picks) => {
        const whole = marked(plain, dress);
        const count = marksOf(whole).length;
        const rest = without(whole, new Set(picks.map((pick) => 2 + (pick % count))));
        const [a, b] = [treeOf(whole), treeOf(rest)];
        const pairing = pairNodes(a, b);
        expect(pairsOf(a, pairing).map(([node, partner]) => [node, partner])).toEqual(
          marksOf(rest).map((mark, i) => [mark, i + 1]),
        );
        if (pairing.isSame) return;
        for (const [, , by] of pairsOf(a, pairing)) expect(ways).toContain(by);
        for (const [node] of pairsOf(a, pairing)) expect(pairing.isReparented(node)).toBe(false);
      }),
      { numRuns: RUNS },
    ),
  );

  it("finds what is left of nodes that say something, also below ones that say nothing", () =>
    fc.assert(
      fc.property(arbitraryTree, fc.array(fc.nat(), { maxLength: 6 }), (plain, picks) => {
        const whole = marked(plain, withTextOrNothing);
        const count = marksOf(whole).length;
        const rest = without(whole, new Set(picks.map((pick) => 2 + (pick % count))));
        const pairing = pairNodes(treeOf(whole), treeOf(rest));
        marksOf(rest).forEach((mark, i) => {
          if (mark % 3 !== 0) expect(pairing.after(mark)).toBe(i + 1);
        });
      }),
      { numRuns: RUNS },
    ));

  it("finds nodes with an identity wherever they went", () =>
    fc.assert(
      fc.property(arbitraryTree, fc.nat(), fc.nat(), (plain, what, where) => {
        const whole = marked(plain, withId);
        const count = marksOf(whole).length;
        const mark = 2 + (what % (count - 1));
        const rest = without(whole, new Set([mark]));
        const marks = marksOf(rest);
        const target = marks[where % marks.length]!;
        const find = (node: Marked): Marked[] => (node.mark === mark ? [node] : node.children.flatMap(find));
        const [subtree] = find(whole);
        const put = (node: Marked): Marked => {
          const children = node.children.map(put);
          return { ...node, children: node.mark === target ? [...children, subtree!] : children };
        };
        const now = put(rest);
        const [a, b] = [treeOf(whole), treeOf(now)];
        const pairing = pairNodes(a, b);
        marksOf(now).forEach((each, i) => {
          expect(pairing.after(each)).toBe(i + 1);
        });
        const isMoved = a.parent[mark] !== target;
        expect(pairsOf(a, pairing).filter(([node]) => pairing.isReparented(node)).length).toBe(isMoved ? 1 : 0);
      }),
      { numRuns: RUNS },
    ));
});

describe("the order of trees", () => {
  it("is total, and 0 only for the same", () =>
    fc.assert(
      fc.property(arbitraryTree, arbitraryTree, arbitraryTree, (...plain) => {
        const [a, b, c] = plain.map((each) => readTree(each)) as [Tree, Tree, Tree];
        const sign = (x: Tree, y: Tree): number => Math.sign(orderOf(contentsOf(x, y)));
        expect(sign(a, b) + sign(b, a)).toBe(0);
        if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0);
        expect(sign(a, b) === 0).toBe(isAlike(a, b));
      }),
      { numRuns: RUNS },
    ));
});

const sortedJson = (tree: Tree): string =>
  JSON.stringify(tree.root, (_, value) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
      : value,
  );
const isAlike = (a: Tree, b: Tree): boolean => sortedJson(a) === sortedJson(b);

describe("the longest common subsequence", () => {
  const letters = (most: number, length: number) =>
    fc.array(fc.nat(most), { maxLength: length }).map((list) => Int32Array.from(list));

  it("is one, and as long as the longest where no number occurs often", () =>
    fc.assert(
      fc.property(letters(6, 8), letters(6, 8), (a, b) => {
        const common = commonSubsequence(a, b);
        const chosen = [...common].flatMap((j, i) => (j < 0 ? [] : [[i, j] as const]));
        chosen.forEach(([i, j], k) => {
          expect(a[i]).toBe(b[j]);
          if (k > 0) expect(j).toBeGreaterThan(chosen[k - 1]![1]);
        });
        expect(chosen.length).toBe(longest(a, b));
      }),
      { numRuns: RUNS },
    ));

  it("stays one where numbers occur often", () =>
    fc.assert(
      fc.property(letters(1, 60), letters(1, 60), (a, b) => {
        const chosen = [...commonSubsequence(a, b)].flatMap((j, i) => (j < 0 ? [] : [[i, j] as const]));
        chosen.forEach(([i, j], k) => {
          expect(a[i]).toBe(b[j]);
          if (k > 0) expect(j).toBeGreaterThan(chosen[k - 1]![1]);
        });
      }),
      { numRuns: RUNS },
    ));
});

/** By the textbook. */
function longest(a: Int32Array, b: Int32Array): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const next = [0];
    for (const [j, y] of b.entries()) next.push(x === y ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!));
    row = next;
  }
  return row.at(-1)!;
}

it("a table of sequences gives equal numbers to equal sequences alone, numbered from 0", () =>
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: -1, max: 2 }), { maxLength: 4 }), { maxLength: 3000 }), (lists) => {
      const table = new SequenceTable();
      const codes = new Map<string, number>();
      for (const list of lists) {
        const expected = codes.get(list.join()) ?? codes.size;
        codes.set(list.join(), expected);
        expect(table.codeOf(list, list.length)).toBe(expected);
      }
      expect(table.size).toBe(codes.size);
    }),
    { numRuns: runs(20) },
  ));
