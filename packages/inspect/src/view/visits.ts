import { type BracketOperator, type PathPlan, type SequencePlan, startSequence } from "@semantic-xpath/planner";
import { type BracketRecord, evidenceOf, type List, type Observation } from "@semantic-xpath/runtime/internal";
import { DROPPED, type Fates } from "./nodeStates.js";
import { scoredEntries } from "./scoredEntries.js";

/** Everything that a step looked at counts as dropped until a way back from the result finds it. */
export class Visits {
  private readonly inside: Int32Array;
  private generation = 0;

  constructor(
    private readonly seen: Observation,
    private readonly fates: Fates,
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
        this.fallen(bracket, record, parts[k]?.scores ?? null);
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
      const weight = weightAt(list, i);
      if (weight > heat[node]!) heat[node] = weight;
    }
  }

  /** The weights of what a bracket let fall, or left behind for a sibling. */
  private fallen(bracket: BracketOperator, { before, after }: BracketRecord, scores: Float64Array | null): void {
    if (bracket.kind !== "Sibling" && before.ids.length === after.ids.length) return;
    const { heat } = this.fates;
    this.generation++;
    for (let i = 0; i < after.ids.length; i++) this.inside[after.ids[i]!] = this.generation;
    for (let i = 0; i < before.ids.length; i++) {
      const node = before.ids[i]!;
      if (this.inside[node] === this.generation) continue;
      const score = scores === null || Number.isNaN(scores[i]!) ? 1 : scores[i]!;
      const weight = weightAt(before, i) * score;
      if (weight > heat[node]!) heat[node] = weight;
    }
  }
}

const weightAt = ({ base, own }: List, i: number): number =>
  (base === null ? 1 : base[i]!) * (own === null ? 1 : own[i]!);
