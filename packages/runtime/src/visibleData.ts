import { subtree } from "@semantic-xpath/readers";
import { NONE, type NodeId, type Tree } from "@semantic-xpath/tree";
import { Collection, type CollectionRoots } from "./collection.js";
import type { RunOptions } from "./runOptions.js";

/** Visible part of the data for a run. */
interface VisibleData {
  readonly tree: Tree;
  /** The collection that the tree is of, each tree as far as it may be seen. */
  readonly within: Collection | undefined;
}

/**
 * The only place at which a tree that is given becomes the tree of a run. What is outside of the root is not hidden from what runs: it is not
 * there. Fails closed: a root that does not say for each tree where it begins is an error.
 */
export function visibleData(given: Tree, { root, within }: Pick<RunOptions, "root" | "within">): VisibleData {
  const place = within?.trees.findIndex(({ tree }) => tree === given) ?? 0;
  if (place < 0) throw new RangeError('"within" is a collection that the tree is of');
  if (root === undefined) return { tree: given, within };
  if (within === undefined) return { tree: subtree(given, nodeIn(root)), within };
  const visible = visibleCollection(within, root);
  return { tree: visible.trees[place]!.tree, within: visible };
}

/** The last visible part of each collection, with its nodes. */
const collections = new WeakMap<Collection, { readonly nodes: readonly NodeId[]; readonly visible: Collection }>();

/** The trees of a collection as far as they may be seen; for the same collection and nodes mostly the same object. */
export function visibleCollection(collection: Collection, root: RunOptions["root"]): Collection {
  if (root === undefined) return collection;
  if (typeof root === "number")
    throw new TypeError('The "root" of a run over a collection is a map: of each tree the node by its name.');
  const nodes = collection.trees.map(({ name }) => root.get(name) ?? NONE);
  const cached = collections.get(collection);
  if (cached?.nodes.every((node, i) => node === nodes[i])) return cached.visible;
  const visible = new Collection(
    collection.trees.map(({ name, tree }, i) => ({ name, tree: subtree(tree, nodes[i]!) })),
  );
  collections.set(collection, { nodes, visible });
  return visible;
}

function nodeIn(root: NodeId | CollectionRoots): NodeId {
  if (typeof root !== "number") throw new TypeError('The "root" of a run on one tree is the number of a node.');
  return root;
}
