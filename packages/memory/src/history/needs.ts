import {
  type AxisOperator,
  type BracketOperator,
  eachChild,
  type PathPlan,
  type PlanNode,
  type QuantifiedCondition,
  type QueryPlan,
  type SequencePlan,
  type StepPlan,
} from "@semantic-xpath/planner";
import { accepted, along, contentFrom, LEVEL, type Levels, siblingsOf } from "./levels.js";

/** Nodes that reach a place of a query: the plan that finds them (null: the document node), and their levels. */
interface Flow {
  readonly plan: SequencePlan | null;
  readonly levels: Levels;
  /** True if nodes of weight 0 can be dropped: everything derived from them weighs 0, and nothing counts them. */
  readonly isWeighed: boolean;
}

/** Parts of versions that a place of a query reads. */
export type Reading =
  /** An axis, from the nodes. */
  | { readonly kind: "axis"; readonly axis: AxisOperator["axis"]; readonly names: readonly string[] | null }
  /** The children of a name, for want of an attribute. */
  | { readonly kind: "field"; readonly name: string }
  /** The nodes next to a change. */
  | { readonly kind: "siblings" }
  /** The nodes that something in a version refers to by an id. */
  | { readonly kind: "references" };

/** Source of the trees of versions. */
export interface Reader {
  /** Sees to it that what is read of the versions of some nodes is there; `plan` finds the nodes in what is laid out by then. */
  open(reading: Reading, plan: SequencePlan | null, isWeighed: boolean): Promise<void>;
}

/** Variables that quantifiers around have bound. */
type Bound = ReadonlyMap<string, Flow>;
const NOTHING: Bound = new Map();
const START: Flow = { plan: null, levels: LEVEL.document, isWeighed: false };

/**
 * Sees to it that all versions are laid out that a query reads, from its start on: each step is looked at when what comes before it is exact.
 * Which versions a step reads follows from the nodes that it starts from, and these are mostly found in the catalogue alone.
 */
export async function readAll(plan: QueryPlan, reader: Reader): Promise<void> {
  const needs = new Needs(reader);
  if (plan.result.kind === "Value") await needs.expression(plan.result.expression, START, NOTHING);
  else await needs.sequence(plan.result, true);
}

class Needs {
  constructor(private readonly reader: Reader) {}

  async sequence(plan: SequencePlan, isWeighed: boolean): Promise<Levels> {
    switch (plan.kind) {
      case "Path":
        return this.path(plan, { ...START, isWeighed }, NOTHING);
      case "Union": {
        let levels = 0;
        for (const input of plan.inputs) levels |= await this.sequence(input, isWeighed);
        return levels;
      }
      case "Meet": {
        const leftFlow = await this.sequence(plan.left, isWeighed);
        await this.sequence(plan.right, false);
        return leftFlow;
      }
      case "Group": {
        // A place in the whole list is counted over what weighs nothing, too.
        const inner = isWeighed && plan.brackets.every(({ kind }) => kind === "Relevance" || kind === "Order");
        const levels = await this.sequence(plan.input, inner);
        const upTo = (count: number): SequencePlan => ({ ...plan, brackets: plan.brackets.slice(0, count) });
        return this.brackets(plan.brackets, { levels, isWeighed: inner, upTo }, NOTHING);
      }
    }
  }

  /** A path from a context, which its start may leave. Gives what it leads to. */
  private async path(path: PathPlan, context: Flow, bound: Bound): Promise<Levels> {
    const flow = await this.startOf(path, context, bound);
    let { levels } = flow;
    const upTo = (steps: readonly StepPlan[]): SequencePlan | null =>
      steps.length === 0 ? flow.plan : { ...path, start: flow.plan ?? { kind: "Document" }, steps, attribute: null };
    for (const [i, step] of path.steps.entries()) {
      const before = path.steps.slice(0, i);
      levels = await this.axis(step, { ...flow, plan: upTo(before), levels });
      const upToBracket = (count: number): SequencePlan =>
        upTo([...before, { ...step, brackets: step.brackets.slice(0, count) }])!;
      levels = await this.brackets(step.brackets, { levels, isWeighed: flow.isWeighed, upTo: upToBracket }, bound);
    }
    return levels;
  }

  private async startOf({ start }: PathPlan, context: Flow, bound: Bound): Promise<Flow> {
    switch (start.kind) {
      case "Document":
        return { ...START, isWeighed: context.isWeighed };
      case "Context":
        return context;
      case "Variable":
        return bound.get(start.name)!;
      default: {
        const levels = await this.sequence(start, context.isWeighed);
        return { plan: start, levels, isWeighed: context.isWeighed };
      }
    }
  }

  private async axis({ axis }: StepPlan, flow: Flow): Promise<Levels> {
    const { version, change, content } = LEVEL;
    if (axis.kind === "Id") {
      if ((flow.levels & (version | change)) !== 0)
        await this.reader.open({ kind: "references" }, flow.plan, flow.isWeighed);
      // A reference leads to nodes of the same version.
      return flow.levels | ((flow.levels & (version | change | content)) === 0 ? 0 : version | change | content);
    }
    // Members of groups are nodes that were found before.
    if (axis.kind === "Members") return flow.levels;
    const levels = accepted(axis.test, along(axis.axis, flow.levels));
    if ((levels & content) !== 0 && (flow.levels & contentFrom(axis.axis)) !== 0) {
      await this.reader.open({ kind: "axis", axis: axis.axis, names: axis.test.names }, flow.plan, flow.isWeighed);
    }
    return levels;
  }

  private async brackets(
    brackets: readonly BracketOperator[],
    of: Omit<Flow, "plan"> & { readonly upTo: (count: number) => SequencePlan },
    bound: Bound,
  ): Promise<Levels> {
    let { levels } = of;
    for (const [i, bracket] of brackets.entries()) {
      const flow = { plan: of.upTo(i), levels, isWeighed: of.isWeighed };
      if (bracket.kind === "Sibling") {
        if ((levels & LEVEL.change) !== 0) await this.reader.open({ kind: "siblings" }, flow.plan, flow.isWeighed);
        levels = siblingsOf(levels);
      } else await this.expression(bracket, flow, bound);
    }
    return levels;
  }

  /** Reads of an expression. Nodes of weight 0 are scored and compared like all others. */
  async expression(node: PlanNode, context: Flow, bound: Bound): Promise<void> {
    const flow = { ...context, isWeighed: false };
    if (node.kind === "Path") {
      await this.path(node, flow, bound);
      return;
    }
    if (node.kind === "Quantified") return this.quantified(node, flow, bound);
    const name = fieldOf(node);
    if (name !== null && (flow.levels & LEVEL.version) !== 0)
      await this.reader.open({ kind: "field", name }, flow.plan, context.isWeighed);
    const children: PlanNode[] = [];
    eachChild(node, (child) => children.push(child));
    for (const child of children) await this.expression(child, context, bound);
  }

  private async quantified({ bindings, condition }: QuantifiedCondition, flow: Flow, bound: Bound): Promise<void> {
    const inner = new Map(bound);
    for (const { name, evidence } of bindings) {
      const start = await this.startOf(evidence, flow, inner);
      const levels = await this.path(evidence, flow, inner);
      const plan: SequencePlan = { ...evidence, start: start.plan ?? { kind: "Document" } };
      inner.set(name, { plan, levels, isWeighed: false });
    }
    await this.expression(condition, flow, inner);
  }
}

/** The field that an expression reads of nodes, if it reads one. */
function fieldOf(node: PlanNode): string | null {
  if (node.kind === "FieldValue") return node.name;
  return node.kind === "Local" && node.target.kind === "Field" ? node.target.name : null;
}
