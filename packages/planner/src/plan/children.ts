import type {
  AttributeOperator,
  AxisOperator,
  BooleanExpression,
  BracketOperator,
  ContextStart,
  DocumentStart,
  GroupPlan,
  QueryPlan,
  ScoreExpression,
  SequencePlan,
  StepPlan,
  ValueExpression,
} from "./operators.js";

/** Everything that a plan is made of. */
export type PlanNode =
  | SequencePlan
  | DocumentStart
  | ContextStart
  | StepPlan
  | AxisOperator
  | BracketOperator
  | AttributeOperator
  | ScoreExpression
  | BooleanExpression
  | ValueExpression;
export type PlanKind = PlanNode["kind"];
export type PlanNodeOf<K extends PlanKind> = Extract<PlanNode, { kind: K }>;

type ChildKey<N> = {
  [P in keyof N]-?: Exclude<N[P], null> extends PlanNode | readonly PlanNode[] ? P : never;
}[keyof N];

/** The children of each kind of plan node in the order of the query's text, as data: every traversal comes from this table. */
const CHILD_KEYS = {
  Path: ["start", "steps", "attribute"],
  Group: ["input", "brackets"],
  Union: ["inputs"],
  Document: [],
  Context: [],
  Step: ["axis", "brackets"],
  Axis: [],
  Attribute: [],
  Position: [],
  Sibling: [],
  Filter: ["condition"],
  Relevance: ["score"],
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
  AttributeValue: [],
  FieldValue: [],
  NameValue: [],
  PositionValue: [],
  LastValue: [],
  CountValue: ["evidence"],
} as const satisfies { readonly [K in PlanKind]: readonly ChildKey<PlanNodeOf<K>>[] };

/** Fails to compile when a child property is left out of the table. */
type Forgotten = { [K in PlanKind]: Exclude<ChildKey<PlanNodeOf<K>>, (typeof CHILD_KEYS)[K][number]> }[PlanKind];
const forgotten: [Forgotten] extends [never] ? null : Forgotten = null;
void forgotten;

type Child = PlanNode | readonly PlanNode[] | null;

/** The table admits no other properties. */
const childAt = (node: PlanNode, key: string): Child => (node as unknown as Readonly<Record<string, Child>>)[key]!;

const isList = (child: Child): child is readonly PlanNode[] => Array.isArray(child);

/** Calls `visit` for each child of a node, in the order of the query's text. */
export function eachChild(node: PlanNode, visit: (child: PlanNode) => void): void {
  for (const key of CHILD_KEYS[node.kind]) {
    const child = childAt(node, key);
    if (isList(child)) for (const each of child) visit(each);
    else if (child !== null) visit(child);
  }
}

/** Whether a node or any below it is of one of the kinds; nothing below a node of the kind `outside` is looked at. */
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

/** What a pass changes, by kind: each function is given a node whose children are already rewritten. */
export type Rewrites = { readonly [K in PlanKind]?: (node: PlanNodeOf<K>) => Rewritten<PlanNodeOf<K>> };

/** A node is replaced by one that can be in its place; null drops a bracket. */
type Rewritten<N> = N extends BracketOperator
  ? BracketOperator | null
  : N extends ScoreExpression
    ? ScoreExpression
    : N extends BooleanExpression
      ? BooleanExpression
      : N extends { kind: "Group" }
        ? SequencePlan
        : N;

/** The rewrites that change the bracket list of steps and groups; the same list says that nothing changed. */
export function bracketLists(
  change: (brackets: readonly BracketOperator[], owner: StepPlan | GroupPlan) => readonly BracketOperator[],
): Rewrites {
  const changed = <T extends StepPlan | GroupPlan>(owner: T): T => {
    if (owner.brackets.length === 0) return owner;
    const brackets = change(owner.brackets, owner);
    return brackets === owner.brackets ? owner : { ...owner, brackets };
  };
  return { Step: changed, Group: changed };
}

/** Applies rewrites from the leaves upwards. What nothing changed is the same object, so a pass can be seen to have done nothing. */
export function rewrite(plan: QueryPlan, rewrites: Rewrites): QueryPlan {
  const result = rewriteNode(plan.result, rewrites);
  return result === plan.result ? plan : { ...plan, result: result as SequencePlan };
}

function rewriteNode(node: PlanNode, rewrites: Rewrites): PlanNode | null {
  let changed: Record<string, unknown> | null = null;
  for (const key of CHILD_KEYS[node.kind]) {
    const child = childAt(node, key);
    if (child === null) continue;
    const next = isList(child) ? rewriteList(child, rewrites) : rewriteNode(child, rewrites);
    if (next === child) continue;
    changed ??= { ...node };
    changed[key] = next;
  }
  // The types of `Rewrites` keep every child in a place that it suits.
  const inner = (changed ?? node) as PlanNode;
  const own = rewrites[inner.kind] as ((node: PlanNode) => PlanNode | null) | undefined;
  return own === undefined ? inner : own(inner);
}

function rewriteList(list: readonly PlanNode[], rewrites: Rewrites): readonly PlanNode[] {
  let changed: PlanNode[] | null = null;
  for (const [index, node] of list.entries()) {
    const next = rewriteNode(node, rewrites);
    if (next !== node) changed ??= list.slice(0, index);
    if (next !== null) changed?.push(next);
  }
  return changed ?? list;
}
