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

const axis = <I extends string>(
  inverse: I,
  documentation: string,
  phrase: string,
  traits: Partial<Pick<AxisRow, "reverse" | "downward" | "includesSelf" | "once">> = {},
): AxisRow & { readonly inverse: I } => ({
  reverse: false,
  downward: false,
  includesSelf: false,
  once: false,
  inverse,
  documentation,
  phrase,
  ...traits,
});

/** Every axis of the language. */
export const AXES = {
  child: axis("parent", "children", "Children of $", { downward: true, once: true }),
  descendant: axis("ancestor", "descendants: children, their children, and so on", "Descendants of $", {
    downward: true,
  }),
  "descendant-or-self": axis("ancestor-or-self", "the node itself and its descendants", "$ and its descendants", {
    downward: true,
    includesSelf: true,
  }),
  self: axis("self", "the node itself", "$ itself", { downward: true, includesSelf: true, once: true }),
  parent: axis("child", "the parent", "The parent of $", { reverse: true }),
  ancestor: axis("descendant", "ancestors, counted from the parent up", "Ancestors of $, from the parent up,", {
    reverse: true,
  }),
  "ancestor-or-self": axis(
    "descendant-or-self",
    "the node itself and its ancestors, counted upwards",
    "$ and its ancestors, upwards,",
    { reverse: true, includesSelf: true },
  ),
  "following-sibling": axis("preceding-sibling", "siblings after it", "Siblings after $"),
  "preceding-sibling": axis(
    "following-sibling",
    "siblings before it, counted backwards",
    "Siblings before $, backwards,",
    { reverse: true },
  ),
  following: axis(
    "preceding",
    "nodes after it in document order, its descendants left out",
    "Nodes after $ in document order, not below it,",
  ),
  preceding: axis(
    "following",
    "nodes before it in document order, its ancestors left out, counted backwards",
    "Nodes before $ in document order, not above it, backwards,",
    { reverse: true },
  ),
} as const;

export type Axis = keyof typeof AXES;
export const AXIS_NAMES: readonly Axis[] = Object.keys(AXES) as Axis[];

/** How other dialects shorten axes. */
export const AXES_MEANT: ReadonlyMap<string, Axis> = new Map([
  ["desc", "descendant"],
  ["anc", "ancestor"],
]);

export const isAxis = (name: string): name is Axis => Object.hasOwn(AXES, name);
