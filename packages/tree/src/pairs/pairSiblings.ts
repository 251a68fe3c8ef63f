import type { Tree } from "../tree.js";
import { commonSubsequence } from "./commonSubsequence.js";
import type { Contents } from "./contents.js";
import type { Hints } from "./hints.js";
import type { Pairs } from "./pairs.js";

/** Pairs the children of two nodes that are a pair. */
type PairChildren = (x: number, y: number) => void;

/**
 * Pairs children without a match, the most certain first: by an identity that no sibling shares; by equal subtrees, in the
 * same order and then in any; by the hints of their own children; by equal attributes and text likewise; and by type for the only
 * ones of their type. A probable match elsewhere is reserved. Near linear in the children.
 */
export function siblingsPaired(pairs: Pairs, hints: Hints): PairChildren {
  const { contents, identities } = pairs;
  const { a, b } = contents;
  const counts = [identities.count, contents.ownCount, contents.wholeCount, contents.typeCount];
  const queues = new Queues(Math.max(...counts), b.tree.size + 1);
  const byWholeContent = (inA: Int32Array, inB: Int32Array): void => byContent(inA, inB, a.whole, b.whole);
  const stages = [byIdentity, byWholeContent, byHint, byOwnContent, byType];

  return (x, y) => {
    for (const stage of stages) {
      const inA = freeChildren(a.tree, x, pairs.ofA);
      const inB = inA.length === 0 ? inA : freeChildren(b.tree, y, pairs.ofB);
      if (inA.length === 0 || inB.length === 0) return;
      stage(inA, inB, y);
    }
  };

  function byIdentity(inA: Int32Array, inB: Int32Array): void {
    const [a, b] = [identities.a, identities.b];
    queues.pairInOrder(coded(onlyOnes(inA, a), a), coded(onlyOnes(inB, b), b), (child, match) =>
      pairs.add(child, match, "identity"),
    );
  }

  function byHint(inA: Int32Array, _: Int32Array, y: number): void {
    for (const child of inA) {
      const hint = hints.ofA[child]!;
      if (hint > 0 && b.tree.parent[hint] === y && pairs.canBe(child, hint)) pairs.add(child, hint, "content");
    }
  }

  function byOwnContent(inA: Int32Array, inB: Int32Array): void {
    const [sayingA, sayingB] = [
      inA.filter((child) => saysSomething(a, child) && !isElsewhere(child, hints.ofA, pairs.ofB)),
      inB.filter((child) => saysSomething(b, child) && !isElsewhere(child, hints.ofB, pairs.ofA)),
    ];
    byContent(sayingA, sayingB, a.own, b.own);
  }

  function byContent(inA: Int32Array, inB: Int32Array, codesA: Int32Array, codesB: Int32Array): void {
    const common = commonSubsequence(
      inA.map((child) => codesA[child]!),
      inB.map((child) => codesB[child]!),
    );
    for (const [i, j] of common.entries()) if (j >= 0) pairs.addEqual(inA[i]!, inB[j]!);
    const [leftA, leftB] = [inA.filter((child) => pairs.ofA[child]! < 0), inB.filter((child) => pairs.ofB[child]! < 0)];
    if (leftA.length === 0 || leftB.length === 0) return;
    queues.pairInOrder(coded(leftA, codesA), coded(leftB, codesB), (child, match) => pairs.addEqual(child, match));
  }

  function byType(inA: Int32Array, inB: Int32Array): void {
    const [onlyA, onlyB] = [inA.filter((x) => a.tree.ordinal[x] === 0), inB.filter((y) => b.tree.ordinal[y] === 0)];
    queues.pairInOrder(typed(onlyA, a), typed(onlyB, b), (child, match) => {
      const isOfParent = isField(a, child) && isField(b, match);
      const isTaken = isElsewhere(child, hints.ofA, pairs.ofB) || isElsewhere(match, hints.ofB, pairs.ofA);
      if ((isOfParent || !isTaken) && pairs.canBe(child, match)) pairs.add(child, match, "path");
    });
  }
}

/**
 * Pairs what is left by its place: between the same neighbours, of each type the first with the first, the second with the second.
 */
export function placesPaired(pairs: Pairs): PairChildren {
  const { a, b, typeCount } = pairs.contents;
  const queues = new Queues(typeCount, b.tree.size + 1);
  return (x, y) => {
    const free = freeChildren(a.tree, x, pairs.ofA);
    if (free.length === 0 || freeChildren(b.tree, y, pairs.ofB).length === 0) return;
    let neighbour = -1;
    let run: number[] = [];
    for (let child = x + 1; child < a.tree.end[x]!; child = a.tree.end[child]!) {
      if (pairs.ofA[child]! < 0) run.push(child);
      if (pairs.ofA[child]! < 0 || b.tree.parent[pairs.ofA[child]!] !== y) continue;
      pairRun(run, neighbour, x, y);
      run = [];
      neighbour = child;
    }
    pairRun(run, neighbour, x, y);
  };

  function pairRun(run: readonly number[], neighbour: number, x: number, y: number): void {
    if (run.length === 0) return;
    const other: number[] = [];
    let child = neighbour < 0 ? y + 1 : b.tree.end[pairs.ofA[neighbour]!]!;
    for (; child < b.tree.end[y]!; child = b.tree.end[child]!) {
      const match = pairs.ofB[child]!;
      if (match < 0) other.push(child);
      else if (a.tree.parent[match] === x) break;
    }
    queues.pairInOrder(typed(Int32Array.from(run), a), typed(Int32Array.from(other), b), (one, match) => {
      if (pairs.canBe(one, match)) pairs.add(one, match, "path");
    });
  }
}

/** A text below its parent, alone of its type, such as a description: it belongs to its parent, and moves with it. */
export const isField = ({ tree, attributeCounts }: Contents, node: number): boolean =>
  tree.ordinal[node] === 0 && attributeCounts[node] === 0 && tree.end[node] === node + 1;

const saysSomething = ({ tree, attributeCounts }: Contents, node: number): boolean =>
  attributeCounts[node]! > 0 || tree.text[node]! >= 0;

/** True if it is probably another node, which still has no match. */
const isElsewhere = (node: number, hints: Int32Array, matches: Int32Array): boolean =>
  hints[node]! > 0 && matches[hints[node]!]! < 0;

/** The nodes with a code that no other of them has. */
function onlyOnes(nodes: Int32Array, codes: Int32Array): Int32Array {
  const times = new Map<number, number>();
  for (const node of nodes) times.set(codes[node]!, (times.get(codes[node]!) ?? 0) + 1);
  return nodes.filter((node) => codes[node]! >= 0 && times.get(codes[node]!) === 1);
}

const coded = (nodes: Int32Array, codes: Int32Array) => ({ nodes, codeOf: (node: number): number => codes[node]! });

const typed = (nodes: Int32Array, { tree, types }: Contents) => ({
  nodes,
  codeOf: (node: number): number => types[tree.type[node]!]!,
});

function freeChildren(tree: Tree, node: number, matches: Int32Array): Int32Array {
  const free: number[] = [];
  const end = tree.end[node]!;
  for (let child = node + 1; child < end; child = tree.end[child]!) if (matches[child]! < 0) free.push(child);
  return Int32Array.from(free);
}

/** Lists of nodes by a code, each taken from the front: scratch columns that are as empty after each use as before it. */
class Queues {
  private readonly first: Int32Array;
  private readonly next: Int32Array;

  constructor(codeCount: number, nodeCount: number) {
    this.first = new Int32Array(codeCount).fill(-1);
    this.next = new Int32Array(nodeCount);
  }

  /** For each code the first of one list with the first of the other, the second with the second. */
  pairInOrder(inA: Coded, inB: Coded, visit: (x: number, y: number) => void): void {
    const { first, next } = this;
    for (let j = inB.nodes.length - 1; j >= 0; j--) {
      const node = inB.nodes[j]!;
      next[node] = first[inB.codeOf(node)]!;
      first[inB.codeOf(node)] = node;
    }
    for (const node of inA.nodes) {
      const code = inA.codeOf(node);
      const match = first[code]!;
      if (match < 0) continue;
      first[code] = next[match]!;
      visit(node, match);
    }
    for (const node of inB.nodes) first[inB.codeOf(node)] = -1;
  }
}

/** Nodes of one tree with the codes that they are compared by. */
interface Coded {
  readonly nodes: Int32Array;
  readonly codeOf: (node: number) => number;
}
