/** Beginnings of primitives of an update, as far as their words distinguish them, for tools that offer or explain them. */
export const PRIMITIVES = {
  "insert node": "puts a node into, before or after another: an element, or a copy of what a path leads to",
  "insert node attribute": "sets an attribute of a node, whether or not it has it",
  "delete node": "deletes a node with what is in it, an attribute, or an own text",
  "replace node": "puts a node in place of another",
  "replace value of node": "gives an attribute, an own text or all that is in a node another value",
  "rename node": "gives a node another type",
  "move node": "moves a node into, before or after another",
} as const;

/** Places of a node in an update. */
export const PLACES = {
  into: "as its last child",
  "as first into": "as its first child",
  "as last into": "as its last child",
  before: "right before it",
  after: "right after it",
} as const;
