import {
  type AggregateScore,
  type Composite,
  combine,
  type Local,
  type ScoreExpression,
} from "@semantic-xpath/planner";
import type { Batch } from "./batch.js";
import { evaluateCondition } from "./conditions.js";
import type { Task } from "./effects.js";
import { evaluateEvidence, evidenceOnce } from "./evidence.js";
import { isIndependent } from "./once.js";
import type { Run } from "./run.js";

/** A graded expression for every entry of a batch, each in [0, 1]. */
export function* evaluateScore(run: Run, score: ScoreExpression, batch: Batch): Task<Float64Array> {
  switch (score.kind) {
    case "Local":
      return yield* evaluateLocal(run, score, batch.ids);
    case "Aggregate":
      return yield* evaluateAggregate(run, score, batch);
    case "Composite":
      return yield* evaluateComposite(run, score, batch);
    case "Complement": {
      const operand = yield* evaluateScore(run, score.operand, batch);
      return operand.map((value) => 1 - value);
    }
    case "Indicator":
      return Float64Array.from(yield* evaluateCondition(run, score.condition, batch));
    case "Constant":
      return new Float64Array(batch.ids.length).fill(score.value);
  }
}

/** `scorer(target text of n, condition)` */
function* evaluateLocal(run: Run, { id, slot }: Local, ids: Int32Array): Task<Float64Array> {
  yield* run.scores.demand(slot, id, ids);
  const scores = run.scores.slot(slot);
  const values = new Float64Array(ids.length);
  for (let i = 0; i < values.length; i++) values[i] = scores.scoreOf(ids[i]!);
  return values;
}

/** `f([weight(e) | e ∈ evidence(n)])`, 0 without evidence */
function* evaluateAggregate(run: Run, { function: fn, evidence }: AggregateScore, batch: Batch): Task<Float64Array> {
  const values = new Float64Array(batch.ids.length);
  if (values.length === 0) return values;
  if (isIndependent(evidence)) {
    const { ids, weights: since } = yield* evidenceOnce(run, evidence);
    const weights = run.groups.totals(ids, since);
    return ids.length === 0 ? values : values.fill(weights === null ? 1 : combine(fn, weights));
  }
  const { ids, weights: since, offsets } = yield* evaluateEvidence(run, evidence, batch);
  const weights = run.groups.totals(ids, since);
  for (let i = 0; i < values.length; i++) {
    const from = offsets![i]!;
    const to = offsets![i + 1]!;
    if (to > from) values[i] = weights === null ? 1 : combine(fn, weights, from, to);
  }
  return values;
}

/** `f(operands)`, operands from left to right */
function* evaluateComposite(run: Run, { function: fn, operands }: Composite, batch: Batch): Task<Float64Array> {
  const columns: Float64Array[] = [];
  for (const operand of operands) columns.push(yield* evaluateScore(run, operand, batch));
  const values = new Float64Array(batch.ids.length);
  const row = new Float64Array(columns.length);
  for (let i = 0; i < values.length; i++) {
    for (let k = 0; k < row.length; k++) row[k] = columns[k]![i]!;
    values[i] = combine(fn, row);
  }
  return values;
}
