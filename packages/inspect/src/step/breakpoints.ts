import type { ComparisonOperator, Span } from "@semantic-xpath/parser";
import { asksScorer, compareValues, type SequencePlan, type ValuePlan } from "@semantic-xpath/planner";
import { eachOperator } from "@semantic-xpath/runtime/internal";
import { ownOf } from "../passed.js";
import {
  type Expression,
  evaluateExpression,
  type Problem,
  problemOf,
  readExpression,
  type Workbench,
} from "./expression.js";
import type { LoggedStop } from "./log.js";
import { nodesOf } from "./rows.js";
import type { BoundBreakpoint, Breakpoint } from "./stops.js";

/** A breakpoint that stops at a stop; `problem` if its condition could not be evaluated. */
export interface Hit {
  readonly id: number;
  readonly problem: string | null;
}

interface Bound {
  readonly bound: BoundBreakpoint;
  readonly condition: Condition | null;
  /** Result of the condition, by stop: a stop never changes. */
  readonly held: Map<number, boolean>;
}

/** The breakpoints of a session, bound to the operators of its plan. */
export class Breakpoints {
  private all: readonly Bound[] = [];

  constructor(
    private readonly bench: Workbench,
    private readonly stops: readonly LoggedStop[],
  ) {}

  set(breakpoints: readonly Breakpoint[]): readonly BoundBreakpoint[] {
    this.all = breakpoints.map((breakpoint) => this.bind(breakpoint));
    return this.all.map(({ bound }) => bound);
  }

  /** The breakpoints that stop at a stop, in the order in which they were set. The same whichever way the stop is reached. */
  async hitsAt(stop: LoggedStop): Promise<readonly Hit[]> {
    const hits: Hit[] = [];
    for (const breakpoint of this.all) {
      const { id, operatorId, problem } = breakpoint.bound;
      if (operatorId !== stop.operatorId || problem !== null) continue;
      try {
        if (await this.stopsAt(breakpoint, stop)) hits.push({ id, problem: null });
      } catch (error) {
        hits.push({ id, problem: problemOf(error).message });
      }
    }
    return hits;
  }

  private bind(breakpoint: Breakpoint): Bound {
    const place = operatorAt(this.bench.query.plan.result, breakpoint.offset);
    const condition =
      breakpoint.condition === null || breakpoint.condition.trim() === ""
        ? null
        : readCondition(breakpoint.condition, this.bench);
    const isWrong = condition?.kind === "problem";
    const problem = place === null ? "There is no step and no bracket here." : isWrong ? condition.message : null;
    const operatorId = problem === null ? place!.operatorId : null;
    return {
      bound: { ...breakpoint, operatorId, span: place?.span ?? null, problem },
      condition: isWrong ? null : condition,
      held: new Map(),
    };
  }

  private async stopsAt(breakpoint: Bound, stop: LoggedStop): Promise<boolean> {
    if (!(await this.held(breakpoint, stop))) return false;
    let times = 1;
    for (let i = 0; i + 1 < stop.index && times < breakpoint.bound.hits; i++) {
      const earlier = this.stops[i]!;
      if (earlier.operatorId === stop.operatorId && (await this.held(breakpoint, earlier))) times++;
    }
    return times >= breakpoint.bound.hits;
  }

  private async held({ condition, held }: Bound, stop: LoggedStop): Promise<boolean> {
    if (condition === null) return true;
    const value = held.get(stop.index) ?? (await conditionHolds(condition, stop, this.bench));
    held.set(stop.index, value);
    return value;
  }
}

/** When a breakpoint stops. */
type Condition =
  | { readonly kind: "count" | "weight"; readonly operator: ComparisonOperator; readonly right: number }
  | Expression;

const OF_SEQUENCE = /^\s*(count|weight)\s*(<=|>=|!=|=|<|>)\s*(-?\d+(?:\.\d+)?)\s*$/;
const OF_SEQUENCE_BEGINS = /^\s*(count|weight)\s*(?:[<>=!]|$)/;

/** `count < 3`, `weight >= 0.5`, or an expression of a bracket that is true or false. */
function readCondition(text: string, bench: Workbench): Condition | Problem {
  const match = OF_SEQUENCE.exec(text);
  if (match !== null)
    return { kind: match[1] as "count" | "weight", operator: match[2] as ComparisonOperator, right: Number(match[3]) };
  const begun = OF_SEQUENCE_BEGINS.exec(text);
  if (begun !== null) return problemWith(`Compare ${begun[1]} with a number, as in ${begun[1]} >= 0.5.`);
  const expression = readExpression(text, bench.query, bench.prepared.tree.typeNames.slice(1));
  if (expression.kind === "problem" || expression.bracket.kind === "Filter") return expression;
  const isGraded = asksScorer(expression.bracket.score);
  return problemWith(`${isGraded ? "A relevance" : "A score"} is not true or false. Compare it: ${text.trim()} >= 0.5`);
}

/** Tests that it holds for a sequence, or for any entry of it. */
async function conditionHolds(condition: Condition, { after }: LoggedStop, bench: Workbench): Promise<boolean> {
  switch (condition.kind) {
    case "count":
      return compareValues(after.count, condition.operator, condition.right);
    case "weight": {
      const { weights } = after.frame;
      if (weights === null) return after.count > 0 && compareValues(1, condition.operator, condition.right);
      return weights.some((weight) => compareValues(weight, condition.operator, condition.right));
    }
    case "expression": {
      const { ids, places } = nodesOf(after);
      if (ids.length === 0) return false;
      const lasts = new Int32Array(ids.length).fill(after.count);
      return Array.from(await evaluateExpression(bench, condition, { ids, places, lasts, bindings: null })).includes(1);
    }
  }
}

const problemWith = (message: string): Problem => ({ kind: "problem", message, span: null });

/** An operator that a run can stop at, and its part of the query. */
interface OperatorPlace {
  readonly operatorId: number;
  readonly span: Span;
}

/** The innermost operator whose span holds the offset. What the optimiser took into an axis stops at the axis. */
function operatorAt(sequence: SequencePlan | ValuePlan, offset: number): OperatorPlace | null {
  const places: (OperatorPlace & { readonly width: number })[] = [];
  eachOperator(sequence, (operator) => {
    const { id, span } = ownOf(operator);
    for (const { start, end } of [span, operator.span])
      if (offset >= start && offset < end) places.push({ operatorId: id, span, width: end - start });
  });
  return places.sort((a, b) => a.width - b.width)[0] ?? null;
}
