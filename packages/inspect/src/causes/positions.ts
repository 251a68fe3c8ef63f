import { parse, type Span, walk } from "@semantic-xpath/parser";
import {
  type AxisOperator,
  asksScorer,
  type BracketOperator,
  describeRange,
  type PositionOperator,
  placeInterval,
  type SequencePlan,
  type StepPlan,
  startSequence,
} from "@semantic-xpath/planner";
import {
  evidenceOf,
  type Frame,
  IdBuffer,
  type List,
  type Observation,
  pushCandidates,
  resolvePlaces,
} from "@semantic-xpath/runtime/internal";
import type { Cause } from "../answers.js";
import { counted } from "../words.js";

/** Positions that nothing stands at, and positions on the other side of a relevance than the reader may think. */
export function positionCauses(observation: Observation): Cause[] {
  const causes: Cause[] = [];
  new Positions(observation, causes).sequence(observation.query.plan.result);
  return causes;
}

/** Candidates made again to find the longest list: more than this are not counted. */
const MOST_CANDIDATES = 1_000_000;

class Positions {
  constructor(
    private readonly seen: Observation,
    private readonly causes: Cause[],
  ) {}

  sequence(sequence: SequencePlan): void {
    switch (sequence.kind) {
      case "Path": {
        const start = startSequence(sequence);
        if (start !== null) this.sequence(start);
        for (const step of sequence.steps) this.step(step, step.brackets);
        return;
      }
      case "Group": {
        const { input, brackets } = sequence;
        // A position that stands first on a group of one step is taken by that step.
        const only =
          input.kind === "Path" && input.steps.length === 1 && startSequence(input) === null ? input.steps[0]! : null;
        if (only?.axis.take != null && only.brackets.length === 0) this.step(only, brackets);
        else this.sequence(input);
        this.brackets(brackets);
        return;
      }
      case "Union":
        for (const input of sequence.inputs) this.sequence(input);
    }
  }

  /** `behind`: the brackets that act on what the axis takes. */
  private step({ axis, brackets }: StepPlan, behind: readonly BracketOperator[]): void {
    if (axis.take !== null) this.taken(axis, behind);
    this.brackets(brackets);
  }

  private brackets(brackets: readonly BracketOperator[]): void {
    for (const [i, bracket] of brackets.entries()) {
      for (const evidence of evidenceOf(bracket)) this.sequence(evidence);
      if (bracket.kind !== "Position") continue;
      if (bracket.order === "rank" && brackets.slice(0, i).some(({ kind }) => kind === "Relevance"))
        this.byRank(bracket);
      this.placed(bracket, brackets.slice(i + 1).some(asksScorer));
    }
  }

  /** A position that its axis takes: the lists were never made, so they are made again to say how long they would be. */
  private taken(axis: AxisOperator, behind: readonly BracketOperator[]): void {
    const records = this.seen.recorder.axes.get(axis.id) ?? [];
    const rowsOut = records.reduce((sum, { list }) => sum + list.ids.length, 0);
    const relevance = behind.some(asksScorer);
    if (rowsOut > 0 && !relevance) return;
    const { longest, total } = this.listsOf(
      axis,
      records.map(({ contexts }) => contexts),
    );
    const text = `[${describeRange(axis.take!)}]`;
    const span = this.spanBehind(axis.span, text);
    if (rowsOut === 0) this.outOfRange(axis.id, span, text, longest);
    else if (total > rowsOut) this.before(axis.id, span, text, rowsOut, total);
  }

  private placed(bracket: PositionOperator, relevanceBehind: boolean): void {
    const records = this.seen.recorder.brackets.get(bracket.id) ?? [];
    const rowsIn = records.reduce((sum, { before }) => sum + before.ids.length, 0);
    const rowsOut = records.reduce((sum, { after }) => sum + after.ids.length, 0);
    const text = `[${describeRange(bracket.range)}]`;
    if (rowsIn > 0 && rowsOut === 0)
      this.outOfRange(bracket.id, bracket.span, text, Math.max(...records.map(({ before }) => longestOf(before))));
    else if (relevanceBehind && bracket.order === "document" && rowsOut < rowsIn)
      this.before(bracket.id, bracket.span, text, rowsOut, rowsIn);
  }

  private outOfRange(operatorId: number, span: Span, text: string, longest: number): void {
    if (longest === 0) return;
    const message = `nothing stands at position ${text}: the longest list of candidates has ${longest}`;
    const advice = "Positions count in the list of each context node; (…)[n] counts in the whole result.";
    this.causes.push({ kind: "position-out-of-range", operatorId, span, message, advice });
  }

  private before(operatorId: number, span: Span, text: string, kept: number, total: number): void {
    const message = `position ${text} was applied before the relevance: ${kept} of ${counted(total, "candidate")} ${kept === 1 ? "was" : "were"} scored`;
    const advice = `Write ${text} behind the relevance to pick by rank.`;
    this.causes.push({ kind: "position-before-relevance", operatorId, span, message, advice });
  }

  private byRank(bracket: PositionOperator): void {
    const places = resolvePlaces(bracket.range, (argument) => Number(this.seen.run.value(argument)))!;
    const records = this.seen.recorder.brackets.get(bracket.id) ?? [];
    const differs = records.some(({ before }) =>
      segmentsOf(before).some((ids) => {
        const { start, stop } = placeInterval(places, ids.length);
        const byPlace = new Set(ids.slice().sort().subarray(start, stop));
        return ids.subarray(start, stop).some((node) => !byPlace.has(node));
      }),
    );
    if (!differs) return;
    const text = `[${describeRange(bracket.range)}]`;
    const message = `position ${text} picks by rank because it stands behind the relevance`;
    const advice = `Write ${text} before the relevance to pick by place in the document.`;
    const { id: operatorId, span } = bracket;
    this.causes.push({ kind: "position-before-relevance", operatorId, span, message, advice });
  }

  private listsOf(axis: AxisOperator, frames: readonly Frame[]): { longest: number; total: number } {
    const whole = { ...this.seen.run.axes.of(axis), take: null };
    const out = new IdBuffer();
    let [longest, total] = [0, 0];
    for (const { ids } of frames) {
      for (let i = 0; i < ids.length && total < MOST_CANDIDATES; i++) {
        out.length = 0;
        pushCandidates(this.seen.tree, whole, ids[i]!, out);
        longest = Math.max(longest, out.length);
        total += out.length;
      }
    }
    return { longest, total };
  }

  /** The bracket in the query's text that the optimiser made a part of the axis before it. */
  private spanBehind(axis: Span, text: string): Span {
    let found: Span | null = null;
    const source = this.seen.query.plan.text;
    walk(parse(source).ast, ({ kind, span }) => {
      if (kind !== "Bracket" || span.start < axis.start || (found !== null && found.start <= span.start)) return;
      if (source.slice(span.start, span.end).replaceAll(/\s+/g, "") === text) found = span;
    });
    return found ?? axis;
  }
}

function segmentsOf({ ids, segments }: List): Int32Array[] {
  if (segments === null) return [ids];
  return Array.from({ length: segments.length - 1 }, (_, s) => ids.subarray(segments[s]!, segments[s + 1]!));
}

const longestOf = (list: List): number => segmentsOf(list).reduce((most, ids) => Math.max(most, ids.length), 0);
