import type { Statistics } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import { Collection } from "./collection.js";

/** Exact counts of a tree, or of a collection in all, for the bounds that `explain` prints. */
export function treeStatistics(data: Tree | Collection): Statistics {
  if (data instanceof Collection) {
    const each = data.trees.map(({ tree }) => treeStatistics(tree));
    return { ofType: (name) => each.reduce((sum, { ofType }) => sum + (ofType(name) ?? 0), 0), total: data.size };
  }
  return {
    ofType: (name) => {
      const type = data.typeId(name);
      return type < 0 ? 0 : data.postings[type]!.length;
    },
    total: data.size,
  };
}
