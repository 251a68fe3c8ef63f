import {
  type GroupPlan,
  type MeetPlan,
  type PathPlan,
  type SequencePlan,
  startSequence,
  type UnionPlan,
} from "@semantic-xpath/planner";
import { DOCUMENT, NONE } from "@semantic-xpath/tree";
import { applyBrackets } from "./brackets.js";
import type { Task } from "./effects.js";
import { type Frame, frameOf, IdBuffer, indices, isAscending, listOf, pick } from "./frame.js";
import { rankOrder } from "./order.js";
import { keyFrame, orderOf } from "./orderBy.js";
import { evaluateSteps } from "./path.js";
import { countRows, type Run } from "./run.js";

/** A whole sequence in document order, weights included; `rankFrame` puts it into rank order if the plan requires it. */
export function* evaluateSequence(run: Run, sequence: SequencePlan): Task<Frame> {
  const { observer } = run;
  observer?.enter(sequence.id);
  let frame: Frame;
  switch (sequence.kind) {
    case "Path": {
      frame = yield* evaluateSteps(run, sequence, yield* startFrame(run, sequence));
      break;
    }
    case "Group":
      frame = documentOrder(yield* evaluateGroup(run, sequence));
      break;
    case "Union":
      frame = yield* evaluateUnion(run, sequence);
      break;
    case "Meet":
      frame = yield* evaluateMeet(run, sequence);
      break;
  }
  observer?.leave(sequence.id);
  return frame;
}

/** Start of a path: its own group, the document node, the binding of a quantifier, or the node of the value that contains it. */
export function* startFrame(run: Run, path: PathPlan): Task<Frame> {
  const start = startSequence(path);
  if (start !== null) return yield* evaluateSequence(run, start);
  switch (path.start.kind) {
    case "Context":
      return run.context;
    case "Variable": {
      const { node, attribute } = run.variables.get(path.start.name)!;
      const attributes = attribute === NONE ? null : Int32Array.of(attribute);
      return { ids: Int32Array.of(node), weights: null, offsets: null, attributes };
    }
    default:
      return run.start;
  }
}

/** A group in its own order: brackets act on the whole result, in rank order once a relevance was applied. */
function* evaluateGroup(run: Run, group: GroupPlan): Task<Frame> {
  const input = withoutDocument(yield* evaluateSequence(run, group.input));
  const ordered = group.brackets.length === 0 ? input : yield* inOrder(run, group.input, input);
  return frameOf(yield* applyBrackets(run, group.brackets, listOf(ordered)));
}

/** Entries at the end of a sequence, in the sequence's own order; by keys, the first `limit` of them. */
export function* inOrder(run: Run, sequence: SequencePlan, frame: Frame, limit?: number): Task<Frame> {
  switch (sequence.order) {
    case "document":
      return frame;
    case "rank":
      return rankFrame(run, frame);
    case "keys":
      return yield* keyFrame(run, orderOf(sequence), frame, limit);
  }
}

/** The left's entries that the right has (intersect) or lacks (except), with the left's weights. */
function* evaluateMeet(run: Run, meet: MeetPlan): Task<Frame> {
  const left = yield* evaluateSequence(run, meet.left);
  const right = yield* evaluateSequence(run, meet.right);
  const isIntersection = meet.operator === "intersect";
  const at = entriesIn(left, right, isIntersection);
  const met = at.length === left.ids.length ? left : pick(left, at);
  countRows(run, meet.id, met.ids.length);
  run.observer?.meet(meet, left, met);
  return met;
}

/** Places of the left entries that the right has, or lacks; both are in document order and are read once. */
function entriesIn(left: Frame, right: Frame, wanted: boolean): Int32Array {
  const out = new IdBuffer(Math.max(left.ids.length, 1));
  let r = 0;
  for (let i = 0; i < left.ids.length; i++) {
    while (r < right.ids.length && compareEntries(right, r, left, i) < 0) r++;
    const isIn = r < right.ids.length && compareEntries(right, r, left, i) === 0;
    if (isIn === wanted) out.push(i);
  }
  return out.take();
}

const compareEntries = (a: Frame, i: number, b: Frame, k: number): number =>
  a.ids[i]! - b.ids[k]! || (a.attributes?.[i] ?? NONE) - (b.attributes?.[k] ?? NONE);

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
export function rankFrame(run: Run, frame: Frame): Frame {
  const weights = run.groups.totals(frame.ids, frame.weights);
  return weights === null ? frame : pick(frame, rankOrder(weights, indices(frame.ids.length)));
}

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
