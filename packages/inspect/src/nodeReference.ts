import { compile } from "@semantic-xpath/runtime/internal";
import { type Tree, TreeNode } from "@semantic-xpath/tree";

/** A node: a view, its number, or a path that finds it. */
export type NodeReference = TreeNode | number | string;

/** The number of a node. Throws a `RangeError` when the tree has no such node, or a path finds several. */
export function nodeOf(tree: Tree, reference: NodeReference): number {
  if (typeof reference === "number") {
    if (Number.isInteger(reference) && reference >= 1 && reference <= tree.size) return reference;
    throw new RangeError(`there is no node ${reference}: nodes are numbered from 1 to ${tree.size}`);
  }
  if (reference instanceof TreeNode) {
    if (reference.tree === tree) return reference.id;
    return nodeOf(tree, reference.path);
  }
  const matches = nodesAt(tree, reference);
  if (matches === null) throw new RangeError(`"${reference}" is not a path to a node`);
  if (matches.length === 1) return matches[0]!;
  throw new RangeError(`"${reference}" finds ${matches.length === 0 ? "no node" : `${matches.length} nodes, not one`}`);
}

/** The node with this path, or the node that has this attribute; null when there is none, or several. */
export function locateIn(tree: Tree, path: string): number | null {
  const matches = nodesAt(tree, path);
  return matches?.length === 1 ? matches[0]! : null;
}

/** null: it is not a path, gives a value, or is one that needs a scorer or arguments. */
function nodesAt(tree: Tree, path: string): Int32Array | null {
  const { query } = compile(path);
  if (query === undefined || query.isSemantic || query.plan.parameters.length > 0) return null;
  if (query.plan.result.kind === "Value") return null;
  return query.select(tree).ids;
}
