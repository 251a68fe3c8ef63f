import { hasPlaces, visitTexts } from "./content.js";
import type { NodeId } from "./ids.js";
import type { Tree } from "./tree.js";

/**
 * Own text of the node and that of its descendants, in document order. In mixed content (text and children in the order of the source)
 * there is a space where there is white space in the source, as in XPath's string value with its white space normalised; all other texts
 * are joined by single spaces.
 */
export function stringValue(tree: Tree, node: NodeId): string {
  let joined = "";
  if (hasPlaces(tree, node)) {
    visitTexts(tree, node, {
      text: (text, isGlued) => {
        joined += joined === "" || isGlued ? text : ` ${text}`;
      },
    });
    return joined;
  }
  for (let at = node; at < tree.end[node]!; at++) {
    const value = tree.text[at]!;
    if (value >= 0) joined = joined === "" ? tree.values.get(value) : `${joined} ${tree.values.get(value)}`;
  }
  return joined;
}

/**
 * The full node representation that `node =~ "…"` scores: for the node and then each descendant in document order its type on
 * a line, its searchable attributes as `name: value` lines, and its own text on a line; in mixed content each piece of it on a line, at its place.
 * Descendants of a type that is not searchable are left out, with what is in them.
 */
export function nodeText(tree: Tree, node: NodeId): string {
  let text = "";
  const enter = (at: NodeId): void => {
    const type = tree.type[at]!;
    text += at === node ? tree.typeNames[type]! : `\n${tree.typeNames[type]!}`;
    for (const attribute of tree.searchableOfType[type]!) {
      const value = tree.attributeValue(at, attribute);
      if (value >= 0) text += `\n${tree.attributeNames[attribute]!}: ${tree.values.get(value)}`;
    }
  };
  const hidden = tree.unsearchableTypes;
  if (hasPlaces(tree, node)) {
    visitTexts(tree, node, {
      enter,
      skips: (at) => at !== node && hidden.has(tree.type[at]!),
      text: (piece) => {
        text += `\n${piece}`;
      },
    });
    return text;
  }
  for (let at = node; at < tree.end[node]!; at++) {
    if (at !== node && hidden.size > 0 && hidden.has(tree.type[at]!)) {
      at = tree.end[at]! - 1;
      continue;
    }
    enter(at);
    const own = tree.text[at]!;
    if (own >= 0) text += `\n${tree.values.get(own)}`;
  }
  return text;
}
