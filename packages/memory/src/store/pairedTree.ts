import { pairNodes, type SegmentedTree, type Tree } from "@semantic-xpath/tree";
import { isSameTree } from "@semantic-xpath/writers";
import type { NodeKey } from "../keys.js";
import { patched } from "./threeWay.js";

/** A tree whose nodes have the keys that they have in an earlier version, and new ones from `nextKey` on. It shares with that what is the same. */
export function pairedTree(
  before: SegmentedTree,
  tree: Tree,
  nextKey: NodeKey,
  adopt: (tree: Tree) => SegmentedTree,
): { readonly tree: SegmentedTree; readonly freeKey: NodeKey } {
  const earlier = before.toTree();
  const pairing = pairNodes(earlier, tree);
  const keys = new Int32Array(tree.size + 1);
  for (let node = 1; node <= tree.size; node++) {
    const was = pairing.before(node);
    if (was > 0) keys[node] = earlier.keyOf(was);
  }
  const { version: whole, next: freeKey } = adopt(tree.withKey(keys)).withKeys(nextKey);
  const candidate = patched(before, whole);
  // Edits do not contain the places of texts among children.
  return { tree: isSameTree(candidate.toTree(), tree) ? candidate : whole, freeKey };
}
