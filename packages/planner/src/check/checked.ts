import type {
  AstKind,
  AstNode,
  Axis,
  Diagnostic,
  DiagnosticCode,
  GroupKey,
  NodeOf,
  Parameter,
  Query,
  Segment,
  ValueQuery,
} from "@semantic-xpath/parser";
import type { PossibleNodes, SchemaTypes } from "../schema/schemaTypes.js";
import type { ValueType } from "../schema/valueType.js";
import type { Items, SpecialItem } from "./items.js";

/** A static set of node types, sorted by name; null: nothing is known (no schema, or an unknown name: then silence). */
export type TypeSet = readonly string[] | null;

/** The kind of an expression: crisp, graded, or a plain value that must be compared. */
export type ExpressionKind = "Boolean" | "Relevance" | "Value";

/** An attribute, or a field without children of its name, of the nodes that a place can hold. */
export interface AttributeRead {
  readonly types: readonly string[];
  readonly name: string;
}

/** Facts of a value before it is read. */
export interface ValueFacts {
  /** The attribute that it is read from; absent: it is of another origin, or of several. */
  readonly attribute?: AttributeRead | undefined;
  /** Null: unknown, or another on other node types. */
  readonly type: ValueType | null;
  /** Maximum number of values; null: it depends on the data. */
  readonly most: number | null;
}

/** Binding of a quantifier: a node of its evidence, read as a value if it stands for one. */
export interface BoundNode extends ValueFacts {
  readonly nodes: Nodes;
  /** Nodes, or what else it is. */
  readonly items: Items;
}

/** Result of the checks of a query: the "typed AST" as side tables keyed by AST node. */
export interface Checked {
  readonly query: Query | ValueQuery;
  /**
   * For each Segment, Group, Query, Meet, Path and Binding node: the possible node types of its result; for each Bracket: of what it
   * tests. Absent if nothing is known.
   */
  readonly types: ReadonlyMap<AstNode, TypeSet>;
  /** For each Expr node: its kind. Literals and parameters have none. */
  readonly kinds: ReadonlyMap<AstNode, ExpressionKind>;
  /** For each Value node, and for each Path from the document node how many nodes it leads to at most. */
  readonly values: ReadonlyMap<AstNode, ValueFacts>;
  /** For each AttributeStep, AttributeReference and FieldReference that names a key of groups: that key. */
  readonly keys: ReadonlyMap<AstNode, GroupKey>;
  readonly diagnostics: readonly Diagnostic[];
}

/** State of the checks of one query: its surroundings, and the tables that they fill. */
export interface CheckContext {
  /** Null without a schema: then every set of nodes is unknown. */
  readonly schema: SchemaTypes | null;
  /** The declared parameters; null for a bare query, where any `$name` may be given. */
  readonly parameters: readonly Parameter[] | null;
  readonly types: Map<AstNode, TypeSet>;
  readonly kinds: Map<AstNode, ExpressionKind>;
  readonly values: Map<AstNode, ValueFacts>;
  readonly keys: Map<AstNode, GroupKey>;
  /** The names that the quantifiers around the present place have bound, the inner ones last. */
  readonly bound: Map<string, BoundNode>;
  /** Items that the present bracket is applied to, if they are not nodes; null: nodes. */
  item: SpecialItem | null;
  /** For groups: their member nodes. */
  members: Nodes;
  /** Origin of a path without a start of its own. */
  origin: Origin;
  /** Steps that may start from several nodes, each with where its path begins. */
  readonly contexts: Map<AstNode, number>;
  readonly diagnostics: Diagnostic[];
}

/** Origin of a path: its nodes, or the member nodes of groups. */
export interface Origin {
  readonly nodes: Nodes;
  readonly items: Items;
}

/** The nodes that a place can hold; null if that is unknown, because of no schema or a mistake already reported. */
export type Nodes = PossibleNodes | null;

/** A check: what it reports, and the nodes of the tree that it looks at. All of them are listed in checks.ts. */
export interface Check {
  readonly codes: readonly DiagnosticCode[];
  readonly on: { readonly [K in AstKind]?: (context: CheckContext, node: NodeOf<K>, place: Place) => void };
}

/** Surroundings of a node. The kinds of the expressions in it are already in the tables. */
export interface Place {
  readonly parent: AstNode;
  /** For an expression or bracket: the nodes that it is applied to. For a step: those that it can reach before its brackets. */
  readonly nodes: Nodes;
  /** For a step and its test. */
  readonly step: StepPlace | null;
  /** For a bracket and a step: the items that it is applied to. */
  readonly items: Items;
}

/** A step in its path. */
export interface StepPlace {
  readonly segment: Segment;
  /** The step before in the same path, null for its first. */
  readonly previous: Segment | null;
  readonly isLast: boolean;
  readonly from: Nodes;
  /** Start of its axis: with `//` before anything but a plain node test, `from` and everything below. */
  readonly origin: Nodes;
  /** Null of `id(…)`, which follows references. */
  readonly axis: Axis | null;
  /** Nodes on the axis, or targets of the references, regardless of the test. */
  readonly onAxis: Nodes;
  /** Maximum number of nodes before it; null or absent: it depends on the data. */
  readonly most?: number | null;
}
