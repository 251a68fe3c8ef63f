import { AXES } from "@semantic-xpath/parser";
import type { TypeSet } from "../check/checked.js";
import type { Schema } from "../schema/schema.js";
import { eachChild, type PlanNode } from "./children.js";
import type { RecordPlan } from "./expressions.js";
import {
  type BracketOperator,
  type GroupKey,
  type GroupPlan,
  type IdOperator,
  type PathPlan,
  type PlaceRange,
  type QueryPlan,
  type SequencePlan,
  type StepPlan,
  startSequence,
  type ValuePlan,
} from "./operators.js";

/** Number of nodes; `max` null: no bound is known. */
export interface Cardinality {
  readonly min: number;
  readonly max: number | null;
}

/** Bounds for one operator: nodes that come out, and (text, condition) pairs that it may ask a scorer for. */
export interface Estimate {
  readonly rows: Cardinality;
  readonly pairs: number | null;
}

/** Numbers of nodes: exact from a tree, an upper bound from a schema, nothing from neither. */
export interface Statistics {
  /** Nodes of a type, null if no bound is known. */
  ofType(name: string): number | null;
  /** All nodes. */
  readonly total: number | null;
}

export const NO_STATISTICS: Statistics = { ofType: () => null, total: null };

/** Upper bounds from a schema's maximum occurrences; none below an unbounded or recursive type. */
export function schemaStatistics(schema: Schema): Statistics {
  const counts = new Map<string, number | null>();
  const open = new Set<string>();
  const ofType = (name: string): number | null => {
    if (counts.has(name)) return counts.get(name)!;
    if (open.has(name)) return null;
    open.add(name);
    let count: number | null = schema.roots.includes(name) ? 1 : 0;
    for (const [parent, { children }] of Object.entries(schema.types)) {
      if (!Object.hasOwn(children, name)) continue;
      count = add(count, times(ofType(parent), children[name]!.max ?? null));
    }
    open.delete(name);
    counts.set(name, count);
    return count;
  };
  const names = Object.keys(schema.types);
  return { ofType, total: sum(names.map(ofType)) };
}

/** Bounds for every operator of a plan, by operator id. */
export function estimate(plan: QueryPlan, statistics: Statistics = NO_STATISTICS): ReadonlyMap<number, Estimate> {
  const estimates = new Map<number, Estimate>();
  const { result } = plan;
  const estimator = new Estimator(statistics, estimates);
  if (result.kind === "Value") estimator.value(result);
  else estimator.sequence(result);
  if (plan.record !== null) estimator.record(plan.record);
  return estimates;
}

const add = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);
const sum = (counts: readonly (number | null)[]): number | null => counts.reduce(add, 0);
const times = (a: number | null, b: number | null): number | null =>
  a === 0 || b === 0 ? 0 : a === null || b === null ? null : a * b;
const least = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.min(a, b));

class Estimator {
  constructor(
    private readonly statistics: Statistics,
    private readonly estimates: Map<number, Estimate>,
  ) {}

  sequence(plan: SequencePlan): number | null {
    switch (plan.kind) {
      case "Path":
        return this.path(plan, 1);
      case "Group":
        return this.group(plan);
      case "Union": {
        const max = sum(plan.inputs.map((input) => this.sequence(input)));
        return this.note(plan.id, least(max, this.ofTypes(plan.types)), 0);
      }
      case "Meet": {
        const left = this.sequence(plan.left);
        const right = this.sequence(plan.right);
        return this.note(plan.id, plan.operator === "intersect" ? least(left, right) : left, 0);
      }
    }
  }

  /** One value, of the document node. */
  value(plan: ValuePlan): void {
    this.note(plan.id, 1, this.pairsIn(plan.expression, 1));
  }

  /** The number of results is unknown here. */
  record(record: RecordPlan): void {
    this.note(record.id, null, this.pairsIn(record, null));
  }

  private group(group: GroupPlan): number | null {
    let max = this.sequence(group.input);
    for (const bracket of group.brackets) max = this.bracket(bracket, max, 1, group.types);
    return this.note(group.id, max, 0);
  }

  /** `contexts`: nodes that the path starts from. */
  private path(path: PathPlan, contexts: number | null): number | null {
    const start = startSequence(path);
    let max = start !== null ? this.sequence(start) : path.start.kind === "Document" ? 1 : contexts;
    for (const step of path.steps) max = this.step(step, max);
    if (path.attribute?.kind === "Computed") this.note(path.attribute.id, null, this.pairsIn(path.attribute, max));
    else if (path.attribute !== null) this.note(path.attribute.id, max, 0);
    return this.note(path.id, max, 0);
  }

  /**
   * Candidates of all contexts are one set of nodes, unless they are counted for each context or for each origin of evidence:
   * then a node may come up once per context, except on axes that reach it from one context only.
   */
  private step(step: StepPlan, contexts: number | null): number | null {
    const { axis } = step;
    if (axis.kind === "Id") return this.idStep(step, axis, contexts);
    if (axis.kind === "Members") return this.bracketsOf(step, { max: null, nodes: this.ofTypes(axis.types), contexts });
    const nodes = add(this.ofTypes(axis.types), axis.test.document ? 1 : 0);
    const { once, inverse } = AXES[axis.axis];
    let max = once || step.grouping === "node" ? nodes : times(contexts, nodes);
    if (AXES[inverse].once) max = least(max, contexts);
    if (axis.take !== null) max = least(max, times(contexts, mostTaken(axis.take)));
    return this.bracketsOf(step, { max, nodes, contexts });
  }

  /** A context may refer to any number of nodes. */
  private idStep(step: StepPlan, { types, take }: IdOperator, contexts: number | null): number | null {
    const nodes = this.ofTypes(types);
    let max = contexts === 0 ? 0 : step.grouping === "node" ? nodes : times(contexts, nodes);
    if (take !== null) max = least(max, times(contexts, mostTaken(take)));
    return this.bracketsOf(step, { max, nodes, contexts });
  }

  /** `max`: candidates; `nodes`: how many different ones there are. */
  private bracketsOf(
    step: StepPlan,
    { max, nodes, contexts }: Readonly<Record<"max" | "nodes" | "contexts", number | null>>,
  ): number | null {
    this.note(step.axis.id, max, 0);
    let rows = max;
    for (const bracket of step.brackets) rows = this.bracket(bracket, rows, contexts, bracket.types);
    return this.note(step.id, least(rows, nodesAfter(step) ? nodes : null), 0);
  }

  private bracket(bracket: BracketOperator, rows: number | null, lists: number | null, types: TypeSet): number | null {
    switch (bracket.kind) {
      case "Position":
        return this.note(bracket.id, least(rows, times(lists, mostTaken(bracket.range))), 0);
      case "Sibling":
        return this.note(bracket.id, rows, 0);
      case "Filter":
      case "Relevance":
      case "Order":
      case "GroupBy":
        // A node whose key has several values is in several groups.
        if (bracket.kind === "GroupBy" && !bracket.keys.every(isSingle))
          return this.note(bracket.id, null, this.pairsOfParts(bracket, least(rows, this.ofTypes(types))));
        return this.note(bracket.id, rows, this.pairsOfParts(bracket, least(rows, this.ofTypes(types))));
    }
  }

  /** Pairs of all parts of an expression. */
  private pairsIn(node: PlanNode, rows: number | null): number | null {
    if (node.kind === "Path") return this.evidencePairs(node, rows);
    if (node.kind === "Local") {
      // A field may be several children, each with a text of its own.
      const isField = node.target.kind === "Field";
      return this.pairs(node.id, isField ? add(rows, this.statistics.ofType(node.target.name)) : rows);
    }
    return this.pairsOfParts(node, rows);
  }

  private pairsOfParts(node: PlanNode, rows: number | null): number | null {
    let pairs: number | null = 0;
    eachChild(node, (child) => {
      pairs = add(pairs, this.pairsIn(child, rows));
    });
    return pairs;
  }

  /** A node is scored once for a condition however many nodes it is evidence for, so its types bound the pairs. */
  private evidencePairs(evidence: PathPlan, rows: number | null): number | null {
    this.path(evidence, rows);
    return sum(evidence.steps.flatMap(({ brackets }) => brackets.map(({ id }) => this.estimates.get(id)!.pairs)));
  }

  private pairs(id: number, pairs: number | null): number | null {
    this.estimates.set(id, { rows: { min: 0, max: pairs }, pairs });
    return pairs;
  }

  private note(id: number, max: number | null, pairs: number | null): number | null {
    this.estimates.set(id, { rows: { min: 0, max }, pairs });
    return max;
  }

  private ofTypes(types: TypeSet): number | null {
    if (types === null) return this.statistics.total;
    return sum(types.map((type) => this.statistics.ofType(type)));
  }
}

const isSingle = ({ value }: GroupKey): boolean => value.kind === "AttributeValue" || value.kind === "NameValue";

/** True if the output of a step has the types of its brackets' input: a sibling offset leads anywhere. */
const nodesAfter = ({ brackets }: StepPlan): boolean => brackets.every((bracket) => bracket.kind !== "Sibling");

/** Number of places of one list that a range can keep. */
function mostTaken({ single, from, to }: PlaceRange): number | null {
  if (single) return 1;
  if (to?.kind !== "Literal") return from?.kind === "Literal" && from.value < 0 ? -from.value : null;
  const first = from === null ? 1 : from.kind === "Literal" ? from.value : null;
  return first !== null && first > 0 === to.value > 0 && to.value > 0 ? Math.max(0, to.value - first + 1) : null;
}
