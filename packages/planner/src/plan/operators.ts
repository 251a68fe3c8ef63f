import type { AXES, Axis, SetOperator, Span } from "@semantic-xpath/parser";
import type { TypeSet } from "../check/checked.js";
import type { ValueType } from "../schema/valueType.js";
import type {
  BooleanExpression,
  Expression,
  RecordPlan,
  ScoreExpression,
  Target,
  ValueExpression,
} from "./expressions.js";

/** Changes when a reader of the JSON form would have to change. */
export const PLAN_VERSION = 4;

/**
 * Document order until something reorders: after a relevance `rank`, weight descending, ties in document order; after an `order by` `keys`: its
 * keys, ties by weight descending, then in document order.
 */
export type Order = "document" | "rank" | "keys";

/** Facts of every operator before it runs. */
export interface OperatorFacts {
  /** Unique in a plan, numbered from 1 in the order of the query's text. */
  readonly id: number;
  readonly span: Span;
  /** Node types that can come out; null: any. */
  readonly types: TypeSet;
}

/**
 * The operator plan of one query: plain data, printed by `explain`, executed by the runtime, shown by the debugger.
 */
export interface QueryPlan {
  readonly kind: "Query";
  readonly version: typeof PLAN_VERSION;
  readonly text: string;
  /** The query in the text, with its moment and its record. */
  readonly span: Span;
  readonly parameters: readonly PlanParameter[];
  /** One entry per distinct (target, condition): local relevances with the same slot share their scores. */
  readonly slots: readonly Slot[];
  readonly result: SequencePlan | ValuePlan;
  /** Validity of nodes by type; null if no type declares one. */
  readonly validity: ValidityPlan | null;
  /** Record shown for each result; null: the result itself. */
  readonly record: RecordPlan | null;
  /** For a value: document, the order of its contributors. */
  readonly order: Order;
  /** `best-first`: with a limit or a minimum score, an expensive scorer is asked only for what can still reach the result. */
  readonly strategy: "all" | "best-first";
  /** Optimiser passes that changed the plan, in order. */
  readonly passes: readonly string[];
}

/** `candidates ↦ [n ∈ candidates | n, and what it is in, holds at the moment]`, at every step before its brackets. */
export interface ValidityPlan extends OperatorFacts {
  readonly kind: "Validity";
  /** The moment of the query; null: it has none, and the run may have one. */
  readonly at: Argument<string> | null;
  readonly roles: readonly ValidityRole[];
  readonly ids: readonly { readonly type: string | null; readonly name: string }[];
}

/** The attributes of a type that declare the validity of its nodes, null without one. */
export interface ValidityRole {
  readonly type: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly by: string | null;
  readonly status: string | null;
  readonly hides: readonly string[];
}

/** A parameter and what its argument must be. */
export interface PlanParameter {
  readonly name: string;
  readonly type: "string" | "number" | null;
  readonly uses: readonly ArgumentUse[];
  readonly span: Span;
}

/** A type: it is compared with values of that type. */
export type ArgumentUse = "position" | "condition" | "value" | Exclude<ValueType, "string" | "number" | "boolean">;

export interface Slot {
  readonly target: Target;
  readonly condition: Argument<string>;
}

/** A value from the query's text or from the caller: arguments are values and never change a plan. */
export type Argument<T extends string | number | boolean> =
  | { readonly kind: "Literal"; readonly value: T }
  | { readonly kind: "Parameter"; readonly name: string; readonly span: Span };

export type SequencePlan = PathPlan | GroupPlan | UnionPlan | MeetPlan;

/**
 * A query whose result is a value, of the document node. The nodes and attributes that its paths reach are its contributors: those of paths that
 * are in no bracket.
 */
export interface ValuePlan extends OperatorFacts {
  readonly kind: "Value";
  readonly expression: ValueExpression | BooleanExpression;
}

/** Steps from a start: the document node, the node being scored (evidence), one that a quantifier has bound, or the result of a group. */
export interface PathPlan extends OperatorFacts {
  readonly kind: "Path";
  readonly start: DocumentStart | ContextStart | VariableStart | SequencePlan;
  readonly steps: readonly StepPlan[];
  /** A last step that leads from nodes or groups to their values. */
  readonly attribute: AttributeOperator | OwnTextOperator | KeyOperator | ComputedOperator | null;
  readonly order: Order;
}

/** A path of one step alone, from the nodes that the step starts from. */
export const pathOfStep = (step: StepPlan): PathPlan => ({
  kind: "Path",
  id: step.id,
  span: step.span,
  types: null,
  start: { kind: "Context" },
  steps: [step],
  attribute: null,
  order: "document",
});

/** The sequence that a path goes on from, null if it starts at a node. */
export const startSequence = ({ start }: PathPlan): SequencePlan | null =>
  start.kind === "Document" || start.kind === "Context" || start.kind === "Variable" ? null : start;

export interface DocumentStart {
  readonly kind: "Document";
}

export interface ContextStart {
  readonly kind: "Context";
}

/** The node that a quantifier around it has bound to the name. */
export interface VariableStart {
  readonly kind: "Variable";
  readonly name: string;
}

/** The union of a group's paths with brackets that act on the whole result. */
export interface GroupPlan extends OperatorFacts {
  readonly kind: "Group";
  readonly input: SequencePlan;
  readonly brackets: readonly BracketOperator[];
  readonly order: Order;
}

/** Every node of any input, once, with its highest weight. */
export interface UnionPlan extends OperatorFacts {
  readonly kind: "Union";
  readonly inputs: readonly SequencePlan[];
  readonly order: Order;
}

/** The left's nodes that are, or are not, in the right, with the left's weights. Weights of the right mean nothing: it is not scored. */
export interface MeetPlan extends OperatorFacts {
  readonly kind: "Meet";
  readonly operator: SetOperator;
  readonly left: SequencePlan;
  readonly right: SequencePlan;
  readonly order: Order;
}

/** One step: candidates by axis and test or by references, then brackets from left to right. */
export interface StepPlan extends OperatorFacts {
  readonly kind: "Step";
  readonly axis: AxisOperator | IdOperator | MembersOperator;
  readonly brackets: readonly BracketOperator[];
  /**
   * `context`: a bracket needs the candidate list of each context node (a position after something). `node`: brackets look at
   * one node at a time, so candidates of all contexts are one set and every node is looked at once.
   */
  readonly grouping: "context" | "node";
}

/** Access of an axis to its candidates. */
export type Access = (typeof AXES)[Axis]["access"] | "type-index";

/** `candidates(c) = axis(c) ∩ test`, in axis order; with `take`, only those places of the list. */
export interface AxisOperator extends OperatorFacts {
  readonly kind: "Axis";
  readonly axis: Axis;
  readonly test: PlanTest;
  readonly access: Access;
  /** A position pushed down: only these places of each candidate list are made. */
  readonly take: PlaceRange | null;
}

/** `candidates(c) = [m | id(m) = source(c), else id(m) ∈ words of source(c)]`, in document order; with `take`, only those places of the list. */
export interface IdOperator extends OperatorFacts {
  readonly kind: "Id";
  readonly source: IdSource;
  /** The attributes that are ids, on the nodes of a type; null: on those of every type. Of nodes with the same id the first counts. */
  readonly ids: readonly { readonly type: string | null; readonly name: string }[];
  /** Target types of the references of a type of node; unlisted types lead to any. */
  readonly leadsTo: readonly { readonly from: string; readonly to: readonly string[] }[];
  readonly take: PlaceRange | null;
}

/**
 * From groups: `candidates(g) = members(g) ∩ test`, in their order; with `isDeep`, these and all that is below them, in document order. Members that
 * are groups are named `group`.
 */
export interface MembersOperator extends OperatorFacts {
  readonly kind: "Members";
  readonly test: PlanTest;
  readonly isDeep: boolean;
  readonly take: PlaceRange | null;
}

/** Source of the ids that a step follows. A field has as many values as the node has children of that type. */
export type IdSource =
  | { readonly kind: "Attribute" | "Field"; readonly name: string }
  | { readonly kind: "Text" | "String" }
  | Argument<string>;

/** `names` null: any node type. `document`: the document node passes as well (XPath's node()). */
export interface PlanTest {
  readonly names: readonly string[] | null;
  readonly document: boolean;
}

/** Places from 1, both ends included, negative from the end, null if open. `single`: one place, given by `from`. */
export interface PlaceRange {
  readonly single: boolean;
  readonly from: Argument<number> | null;
  readonly to: Argument<number> | null;
}

export type BracketOperator =
  | PositionOperator
  | SiblingOperator
  | FilterOperator
  | RelevanceOperator
  | OrderOperator
  | GroupByOperator;

/** `list ↦ list[from..to]` */
export interface PositionOperator extends OperatorFacts {
  readonly kind: "Position";
  readonly range: PlaceRange;
  readonly order: Order;
  readonly scope: "context" | "whole";
}

/** `n ↦ the offset-th sibling of n`, its weight along */
export interface SiblingOperator extends OperatorFacts {
  readonly kind: "Sibling";
  readonly offset: number;
}

/** `list ↦ [n ∈ list | condition(n)]` */
export interface FilterOperator extends OperatorFacts {
  readonly kind: "Filter";
  readonly condition: BooleanExpression;
}

/** `weight(n) ↦ weight(n) · score(n)`, then the list is ordered by weight */
export interface RelevanceOperator extends OperatorFacts {
  readonly kind: "Relevance";
  readonly score: ScoreExpression;
}

/** The list by its keys, each ascending or descending, absent ones last either way; ties by weight descending, then in document order. */
export interface OrderOperator extends OperatorFacts {
  readonly kind: "Order";
  readonly keys: readonly OrderKey[];
  readonly scope: "context" | "whole";
}

/** At most one value per node. */
export interface OrderKey extends Expression {
  readonly kind: "Key";
  readonly value: ValueExpression;
  readonly isDescending: boolean;
}

/**
 * `list ↦ [group(k) | k ∈ keys(list)]`, in the order in which the keys first appear, those that lack one last. Members keep their weights; a group
 * weighs as its best one.
 */
export interface GroupByOperator extends OperatorFacts {
  readonly kind: "GroupBy";
  readonly keys: readonly GroupKey[];
  readonly scope: "context" | "whole";
}

/** A node is in a group for each distinct value. */
export interface GroupKey extends Expression {
  readonly kind: "GroupKey";
  readonly name: string;
  readonly value: ValueExpression;
}

/** `g ↦ g/@name` where the key is present */
export interface KeyOperator extends OperatorFacts {
  readonly kind: "KeyOf";
  readonly name: string;
}

/** `n ↦ value(n)` */
export interface ComputedOperator extends OperatorFacts {
  readonly kind: "Computed";
  readonly value: ValueExpression;
}

/** `n ↦ n/@name` where it is present */
export interface AttributeOperator extends OperatorFacts {
  readonly kind: "Attribute";
  readonly name: string;
}

/** `n ↦ n/text()` where the node has own text */
export interface OwnTextOperator extends OperatorFacts {
  readonly kind: "Text";
}
