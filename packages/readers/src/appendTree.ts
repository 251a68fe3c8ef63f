import { DOCUMENT, type NodeId, type Tree, type TreeBuilder, type TypeId } from "@semantic-xpath/tree";

interface AppendOptions {
  /** The node whose children are added; default: the document node, so the root with all that is in it. */
  readonly within?: NodeId;
  /** Added to all places. */
  readonly shift?: number;
  /** Selects children of `within` to add; default: all. */
  readonly takes?: (child: NodeId) => boolean;
  /** The attributes of a type in the order in which they are copied; default: that of the tree. */
  readonly attributesOf?: (type: TypeId) => Iterable<number>;
  /** Adds attributes to a copied node, before it closes. */
  readonly also?: (node: NodeId) => void;
}

/** Adds nodes of one tree, with all that is in them, to the open node of another that is being built. */
export function appendTree(builder: TreeBuilder, tree: Tree, options: AppendOptions = {}): void {
  const { within = DOCUMENT, shift = 0, takes = () => true, attributesOf, also } = options;
  const { end, spanStart, spanEnd } = tree;
  const open: Open[] = [];
  const closeTo = (node: NodeId): void => {
    for (let top = open.at(-1); top !== undefined && end[top.node]! <= node; top = open.at(-1)) {
      addPieces(top, null, builder);
      builder.close((spanEnd?.[top.node] ?? 0) + shift);
      open.pop();
    }
  };
  for (let node = within + 1; node < end[within]!; node++) {
    closeTo(node);
    if (open.length === 0 && !takes(node)) {
      node = end[node]! - 1;
      continue;
    }
    if (open.length > 0) addPieces(open[open.length - 1]!, node, builder);
    builder.open(tree.typeOf(node), (spanStart?.[node] ?? 0) + shift);
    const isMixed = tree.isMixed(node);
    open.push({ node, content: isMixed ? tree.content(node) : [], at: 0 });
    const type = tree.type[node]!;
    copyAttributes(builder, tree, node, attributesOf?.(type) ?? tree.attributesOfType[type]!);
    also?.(node);
    if (!isMixed) builder.addText(tree.ownText(node));
  }
  closeTo(end[within]!);
}

/** Gives the open node the attributes of a node of another tree. */
export function copyAttributes(builder: TreeBuilder, tree: Tree, node: NodeId, attributes: Iterable<number>): void {
  for (const attribute of attributes) {
    const value = tree.attributeValue(node, attribute);
    if (value >= 0) builder.attribute(tree.attributeNames[attribute]!, tree.values.get(value));
  }
}

/** A node that is being copied; of one with mixed content what is in it, and how far that is copied. */
export interface Open {
  readonly node: NodeId;
  readonly content: readonly (string | NodeId)[];
  at: number;
}

/** The pieces of text before a child, or all that are left. What is left out leaves a space. */
export function addPieces(open: Open, child: NodeId | null, builder: TreeBuilder): void {
  while (open.at < open.content.length) {
    const next = open.content[open.at++]!;
    if (next === child) return;
    builder.addContent(typeof next === "string" ? next : " ");
  }
}
