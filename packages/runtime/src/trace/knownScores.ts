import {
  type AggregateScore,
  type BooleanExpression,
  dependsOnPlace,
  type PathPlan,
  type ScoreExpression,
} from "@semantic-xpath/planner";
import { DOCUMENT, getOrMake, NONE, type NodeId } from "@semantic-xpath/tree";
import { algorithmOf } from "../execute/axes/axisRows.js";
import type { Batch } from "../execute/batch.js";
import { Bounds, type Interval, spread } from "../execute/bounds.js";
import { evaluateCondition } from "../execute/conditions.js";
import type { Task } from "../execute/effects.js";
import { EMPTY_IDS, IdBuffer } from "../execute/frame.js";
import type { Run } from "../execute/run.js";
import { evaluateScore } from "../execute/scores.js";

/** A node with its place in the list in which a score was asked for. */
export interface PlacedNode {
  readonly node: number;
  readonly place: number;
  readonly last: number;
}

/**
 * Knowledge about any score after the end of a run: the value if the scores in its store decide it, else its interval. It uses the executor's own
 * arithmetic, without further scores. Takes a quiet run.
 */
export class KnownScores {
  private readonly bounds: Bounds;
  /** Intervals of aggregates, by expression and deciding node: many nodes may share the same evidence. */
  private readonly aggregates = new Map<number, Map<number, Interval>>();

  constructor(private readonly run: Run) {
    this.bounds = new Bounds(run);
  }

  /** Before many nodes are asked for the same score. */
  prepare(score: ScoreExpression, ids: Int32Array): void {
    this.bounds.prepare(score, ids);
  }

  score(score: ScoreExpression, at: PlacedNode): Interval {
    // Bounds are those of nodes.
    if (this.run.groups.isGroup(at.node))
      return this.settled({ low: 0, high: 1 }, () => evaluateScore(this.run, score, batchOf(at)));
    switch (score.kind) {
      case "Composite":
        return spread(
          score.function,
          score.operands.map((operand) => this.score(operand, at)),
        );
      case "Complement": {
        const { low, high } = this.score(score.operand, at);
        return { low: 1 - high, high: 1 - low };
      }
      case "Indicator":
        return this.condition(score.condition, at);
      case "Constant":
      case "Local":
        return this.bounds.score(score, at.node);
      case "Aggregate":
        return this.aggregate(score, at);
    }
  }

  /** Cached only if it is settled: a continuing run may close an interval. */
  private aggregate(score: AggregateScore, at: PlacedNode): Interval {
    const ofScore = getOrMake(this.aggregates, score.id, () => new Map<number, Interval>());
    const deciding = decidingNode(this.run, score.evidence, at.node);
    const cached = ofScore.get(deciding);
    if (cached !== undefined) return cached;
    const bounds = this.bounds.score(score, at.node);
    const interval = this.bounds.opensByScoresOnly(score)
      ? bounds
      : this.settled(bounds, () => evaluateScore(this.run, score, batchOf(at)));
    if (interval.low === interval.high) ofScore.set(deciding, interval);
    return interval;
  }

  condition(condition: BooleanExpression, at: PlacedNode): Interval {
    const open = { low: 0, high: 1 };
    const interval = dependsOnPlace(condition) ? open : this.bounds.condition(condition, at.node);
    return this.settled(interval, () => evaluateCondition(this.run, condition, batchOf(at)));
  }

  /** For an open interval, a whole evaluation may still find every score that it needs. */
  private settled(interval: Interval, evaluation: () => Task<ArrayLike<number>>): Interval {
    if (interval.low === interval.high) return interval;
    const values = settle(evaluation());
    return values === null ? interval : { low: values[0]!, high: values[0]! };
  }
}

const batchOf = ({ node, place, last }: PlacedNode): Batch => ({
  ids: Int32Array.of(node),
  places: Int32Array.of(place),
  lasts: Int32Array.of(last),
  bindings: null,
});

/** A run without an observer and without scoring: a missing score leaves the store unchanged. */
export function quietRun(run: Run): Run {
  const { scores } = run;
  const demand = function* (slot: number, _expressionId: number, ids: Int32Array): Task<void> {
    const { condition, texts } = scores.slot(slot);
    if (ids.some((node) => Number.isNaN(scores.slot(slot).scoreOf(node))))
      yield { kind: "score", list: texts.list, numbers: EMPTY_IDS, condition };
  };
  return {
    ...run,
    rows: [],
    observer: null,
    // Questions about a run are bounded by what it did already.
    combinations: { limit: Number.POSITIVE_INFINITY, used: 0 },
    once: run.once.readOnly(),
    scores: Object.assign(Object.create(scores) as typeof scores, { demand }),
  };
}

/** Runs a task of a quiet run; null if it needs a score. */
export function settle<T>(task: Task<T>): T | null {
  let isOpen = false;
  let step = task.next();
  while (!step.done) {
    if (step.value.kind === "score") isOpen = true;
    step = task.next();
  }
  return isOpen ? null : step.value;
}

/**
 * The node that decides the evidence of a node: all nodes with the same one have the same evidence, such as the notes of the whole day
 * for each stop of it. It is the first node above to which a path that goes up leads, NONE if it leads nowhere; else the node itself.
 */
export function decidingNode({ axes, tree }: Run, { start, steps }: PathPlan, node: NodeId): NodeId {
  if (start.kind === "Document") return DOCUMENT;
  const step = steps[0];
  if (step === undefined || step.brackets.length > 0 || step.axis.kind === "Members" || step.axis.take !== null)
    return node;
  const axis = axes.of(step.axis);
  const { leads, walk } = algorithmOf(axis);
  if (leads !== "up") return node;
  const first = new IdBuffer(1);
  walk(tree, axis.mask, node, first, 1);
  return first.take()[0] ?? NONE;
}
