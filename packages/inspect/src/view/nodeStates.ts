import {
  type BracketOperator,
  type PathPlan,
  type SequencePlan,
  type StepPlan,
  startSequence,
  type ValuePlan,
} from "@semantic-xpath/planner";
import {
  type AxisRecord,
  type BracketRecord,
  contributingPaths,
  evidenceOf,
  type List,
  type NodeMarks,
  type Observation,
  reachesSet,
  siblingOffsets,
  weightAt,
  weightIn,
} from "@semantic-xpath/runtime/internal";
import { DOCUMENT, NONE } from "@semantic-xpath/tree";
import { bracketLists } from "../bracketLists.js";
import { evidenceEntries, scoredEntries } from "./recorded.js";
import { NODE_STATES } from "./runView.js";

/** By preorder number: an index into `NODE_STATES`, and how much the node weighed (see `TreeShape.heat`). */
export interface NodeStates {
  readonly state: Uint8Array;
  readonly heat: Float32Array;
}

const DROPPED = NODE_STATES.indexOf("dropped");
const PASSED = NODE_STATES.indexOf("passed");
const RESULT = NODE_STATES.indexOf("result");

/**
 * States of all nodes, in two passes over the record: forward over the nodes that every step examined, and back from the result
 * along the nodes that led to it. Linear in the tree and the record. Loops run by index, because iterating over typed arrays takes three times
 * as long.
 */
export function nodeStatesOf(observation: Observation): NodeStates {
  const { query, frame } = observation;
  const { ids, weights } = frame;
  const { state, heat, unscored } = forwardPass(observation);
  const results = new Uint8Array(state.length);
  for (let i = 0; i < ids.length; i++) {
    const node = ids[i]!;
    const weight = weightIn(weights, i);
    heat[node] = results[node] === 1 ? Math.max(heat[node]!, weight) : weight;
    results[node] = 1;
  }
  new BackwardPass(observation, state).sequence(query.plan.result, results);
  for (let i = 0; i < ids.length; i++) state[ids[i]!] = RESULT;
  for (let node = 0; node < state.length; node++) if (state[node] === PASSED && unscored[node] === 1) heat[node] = 1;
  state[DOCUMENT] = 0;
  heat[DOCUMENT] = 0;
  return { state, heat };
}

/**
 * Everything that a step looked at counts as dropped until the backward pass comes to it. Heat is what scores gave; `unscored` are
 * nodes that came through with the weight 1 that everything has at first.
 */
function forwardPass(observation: Observation): NodeStates & { readonly unscored: Uint8Array } {
  const { recorder, query, tree } = observation;
  const state = new Uint8Array(tree.size + 1);
  const heat = new Float32Array(state.length);
  const unscored = new Uint8Array(state.length);
  const inside = new Int32Array(state.length);
  let generation = 0;
  for (const { step, brackets, isComplete } of bracketLists(query.plan.result)) {
    if (step !== null)
      for (const { list } of recorder.axes.get(step.axis.id) ?? []) visit(list, isComplete && brackets.length === 0);
    for (const bracket of brackets) {
      const parts = bracket.kind === "Filter" ? scoredEntries(observation, bracket) : [];
      for (const [k, record] of (recorder.brackets.get(bracket.id) ?? []).entries()) {
        weighDropped(bracket, record, parts[k]?.scores);
        visit(record.after, isComplete && bracket === brackets.at(-1));
      }
    }
  }
  return { state, heat, unscored };

  function visit(list: List, isWeighed: boolean): void {
    for (let i = 0; i < list.ids.length; i++) {
      const node = list.ids[i]!;
      if (state[node] === 0) state[node] = DROPPED;
      if (isWeighed) raise(list, i);
    }
  }

  /** A weight that a pruned run left open is not a number, and raises nothing. */
  function raise(list: List, i: number, score = Number.NaN): void {
    const node = list.ids[i]!;
    if (list.base === null && list.own === null && Number.isNaN(score)) unscored[node] = 1;
    else heat[node] = Math.max(heat[node]!, weightAt(list, i) * (Number.isNaN(score) ? 1 : score) || 0);
  }

  /** Weights of the nodes that a bracket dropped, or that a sibling offset started from. A condition without a score has no weight. */
  function weighDropped(bracket: BracketOperator, { before, after }: BracketRecord, scores?: Float64Array): void {
    if (bracket.kind !== "Sibling" && before.ids.length === after.ids.length) return;
    if (bracket.kind === "Filter" && scores === undefined) return;
    generation++;
    for (let i = 0; i < after.ids.length; i++) inside[after.ids[i]!] = generation;
    for (let i = 0; i < before.ids.length; i++)
      if (inside[before.ids[i]!] !== generation) raise(before, i, scores?.[i]);
  }
}

/** From a set of nodes that came out back to everything that led to them. */
class BackwardPass {
  constructor(
    private readonly record: Observation,
    private readonly state: Uint8Array,
  ) {}

  sequence(sequence: SequencePlan | ValuePlan, out: NodeMarks): void {
    switch (sequence.kind) {
      case "Meet":
        this.sequence(sequence.left, out);
        return;
      case "Value":
        for (const path of contributingPaths(sequence)) this.sequence(path, out);
        return;
      case "Path":
        this.path(sequence, out);
        return;
      case "Group":
        this.sequence(sequence.input, this.brackets(sequence.brackets, out));
        return;
      case "Union":
        for (const input of sequence.inputs) this.sequence(input, out);
    }
  }

  private path(path: PathPlan, out: NodeMarks): void {
    let marks = out;
    for (const step of path.steps.toReversed()) marks = this.step(step, marks);
    const start = startSequence(path);
    if (start !== null) this.sequence(start, marks);
  }

  /** The contexts that led to the marked nodes that came out of this step. */
  private step(step: StepPlan, marked: NodeMarks): NodeMarks {
    const { axes, brackets } = this.record.recorder;
    const records = axes.get(step.axis.id) ?? [];
    const last = step.brackets.at(-1);
    const lists =
      last === undefined ? records.map(({ list }) => list) : (brackets.get(last.id) ?? []).map(({ after }) => after);
    const out = this.none();
    for (const { ids } of lists) for (let i = 0; i < ids.length; i++) out[ids[i]!] = marked[ids[i]!]!;
    this.pass(out);
    const candidates = this.brackets(step.brackets, out);
    const contexts = this.none();
    if (step.grouping === "context") {
      for (const [k, record] of records.entries()) this.contextsOfSegments(record, lists[k], out, contexts);
    } else {
      const reaches = reachesSet(this.record.tree, this.record.run.axes.of(step.axis), candidates);
      for (const {
        contexts: { ids },
      } of records)
        for (let i = 0; i < ids.length; i++) if (reaches(ids[i]!)) contexts[ids[i]!] = 1;
    }
    this.pass(contexts);
    return contexts;
  }

  /** With a list per context, the segment says which context it was. */
  private contextsOfSegments(record: AxisRecord, after: List | undefined, out: NodeMarks, contexts: NodeMarks): void {
    const segments = after?.segments;
    if (after === undefined || segments == null) return;
    for (let s = 0; s + 1 < segments.length; s++)
      for (let i = segments[s]!; i < segments[s + 1]!; i++)
        if (out[after.ids[i]!] === 1) contexts[record.contexts.ids[s]!] = 1;
  }

  /** Back before brackets: over a sibling offset to the node it started from; evidence of what is marked counts as well. */
  private brackets(brackets: readonly BracketOperator[], out: NodeMarks): NodeMarks {
    let marks = out;
    for (const bracket of brackets.toReversed()) {
      if (bracket.kind === "Sibling") marks = this.anchors(bracket.id, bracket.offset, marks);
      for (const evidence of evidenceOf(bracket)) this.evidence(evidence, marks);
    }
    return marks;
  }

  private anchors(operatorId: number, offset: number, marks: NodeMarks): NodeMarks {
    const anchors = this.none();
    for (const { before } of this.record.recorder.brackets.get(operatorId) ?? []) {
      const moved = siblingOffsets(this.record.tree, before.ids, offset);
      for (let i = 0; i < moved.length; i++)
        if (moved[i] !== NONE && marks[moved[i]!] === 1) anchors[before.ids[i]!] = 1;
    }
    this.pass(anchors);
    return anchors;
  }

  /** The evidence that marked origins had, and what led to it. */
  private evidence(path: PathPlan, origins: NodeMarks): void {
    const out = this.none();
    for (const { ids, origin } of evidenceEntries(this.record.recorder, path))
      for (let i = 0; i < ids.length; i++) if (origins[origin[i]!] === 1) out[ids[i]!] = 1;
    this.path(path, out);
  }

  private pass(marks: NodeMarks): void {
    for (let node = 1; node < marks.length; node++) if (marks[node] === 1) this.state[node] = PASSED;
  }

  private none(): NodeMarks {
    return new Uint8Array(this.state.length);
  }
}
