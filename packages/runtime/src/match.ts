import { NONE, type NodeId, nodePath, type Tree, type TreeNode } from "@semantic-xpath/tree";

/** One result: a node, or an attribute of it after a final `/@name`, with its weight. Views are made when asked for. */
export class Match {
  constructor(
    readonly tree: Tree,
    readonly id: NodeId,
    /** In (0, 1]. */
    readonly weight: number,
    private readonly attributeId: number,
  ) {}

  /** The node; of an attribute, the node that has it. */
  get node(): TreeNode {
    return this.tree.node(this.id);
  }

  /** The attribute that matched, null where a node did. */
  get attribute(): { readonly name: string; readonly value: string } | null {
    if (this.attributeId === NONE) return null;
    const value = this.tree.values.get(this.tree.attributeValue(this.id, this.attributeId));
    return { name: this.tree.attributeNames[this.attributeId]!, value };
  }

  /** A query that finds exactly this result, with an index only where the parent has several children of that type. */
  get path(): string {
    const path = nodePath(this.tree, this.id);
    return this.attributeId === NONE ? path : `${path}/@${this.tree.attributeNames[this.attributeId]!}`;
  }

  toJSON(): object {
    const { attribute, node, path, weight } = this;
    return { path, weight, ...(attribute === null ? { node } : { attribute }) };
  }
}
