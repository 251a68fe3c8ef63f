import type { QueryPlan } from "@semantic-xpath/planner";
import { explainEmptiness } from "./emptiness.js";
import { type Frame, indices, pick } from "./execute/frame.js";
import { topOrder } from "./execute/order.js";
import { withoutDocument } from "./execute/sequence.js";
import type { Observation } from "./observation.js";
import type { PreparedRun } from "./prepareRun.js";
import type { Cutting } from "./runOptions.js";
import { type RunResult, type RunStats, runResult } from "./runResult.js";
import type { Tracer } from "./trace/tracer.js";

/** The result of what reached the end of the plan. */
export const concludeRun = (prepared: PreparedRun, reached: Frame, milliseconds: () => number): RunResult => {
  const frame = cutResult(prepared.query.plan, reached, prepared);
  return runResult(prepared.tree, frame, statsOf(prepared, frame, milliseconds()));
};

/** The same with the trace and all that the run left behind. */
export function concludeTracedRun(
  prepared: PreparedRun,
  reached: Frame,
  milliseconds: () => number,
  tracer: Tracer,
): Observation {
  const { run, prunes, query, tree, scorer, params, limit, minScore } = prepared;
  const frame = cutResult(query.plan, reached, prepared);
  const stats = statsOf(prepared, frame, milliseconds());
  const cut = { reached: prunes ? null : reached, minScore, limit };
  const seen = tracer.see(run, scorer, frame, cut);
  const trace = tracer.finish(seen, frame, cut, stats);
  const result = Object.assign(runResult(tree, frame, stats), { trace });
  return { ...seen, ...cut, query, tree, scorer, params, frame, result };
}

function statsOf({ run, prunes, scorer, minScore, limit }: PreparedRun, frame: Frame, milliseconds: number): RunStats {
  const { calls, pairs, hits } = run.scores.total;
  return {
    scorer: scorer.id,
    strategy: prunes ? "best-first" : "all",
    scorerCalls: calls,
    scorerPairs: pairs,
    cacheHits: hits,
    milliseconds,
    approximation: scorer.notes?.() ?? null,
    empty: frame.ids.length > 0 ? null : explainEmptiness(run, minScore, limit),
  };
}

/** Weight 0 is left out, then the minimum score and the limit cut; neither changes a weight. */
export function cutResult(plan: QueryPlan, reached: Frame, { limit, minScore }: Cutting): Frame {
  const frame = withoutDocument(reached);
  const { weights } = frame;
  if (weights === null) return firstOf(frame, limit);
  const kept = new Int32Array(weights.length);
  let count = 0;
  for (let i = 0; i < weights.length; i++) {
    kept[count] = i;
    if (weights[i]! > 0 && weights[i]! >= minScore) count++;
  }
  const left = count === weights.length ? frame : pick(frame, kept.subarray(0, count));
  if (plan.order === "document") return firstOf(left, limit);
  return pick(left, topOrder(left.weights!, indices(left.ids.length), limit));
}

function firstOf(frame: Frame, limit: number): Frame {
  if (frame.ids.length <= limit) return frame;
  return {
    ids: frame.ids.subarray(0, limit),
    weights: frame.weights?.subarray(0, limit) ?? null,
    offsets: null,
    attributes: frame.attributes?.subarray(0, limit) ?? null,
  };
}
