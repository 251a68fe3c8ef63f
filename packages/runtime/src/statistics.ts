import type { Statistics } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";

/** Exact counts of a tree, for the bounds that `explain` prints. */
export const treeStatistics = (tree: Tree): Statistics => ({
  ofType: (name) => {
    const type = tree.typeId(name);
    return type < 0 ? 0 : tree.postings[type]!.length;
  },
  total: tree.size,
});
