import {
  type AggregateScore,
  describeScore,
  type Local,
  type PathPlan,
  type ScoreExpression,
} from "@semantic-xpath/planner";
import type { ScoreEvidence, Scorer } from "@semantic-xpath/scorers";
import { getOrMake } from "@semantic-xpath/tree";
import { type Interval, spread } from "../execute/bounds.js";
import type { Run } from "../execute/run.js";
import { pathOf } from "./drops.js";
import { attributeNameOf, type Factor, factorsOf } from "./factors.js";
import { decidingNode, type KnownScores, type PlacedNode } from "./knownScores.js";
import { lazily } from "./lazily.js";
import { Recorder } from "./recorder.js";
import { replayEvidence } from "./replay.js";
import type { Asked, ScoreAlgebra, TraceEvidence, TraceFactor } from "./trace.js";

/**
 * Explains any score after a run, from the scores in its store and with the executor's own arithmetic. Nothing is asked for: what was never scored is
 * shown as the interval in which it lies.
 */
export class Algebra {
  /** The last ones of each aggregate, by deciding node: neighbours often share it, and evidence may be long. */
  private readonly last = new Map<number, Map<number, ScoreAlgebra>>();

  constructor(
    private readonly run: Run,
    private readonly knownScores: KnownScores,
    private readonly scorer: Scorer,
  ) {}

  of(score: ScoreExpression, at: PlacedNode): ScoreAlgebra {
    switch (score.kind) {
      case "Local":
        return this.local(score, at);
      case "Aggregate":
        return this.aggregate(score, at);
      case "Composite": {
        const operands = score.operands.map((operand) => this.of(operand, at));
        return algebra(score, score.function, spread(score.function, operands), operands);
      }
      case "Complement": {
        const operand = this.of(score.operand, at);
        return algebra(score, "1-", { low: 1 - operand.high, high: 1 - operand.low }, [operand]);
      }
      case "Indicator":
        return algebra(score, "indicator", this.knownScores.condition(score.condition, at), []);
      case "Constant":
        return algebra(score, "constant", { low: score.value, high: score.value }, []);
    }
  }

  /** The factors of a chain with their algebra. */
  factors(chain: readonly Factor[]): TraceFactor[] {
    return chain.map(({ scores }) => ({
      path: pathOf(this.run, scores[0]!.at.node),
      scores: scores.map(({ operatorId, score, at }) => ({
        operatorId,
        path: pathOf(this.run, at.node),
        algebra: this.of(score, at),
      })),
    }));
  }

  private local(score: Local, at: PlacedNode): ScoreAlgebra {
    const slot = this.run.scores.slot(score.slot);
    const code = slot.codeOf(at.node);
    const numbers = code >= 0 ? [code] : slot.texts.numbersOf(code);
    const texts = Array.from(numbers, (number) => slot.texts.texts[number]!);
    const plain = algebra(score, "scorer", this.knownScores.score(score, at), []);
    const asked = { condition: slot.condition, text: texts.length === 0 ? null : texts.join("\n") };
    const { scorer } = this;
    if (scorer.explain === undefined || asked.text === null || plain.value === null) return { ...plain, asked };
    // Among several texts the best one counts.
    const explanation = (): ScoreEvidence => {
      const explained = texts.map((text, i) =>
        scorer.explain!(text, slot.condition, slot.texts.contextOf(numbers[i]!)),
      );
      const best = explained.reduce((best, { score }, i) => (score > explained[best]!.score ? i : best), 0);
      const before = texts.slice(0, best).reduce((length, text) => length + text.length + 1, 0);
      return movedBy(before, explained[best]!);
    };
    return { ...plain, asked: lazily<Asked, Required<Pick<Asked, "explanation">>>(asked, { explanation }) };
  }

  private aggregate(score: AggregateScore, at: PlacedNode): ScoreAlgebra {
    const last = getOrMake(this.last, score.id, () => new Map<number, ScoreAlgebra>());
    const deciding = decidingNode(this.run, score.evidence, at.node);
    const cached = last.get(deciding);
    if (cached !== undefined) return cached;
    const algebra = this.aggregateOf(score, at);
    // An open interval may close while a run continues.
    if (isSettled(algebra)) last.set(deciding, algebra);
    if (last.size > MAX_KEPT) last.delete(last.keys().next().value!);
    return algebra;
  }

  private aggregateOf(score: AggregateScore, at: PlacedNode): ScoreAlgebra {
    const evidence = this.evidence(score.evidence, at.node);
    const weights = evidence?.map(({ weight }) => weight) ?? [null];
    const interval = weights.includes(null)
      ? this.knownScores.score(score, at)
      : spreadOver(score.function, weights as readonly number[]);
    const plain = algebra(score, score.function, interval, []);
    return evidence === null ? plain : { ...plain, evidence };
  }

  /** The evidence of one node, evaluated again on the present scores; null if these do not decide it. */
  private evidence(path: PathPlan, node: number): TraceEvidence[] | null {
    const recorder = new Recorder();
    const frame = replayEvidence(this.run, recorder, this.knownScores, path, node);
    if (frame === null) return null;
    return Array.from(frame.ids, (id, i) => {
      const weight = frame.weights === null ? 1 : frame.weights[i]!;
      const attribute = attributeNameOf(this.run, frame, i);
      const chain = factorsOf(this.run, recorder, path, { node: id, attribute, weight }) ?? [];
      return {
        path: pathOf(this.run, id, attribute),
        weight: Number.isNaN(weight) ? null : weight,
        factors: this.factors(chain),
      };
    });
  }
}

/** Evidence of a text that begins at an offset of a longer one. */
const movedBy = (offset: number, evidence: ScoreEvidence): ScoreEvidence => ({
  ...evidence,
  terms: evidence.terms.map((term) => ({
    ...term,
    inText: term.inText && { start: term.inText.start + offset, end: term.inText.end + offset },
  })),
});

/** Nodes near each other have few deciding nodes. */
const MAX_KEPT = 16;

/** True if all scores of an algebra are known. */
const isSettled = ({ value, operands, evidence }: ScoreAlgebra): boolean =>
  value !== null &&
  operands.every(isSettled) &&
  (evidence ?? []).every(({ factors }) =>
    factors.every(({ scores }) => scores.every(({ algebra }) => isSettled(algebra))),
  );

/** 0 without evidence. */
function spreadOver(fn: AggregateScore["function"], weights: readonly number[]): Interval {
  if (weights.length === 0) return { low: 0, high: 0 };
  return spread(
    fn,
    weights.map((weight) => ({ low: weight, high: weight })),
  );
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
