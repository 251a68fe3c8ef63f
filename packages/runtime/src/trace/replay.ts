import {
  type BracketOperator,
  bracketScores,
  type PathPlan,
  type SequencePlan,
  type StepPlan,
  startSequence,
} from "@semantic-xpath/planner";
import type { Bounds } from "../execute/bounds.js";
import { applyBrackets, keep, weigh } from "../execute/brackets.js";
import { driveSync } from "../execute/drive.js";
import type { Frame, List } from "../execute/frame.js";
import { asFrame, evaluateSteps, listPerSequence, takeAttribute } from "../execute/path.js";
import type { Run } from "../execute/run.js";
import { mergeFrames, pick, rankFrame, withoutDocument } from "../execute/sequence.js";
import { DOCUMENT } from "../tree/ids.js";
import type { Recorder } from "./recorder.js";

/** What a replay does with a node whose score was never needed. */
export type OpenNodes =
  /** It falls out: pruning kept it from the result. */
  | "drop"
  /** It stays with the weight NaN: evidence counts whether or not its score is known. */
  | "keep";

/**
 * Goes through a sequence once more on the scores that a run has, asking for none, so that a recorder sees what passed each
 * operator. A pruned run evaluates node by node; this shows it operator by operator.
 */
export function replaySequence(run: Run, recorder: Recorder, bounds: Bounds, sequence: SequencePlan): Frame {
  switch (sequence.kind) {
    case "Path": {
      const from = startSequence(sequence);
      const document = { ids: Int32Array.of(DOCUMENT), weights: null, offsets: null, attributes: null };
      const start = from === null ? document : replaySequence(run, recorder, bounds, from);
      return replaySteps(run, recorder, bounds, sequence, start, "drop");
    }
    case "Union":
      return mergeFrames(sequence.inputs.map((input) => replaySequence(run, recorder, bounds, input)));
    case "Group": {
      const whole = withoutDocument(replaySequence(run, recorder, bounds, sequence.input));
      const input = sequence.input.order === "rank" ? rankFrame(whole) : whole;
      let list: List = { ids: input.ids, base: null, own: input.weights, segments: null, attributes: input.attributes };
      for (const bracket of sequence.brackets) list = replayBracket(run, recorder, bounds, bracket, list, "drop");
      const frame = { ids: list.ids, weights: list.own, offsets: null, attributes: list.attributes };
      return pick(
        frame,
        Int32Array.from(list.ids.keys()).sort((a, b) => list.ids[a]! - list.ids[b]!),
      );
    }
  }
}

/** The evidence of one node. */
export function replayPath(run: Run, recorder: Recorder, bounds: Bounds, path: PathPlan, node: number): Frame {
  const start = { ids: Int32Array.of(node), weights: null, offsets: null, attributes: null };
  return replaySteps(run, recorder, bounds, path, start, "keep");
}

function replaySteps(
  run: Run,
  recorder: Recorder,
  bounds: Bounds,
  path: PathPlan,
  start: Frame,
  open: OpenNodes,
): Frame {
  let frame = start;
  for (const step of path.steps) frame = replayStep(run, recorder, bounds, step, frame, open);
  return path.attribute === null ? frame : takeAttribute(run, path.attribute.name, frame);
}

function replayStep(
  run: Run,
  recorder: Recorder,
  bounds: Bounds,
  step: StepPlan,
  contexts: Frame,
  open: OpenNodes,
): Frame {
  const watched = { ...run, rows: [], observer: recorder };
  if (step.grouping === "context") {
    const only = {
      kind: "Path",
      id: step.id,
      span: step.span,
      types: null,
      start: { kind: "Context" },
      steps: [step],
      attribute: null,
      order: "document",
    } as const;
    return driveSync(evaluateSteps(watched, only, contexts));
  }
  let list = driveSync(listPerSequence(watched, run.axes.of(step.axis), contexts));
  recorder.candidates(step, contexts, list);
  for (const bracket of step.brackets) list = replayBracket(run, recorder, bounds, bracket, list, open);
  return asFrame(list);
}

function replayBracket(
  run: Run,
  recorder: Recorder,
  bounds: Bounds,
  bracket: BracketOperator,
  list: List,
  open: OpenNodes,
): List {
  if (!bracketScores(bracket))
    return driveSync(applyBrackets({ ...run, rows: [], observer: recorder }, [bracket], list));
  if (bracket.kind === "Filter") {
    const mask = Uint8Array.from(list.ids, (node) => (bounds.condition(bracket.condition, node).low === 1 ? 1 : 0));
    const after = keep(list, mask);
    recorder.bracket(bracket, list, after, mask);
    return after;
  }
  if (bracket.kind !== "Relevance") throw new Error(`a ${bracket.kind} asks for no scores`);
  const values = Float64Array.from(list.ids, (node) => {
    const { low, high } = bounds.score(bracket.score, node);
    return low === high ? low : Number.NaN;
  });
  const weighed = weigh(list, values);
  const after =
    open === "keep"
      ? weighed
      : keep(
          weighed,
          Uint8Array.from(values, (value) => (Number.isNaN(value) ? 0 : 1)),
        );
  recorder.bracket(bracket, list, after, null);
  return after;
}
