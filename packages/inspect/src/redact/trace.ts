import type { ScoreAlgebra, Trace, TraceDrop, TraceFactor } from "@semantic-xpath/runtime/internal";
import { barsOf } from "./redactor.js";

/** The algebra without the texts that the scorer was asked about; conditions stay. */
export function redactAlgebra(algebra: ScoreAlgebra): ScoreAlgebra {
  const { asked, evidence } = algebra;
  return {
    ...algebra,
    operands: algebra.operands.map(redactAlgebra),
    ...(asked && { asked: { ...asked, text: asked.text === null ? null : barsOf(asked.text) } }),
    ...(evidence && { evidence: evidence.map((each) => ({ ...each, factors: redactFactors(each.factors) })) }),
  };
}

export const redactFactors = (factors: readonly TraceFactor[]): TraceFactor[] =>
  factors.map(({ path, scores }) => ({
    path,
    scores: scores.map((score) => ({ ...score, algebra: redactAlgebra(score.algebra) })),
  }));

export function redactTrace(trace: Trace, message: (text: string) => string): Trace {
  const drop = (each: TraceDrop): TraceDrop => ({ ...each, detail: message(each.detail) });
  return {
    ...trace,
    operators: trace.operators.map((operator) => ({
      ...operator,
      dropped: operator.dropped.map(drop),
      scores: operator.scores.map((score) => ({ ...score, algebra: redactAlgebra(score.algebra) })),
    })),
    results: trace.results.map((result) => ({ ...result, factors: redactFactors(result.factors) })),
    cut: trace.cut.map(drop),
  };
}
