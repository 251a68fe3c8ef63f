import { CHILD_KEYS, childAt, isList, type PlanKind, type PlanNode, type PlanNodeOf } from "../plan/children.js";
import type { BooleanExpression, ScoreExpression, ValueExpression } from "../plan/expressions.js";
import type { BracketOperator, GroupPlan, QueryPlan, SequencePlan, StepPlan } from "../plan/operators.js";

/** Rewrites of a pass, by kind: each function gets a node whose children are already rewritten. */
type Rewrites = { readonly [K in PlanKind]?: (node: PlanNodeOf<K>) => Rewritten<PlanNodeOf<K>> };

/** A node is replaced by one that can be in its place; null drops a bracket. */
type Rewritten<N> = N extends BracketOperator
  ? BracketOperator | null
  : N extends ScoreExpression
    ? ScoreExpression
    : N extends BooleanExpression
      ? BooleanExpression
      : N extends ValueExpression
        ? ValueExpression
        : N extends { kind: "Group" }
          ? SequencePlan
          : N;

/** One pass of the optimiser. It keeps result, order and weights, bit for bit. */
export interface Pass {
  /** It has nothing to do if the plan had none of these kinds before the first pass: then it does not look at it. */
  readonly needs: readonly PlanKind[];
  /** Gives the same object if it changed nothing. */
  readonly run: (plan: QueryPlan) => QueryPlan;
  /** All that it does, where it is nothing but rewrites. */
  readonly rewrites?: Rewrites;
}

/**
 * A pass that applies rewrites from the leaves upwards. It depends on nothing below that a later one changes, so that several may be
 * one walk; see `optimise` for the exceptions.
 */
export const rewriting = (rewrites: Rewrites, needs = Object.keys(rewrites) as readonly PlanKind[]): Pass => ({
  needs,
  run: (plan) => rewrite(plan, rewrites),
  rewrites,
});

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

/** Several passes as one walk. */
export interface Together {
  readonly rewrites: Rewrites;
  /** The bits of those that changed something since this was set to 0. */
  changed: number;
}

/**
 * Does in one walk what several passes do, each with a bit: at each node one after the other. The same as a walk for each if what a pass asks of
 * the nodes below is nothing that a later one changes.
 */
export function together(passes: readonly (readonly [bit: number, rewrites: Rewrites])[]): Together {
  const rewrites: Record<string, (node: PlanNode) => PlanNode | null> = Object.create(null);
  const all = { rewrites: rewrites as Rewrites, changed: 0 };
  for (const [bit, each] of passes) {
    for (const [kind, change] of Object.entries(each) as [PlanKind, (node: PlanNode) => PlanNode | null][]) {
      const before = rewrites[kind];
      rewrites[kind] = (given) => {
        const node = before === undefined ? given : before(given);
        if (node === null || node.kind !== kind) return node;
        const next = change(node);
        if (next !== node) all.changed |= bit;
        return next;
      };
    }
  }
  return all;
}

/** Applies rewrites from the leaves upwards. What nothing changed is the same object, so a pass can be seen to have done nothing. */
export function rewrite(plan: QueryPlan, rewrites: Rewrites): QueryPlan {
  const result = rewriteNode(plan.result, rewrites);
  const record = plan.record === null ? null : rewriteNode(plan.record, rewrites);
  if (result === plan.result && record === plan.record) return plan;
  return { ...plan, result: result as QueryPlan["result"], record: record as QueryPlan["record"] };
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
  const rewriteKind = rewrites[inner.kind] as ((node: PlanNode) => PlanNode | null) | undefined;
  return rewriteKind === undefined ? inner : rewriteKind(inner);
}

function rewriteList(list: readonly PlanNode[], rewrites: Rewrites): readonly PlanNode[] {
  let changed: PlanNode[] | null = null;
  for (let index = 0; index < list.length; index++) {
    const node = list[index]!;
    const next = rewriteNode(node, rewrites);
    if (next !== node) changed ??= list.slice(0, index);
    if (next !== null) changed?.push(next);
  }
  return changed ?? list;
}
