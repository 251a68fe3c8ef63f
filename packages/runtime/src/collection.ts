import type { Schema } from "@semantic-xpath/planner";
import { foldFields } from "@semantic-xpath/readers";
import { getOrMake, type NodeId, Tree } from "@semantic-xpath/tree";

/** A tree of a collection, under the name that results are distinguished by: mostly the path of its file. */
export interface NamedTree {
  readonly name: string;
  readonly tree: Tree;
}

/** The visible part of each tree of a collection: a node by the name of the tree. */
export type CollectionRoots = ReadonlyMap<string, NodeId>;

/**
 * Trees that are queried together, in an order. A query runs on each by itself: `/` is the root of each, positions and `count` are of each, and
 * no axis leads from one to another. Only the ranking is common: see `CompiledQuery.runAll`.
 *
 * @example new Collection([{ name: "monday.xml", tree: monday }, { name: "tuesday.xml", tree: tuesday }])
 * @throws RangeError if two trees have one name
 * @throws TypeError for anything but a tree
 */
export class Collection {
  readonly trees: readonly NamedTree[];
  readonly #byName = new Map<string, Tree>();

  constructor(trees: Iterable<NamedTree>) {
    this.trees = Array.from(trees, ({ name, tree }) => ({ name, tree }));
    for (const { name, tree } of this.trees) {
      if (!(tree instanceof Tree)) throw new TypeError(`"${name}" is no tree: give what readTree gave.`);
      if (this.#byName.has(name)) throw new RangeError(`two trees of a collection have the name "${name}"`);
      this.#byName.set(name, tree);
    }
  }

  /** Nodes in all, without document nodes. */
  get size(): number {
    return this.trees.reduce((sum, { tree }) => sum + tree.size, 0);
  }

  /** The tree of a name, null for an unknown one. */
  tree(name: string): Tree | null {
    return this.#byName.get(name) ?? null;
  }
}

/** Stands for no schema where one is a key. */
const NO_SCHEMA = {};

const foldedTrees = new WeakMap<Collection, WeakMap<object, readonly Tree[]>>();

/** The trees as the schema sees them; for the same collection and schema the same list. */
export const foldedAll = (collection: Collection, schema: Schema | null): readonly Tree[] =>
  getOrMake(
    getOrMake(foldedTrees, collection, () => new WeakMap<object, readonly Tree[]>()),
    schema ?? NO_SCHEMA,
    () => collection.trees.map(({ tree }) => (schema === null ? tree : foldFields(tree, schema))),
  );
