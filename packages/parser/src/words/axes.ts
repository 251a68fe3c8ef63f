/** Places of nodes on an axis: `beside` is before or after a node in document order, neither above nor below it. */
const RELATIONS = {
  self: { access: "self", isIndexed: false, lacks: "no type" },
  children: { access: "children", isIndexed: true, lacks: "no child nodes" },
  descendants: { access: "subtree", isIndexed: true, lacks: "no child nodes" },
  parents: { access: "parent-chain", isIndexed: false, lacks: "no parent" },
  ancestors: { access: "parent-chain", isIndexed: false, lacks: "nothing above it" },
  siblings: { access: "siblings", isIndexed: false, lacks: "no siblings" },
  beside: { access: "document", isIndexed: true, lacks: "nothing beside it" },
} as const;

type RelationName = keyof typeof RELATIONS;

interface AxisTraits {
  readonly relation: RelationName;
  /** Rank among the axes that a query with another axis may mean: 1 is the most likely. */
  readonly nearness: number;
  /** Completion and hover: the nodes, in words; reverse axes count from the node outwards. */
  readonly documentation: string;
  /** The axis as the start of a sentence about `$`, the nodes that a step starts from. */
  readonly phrase: string;
  /** Positions count backwards in document order, from the context node outwards. */
  readonly reverse?: true;
  readonly includesSelf?: true;
  /** True if a node is reached from one context only. */
  readonly once?: true;
}

interface AxisRow extends Required<Omit<AxisTraits, "reverse" | "includesSelf" | "once">> {
  readonly reverse: boolean;
  readonly includesSelf: boolean;
  readonly once: boolean;
  /** True if nodes are the node itself and what is below it, and nothing else. */
  readonly downward: boolean;
  /** The axis that leads back: y is on `axis` of x exactly if x is on `inverse` of y. */
  readonly inverse: string;
  /** Access to candidates before optimisation. */
  readonly access: (typeof RELATIONS)[RelationName]["access"];
  /** True if the list of nodes of a type has the candidates as one range or a few, which is faster than walking. */
  readonly isIndexed: boolean;
  /** Missing nodes, for the message about a step that finds nothing. */
  readonly lacks: string;
}

const axis = <I extends string>(inverse: I, traits: AxisTraits): AxisRow & { readonly inverse: I } => ({
  reverse: false,
  includesSelf: false,
  once: false,
  downward: ["self", "children", "descendants"].includes(traits.relation),
  inverse,
  ...RELATIONS[traits.relation],
  ...traits,
});

/** Every axis of the language; what is not in its row is its algorithm. */
export const AXES = {
  child: axis("parent", {
    relation: "children",
    nearness: 2,
    documentation: "children",
    phrase: "Children of $",
    once: true,
  }),
  descendant: axis("ancestor", {
    relation: "descendants",
    nearness: 1,
    documentation: "descendants: children, their children, and so on",
    phrase: "Descendants of $",
  }),
  "descendant-or-self": axis("ancestor-or-self", {
    relation: "descendants",
    nearness: 10,
    documentation: "the node itself and its descendants",
    phrase: "$ and its descendants",
    includesSelf: true,
  }),
  self: axis("self", {
    relation: "self",
    nearness: 7,
    documentation: "the node itself",
    phrase: "$ itself",
    includesSelf: true,
    once: true,
  }),
  parent: axis("child", {
    relation: "parents",
    nearness: 3,
    documentation: "the parent",
    phrase: "The parent of $",
    reverse: true,
  }),
  ancestor: axis("descendant", {
    relation: "ancestors",
    nearness: 4,
    documentation: "ancestors, counted from the parent up",
    phrase: "Ancestors of $, from the parent up,",
    reverse: true,
  }),
  "ancestor-or-self": axis("descendant-or-self", {
    relation: "ancestors",
    nearness: 11,
    documentation: "the node itself and its ancestors, counted upwards",
    phrase: "$ and its ancestors, upwards,",
    reverse: true,
    includesSelf: true,
  }),
  "following-sibling": axis("preceding-sibling", {
    relation: "siblings",
    nearness: 5,
    documentation: "siblings after it",
    phrase: "Siblings after $",
  }),
  "preceding-sibling": axis("following-sibling", {
    relation: "siblings",
    nearness: 6,
    documentation: "siblings before it, counted backwards",
    phrase: "Siblings before $, backwards,",
    reverse: true,
  }),
  following: axis("preceding", {
    relation: "beside",
    nearness: 8,
    documentation: "nodes after it in document order, its descendants left out",
    phrase: "Nodes after $ in document order, not below it,",
  }),
  preceding: axis("following", {
    relation: "beside",
    nearness: 9,
    documentation: "nodes before it in document order, its ancestors left out, counted backwards",
    phrase: "Nodes before $ in document order, not above it, backwards,",
    reverse: true,
  }),
} as const;

export type Axis = keyof typeof AXES;
export const AXIS_NAMES: readonly Axis[] = Object.keys(AXES) as Axis[];

/** Short names of axes in other dialects. */
export const AXES_MEANT: ReadonlyMap<string, Axis> = new Map([
  ["desc", "descendant"],
  ["anc", "ancestor"],
  ["next-sibling", "following-sibling"],
  ["previous-sibling", "preceding-sibling"],
  ["prev-sibling", "preceding-sibling"],
]);

export const isAxis = (name: string): name is Axis => Object.hasOwn(AXES, name);
