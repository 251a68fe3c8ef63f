import { type GroupPlan, type SequencePlan, startSequence, type UnionPlan } from "@semantic-xpath/planner";
import { DOCUMENT, NONE } from "@semantic-xpath/tree";
import { applyBrackets } from "./brackets.js";
import type { Task } from "./effects.js";
import { type Frame, frameOf, indices, isAscending, listOf, pick } from "./frame.js";
import { rankOrder } from "./order.js";
import { evaluateSteps, lookUpSteps } from "./path.js";
import type { Run } from "./run.js";

/** A whole sequence in document order, weights included; `rankFrame` puts it into rank order where the plan says so. */
export function* evaluateSequence(run: Run, sequence: SequencePlan): Task<Frame> {
  const { observer } = run;
  observer?.enter(sequence.id);
  let frame: Frame;
  switch (sequence.kind) {
    case "Path": {
      const start = startSequence(sequence);
      const from = start === null ? run.start : yield* evaluateSequence(run, start);
      frame = yield* evaluateSteps(run, sequence, from);
      break;
    }
    case "Group":
      frame = documentOrder(yield* evaluateGroup(run, sequence));
      break;
    case "Union":
      frame = yield* evaluateUnion(run, sequence);
      break;
  }
  observer?.leave(sequence.id);
  return frame;
}

/** The same where looks into the index are all that it takes; null elsewhere. */
export const lookUpSequence = (run: Run, sequence: SequencePlan): Frame | null =>
  sequence.kind === "Path" && startSequence(sequence) === null ? lookUpSteps(run, sequence, run.start) : null;

/** A group in its own order: brackets act on the whole result, in rank order once a relevance was applied. */
function* evaluateGroup(run: Run, group: GroupPlan): Task<Frame> {
  const input = withoutDocument(yield* evaluateSequence(run, group.input));
  const ordered = group.input.order === "rank" ? rankFrame(input) : input;
  return frameOf(yield* applyBrackets(run, group.brackets, listOf(ordered)));
}

function* evaluateUnion(run: Run, union: UnionPlan): Task<Frame> {
  const frames: Frame[] = [];
  for (const input of union.inputs) frames.push(yield* evaluateSequence(run, input));
  return mergeFrames(frames);
}

/** Every (node, attribute) of any frame once, with its highest weight, in document order; attributes after their node. */
export function mergeFrames(frames: readonly Frame[]): Frame {
  const count = frames.reduce((sum, frame) => sum + frame.ids.length, 0);
  const ids = new Int32Array(count);
  const weights = frames.some((frame) => frame.weights !== null) ? new Float64Array(count) : null;
  const attributes = frames.some((frame) => frame.attributes !== null) ? new Int32Array(count) : null;
  let at = 0;
  for (const frame of frames) {
    ids.set(frame.ids, at);
    if (frame.weights !== null) weights?.set(frame.weights, at);
    else weights?.fill(1, at, at + frame.ids.length);
    if (frame.attributes !== null) attributes?.set(frame.attributes, at);
    else attributes?.fill(NONE, at, at + frame.ids.length);
    at += frame.ids.length;
  }
  const order = indices(ids.length).sort(
    (a, b) =>
      ids[a]! - ids[b]! ||
      (attributes === null ? 0 : attributes[a]! - attributes[b]!) ||
      (weights === null ? 0 : weights[b]! - weights[a]!),
  );
  const distinct = order.filter((entry, i) => {
    const before = order[i - 1]!;
    return i === 0 || ids[before] !== ids[entry] || (attributes !== null && attributes[before] !== attributes[entry]);
  });
  return pick({ ids, weights, offsets: null, attributes }, distinct);
}

/** Weight descending, ties in document order. */
export const rankFrame = (frame: Frame): Frame =>
  frame.weights === null ? frame : pick(frame, rankOrder(frame.weights, indices(frame.ids.length)));

/** The next step starts from document order. */
export function documentOrder(frame: Frame): Frame {
  if (isAscending(frame.ids)) return frame;
  const { ids, attributes } = frame;
  return pick(
    frame,
    indices(ids.length).sort(
      (a, b) => ids[a]! - ids[b]! || (attributes === null ? 0 : attributes[a]! - attributes[b]!),
    ),
  );
}

/** The document node is where paths start and `..` may lead, but never a result. */
export function withoutDocument(frame: Frame): Frame {
  if (frame.ids.length === 0 || frame.ids[0] !== DOCUMENT) return frame;
  return {
    ids: frame.ids.subarray(1),
    weights: frame.weights?.subarray(1) ?? null,
    offsets: null,
    attributes: frame.attributes?.subarray(1) ?? null,
  };
}
