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
    return { path, weight: shortest(weight), ...(attribute === null ? { node } : { attribute }) };
  }
}

/**
 * A number as it is to be written: of a float32, as every score is, the shortest decimal that gives the same float32. Any other number is
 * as it was.
 *
 * @example shortest(Math.fround(0.9)) === 0.9
 */
export function shortest(number: number): number {
  if (Math.fround(number) !== number) return number;
  for (let digits = 1; digits <= 9; digits++) {
    const rounded = Number(number.toPrecision(digits));
    if (Math.fround(rounded) === number) return rounded;
  }
  return number;
}
