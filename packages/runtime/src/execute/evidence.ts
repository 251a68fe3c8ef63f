import type { PathPlan } from "@semantic-xpath/planner";
import type { Task } from "./effects.js";
import type { Frame } from "./frame.js";
import { evaluateSteps } from "./path.js";
import type { Run } from "./run.js";

/**
 * The evidence of every origin, side by side: sequence s of the frame starts at `ids[s]` with weight 1 and holds what the path
 * reaches from there, in document order.
 */
export function* evaluateEvidence(run: Run, path: PathPlan, ids: Int32Array): Task<Frame> {
  const offsets = new Int32Array(ids.length + 1);
  for (let i = 0; i < offsets.length; i++) offsets[i] = i;
  return yield* evaluateSteps(run, path, { ids, weights: null, offsets, attributes: null });
}
