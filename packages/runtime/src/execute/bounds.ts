import { COMBINATIONS } from "@semantic-xpath/parser";
import {
  type AggregateScore,
  asksScorer,
  type BooleanExpression,
  combine,
  compareValues,
  type Local,
  type PathPlan,
  type ScoreExpression,
} from "@semantic-xpath/planner";
import { getOrMake } from "@semantic-xpath/tree";
import { type Batch, nodesBatch } from "./batch.js";
import { evaluateCondition } from "./conditions.js";
import { driveSync } from "./drive.js";
import type { Task } from "./effects.js";
import { evaluateEvidence } from "./evidence.js";
import type { Run } from "./run.js";
import { evaluateScore } from "./scores.js";

/** Possible values of a score: every unknown score counts as anything from 0 to 1. `low === high`: it is known. */
export interface Interval {
  low: number;
  high: number;
}

/** Next request: a score of a slot, or an expression whose value needs a whole evaluation. */
export type Want =
  | { readonly kind: "score"; readonly local: Local; readonly node: number }
  | { readonly kind: "value"; readonly expression: ScoreExpression | BooleanExpression; readonly node: number };

/** Evidence of one node whose members are certain: only their scores are open. */
interface Evidence {
  readonly ids: Int32Array;
  readonly scores: readonly ScoreExpression[];
}

/** exp and log are not guaranteed to be monotone in the last bit: what is computed inexactly gets this much slack while it is open. */
const SLACK = 1 + 2 ** -48;

/**
 * Interval evaluation of score expressions with the executor's arithmetic. Sums, products, quotients and `1 - x` round
 * monotonically, so an interval over open scores holds the exact value to the last bit.
 */
export class Bounds {
  private readonly values = new Map<number, Map<number, number>>();
  private readonly evidences = new Map<number, Map<number, Evidence>>();
  private readonly prefixes = new Map<number, { path: PathPlan; scores: readonly ScoreExpression[] } | null>();

  constructor(private readonly run: Run) {}

  /** Takes in the value of an expression that was asked for as a whole. */
  learn(expression: ScoreExpression | BooleanExpression, node: number, value: number): void {
    getOrMake(this.values, expression.id, () => new Map<number, number>()).set(node, value);
  }

  score(score: ScoreExpression, node: number): Interval {
    switch (score.kind) {
      case "Local": {
        const value = this.run.scores.slot(score.slot).scoreOf(node);
        return Number.isNaN(value) ? { low: 0, high: 1 } : { low: value, high: value };
      }
      case "Constant":
        return { low: score.value, high: score.value };
      case "Complement": {
        const { low, high } = this.score(score.operand, node);
        return { low: 1 - high, high: 1 - low };
      }
      case "Indicator":
        return this.condition(score.condition, node);
      case "Composite":
        return spread(
          score.function,
          score.operands.map((operand) => this.score(operand, node)),
        );
      case "Aggregate": {
        const evidence = this.evidenceOf(score, node);
        if (evidence === null) {
          if (!asksScorer(score)) this.learnNow(score, node, (batch) => evaluateScore(this.run, score, batch));
          return this.known(score, node);
        }
        if (evidence.ids.length === 0) return { low: 0, high: 0 };
        return spread(score.function, this.members(evidence));
      }
    }
  }

  condition(condition: BooleanExpression, node: number): Interval {
    switch (condition.kind) {
      case "Truth":
        return certain(condition.value);
      case "Not": {
        const { low, high } = this.condition(condition.operand, node);
        return { low: 1 - high, high: 1 - low };
      }
      case "And":
      case "Or":
        return spread(
          condition.kind === "And" ? "min" : "max",
          condition.operands.map((operand) => this.condition(operand, node)),
        );
      case "Threshold": {
        const { low, high } = this.score(condition.score, node);
        const right = Number(this.run.value(condition.right));
        if (low === high) return certain(compareValues(low, condition.operator, right));
        const ends = [compareValues(low, condition.operator, right), compareValues(high, condition.operator, right)];
        const monotone = condition.operator !== "=" && condition.operator !== "!=";
        if (monotone && ends[0] === ends[1]) return certain(ends[0]!);
        if (!monotone && (right < low || right > high)) return certain(condition.operator === "!=");
        return { low: 0, high: 1 };
      }
      default:
        if (!asksScorer(condition))
          this.learnNow(condition, node, (batch) => evaluateCondition(this.run, condition, batch));
        return this.known(condition, node);
    }
  }

  /** True if only missing scores keep an interval of the expression open: then no evaluation can close it. */
  opensByScoresOnly(score: ScoreExpression): boolean {
    switch (score.kind) {
      case "Local":
      case "Constant":
        return true;
      case "Complement":
        return this.opensByScoresOnly(score.operand);
      case "Composite":
        return score.operands.every((operand) => this.opensByScoresOnly(operand));
      case "Aggregate":
        return this.prefixOf(score)?.scores.every((member) => this.opensByScoresOnly(member)) ?? false;
      case "Indicator":
        return false;
    }
  }

  /** The next thing worth asking for, in written order and leaving out operands that can't change the value. */
  want(score: ScoreExpression, node: number, into: Want[]): void {
    switch (score.kind) {
      case "Local":
        into.push({ kind: "score", local: score, node });
        return;
      case "Complement":
        this.want(score.operand, node, into);
        return;
      case "Indicator":
        this.wantCondition(score.condition, node, into);
        return;
      case "Composite": {
        const intervals = score.operands.map((operand) => this.score(operand, node));
        const at = firstOpen(score.function, intervals);
        if (at >= 0) this.want(score.operands[at]!, node, into);
        return;
      }
      case "Aggregate":
        this.wantEvidence(score, node, into);
        return;
      case "Constant":
        return;
    }
  }

  wantCondition(condition: BooleanExpression, node: number, into: Want[]): void {
    switch (condition.kind) {
      case "Not":
        this.wantCondition(condition.operand, node, into);
        return;
      case "And":
      case "Or": {
        const intervals = condition.operands.map((operand) => this.condition(operand, node));
        const at = firstOpen(condition.kind === "And" ? "min" : "max", intervals);
        if (at >= 0) this.wantCondition(condition.operands[at]!, node, into);
        return;
      }
      case "Threshold":
        this.want(condition.score, node, into);
        return;
      default:
        into.push({ kind: "value", expression: condition, node });
    }
  }

  /** One open member; of long evidence a sixteenth at a time, so that re-evaluation stays linear. */
  private wantEvidence(score: AggregateScore, node: number, into: Want[]): void {
    const evidence = this.evidenceOf(score, node);
    if (evidence === null) {
      into.push({ kind: "value", expression: score, node });
      return;
    }
    const intervals = this.members(evidence);
    const open = openMembers(score.function, intervals);
    const count = Math.max(1, open.length >> 4);
    for (const at of open.slice(0, count)) this.wantMember(evidence, evidence.ids[at]!, into);
  }

  private wantMember({ scores }: Evidence, member: number, into: Want[]): void {
    for (const score of scores) {
      const { low, high } = this.score(score, member);
      if (low !== high) {
        this.want(score, member, into);
        return;
      }
    }
  }

  /** `weight(e) = Π scores(e)` for each member. */
  private members({ ids, scores }: Evidence): Interval[] {
    const intervals: Interval[] = [];
    for (let i = 0; i < ids.length; i++) {
      let low = 1;
      let high = 1;
      for (const score of scores) {
        const interval = this.score(score, ids[i]!);
        low *= interval.low;
        high *= interval.high;
      }
      intervals.push({ low, high });
    }
    return intervals;
  }

  private known(expression: ScoreExpression | BooleanExpression, node: number): Interval {
    const value = this.values.get(expression.id)?.get(node);
    return value === undefined ? { low: 0, high: 1 } : { low: value, high: value };
  }

  /** An expression without any scores. */
  private learnNow(
    expression: ScoreExpression | BooleanExpression,
    node: number,
    evaluate: (batch: Batch) => Task<ArrayLike<number>>,
  ): void {
    if (this.values.get(expression.id)?.has(node)) return;
    this.learn(expression, node, driveSync(evaluate(nodesBatch(Int32Array.of(node))))[0]!);
  }

  /** Finds the evidence of many nodes side by side: a fraction of the time that one by one takes. */
  prepare(score: ScoreExpression, ids: Int32Array): void {
    if (score.kind === "Composite") for (const operand of score.operands) this.prepare(operand, ids);
    else if (score.kind === "Complement") this.prepare(score.operand, ids);
    const prefix = score.kind === "Aggregate" ? this.prefixOf(score) : null;
    if (prefix === null) return;
    const { ids: evidenceIds, offsets } = driveSync(evaluateEvidence(this.run, prefix.path, nodesBatch(ids)));
    const byNode = getOrMake(this.evidences, score.id, () => new Map<number, Evidence>());
    for (let i = 0; i < ids.length; i++)
      byNode.set(ids[i]!, { ids: evidenceIds.subarray(offsets![i]!, offsets![i + 1]!), scores: prefix.scores });
  }

  /** null: which nodes are evidence depends on scores or places, so only a whole evaluation tells. */
  private evidenceOf(score: AggregateScore, node: number): Evidence | null {
    const cached = this.evidences.get(score.id)?.get(node);
    if (cached !== undefined) return cached;
    const prefix = this.prefixOf(score);
    if (prefix === null) return null;
    const { ids } = driveSync(evaluateEvidence(this.run, prefix.path, nodesBatch(Int32Array.of(node))));
    const evidence = { ids, scores: prefix.scores };
    getOrMake(this.evidences, score.id, () => new Map<number, Evidence>()).set(node, evidence);
    return evidence;
  }

  /** The evidence path without the relevances of its last step, where only these ask the scorer and nothing follows them. */
  private prefixOf(score: AggregateScore): { path: PathPlan; scores: readonly ScoreExpression[] } | null {
    return getOrMake(this.prefixes, score.id, () => splitEvidence(score.evidence));
  }
}

function splitEvidence(path: PathPlan): { path: PathPlan; scores: readonly ScoreExpression[] } | null {
  const last = path.steps.at(-1);
  if (last === undefined || last.grouping === "context" || path.attribute !== null) return null;
  if (
    path.steps
      .slice(0, -1)
      .some((step) => step.brackets.some((bracket) => bracket.kind === "Relevance" || asksScorer(bracket)))
  )
    return null;
  const from = last.brackets.findIndex((bracket) => bracket.kind === "Relevance" || asksScorer(bracket));
  if (from < 0) return { path, scores: [] };
  const scores: ScoreExpression[] = [];
  for (const bracket of last.brackets.slice(from)) {
    if (bracket.kind !== "Relevance") return null;
    scores.push(bracket.score);
  }
  const steps = [...path.steps.slice(0, -1), { ...last, brackets: last.brackets.slice(0, from) }];
  return { path: { ...path, steps }, scores };
}

const certain = (value: boolean): Interval => (value ? { low: 1, high: 1 } : { low: 0, high: 0 });

export function spread(fn: Parameters<typeof combine>[0], intervals: readonly Interval[]): Interval {
  const low = combine(
    fn,
    intervals.map((interval) => interval.low),
  );
  const high = combine(
    fn,
    intervals.map((interval) => interval.high),
  );
  if (!COMBINATIONS[fn].isInexact || intervals.every((interval) => interval.low === interval.high))
    return { low, high };
  return { low: low / SLACK, high: Math.min(1, high * SLACK) };
}

/** The first operand that is open and not dominated: below every other's floor in max, above every other's ceiling in min. */
function firstOpen(fn: Parameters<typeof combine>[0], intervals: readonly Interval[]): number {
  return openMembers(fn, intervals)[0] ?? -1;
}

function openMembers(fn: Parameters<typeof combine>[0], intervals: readonly Interval[]): number[] {
  let floor = Number.NEGATIVE_INFINITY;
  let ceiling = Number.POSITIVE_INFINITY;
  for (const { low, high } of intervals) {
    if (low > floor) floor = low;
    if (high < ceiling) ceiling = high;
  }
  const open: number[] = [];
  for (let i = 0; i < intervals.length; i++) {
    const { low, high } = intervals[i]!;
    if (low === high || (fn === "max" && high <= floor) || (fn === "min" && low >= ceiling)) continue;
    open.push(i);
  }
  return open;
}
