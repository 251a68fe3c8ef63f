import type { Schema } from "@semantic-xpath/planner";
import { foldFields } from "@semantic-xpath/readers";
import { NONE, type NodeId, type Tree } from "@semantic-xpath/tree";
import { checkTree } from "../prepareRun.js";

/** The tree that an update is about, in the two ways in which its nodes are numbered. */
export interface SeenTree {
  readonly tree: Tree;
  /** As the schema has it, without field elements: what queries run on. */
  readonly folded: Tree;
  /** The number that a node of `folded` has in `tree`. */
  unfold(node: NodeId): NodeId;
  /** The child that holds a field, if the schema declares an attribute of the node that is a child in the data. */
  fieldOf(node: NodeId, name: string): { readonly child: NodeId | null } | null;
}

export function seenBy(tree: Tree, schema: Schema | null): SeenTree {
  checkTree(tree);
  const folded = schema === null ? tree : foldFields(tree, schema);
  const numbers = folded === tree ? null : unfolded(tree, schema!);
  return {
    tree,
    folded,
    unfold: (node) => (numbers === null ? node : numbers[node]!),
    fieldOf: (node, name) => {
      if (schema === null || !isField(schema, tree, node, name)) return null;
      const child = childNamed(tree, node, name);
      // Data that write some fields as attributes go on to do so.
      return child === null && tree.attribute(node, name) !== undefined ? null : { child };
    },
  };
}

function isField(schema: Schema, tree: Tree, node: NodeId, name: string): boolean {
  const type = tree.typeOf(node);
  if (!Object.hasOwn(schema.types, type)) return false;
  const { attributes } = schema.types[type]!;
  return Object.hasOwn(attributes, name) && attributes[name]!.element;
}

function childNamed(tree: Tree, node: NodeId, name: string): NodeId | null {
  const type = tree.typeId(name);
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!)
    if (tree.type[child] === type) return child;
  return null;
}

/** The numbers of all nodes that are neither field elements nor inside one, in their order; the document node first. */
function unfolded(tree: Tree, schema: Schema): readonly NodeId[] {
  const numbers: NodeId[] = [0];
  for (let node = 1; node <= tree.size; ) {
    const parent = tree.parent[node]!;
    if (parent !== NONE && parent > 0 && isField(schema, tree, parent, tree.typeOf(node))) node = tree.end[node]!;
    else numbers.push(node++);
  }
  return numbers;
}
