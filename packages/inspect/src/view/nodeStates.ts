import {
  type BracketOperator,
  type PathPlan,
  type SequencePlan,
  type StepPlan,
  startSequence,
} from "@semantic-xpath/planner";
import {
  type AxisRecord,
  type BracketRecord,
  evidenceOf,
  type List,
  type Observation,
  siblingOffsets,
} from "@semantic-xpath/runtime/internal";
import { DOCUMENT, NONE } from "@semantic-xpath/tree";
import { type NodeMarks, reachesSet } from "./reachesSet.js";
import { evidenceEntries, scoredEntries } from "./recorded.js";
import { NODE_STATES } from "./runView.js";

/** Two passes over what was recorded: forward over what every step looked at, and back from the result along what led to it. */
export function nodeStatesOf(observation: Observation): NodeStates {
  const fates = { state: new Uint8Array(observation.tree.size + 1), heat: new Float32Array(observation.tree.size + 1) };
  new ForwardPass(observation, fates).sequence(observation.query.plan.result, true);
  const { ids, weights } = observation.frame;
  const results = new Uint8Array(fates.state.length);
  for (let i = 0; i < ids.length; i++) {
    const weight = weights === null ? 1 : weights[i]!;
    const node = ids[i]!;
    fates.heat[node] = results[node] === 1 ? Math.max(fates.heat[node]!, weight) : weight;
    results[node] = 1;
  }
  new BackwardPass(observation, fates).sequence(observation.query.plan.result, results);
  for (let i = 0; i < ids.length; i++) fates.state[ids[i]!] = RESULT;
  fates.state[DOCUMENT] = 0;
  fates.heat[DOCUMENT] = 0;
  return fates;
}

/** Everything that a step looked at counts as dropped until a way back from the result finds it. */
class ForwardPass {
  private readonly inside: Int32Array;
  private generation = 0;

  constructor(
    private readonly seen: Observation,
    private readonly fates: NodeStates,
  ) {
    this.inside = new Int32Array(fates.state.length);
  }

  /** `ends`: what comes out here has its last weight; else brackets of a group go on. */
  sequence(sequence: SequencePlan, ends: boolean): void {
    switch (sequence.kind) {
      case "Path":
        this.path(sequence, ends);
        return;
      case "Group":
        this.sequence(sequence.input, ends && sequence.brackets.length === 0);
        this.brackets(sequence.brackets, ends);
        return;
      case "Union":
        for (const input of sequence.inputs) this.sequence(input, ends);
    }
  }

  private path(path: PathPlan, ends: boolean): void {
    const start = startSequence(path);
    if (start !== null) this.sequence(start, ends || path.steps.length > 0);
    for (const [i, step] of path.steps.entries()) {
      const counts = ends || i + 1 < path.steps.length;
      for (const { list } of this.seen.recorder.axes.get(step.axis.id) ?? [])
        this.visit(list, counts && step.brackets.length === 0);
      this.brackets(step.brackets, counts);
    }
  }

  private brackets(brackets: readonly BracketOperator[], counts: boolean): void {
    for (const [i, bracket] of brackets.entries()) {
      for (const evidence of evidenceOf(bracket)) this.path(evidence, true);
      const records = this.seen.recorder.brackets.get(bracket.id) ?? [];
      const parts = bracket.kind === "Filter" ? scoredEntries(this.seen, bracket) : [];
      for (const [k, record] of records.entries()) {
        this.dropped(bracket, record, parts[k]?.scores ?? null);
        this.visit(record.after, counts && i + 1 === brackets.length);
      }
    }
  }

  private visit(list: List, counts: boolean): void {
    const { state, heat } = this.fates;
    for (let i = 0; i < list.ids.length; i++) {
      const node = list.ids[i]!;
      if (state[node] === 0) state[node] = DROPPED;
      if (!counts) continue;
      const weight = entryWeight(list, i);
      if (weight > heat[node]!) heat[node] = weight;
    }
  }

  /** The weights of what a bracket let fall, or left behind for a sibling. */
  private dropped(bracket: BracketOperator, { before, after }: BracketRecord, scores: Float64Array | null): void {
    if (bracket.kind !== "Sibling" && before.ids.length === after.ids.length) return;
    const { heat } = this.fates;
    this.generation++;
    for (let i = 0; i < after.ids.length; i++) this.inside[after.ids[i]!] = this.generation;
    for (let i = 0; i < before.ids.length; i++) {
      const node = before.ids[i]!;
      if (this.inside[node] === this.generation) continue;
      const score = scores === null || Number.isNaN(scores[i]!) ? 1 : scores[i]!;
      const weight = entryWeight(before, i) * score;
      if (weight > heat[node]!) heat[node] = weight;
    }
  }
}

const entryWeight = ({ base, own }: List, i: number): number =>
  (base === null ? 1 : base[i]!) * (own === null ? 1 : own[i]!);

/** From a set of nodes that came out back to everything that led to them. */
class BackwardPass {
  constructor(
    private readonly seen: Observation,
    private readonly fates: NodeStates,
  ) {}

  sequence(sequence: SequencePlan, out: NodeMarks): void {
    switch (sequence.kind) {
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
    for (const step of [...path.steps].reverse()) marks = this.step(step, marks);
    const start = startSequence(path);
    if (start !== null) this.sequence(start, marks);
  }

  /** The contexts that led to the marked nodes, where those came out of this step. */
  private step(step: StepPlan, marked: NodeMarks): NodeMarks {
    const { axes, brackets } = this.seen.recorder;
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
      const reaches = reachesSet(this.seen.tree, this.seen.run.axes.of(step.axis), candidates);
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
    for (const bracket of [...brackets].reverse()) {
      if (bracket.kind === "Sibling") marks = this.anchors(bracket.id, bracket.offset, marks);
      for (const evidence of evidenceOf(bracket)) this.evidence(evidence, marks);
    }
    return marks;
  }

  private anchors(operatorId: number, offset: number, marks: NodeMarks): NodeMarks {
    const anchors = this.none();
    for (const { before } of this.seen.recorder.brackets.get(operatorId) ?? []) {
      const moved = siblingOffsets(this.seen.tree, before.ids, offset);
      for (let i = 0; i < moved.length; i++)
        if (moved[i] !== NONE && marks[moved[i]!] === 1) anchors[before.ids[i]!] = 1;
    }
    this.pass(anchors);
    return anchors;
  }

  /** The evidence that marked origins had, and what led to it. */
  private evidence(path: PathPlan, origins: NodeMarks): void {
    const out = this.none();
    for (const { ids, origin } of evidenceEntries(this.seen.recorder, path))
      for (let i = 0; i < ids.length; i++) if (origins[origin[i]!] === 1) out[ids[i]!] = 1;
    this.path(path, out);
  }

  private pass(marks: NodeMarks): void {
    const { state } = this.fates;
    for (let node = 1; node < marks.length; node++) if (marks[node] === 1) state[node] = PASSED;
  }

  private none(): NodeMarks {
    return new Uint8Array(this.fates.state.length);
  }
}

/** What became of every node, by preorder number: an index into `NODE_STATES`, and how much it weighed (see `TreeShape.heat`). */
export interface NodeStates {
  readonly state: Uint8Array;
  readonly heat: Float32Array;
}

const DROPPED = NODE_STATES.indexOf("dropped");
const PASSED = NODE_STATES.indexOf("passed");
const RESULT = NODE_STATES.indexOf("result");
