import {
  type BracketOperator,
  type PathPlan,
  type SequencePlan,
  type StepPlan,
  startSequence,
} from "@semantic-xpath/planner";
import {
  type AxisRecord,
  evidenceOf,
  type List,
  type NodeMarks,
  type Observation,
  reachesSet,
  siblingOffsets,
} from "@semantic-xpath/runtime/internal";
import { NONE } from "@semantic-xpath/tree";
import { evidenceEntries } from "./evidence.js";
import { type Fates, PASSED } from "./nodeStates.js";

/** From a set of nodes that came out back to everything that led to them. */
export class WayBack {
  constructor(
    private readonly seen: Observation,
    private readonly fates: Fates,
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
