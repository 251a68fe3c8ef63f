import type { NodeId, Tree } from "@semantic-xpath/tree";
import { contentOf } from "../whole/content.js";
import { attributesOf } from "../whole/shapes.js";

/** Tests that two trees have the same content: types, attributes, texts and their places, children in order. Attributes have no order. */
export const isSameTree = (a: Tree, b: Tree, isIgnored?: Ignored): boolean => firstDifference(a, b, isIgnored) === null;

/** Attributes of nodes of a type that may differ. */
type Ignored = (type: string, name: string) => boolean;

/** The first node, in document order, at which two trees differ; null for equal content. Linear. */
export function firstDifference(a: Tree, b: Tree, isIgnored: Ignored = () => false): NodeId | null {
  const common = Math.min(a.size, b.size);
  for (let node = 1; node <= common; node++) {
    if (a.end[node] !== b.end[node] || a.node(node).type !== b.node(node).type) return node;
    if (a.ownText(node) !== b.ownText(node) || !sameAttributes(a, b, node, isIgnored)) return node;
    if ((a.isMixed(node) || b.isMixed(node)) && !sameContent(a, b, node)) return node;
  }
  return a.size === b.size ? null : common + 1;
}

/** The pieces are compared with the numbers of the children, which are the same where all before is. */
function sameContent(a: Tree, b: Tree, node: NodeId): boolean {
  const [one, other] = [contentOf(a, node), contentOf(b, node)];
  return one.length === other.length && one.every((piece, i) => piece === other[i]);
}

function sameAttributes(a: Tree, b: Tree, node: NodeId, isIgnored: Ignored): boolean {
  const { type } = a.node(node);
  let count = 0;
  for (const [name, value] of attributesOf(a, node)) {
    if (isIgnored(type, name)) continue;
    if (b.attribute(node, name) !== value) return false;
    count++;
  }
  for (const [name] of attributesOf(b, node)) if (!isIgnored(type, name)) count--;
  return count === 0;
}
