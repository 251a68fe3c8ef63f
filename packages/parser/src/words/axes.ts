interface AxisRow {
  /** Positions count backwards in document order, from the context node outwards. */
  readonly reverse: boolean;
  /** Leads to the node itself and what is below it, and to nothing else. */
  readonly downward: boolean;
  readonly includesSelf: boolean;
  /** Reaches a node from one context only. */
  readonly once: boolean;
  /** The axis that leads back: y is on `axis` of x exactly if x is on `inverse` of y. */
  readonly inverse: string;
  /** What it leads to, in words; reverse axes count from the node outwards. */
  readonly documentation: string;
  /** The same as the start of a sentence about `$`, the nodes that a step starts from. */
  readonly phrase: string;
}

/** Every axis of the language. */
export const AXES = {
  child: {
    reverse: false,
    downward: true,
    includesSelf: false,
    once: true,
    inverse: "parent",
    documentation: "children",
    phrase: "Children of $",
  },
  descendant: {
    reverse: false,
    downward: true,
    includesSelf: false,
    once: false,
    inverse: "ancestor",
    documentation: "descendants: children, their children, and so on",
    phrase: "Descendants of $",
  },
  "descendant-or-self": {
    reverse: false,
    downward: true,
    includesSelf: true,
    once: false,
    inverse: "ancestor-or-self",
    documentation: "the node itself and its descendants",
    phrase: "$ and its descendants",
  },
  self: {
    reverse: false,
    downward: true,
    includesSelf: true,
    once: true,
    inverse: "self",
    documentation: "the node itself",
    phrase: "$ itself",
  },
  parent: {
    reverse: true,
    downward: false,
    includesSelf: false,
    once: false,
    inverse: "child",
    documentation: "the parent",
    phrase: "The parent of $",
  },
  ancestor: {
    reverse: true,
    downward: false,
    includesSelf: false,
    once: false,
    inverse: "descendant",
    documentation: "ancestors, counted from the parent up",
    phrase: "Ancestors of $, from the parent up,",
  },
  "ancestor-or-self": {
    reverse: true,
    downward: false,
    includesSelf: true,
    once: false,
    inverse: "descendant-or-self",
    documentation: "the node itself and its ancestors, counted upwards",
    phrase: "$ and its ancestors, upwards,",
  },
  "following-sibling": {
    reverse: false,
    downward: false,
    includesSelf: false,
    once: false,
    inverse: "preceding-sibling",
    documentation: "siblings after it",
    phrase: "Siblings after $",
  },
  "preceding-sibling": {
    reverse: true,
    downward: false,
    includesSelf: false,
    once: false,
    inverse: "following-sibling",
    documentation: "siblings before it, counted backwards",
    phrase: "Siblings before $, backwards,",
  },
  following: {
    reverse: false,
    downward: false,
    includesSelf: false,
    once: false,
    inverse: "preceding",
    documentation: "nodes after it in document order, its descendants left out",
    phrase: "Nodes after $ in document order, not below it,",
  },
  preceding: {
    reverse: true,
    downward: false,
    includesSelf: false,
    once: false,
    inverse: "following",
    documentation: "nodes before it in document order, its ancestors left out, counted backwards",
    phrase: "Nodes before $ in document order, not above it, backwards,",
  },
} as const satisfies Readonly<Record<string, AxisRow>>;

export type Axis = keyof typeof AXES;
export const AXIS_NAMES: readonly Axis[] = Object.keys(AXES) as Axis[];

export const isAxis = (name: string): name is Axis => Object.hasOwn(AXES, name);
