import { getOrMake } from "@semantic-xpath/values";
import type { Tree } from "../tree.js";
import { type BothContents, contentsOf, orderOf } from "./contents.js";
import { hintsOf } from "./hints.js";
import { type Identities, identitiesOf } from "./identities.js";
import { isField, placesPaired, siblingsPaired } from "./pairSiblings.js";
import { PAIRED_BY, type PairedBy, Pairs } from "./pairs.js";

/** Pairing of the nodes of two trees. */
export interface Pairing {
  /** True if both trees have equal content; then each node is paired with its own number. */
  readonly isSame: boolean;
  /** The node of the other tree, -1 when it has none. */
  after(before: number): number;
  before(after: number): number;
  /** Kind of the pairing of a node of the earlier tree, null for an unpaired one. */
  by(before: number): PairedBy | null;
  /** True if the parents of a pair are not a pair. */
  isReparented(before: number): boolean;
  /** True if the content of a pair differs: in its attributes and text alone, or in its whole subtree. */
  isEdited(before: number, part: "own" | "whole"): boolean;
}

/**
 * Pairs the nodes of two trees. First by identity, anywhere in the tree: an attribute such as `id` or `name` whose values are
 * unique in both trees. Then from the root down among the children of each pair: by their names and contents, in order.
 * Then by content that only one node of each tree has, anywhere in the tree; and the rest by place. The parts have the details.
 *
 * A bijection between parts of both; `pairNodes(b, a)` is its inverse. Near linear; cached while both trees live.
 */
export function pairNodes(before: Tree, after: Tree): Pairing {
  return getOrMake(
    getOrMake(pairings, before, () => new WeakMap<Tree, Pairing>()),
    after,
    () => {
      if (before === after) return SAME;
      const contents = contentsOf(before, after);
      const order = orderOf(contents);
      if (order === 0) return SAME;
      return order < 0 ? pairingOf(pair(contents)) : mirrored(pair(swapped(contents)));
    },
  );
}

const pairings = new WeakMap<Tree, WeakMap<Tree, Pairing>>();

const SAME: Pairing = {
  isSame: true,
  after: (node) => node,
  before: (node) => node,
  by: () => "path",
  isReparented: () => false,
  isEdited: () => false,
};

/** One of two trees is always the first, so that the pairs do not depend on which run is the earlier one. */
function pair(contents: BothContents): Pairs {
  const { a, b } = contents;
  const identities = identitiesOf(contents);
  const pairs = new Pairs(contents, identities);
  pairs.add(0, 0, "path");
  pairUnique(pairs, identities);
  const hints = hintsOf(contents, pairs);
  const pairSiblings = siblingsPaired(pairs, hints);
  const pairByPlace = placesPaired(pairs);
  // Parents come before their children, so that those of each pair are looked at.
  for (let x = 0; x <= a.tree.size; x++) if (pairs.ofA[x]! >= 0) pairSiblings(x, pairs.ofA[x]!);
  for (let x = 1; x <= a.tree.size; x++) {
    const hint = hints.ofA[x]!;
    if (hint > 0 && !isField(a, x) && !isField(b, hint) && pairs.canBe(x, hint)) pairs.addEqual(x, hint);
  }
  for (let x = 0; x <= a.tree.size; x++) {
    const y = pairs.ofA[x]!;
    if (y < 0) continue;
    pairSiblings(x, y);
    pairByPlace(x, y);
  }
  return pairs;
}

/** Pairs nodes by identities that are unique in both trees. */
function pairUnique(pairs: Pairs, { a: inA, b: inB, count, isUnique }: Identities): void {
  const { a } = pairs.contents;
  const nodes = new Int32Array(count).fill(-1);
  for (let y = 1; y < inB.length; y++) if (inB[y]! >= 0) nodes[inB[y]!] = y;
  for (let x = 1; x < inA.length; x++) {
    if (inA[x]! < 0 || isUnique[a.types[a.tree.type[x]!]!] === 0) continue;
    const y = nodes[inA[x]!]!;
    if (y > 0) pairs.add(x, y, "identity");
  }
}

function pairingOf({ contents: { a, b }, ofA, ofB, by }: Pick<Pairs, "contents" | "ofA" | "ofB" | "by">): Pairing {
  const [parentA, parentB] = [a.tree.parent, b.tree.parent];
  return {
    isSame: false,
    after: (x) => ofA[x]!,
    before: (y) => ofB[y]!,
    by: (x) => (ofA[x]! < 0 ? null : PAIRED_BY[by[x]!]!),
    isReparented: (x) => ofA[x]! > 0 && ofA[parentA[x]!] !== parentB[ofA[x]!],
    isEdited: (x, part) => ofA[x]! > 0 && a[part][x] !== b[part][ofA[x]!],
  };
}

/** Inverse pairing: every statement about a pair applies to both of its nodes. */
const mirrored = ({ contents, ofA, ofB, by }: Pairs): Pairing =>
  pairingOf({ contents: swapped(contents), ofA: ofB, ofB: ofA, by: Uint8Array.from(ofB, (x) => by[x] ?? 0) });

const swapped = ({ a, b, ...counts }: BothContents): BothContents => ({ ...counts, a: b, b: a });
