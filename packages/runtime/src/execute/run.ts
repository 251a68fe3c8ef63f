import type { Argument, AxisOperator, QueryPlan } from "@semantic-xpath/planner";
import type { Tree } from "../tree/tree.js";
import { type ResolvedAxis, resolveAxis } from "./axisTest.js";
import type { Clock } from "./clock.js";
import type { Observer } from "./observer.js";
import type { ScoreStore } from "./scoreStore.js";

export type ArgumentValue = string | number | boolean;

/** What every operator of one run shares. */
export interface Run {
  readonly tree: Tree;
  readonly plan: QueryPlan;
  readonly axes: AxisCache;
  readonly scores: ScoreStore;
  readonly clock: Clock;
  /** Nodes that came out of each axis and bracket so far, by operator id: says where a result became empty. */
  readonly rows: number[];
  /** null: nobody watches, and nothing is made for watching. */
  readonly observer: Observer | null;
  /** The value of a literal or parameter. */
  value(argument: Argument<string | number | boolean>): ArgumentValue;
}

/** Axis operators resolved against the tree, by operator id. */
export class AxisCache {
  private readonly resolved: (ResolvedAxis | undefined)[] = [];

  constructor(
    private readonly tree: Tree,
    private readonly place: (argument: Argument<number>) => number,
  ) {}

  of(operator: AxisOperator): ResolvedAxis {
    const known = this.resolved[operator.id];
    if (known !== undefined) return known;
    const axis = resolveAxis(this.tree, operator, this.place);
    this.resolved[operator.id] = axis;
    return axis;
  }
}

export function countRows(run: Run, operatorId: number, count: number): void {
  run.rows[operatorId] = (run.rows[operatorId] ?? 0) + count;
}
