import type { BothContents, Contents } from "./contents.js";
import type { Pairs } from "./pairs.js";

/**
 * Probable pair of a node, before its parent is paired; -1 without any evidence: the node that it is paired with; else the only one of equal content,
 * if it is the only one of its own tree, too; else the parent of most pairs of its children. Both trees agree: `ofB[ofA[x]]` is x. Linear.
 */
export interface Hints {
  readonly ofA: Int32Array;
  readonly ofB: Int32Array;
}

export function hintsOf(contents: BothContents, { ofA: pairsOfA, ofB: pairsOfB }: Pairs): Hints {
  const { a, b } = contents;
  const [ofA, ofB] = [pairsOfA.slice(), pairsOfB.slice()];
  onlyEquals(a.whole, b.whole, contents.wholeCount, ofA, ofB);
  onlyEquals(a.own, b.own, contents.ownCount, ofA, ofB);
  const [votedA, votedB] = [voted(a, b, ofA), voted(b, a, ofB)];
  return { ofA: agreed(votedA, votedB), ofB: agreed(votedB, votedA) };
}

/** Pairs nodes whose content occurs once in each tree. */
function onlyEquals(a: Int32Array, b: Int32Array, count: number, ofA: Int32Array, ofB: Int32Array): void {
  const [onlyA, onlyB] = [onlyOnes(a, count), onlyOnes(b, count)];
  for (let code = 0; code < count; code++) {
    const [x, y] = [onlyA[code]!, onlyB[code]!];
    if (x > 0 && y > 0 && ofA[x]! < 0 && ofB[y]! < 0) [ofA[x], ofB[y]] = [y, x];
  }
}

const SEVERAL = -2;

/** By code: the only node with it; less than 0 when there is none, or several. */
function onlyOnes(codes: Int32Array, count: number): Int32Array {
  const only = new Int32Array(count).fill(-1);
  for (let node = 0; node < codes.length; node++) only[codes[node]!] = only[codes[node]!] === -1 ? node : SEVERAL;
  return only;
}

/**
 * Adds the votes of children for their parents to the hints, from the leaves up: each child's hint votes for its parent, and the majority wins. A
 * parent with other content of its own needs more than half of its children.
 * R. S. Boyer and J S. Moore, "MJRTY: A Fast Majority Vote Algorithm", 1991.
 */
function voted(of: Contents, other: Contents, hints: Int32Array): Int32Array {
  const { tree, types } = of;
  const suggested = hints.slice();
  const favourite = new Int32Array(suggested.length).fill(-1);
  const lead = new Int32Array(suggested.length);
  for (let node = suggested.length - 1; node > 0; node--) {
    if (suggested[node]! < 0 && favourite[node]! >= 0 && isElected(node, favourite[node]!))
      suggested[node] = favourite[node]!;
    if (suggested[node]! <= 0) continue;
    const parent = tree.parent[node]!;
    const vote = other.tree.parent[suggested[node]!]!;
    if (types[tree.type[parent]!] !== other.types[other.tree.type[vote]!]) continue;
    if (lead[parent] === 0) favourite[parent] = vote;
    lead[parent]! += favourite[parent] === vote ? 1 : -1;
  }
  return suggested;

  function isElected(node: number, candidate: number): boolean {
    if (of.own[node] === other.own[candidate]) return true;
    let [votes, children] = [0, 0];
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
      children++;
      if (suggested[child]! > 0 && other.tree.parent[suggested[child]!] === candidate) votes++;
    }
    return votes * 2 > children;
  }
}

const agreed = (hints: Int32Array, back: Int32Array): Int32Array =>
  hints.map((other, node) => (other >= 0 && back[other] === node ? other : -1));
