import { lowerBound } from "./column.js";
import { NONE, type NodeId } from "./ids.js";
import { trimSpace } from "./space.js";

/**
 * Places of own texts among children: an entry for each node whose own text has a place among its children (mixed content), and for
 * each child of such a node. Nodes are ascending. Other nodes have no entry; their text stands before their children.
 */
export interface ContentPlaces {
  readonly nodes: Int32Array;
  /** Length of the parent's own text before the node; -1 if the parent is not mixed. */
  readonly cuts: Int32Array;
  readonly flags: Uint8Array;
}

export const NO_PLACES: ContentPlaces = {
  nodes: new Int32Array(0),
  cuts: new Int32Array(0),
  flags: new Uint8Array(0),
};

/** The own text of the node has places. */
export const MIXED = 1;
/** The last piece of its own text follows what is before it without white space. */
export const TAIL_GLUED = 2;
/** The piece of its parent's text right before the node follows what is before it without white space. */
export const PIECE_GLUED = 4;
/** The first text in the node follows what is before it without white space. */
export const GLUED = 8;

/** The entry of a node, -1 where it has none. */
export function placeOf({ nodes }: ContentPlaces, node: NodeId): number {
  const at = lowerBound(nodes, node);
  return nodes[at] === node ? at : NONE;
}

export function isMixed({ places }: TextTree, node: NodeId): boolean {
  const entry = placeOf(places, node);
  return entry >= 0 && (places.flags[entry]! & MIXED) !== 0;
}

/** If anything in a subtree has its text among its children. */
export function hasPlaces({ places: { nodes }, end }: TextTree, node: NodeId): boolean {
  return nodes.length > 0 && lowerBound(nodes, node) < lowerBound(nodes, end[node]!);
}

/** The parts of a tree that texts and their places are read from. */
interface TextTree {
  readonly places: ContentPlaces;
  readonly parent: Int32Array;
  readonly end: Int32Array;
  readonly text: Int32Array;
  ownText(node: NodeId): string;
}

interface TextVisitor {
  /** A node, before its text and what is in it. */
  enter?(node: NodeId): void;
  /** The own text of a node, or a piece of it; whether it follows the text before it without a space. */
  text(text: string, isGlued: boolean): void;
}

/** A mixed node whose subtree is being visited, and how much of its text was visited. */
interface Open {
  readonly node: NodeId;
  readonly flags: number;
  readonly text: string;
  from: number;
}

/**
 * The nodes and texts of a subtree in document order, without those of the subtrees that are left out. Keeps its own stack: data may be as deep
 * as it likes.
 */
export function visitTexts(
  tree: TextTree,
  node: NodeId,
  visitor: TextVisitor,
  isLeftOut: (node: NodeId) => boolean = () => false,
): void {
  const { places, end } = tree;
  const open: Open[] = [];
  let entry = lowerBound(places.nodes, node);
  /** The next text is glued if it is in this subtree. */
  let glued = NONE;
  const give = (of: NodeId, text: string, isPieceGlued: boolean): void => {
    if (text === "") return;
    visitor.text(text, isPieceGlued || (glued >= 0 && of >= glued && of < end[glued]!));
    glued = NONE;
  };
  const givePiece = (of: Open, to: number, isPieceGlued: boolean): void => {
    give(of.node, trimSpace(of.text.substring(of.from, to)), isPieceGlued);
    of.from = Math.max(of.from, to);
  };
  for (let at = node; ; at++) {
    for (let top = open[open.length - 1]; top !== undefined && end[top.node]! <= at; top = open[open.length - 1]) {
      givePiece(top, top.text.length, (top.flags & TAIL_GLUED) !== 0);
      open.pop();
    }
    if (at === end[node]) return;
    if (isLeftOut(at)) {
      at = end[at]! - 1;
      entry = lowerBound(places.nodes, at + 1);
      continue;
    }
    const hasEntry = places.nodes[entry] === at;
    const flags = hasEntry ? places.flags[entry]! : 0;
    const parent = open[open.length - 1];
    if (parent !== undefined && hasEntry && tree.parent[at] === parent.node) {
      givePiece(parent, places.cuts[entry]!, (flags & PIECE_GLUED) !== 0);
      if ((flags & GLUED) !== 0) glued = at;
    }
    if (hasEntry) entry++;
    visitor.enter?.(at);
    if ((flags & MIXED) !== 0) open.push({ node: at, flags, text: tree.ownText(at), from: 0 });
    else give(at, tree.ownText(at), false);
  }
}

/**
 * Content of a node, in order: its own text in pieces, and its children. A piece begins or ends with a space if there is white space
 * between it and its neighbour. A text without places stands before the children.
 */
export function contentOf(tree: TextTree, node: NodeId): (string | NodeId)[] {
  const { places, end } = tree;
  const ownText = tree.ownText(node);
  const content: (string | NodeId)[] = [];
  const entry = placeOf(places, node);
  const hasPieces = isMixed(tree, node);
  if (!hasPieces && ownText !== "") content.push(ownText);
  let from = 0;
  let hasText = false;
  const addPiece = (to: number, isGlued: boolean): void => {
    const text = trimSpace(ownText.substring(from, to));
    from = Math.max(from, to);
    if (text === "") return;
    content.push(hasText && !isGlued ? ` ${text}` : text);
    hasText = true;
  };
  for (let child = node + 1; child < end[node]!; child = end[child]!) {
    if (hasPieces) {
      const at = placeOf(places, child);
      const flags = at < 0 ? 0 : places.flags[at]!;
      if (at >= 0) addPiece(places.cuts[at]!, (flags & PIECE_GLUED) !== 0);
      const isText = hasTextWithin(tree, child);
      if (isText && hasText && (flags & GLUED) === 0) addSpace(content);
      hasText ||= isText;
    }
    content.push(child);
  }
  if (hasPieces) addPiece(ownText.length, (places.flags[entry]! & TAIL_GLUED) !== 0);
  return content;
}

/** Tests that a node or one of its descendants has own text. */
export function hasTextWithin({ text, end }: TextTree, node: NodeId): boolean {
  for (let at = node; at < end[node]!; at++) if (text[at]! >= 0) return true;
  return false;
}

/** Ends the last text of a content with a space, or adds one that is a space alone. */
export function addSpace(content: (string | NodeId)[]): void {
  const last = content[content.length - 1];
  if (typeof last === "string") content[content.length - 1] = `${last} `;
  else content.push(" ");
}
