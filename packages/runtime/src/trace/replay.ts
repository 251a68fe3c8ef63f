import {
  asksScorer,
  type BracketOperator,
  dependsOnPlace,
  type GroupPlan,
  type PathPlan,
  pathOfStep,
  type SequencePlan,
  type StepPlan,
  startSequence,
} from "@semantic-xpath/planner";
import { applyBrackets, keep, weigh } from "../execute/brackets.js";
import { DOCUMENT_FRAME, type Frame, frameOf, indices, type List, listOf, nodesOnly } from "../execute/frame.js";
import { dependenceOf } from "../execute/once.js";
import { asFrame, evaluateSteps, listPerSequence, takeValues } from "../execute/path.js";
import type { Run } from "../execute/run.js";
import { documentOrder, mergeFrames, rankFrame, withoutDocument } from "../execute/sequence.js";
import { evidenceOf } from "./eachOperator.js";
import { placedAt } from "./factors.js";
import { type KnownScores, settle } from "./knownScores.js";
import { Recorder } from "./recorder.js";

/** Reason why a node was not scored: it could not reach a place with at least this weight. */
export interface Cutoff {
  weight: number;
  /** The last result, the minimum score, or the last place that a group's position keeps. */
  readonly of: "result" | "minimum" | "head";
}

/**
 * Goes through a sequence once more on the scores that a run has, asking for none, so that a recorder sees what passed each
 * operator. A pruned run evaluates node by node; this shows it operator by operator. A node whose score was never needed
 * is dropped: pruning kept it from the result. Returns the cutoff that held at each bracket.
 */
export function replaySequence(
  run: Run,
  recorder: Recorder,
  knownScores: KnownScores,
  sequence: SequencePlan,
  cutoff: Cutoff,
): ReadonlyMap<number, Cutoff> {
  const replay = new Replay(run, recorder, knownScores, "drop", true);
  replay.cutoff = cutoff;
  replay.sequence(sequence);
  return replay.cutoffs;
}

/**
 * The evidence of one node. Evidence counts even if its score is unknown, so a node whose score was never needed stays,
 * with the weight NaN. null if open scores decide the evidence.
 */
export function replayEvidence(
  run: Run,
  recorder: Recorder,
  knownScores: KnownScores,
  path: PathPlan,
  node: number,
): Frame | null {
  return evidence(new Replay(run, recorder, knownScores, "keep"), path, Int32Array.of(node));
}

/** For one node a sequence, for several one after the other. */
function evidence(replay: Replay, path: PathPlan, ids: Int32Array): Frame | null {
  const offsets = ids.length === 1 ? null : indices(ids.length + 1);
  const start = { ids, weights: null, offsets, attributes: null };
  const frame = replay.steps(path, start);
  return replay.isCertain ? frame : null;
}

class Replay {
  /** True if the present scores decided everything but weights. */
  isCertain = true;
  cutoff: Cutoff = { weight: 0, of: "head" };
  readonly cutoffs = new Map<number, Cutoff>();
  private readonly watched: Run;

  constructor(
    private readonly run: Run,
    private readonly recorder: Recorder,
    private readonly knowledge: KnownScores,
    private readonly open: "drop" | "keep",
    /** True if evidence paths are recorded as well. */
    private readonly watchesEvidence = false,
  ) {
    this.watched = { ...run, rows: [], observer: recorder };
  }

  sequence(sequence: SequencePlan): Frame {
    switch (sequence.kind) {
      case "Path": {
        const from = startSequence(sequence);
        return this.steps(sequence, from === null ? DOCUMENT_FRAME : this.sequence(from));
      }
      case "Union":
        return mergeFrames(sequence.inputs.map((input) => this.sequence(input)));
      case "Group":
        return this.group(sequence);
      case "Meet":
        throw new Error("a set that is cut by another is not evaluated best first");
    }
  }

  steps(path: PathPlan, start: Frame): Frame {
    let frame = nodesOnly(start);
    for (const step of path.steps) frame = this.step(step, frame);
    const { attribute } = path;
    if (attribute === null || attribute.kind === "KeyOf" || attribute.kind === "Computed") return frame;
    const values = takeValues(this.run, attribute, frame);
    this.recorder.values(attribute, frame, values);
    return values;
  }

  /** Brackets that count places act on the whole list at once: a run has scored all of it. */
  private group(group: GroupPlan): Frame {
    const counts = group.brackets.some(dependsOnPlace);
    const outer = this.cutoff;
    if (counts) this.cutoff = { weight: 0, of: "head" };
    const entries = withoutDocument(this.sequence(group.input));
    const inner = this.cutoff;
    this.cutoff = outer;
    const input = group.input.order === "rank" ? rankFrame(this.run, entries) : entries;
    let list = listOf(input);
    if (counts) {
      const first = settle(applyBrackets(this.run, group.brackets.slice(0, 1), list));
      inner.weight = first?.own?.at(-1) ?? 0;
      this.scoresAll(group.brackets);
      list = this.settled(group.brackets, list);
    } else for (const bracket of group.brackets) list = this.bracket(bracket, list);
    return documentOrder(frameOf(list));
  }

  private step(step: StepPlan, contexts: Frame): Frame {
    if (step.grouping === "context" || step.axis.kind === "Members") return this.stepPerContext(step, contexts);
    const list = settle(listPerSequence(this.watched, this.run.axes.of(step.axis), contexts))!;
    this.recorder.candidates(step, contexts, list);
    return asFrame(step.brackets.reduce((before, bracket) => this.bracket(bracket, before), list));
  }

  private stepPerContext(step: StepPlan, contexts: Frame): Frame {
    this.scoresAll(step.brackets);
    const frame = settle(evaluateSteps(this.watched, pathOfStep(step), contexts));
    if (frame === null) this.isCertain = false;
    return frame ?? { ids: new Int32Array(0), weights: null, offsets: null, attributes: null };
  }

  /** Brackets before which nothing is pruned, but for what weighs 0 already. */
  private scoresAll(brackets: readonly BracketOperator[]): void {
    for (const { id } of brackets) this.cutoffs.set(id, { weight: 0, of: "head" });
  }

  private settled(brackets: readonly BracketOperator[], list: List): List {
    const after = settle(applyBrackets(this.watched, brackets, list));
    if (after === null) this.isCertain = false;
    return after ?? { ids: new Int32Array(0), base: null, own: null, segments: null, attributes: null };
  }

  private bracket(bracket: BracketOperator, list: List): List {
    this.cutoffs.set(bracket.id, this.cutoff);
    if (!asksScorer(bracket)) return this.settled([bracket], list);
    if (bracket.kind === "Relevance") this.knowledge.prepare(bracket.score, list.ids);
    if (bracket.kind === "Filter") {
      if (bracket.condition.kind === "Threshold") this.knowledge.prepare(bracket.condition.score, list.ids);
      const intervals = Array.from(list.ids, (_, i) => this.knowledge.condition(bracket.condition, placedAt(list, i)));
      if (intervals.some(({ low, high }) => low !== high)) this.isCertain = false;
      this.watchEvidence(bracket, list);
      const mask = Uint8Array.from(intervals, ({ low }) => low);
      const after = keep(list, mask);
      this.recorder.bracket(bracket, list, after, mask);
      return after;
    }
    if (bracket.kind !== "Relevance") throw new Error(`a ${bracket.kind} asks for no scores`);
    // Plain loops: these lists are as long as the run's.
    const values = new Float64Array(list.ids.length);
    const isKnown = new Uint8Array(values.length);
    const depends = dependsOnPlace(bracket);
    for (let i = 0; i < values.length; i++) {
      const at = depends ? placedAt(list, i) : { node: list.ids[i]!, place: 1, last: 1 };
      const { low, high } = this.knowledge.score(bracket.score, at);
      isKnown[i] = low === high ? 1 : 0;
      values[i] = low === high ? low : Number.NaN;
    }
    this.watchEvidence(bracket, list);
    const weighed = weigh(list, values);
    const after = this.open === "keep" ? weighed : keep(weighed, isKnown);
    this.recorder.bracket(bracket, list, after, null);
    return after;
  }

  /**
   * Shows what passed the evidence paths of a bracket: of all nodes side by side where scores decide nothing of what is evidence, else
   * of each node whose evidence is certain.
   */
  private watchEvidence(bracket: BracketOperator, { ids }: List): void {
    if (!this.watchesEvidence) return;
    for (const path of evidenceOf(bracket)) {
      // Paths that start elsewhere, or use a binding of a quantifier, are not evidence of the node alone.
      if (path.start.kind !== "Context" || dependenceOf(path).onVariables.size > 0) continue;
      if (this.watch(path, ids)) continue;
      for (const node of ids) this.watch(path, Int32Array.of(node));
    }
  }

  private watch(path: PathPlan, ids: Int32Array): boolean {
    const recorder = new Recorder();
    const replay = new Replay(this.run, recorder, this.knowledge, "keep", true);
    const isCertain = evidence(replay, path, ids) !== null;
    if (isCertain) this.recorder.take(recorder);
    return isCertain;
  }
}
