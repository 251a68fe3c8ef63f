import { type SegmentedTree, segmentedPath } from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";
import type { Conflict } from "./conflict.js";
import { labelOf, quoted } from "./words.js";

/** Two versions and the one that both come from. */
export interface Sides {
  readonly base: SegmentedTree;
  readonly ours: SegmentedTree;
  readonly theirs: SegmentedTree;
}

export function otherRoots({ base, ours, theirs }: Sides): Conflict {
  const label = (tree: SegmentedTree): string | null => (tree.size === 0 ? null : labelOf(tree, 1));
  return {
    kind: "root",
    key: rootOf(ours),
    path: "/",
    base: label(base),
    ours: label(ours),
    theirs: label(theirs),
    text: "one side put another tree in the place of all, and the other changed it",
  };
}

export function intoItself(sides: Sides, key: NodeKey, target: NodeKey): Conflict {
  const path = pathOf(sides, key);
  return {
    kind: "into",
    key,
    path,
    base: null,
    ours: pathOf(sides, target),
    theirs: path,
    text: `theirs moved ${labelOfKey(sides, key)} into ${labelOfKey(sides, target)}, which is in it here`,
  };
}

export function movedTwice(sides: Sides, key: NodeKey, here: NodeKey, target: NodeKey): Conflict {
  const [label, mine, other] = [key, here, target].map((each) => labelOfKey(sides, each));
  return {
    kind: "moved",
    key,
    ...placesOf(sides, key),
    text: `ours moved ${label} to ${mine}, theirs to ${other}`,
  };
}

export function valueConflict(
  sides: Sides,
  key: NodeKey,
  part: string,
  [base, ours, theirs]: readonly [string | null, string | null, string | null],
): Conflict {
  const [mine, other] = [ours, theirs].map((value) => (value === null ? "nothing" : quoted(value)));
  const text = `${part} of ${labelOfKey(sides, key)} is ${mine} in ours and ${other} in theirs`;
  return { kind: "value", key, path: pathOf(sides, key), part, base, ours, theirs, text };
}

export function deleted(sides: Sides, kind: "deletedByUs" | "deletedByThem", key: NodeKey, why: string): Conflict {
  const side = kind === "deletedByUs" ? "ours" : "theirs";
  return { kind, key, ...placesOf(sides, key), text: `${side} deleted ${labelOfKey(sides, key)}, and ${why}` };
}

/** Name of a node for people: in ours, else in theirs, else in the base. */
export function labelOfKey(sides: Sides, key: NodeKey): string {
  const tree = treeOf(sides, key);
  return labelOf(tree, tree.nodeOfKey(key));
}

/** The key of the root, 0 in an empty tree. */
export const rootOf = (tree: SegmentedTree): NodeKey => (tree.size === 0 ? 0 : tree.keyOf(1));

/** Places of a node in base, ours and theirs. */
function placesOf(sides: Sides, key: NodeKey): Pick<Conflict, "path" | "base" | "ours" | "theirs"> {
  const place = (tree: SegmentedTree): string | null => {
    const node = tree.nodeOfKey(key);
    return node < 0 ? null : segmentedPath(tree, node);
  };
  return {
    path: pathOf(sides, key),
    base: place(sides.base),
    ours: place(sides.ours),
    theirs: place(sides.theirs),
  };
}

function pathOf(sides: Sides, key: NodeKey): string {
  const tree = treeOf(sides, key);
  return segmentedPath(tree, tree.nodeOfKey(key));
}

const treeOf = ({ ours, theirs, base }: Sides, key: NodeKey): SegmentedTree =>
  [ours, theirs, base].find((tree) => tree.nodeOfKey(key) >= 0)!;
