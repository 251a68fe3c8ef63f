import {
  getOrMake,
  lowerBound,
  type NodeId,
  runError,
  type Tree,
  TreeBuilder,
  type TypeId,
  UNLIMITED,
} from "@semantic-xpath/tree";
import { appendTree } from "./appendTree.js";

/** Copies that are kept of one tree: those of the roots that were used last. */
const MAX_KEPT = 16;

const subtrees = new WeakMap<Tree, Map<NodeId, Tree>>();

/**
 * The subtree of a node as a tree of its own, in which nothing says what is around it: its columns, names and values are made from the subtree
 * alone, so trees that differ outside of it only give the same. Node `n` of it is node `root + n - 1` of the tree. It has no places in a source, and
 * no documents; keys it has. The tree itself if the node is its root and all that it has. For the same tree and node mostly the same object.
 *
 * @throws RunError SXP5060 for what is not a node of the tree
 */
export function subtree(tree: Tree, root: NodeId): Tree {
  if (!(Number.isInteger(root) && root >= 1 && root <= tree.size)) throw runError("SXP5060", {});
  if (root === 1 && tree.end[root] === tree.size + 1) return tree;
  const copies = getOrMake(subtrees, tree, () => new Map<NodeId, Tree>());
  const copy = copies.get(root) ?? copyOf(tree, root);
  copies.delete(root);
  copies.set(root, copy);
  if (copies.size > MAX_KEPT) copies.delete(copies.keys().next().value!);
  return copy;
}

function copyOf(tree: Tree, root: NodeId): Tree {
  const { format, mapping, unsearchable, unsearchableTypes, contexts } = tree.source;
  const source = { format: format === "folder" ? "object" : format, spans: false } as const;
  const builder = new TreeBuilder(
    {
      ...source,
      ...(mapping !== undefined && { mapping }),
      ...(unsearchable !== undefined && { unsearchable }),
      ...(unsearchableTypes !== undefined && { unsearchableTypes }),
      ...(contexts !== undefined && { contexts }),
    },
    UNLIMITED,
  );
  appendTree(builder, tree, {
    within: tree.parent[root]!,
    takes: (node) => node === root,
    attributesOf: attributesWithin(tree, root),
    also: (node) => {
      if (tree.keyOf(node) > 0) builder.setKey(tree.keyOf(node));
    },
  });
  return builder.finish();
}

/**
 * The attributes of a type in an order that follows from the subtree alone: by the first node in it that has them, and by name where they are of
 * one node. (The order in which a tree has them is that of first use anywhere.)
 */
function attributesWithin(tree: Tree, root: NodeId): (type: TypeId) => readonly number[] {
  const orders = new Map<TypeId, readonly number[]>();
  return (type) =>
    getOrMake(orders, type, () =>
      [...tree.attributesOfType[type]!]
        .map((attribute) => ({
          attribute,
          name: tree.attributeNames[attribute]!,
          first: firstWith(tree, root, type, attribute),
        }))
        .sort((a, b) => a.first - b.first || (a.name < b.name ? -1 : 1))
        .map(({ attribute }) => attribute),
    );
}

function firstWith(tree: Tree, root: NodeId, type: TypeId, attribute: number): NodeId {
  const nodes = tree.postings[type]!;
  for (let i = lowerBound(nodes, root); i < nodes.length && nodes[i]! < tree.end[root]!; i++) {
    if (tree.attributeValue(nodes[i]!, attribute) >= 0) return nodes[i]!;
  }
  return tree.end[root]!;
}
