import type { Argument, AxisOperator, QueryPlan } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import type { Clock } from "./clock.js";
import type { Frame } from "./frame.js";
import type { Observer } from "./observer.js";
import { type ResolvedAxis, resolveAxis } from "./resolvedAxis.js";
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
  /** Where absolute paths start: at the document node, or at what a watch expression looks at. */
  readonly start: Frame;
  /** The value of a literal or parameter. */
  value(argument: Argument<string | number | boolean>): ArgumentValue;
}

/** Axes without parameters are the same in every run over a tree: half the time of a query of microseconds. */
const withoutParameters = new WeakMap<Tree, WeakMap<AxisOperator, ResolvedAxis>>();

/** Axis operators resolved against the tree. */
export class AxisCache {
  private readonly ofTree: WeakMap<AxisOperator, ResolvedAxis>;
  private readonly ofRun: (ResolvedAxis | undefined)[] = [];

  constructor(
    private readonly tree: Tree,
    private readonly place: (argument: Argument<number>) => number,
  ) {
    let ofTree = withoutParameters.get(tree);
    if (ofTree === undefined) {
      ofTree = new WeakMap();
      withoutParameters.set(tree, ofTree);
    }
    this.ofTree = ofTree;
  }

  of(operator: AxisOperator): ResolvedAxis {
    const known = this.ofRun[operator.id] ?? this.ofTree.get(operator);
    if (known !== undefined) return known;
    const axis = resolveAxis(this.tree, operator, this.place);
    if (takesParameter(operator)) this.ofRun[operator.id] = axis;
    else this.ofTree.set(operator, axis);
    return axis;
  }
}

const takesParameter = ({ take }: AxisOperator): boolean =>
  take?.from?.kind === "Parameter" || take?.to?.kind === "Parameter";

export function countRows(run: Run, operatorId: number, count: number): void {
  run.rows[operatorId] = (run.rows[operatorId] ?? 0) + count;
}
