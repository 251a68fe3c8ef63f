import type {
  BindingPlan,
  BooleanExpression,
  FieldPlan,
  RecordList,
  RecordPlan,
  ScoreExpression,
  ValueExpression,
} from "./expressions.js";
import type {
  AttributeOperator,
  AxisOperator,
  BracketOperator,
  ComputedOperator,
  ContextStart,
  DocumentStart,
  GroupKey,
  IdOperator,
  KeyOperator,
  MembersOperator,
  OrderKey,
  OwnTextOperator,
  SequencePlan,
  StepPlan,
  ValuePlan,
  VariableStart,
} from "./operators.js";

/** Everything that a plan is made of. */
export type PlanNode =
  | SequencePlan
  | ValuePlan
  | DocumentStart
  | ContextStart
  | VariableStart
  | StepPlan
  | AxisOperator
  | IdOperator
  | MembersOperator
  | KeyOperator
  | ComputedOperator
  | GroupKey
  | RecordPlan
  | FieldPlan
  | RecordList
  | BracketOperator
  | AttributeOperator
  | OwnTextOperator
  | OrderKey
  | BindingPlan
  | ScoreExpression
  | BooleanExpression
  | ValueExpression;
export type PlanKind = PlanNode["kind"];
export type PlanNodeOf<K extends PlanKind> = Extract<PlanNode, { kind: K }>;

type ChildKey<N> = {
  [P in keyof N]-?: Exclude<N[P], null> extends PlanNode | readonly PlanNode[] ? P : never;
}[keyof N];

/** The children of each kind of plan node in the order of the query's text, as data: every traversal comes from this table. */
export const CHILD_KEYS = {
  Path: ["start", "steps", "attribute"],
  Group: ["input", "brackets"],
  Union: ["inputs"],
  Meet: ["left", "right"],
  Value: ["expression"],
  Document: [],
  Context: [],
  Variable: [],
  Step: ["axis", "brackets"],
  Axis: [],
  Id: [],
  Members: [],
  KeyOf: [],
  Computed: ["value"],
  GroupBy: ["keys"],
  GroupKey: ["value"],
  Record: ["fields"],
  Field: ["value"],
  RecordList: ["evidence", "record"],
  Attribute: [],
  Position: [],
  Sibling: [],
  Filter: ["condition"],
  Relevance: ["score"],
  Order: ["keys"],
  Key: ["value"],
  Text: [],
  Local: [],
  Aggregate: ["evidence"],
  Composite: ["operands"],
  Complement: ["operand"],
  Indicator: ["condition"],
  Constant: [],
  Truth: [],
  And: ["operands"],
  Or: ["operands"],
  Not: ["operand"],
  Compare: ["value"],
  Threshold: ["score"],
  Match: ["value"],
  Exists: ["evidence"],
  Present: ["value"],
  PlaceEquals: ["value"],
  CompareValues: ["left", "right"],
  Quantified: ["bindings", "condition"],
  Binding: ["evidence"],
  Test: ["call"],
  Given: [],
  PathValues: ["evidence"],
  Arithmetic: ["left", "right"],
  Negative: ["operand"],
  Function: ["arguments"],
  AttributeValue: [],
  KeyValue: [],
  FieldValue: [],
  StringValue: [],
  OwnText: [],
  NameValue: [],
  PositionValue: [],
  LastValue: [],
  CountValue: ["evidence"],
} as const satisfies { readonly [K in PlanKind]: readonly ChildKey<PlanNodeOf<K>>[] };

export const PLAN_KINDS = Object.keys(CHILD_KEYS) as readonly PlanKind[];

/** Fails to compile when a child property is left out of the table. */
type Forgotten = { [K in PlanKind]: Exclude<ChildKey<PlanNodeOf<K>>, (typeof CHILD_KEYS)[K][number]> }[PlanKind];
const forgotten: [Forgotten] extends [never] ? null : Forgotten = null;
void forgotten;

type Child = PlanNode | readonly PlanNode[] | null;

/** The table admits no other properties. */
export const childAt = (node: PlanNode, key: string): Child =>
  (node as unknown as Readonly<Record<string, Child>>)[key]!;

export const isList = (child: Child): child is readonly PlanNode[] => Array.isArray(child);

/** Calls `visit` for each child of a node, in the order of the query's text. */
export function eachChild(node: PlanNode, visit: (child: PlanNode) => void): void {
  for (const key of CHILD_KEYS[node.kind]) {
    const child = childAt(node, key);
    if (isList(child)) for (const each of child) visit(each);
    else if (child !== null) visit(child);
  }
}

/** True if a node or any below it has one of the kinds; nodes below the kind `outside` are skipped. */
export function hasKind(node: PlanNode, kinds: ReadonlySet<PlanKind>, outside: PlanKind | null = null): boolean {
  if (node.kind === outside) return false;
  if (kinds.has(node.kind)) return true;
  for (const key of CHILD_KEYS[node.kind]) {
    const child = childAt(node, key);
    if (isList(child)) {
      for (const each of child) if (hasKind(each, kinds, outside)) return true;
    } else if (child !== null && hasKind(child, kinds, outside)) return true;
  }
  return false;
}

/** The bits of the kinds of a node and of all below it, each kind as many as the table has for it. */
export function bitsIn(node: PlanNode, bitsOf: Readonly<Record<PlanKind, number>>): number {
  let bits = bitsOf[node.kind];
  for (const key of CHILD_KEYS[node.kind]) {
    const child = childAt(node, key);
    if (isList(child)) for (const each of child) bits |= bitsIn(each, bitsOf);
    else if (child !== null) bits |= bitsIn(child, bitsOf);
  }
  return bits;
}

const PLACES = new Set(["Position", "PlaceEquals", "PositionValue", "LastValue", "GroupBy"] as const);
const SCORES = new Set(["Local"] as const);
const FALLIBLE = new Set(["Arithmetic", "Negative", "Function", "Order"] as const);

/** True if a bracket or an expression depends on the places of nodes in their list, and not on a node alone. */
export const dependsOnPlace = (node: PlanNode): boolean => hasKind(node, PLACES, "Path");

/** True if evaluating a node may call the scorer. */
export const asksScorer = (node: PlanNode): boolean => hasKind(node, SCORES);

/** True if evaluating a node may end in an error of its data: then it is evaluated neither earlier nor later, nor left out. */
export const canFail = (node: PlanNode): boolean => hasKind(node, FALLIBLE);
