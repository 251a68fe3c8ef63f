import { NONE, type NodeId, nodePath, stringValue, type Tree, type TreeNode } from "@semantic-xpath/tree";
import { OWN_TEXT } from "./execute/frame.js";

/** One result: a node, or an attribute or its own text after a final `/@name` or `/text()`, with its weight. Views are made when asked for. */
export class Match {
  constructor(
    readonly tree: Tree,
    readonly id: NodeId,
    /** In (0, 1]. */
    readonly weight: number,
    private readonly attributeId: number,
    /** The tree's name in the collection that was queried, null where one tree was. */
    readonly source: string | null = null,
  ) {}

  /** The node; of an attribute or own text, the node that has it. */
  get node(): TreeNode {
    return this.tree.node(this.id);
  }

  /** The attribute that matched, null where a node did. */
  get attribute(): { readonly name: string; readonly value: string } | null {
    if (this.attributeId === NONE || this.attributeId === OWN_TEXT) return null;
    const value = this.tree.values.get(this.tree.attributeValue(this.id, this.attributeId));
    return { name: this.tree.attributeNames[this.attributeId]!, value };
  }

  /** The own text that matched, null where a node or an attribute did. */
  get text(): string | null {
    return this.attributeId === OWN_TEXT ? this.tree.ownText(this.id) : null;
  }

  /** What the result is as a value: the attribute's value, the own text, or the text of the node and of all below it. */
  get value(): string {
    return this.attribute?.value ?? this.text ?? stringValue(this.tree, this.id);
  }

  /** A query that finds exactly this result, with an index only where the parent has several children of that type. */
  get path(): string {
    const path = nodePath(this.tree, this.id);
    if (this.attributeId === NONE) return path;
    return this.attributeId === OWN_TEXT ? `${path}/text()` : `${path}/@${this.tree.attributeNames[this.attributeId]!}`;
  }

  toJSON(): object {
    const { attribute, text, node, path, weight, source } = this;
    const what = attribute !== null ? { attribute } : text !== null ? { text } : { node };
    // The permanent key of the node, in trees that come from a store.
    const key = this.tree.keyOf(this.id);
    return { ...(source !== null && { source }), path, ...(key > 0 && { key }), weight: shortest(weight), ...what };
  }
}

/**
 * A number as it is to be written: of a float32 up to 1, as every score is, the shortest decimal that gives the same float32. Any other
 * number is as it was.
 *
 * @example shortest(Math.fround(0.9)) === 0.9
 */
export function shortest(number: number): number {
  if (Math.fround(number) !== number || Math.abs(number) > 1) return number;
  for (let digits = 1; digits <= 9; digits++) {
    const rounded = Number(number.toPrecision(digits));
    if (Math.fround(rounded) === number) return rounded;
  }
  return number;
}
