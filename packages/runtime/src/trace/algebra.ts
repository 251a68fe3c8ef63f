import {
  type AggregateScore,
  dependsOnPlace,
  describeScore,
  type Local,
  type PathPlan,
  type ScoreExpression,
} from "@semantic-xpath/planner";
import { Bounds, type Interval, spread } from "../execute/bounds.js";
import { evaluateCondition } from "../execute/conditions.js";
import { driveSync } from "../execute/drive.js";
import type { Run } from "../execute/run.js";
import { nodePath } from "../tree/path.js";
import { type Factor, factorsOf } from "./factors.js";
import { Recorder } from "./recorder.js";
import { replayPath } from "./replay.js";
import type { ScoreAlgebra, TraceEvidence, TraceFactor } from "./trace.js";

/** A node with its place in the list in which a score was asked for. */
export interface PlacedNode {
  readonly node: number;
  readonly place: number;
  readonly last: number;
}

/**
 * Tells the algebra of any score after a run, from the scores in its store and with the executor's own arithmetic. Nothing is
 * asked for: what was never scored is shown as the interval in which it lies.
 */
export class Algebra {
  private readonly bounds: Bounds;

  constructor(private readonly run: Run) {
    this.bounds = new Bounds(run);
  }

  of(score: ScoreExpression, at: PlacedNode): ScoreAlgebra {
    switch (score.kind) {
      case "Local":
        return this.local(score, at.node);
      case "Aggregate":
        return this.aggregate(score, at.node);
      case "Composite": {
        const operands = score.operands.map((operand) => this.of(operand, at));
        return algebra(score, score.function, spread(score.function, operands), operands);
      }
      case "Complement": {
        const operand = this.of(score.operand, at);
        return algebra(score, "1-", { low: 1 - operand.high, high: 1 - operand.low }, [operand]);
      }
      case "Indicator":
        return algebra(score, "indicator", this.indicator(score.condition, at), []);
      case "Constant":
        return algebra(score, "constant", { low: score.value, high: score.value }, []);
    }
  }

  /** The factors of a chain with their algebra. */
  factors(chain: readonly Factor[]): TraceFactor[] {
    return chain.map(({ node, scores }) => ({
      path: nodePath(this.run.tree, node),
      scores: scores.map(({ operatorId, score, place, last }) => ({
        operatorId,
        algebra: this.of(score, { node, place, last }),
      })),
    }));
  }

  private indicator(condition: Parameters<Bounds["condition"]>[0], { node, place, last }: PlacedNode): Interval {
    if (!dependsOnPlace(condition)) return this.bounds.condition(condition, node);
    const batch = { ids: Int32Array.of(node), places: Int32Array.of(place), lasts: Int32Array.of(last) };
    const value = driveSync(evaluateCondition(this.run, condition, batch))[0]!;
    return { low: value, high: value };
  }

  private local(score: Local, node: number): ScoreAlgebra {
    const slot = this.run.scores.slot(score.slot);
    const code = slot.texts.codeOf(node);
    const numbers = code >= 0 ? [code] : slot.texts.numbersOf(code);
    const text = numbers.length === 0 ? null : numbers.map((number) => slot.texts.texts[number]!).join("\n");
    const asked = { condition: slot.condition, text };
    return { ...algebra(score, "scorer", this.bounds.score(score, node), []), asked };
  }

  private aggregate(score: AggregateScore, node: number): ScoreAlgebra {
    const evidence = this.evidence(score.evidence, node);
    const intervals = evidence.map(({ weight }) =>
      weight === null ? { low: 0, high: 1 } : { low: weight, high: weight },
    );
    const open = evidence.some(({ weight }) => weight === null);
    const interval = open
      ? this.bounds.score(score, node)
      : evidence.length === 0
        ? { low: 0, high: 0 }
        : spread(score.function, intervals);
    return { ...algebra(score, score.function, interval, []), evidence };
  }

  /** The evidence of one node, evaluated again on the scores that are there. */
  private evidence(path: PathPlan, node: number): TraceEvidence[] {
    const recorder = new Recorder();
    const frame = replayPath(this.run, recorder, this.bounds, path, node);
    return Array.from(frame.ids, (id, i) => {
      const weight = frame.weights === null ? 1 : frame.weights[i]!;
      const chain = factorsOf(this.run, recorder, path, id, weight) ?? [];
      return {
        path: nodePath(this.run.tree, id),
        weight: Number.isNaN(weight) ? null : weight,
        factors: this.factors(chain),
      };
    });
  }
}

function algebra(
  score: ScoreExpression,
  operation: ScoreAlgebra["operation"],
  { low, high }: Interval,
  operands: readonly ScoreAlgebra[],
): ScoreAlgebra {
  return {
    expressionId: score.id,
    text: describeScore(score),
    operation,
    value: low === high ? low : null,
    low,
    high,
    operands,
  };
}
