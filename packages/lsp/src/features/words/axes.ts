import type { Axis } from "@semantic-xpath/parser";

/** What an axis leads to, in words. Reverse axes count from the node outwards. */
export const AXIS_WORDS: Readonly<Record<Axis, string>> = {
  child: "children",
  descendant: "descendants: children, their children, and so on",
  "descendant-or-self": "the node itself and its descendants",
  self: "the node itself",
  parent: "the parent",
  ancestor: "ancestors, counted from the parent up",
  "ancestor-or-self": "the node itself and its ancestors, counted upwards",
  "following-sibling": "siblings after it",
  "preceding-sibling": "siblings before it, counted backwards",
  following: "nodes after it in document order, its descendants left out",
  preceding: "nodes before it in document order, its ancestors left out, counted backwards",
};

/** The same as a sentence about `$`, the nodes that a step starts from. */
export const AXIS_PHRASES: Readonly<Record<Axis, string>> = {
  child: "Children of $",
  descendant: "Descendants of $",
  "descendant-or-self": "$ and its descendants",
  self: "$ itself",
  parent: "The parent of $",
  ancestor: "Ancestors of $, from the parent up,",
  "ancestor-or-self": "$ and its ancestors, upwards,",
  "following-sibling": "Siblings after $",
  "preceding-sibling": "Siblings before $, backwards,",
  following: "Nodes after $ in document order, not below it,",
  preceding: "Nodes before $ in document order, not above it, backwards,",
};
