import type { Tree } from "@semantic-xpath/tree";
import { plainOf } from "../../readers/trees.js";

/** Every column of a tree, names and values spelled out. */
export function columnsOf(tree: Tree): object {
  const { type, parent, end, rank, ordinal, typeNames, postings, shapes, attributeNames } = tree;
  return {
    plain: tree.size === 0 ? null : plainOf(tree),
    content: Array.from({ length: tree.size }, (_, i) => tree.content(i + 1)),
    key: tree.key,
    columns: { parent, end, rank, ordinal, postings, shapes, type },
    typeNames,
    attributeNames: [...attributeNames].sort(),
    ofType: tree.attributesOfType.map((names) => [...names].map((name) => attributeNames[name]).sort()),
  };
}
