import { type PathPlan, startSequence } from "@semantic-xpath/planner";
import { NONE } from "@semantic-xpath/tree";
import type { Batch, BoundColumn } from "./batch.js";
import type { Task } from "./effects.js";
import { EMPTY_IDS, type Frame, IdBuffer, indices } from "./frame.js";
import { dependenceOf, isIndependent } from "./once.js";
import { evaluateSteps } from "./path.js";
import type { BoundEntry, Run } from "./run.js";
import { startFrame } from "./sequence.js";

/**
 * The evidence of every entry of a batch, side by side: sequence s of the frame is what the path reaches for entry s, from its node with
 * weight 1, from the document or from what a quantifier has bound, in document order.
 */
export function* evaluateEvidence(run: Run, path: PathPlan, batch: Pick<Batch, "ids" | "bindings">): Task<Frame> {
  const count = batch.ids.length;
  if (isIndependent(path)) return repeated(yield* evidenceOnce(run, path), count);
  if (batch.bindings !== null && dependenceOf(path).inBrackets.size > 0) return yield* evidenceByRow(run, path, batch);
  switch (path.start.kind) {
    case "Context":
      return yield* evaluateSteps(run, path, startAt(batch.ids));
    case "Variable":
      return yield* evaluateSteps(run, path, startAtBound(boundTo(run, path.start.name, batch)));
    case "Document":
      // It has variables in its brackets, and they are the same for all.
      return repeated(yield* evaluateSteps(run, path, run.start), count);
    default:
      return yield* evidenceByRow(run, path, batch);
  }
}

/** The evidence of a path that depends on no node, as one sequence, evaluated once in a run. */
export function* evidenceOnce(run: Run, path: PathPlan): Task<Frame> {
  const cached = run.once.get<Frame>(path, "frame");
  return cached ?? run.once.set(path, "frame", yield* evaluateSteps(run, path, yield* startFrame(run, path)));
}

const startAt = (ids: Int32Array): Frame => ({
  ids,
  weights: null,
  offsets: indices(ids.length + 1),
  attributes: null,
});

const startAtBound = ({ ids, attributes }: BoundColumn): Frame => ({ ...startAt(ids), attributes });

/** Value of a name, for each entry of a batch. */
function boundTo(run: Run, name: string, { ids, bindings }: Pick<Batch, "ids" | "bindings">): BoundColumn {
  const column = bindings?.get(name);
  if (column !== undefined) return column;
  const entry = run.variables.get(name);
  if (entry === undefined) throw new Error(`nothing is bound to $${name}`);
  const attributes = entry.attribute === NONE ? null : new Int32Array(ids.length).fill(entry.attribute);
  return { ids: new Int32Array(ids.length).fill(entry.node), attributes };
}

/**
 * Entry by entry: variables inside of brackets, where what is bound is the same for all nodes that the brackets look at; and sets, of which brackets
 * look at the whole.
 */
function* evidenceByRow(run: Run, path: PathPlan, { ids, bindings }: Pick<Batch, "ids" | "bindings">): Task<Frame> {
  const frames: Frame[] = [];
  for (let i = 0; i < ids.length; i++) {
    if ((i & 63) === 63 && run.clock.isDue) yield* run.clock.pause();
    const row = ids.subarray(i, i + 1);
    const variables = bindings === null ? run.variables : fixedAt(run.variables, bindings, i);
    const fixed: Run = { ...run, variables, context: { ...startAt(row), offsets: null } };
    frames.push(
      startSequence(path) === null
        ? yield* evaluateEvidence(fixed, path, { ids: row, bindings: null })
        : yield* evaluateSteps(fixed, path, yield* startFrame(fixed, path)),
    );
  }
  return sideBySide(frames);
}

function fixedAt(
  outer: Run["variables"],
  bindings: NonNullable<Batch["bindings"]>,
  row: number,
): ReadonlyMap<string, BoundEntry> {
  const fixed = new Map(outer);
  for (const [name, { ids, attributes }] of bindings)
    fixed.set(name, { node: ids[row]!, attribute: attributes?.[row] ?? NONE });
  return fixed;
}

/** The sequences of several frames in one. */
function sideBySide(frames: readonly Frame[]): Frame {
  const count = frames.reduce((sum, frame) => sum + frame.ids.length, 0);
  const ids = new IdBuffer(Math.max(count, 1));
  const weights = frames.some((frame) => frame.weights !== null) ? new Float64Array(count).fill(1) : null;
  const attributes = frames.some((frame) => frame.attributes !== null) ? new Int32Array(count).fill(NONE) : null;
  const offsets = new Int32Array(frames.length + 1);
  for (const [i, frame] of frames.entries()) {
    const at = ids.length;
    if (frame.weights !== null) weights!.set(frame.weights, at);
    if (frame.attributes !== null) attributes!.set(frame.attributes, at);
    ids.append(frame.ids, 0, frame.ids.length);
    offsets[i + 1] = ids.length;
  }
  return { ids: ids.take(), weights, offsets, attributes };
}

/** One sequence, `count` times. */
function repeated(frame: Frame, count: number): Frame {
  if (count === 1) return { ...frame, offsets: Int32Array.of(0, frame.ids.length) };
  if (count === 0) return { ids: EMPTY_IDS, weights: null, offsets: new Int32Array(1), attributes: null };
  const single = { ...frame, offsets: null };
  return sideBySide(new Array<Frame>(count).fill(single));
}
