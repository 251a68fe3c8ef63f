import type { NodeId } from "./ids.js";
import type { Tree } from "./tree.js";

/** Own text of the node and of its descendants in document order, joined by single spaces (XPath's string value). */
export function stringValue(tree: Tree, node: NodeId): string {
  let joined = "";
  for (let at = node; at < tree.end[node]!; at++) {
    const value = tree.text[at]!;
    if (value >= 0) joined = joined === "" ? tree.values.get(value) : `${joined} ${tree.values.get(value)}`;
  }
  return joined;
}

/**
 * The full node representation that `node =~ "…"` scores: for the node and then each descendant in document order its type on
 * a line, its searchable attributes as `name: value` lines, and its own text on a line.
 */
export function nodeText(tree: Tree, node: NodeId): string {
  let text = "";
  for (let at = node; at < tree.end[node]!; at++) {
    const type = tree.type[at]!;
    text += at === node ? tree.typeNames[type]! : `\n${tree.typeNames[type]!}`;
    for (const attribute of tree.searchableOfType[type]!) {
      const value = tree.attributeValue(at, attribute);
      if (value >= 0) text += `\n${tree.attributeNames[attribute]!}: ${tree.values.get(value)}`;
    }
    const own = tree.text[at]!;
    if (own >= 0) text += `\n${tree.values.get(own)}`;
  }
  return text;
}
