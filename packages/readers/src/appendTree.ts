import { DOCUMENT, type NodeId, type Tree, type TreeBuilder } from "@semantic-xpath/tree";

export interface AppendOptions {
  /** The node whose children are added; default: the document node, so the root with all that is in it. */
  readonly within?: NodeId;
  /** Added to all places. */
  readonly shift?: number;
  /** Whether a child of `within` is added; default: all are. */
  readonly takes?: (child: NodeId) => boolean;
  /** Adds attributes to a copied node, before it closes. */
  readonly also?: (node: NodeId) => void;
}

/** Adds nodes of one tree, with all that is in them, to the open node of another that is being built. */
export function appendTree(builder: TreeBuilder, tree: Tree, options: AppendOptions = {}): void {
  const { within = DOCUMENT, shift = 0, takes = () => true, also } = options;
  const { end, spanStart, spanEnd } = tree;
  const open: NodeId[] = [];
  const closeTo = (node: NodeId): void => {
    for (let top = open.at(-1); top !== undefined && end[top]! <= node; top = open.at(-1)) {
      builder.close((spanEnd?.[top] ?? 0) + shift);
      open.pop();
    }
  };
  for (let node = within + 1; node < end[within]!; node++) {
    closeTo(node);
    if (open.length === 0 && !takes(node)) {
      node = end[node]! - 1;
      continue;
    }
    builder.open(tree.typeNames[tree.type[node]!]!, (spanStart?.[node] ?? 0) + shift);
    open.push(node);
    copyAttributes(builder, tree, node);
    also?.(node);
    builder.addText(tree.ownText(node));
  }
  closeTo(end[within]!);
}

/** Gives the open node the attributes of a node of another tree. */
export function copyAttributes(builder: TreeBuilder, tree: Tree, node: NodeId): void {
  for (const attribute of tree.attributesOfType[tree.type[node]!]!) {
    const value = tree.attributeValue(node, attribute);
    if (value >= 0) builder.attribute(tree.attributeNames[attribute]!, tree.values.get(value));
  }
}
