import {
  type AttributeOperator,
  type BracketOperator,
  type MeetPlan,
  type OwnTextOperator,
  planRows,
  type QueryPlan,
  type StepPlan,
} from "@semantic-xpath/planner";
import {
  Algebra,
  eachOperator,
  type Frame,
  indices,
  KnownScores,
  type List,
  type Observer,
  placedAt,
  quietRun,
  type Recorder,
  type Run,
  scoredBy,
  withoutDocument,
} from "@semantic-xpath/runtime/internal";
import type { Scorer } from "@semantic-xpath/scorers";
import { once } from "../memo.js";
import { isBracket } from "../passed.js";
import { type Rows, rowsOf } from "./rows.js";
import type { Stop } from "./stops.js";

/** A stop with its columns. */
export interface LoggedStop extends Stop {
  readonly before: Rows;
  readonly after: Rows;
}

/**
 * Everything that operators reported while a run went on, as stops in the order of execution. Listens beside the recorder of the
 * trace and keeps references to arrays that were made anyway.
 */
export class StepLog implements Observer {
  readonly stops: LoggedStop[] = [];
  private readonly texts: ReadonlyMap<number, string>;
  private readonly brackets = new Set<number>();
  /** Brackets that are being evaluated, from the outside in: what is reported meanwhile is their evidence. */
  private readonly inside: number[] = [];
  private run: Run | null = null;
  private algebra: Algebra | null = null;

  constructor(
    plan: QueryPlan,
    private readonly recorder: Recorder,
  ) {
    this.texts = new Map(planRows(plan).map(({ id, text }) => [id, text]));
    eachOperator(plan.result, (operator) => {
      if (isBracket(operator) || operator.kind === "Value") this.brackets.add(operator.id);
    });
  }

  /** The run that is watched; known only after the observer is. */
  watch(run: Run, scorer: Scorer): void {
    this.run = run;
    const quiet = quietRun(run);
    this.algebra = new Algebra(quiet, new KnownScores(quiet), scorer);
  }

  enter(operatorId: number): void {
    this.recorder.enter(operatorId);
    if (this.brackets.has(operatorId)) this.inside.push(operatorId);
  }

  leave(operatorId: number): void {
    this.recorder.leave(operatorId);
    if (this.inside.at(-1) === operatorId) this.inside.pop();
  }

  candidates(step: StepPlan, contexts: Frame, list: List): void {
    this.recorder.candidates(step, contexts, list);
    this.add(step.axis, "Axis", this.rows(contexts), this.rows(list));
  }

  bracket(bracket: BracketOperator, before: List, after: List, mask: Uint8Array | null): void {
    this.recorder.bracket(bracket, before, after, mask);
    const score = scoredBy(bracket);
    const { algebra } = this;
    if (score === null || algebra === null) {
      this.add(bracket, bracket.kind, this.rows(before), this.rows(after));
      return;
    }
    const origins = once(() => originsOf(before, after, mask));
    const ofEntry = (at: number) => algebra.of(score, placedAt(before, at));
    this.add(
      bracket,
      bracket.kind,
      // A filter tests what went in; a relevance makes the weights that come out.
      this.rows(before, bracket.kind === "Filter" ? ofEntry : undefined),
      this.rows(after, (at) => ofEntry(origins()?.[at] ?? at), bracket.kind === "Relevance"),
    );
  }

  values(operator: AttributeOperator | OwnTextOperator, before: Frame, after: Frame): void {
    this.recorder.values(operator, before, after);
    this.add(operator, operator.kind, this.rows(before), this.rows(after));
  }

  meet(operator: MeetPlan, before: Frame, after: Frame): void {
    this.recorder.meet(operator, before, after);
    this.add(operator, "Meet", this.rows(before), this.rows(after));
  }

  /** Logs the entries at the end of the plan, and those that are the result. */
  end(plan: QueryPlan, reached: Frame, result: Frame, text: string): void {
    const before = this.rows(withoutDocument(reached));
    this.add({ id: 0, span: plan.result.span }, "End", before, this.rows(result), text);
  }

  private rows(made: Frame | List, algebra?: Parameters<typeof rowsOf>[2], isRanked = false): Rows {
    return rowsOf(this.run!, made, algebra, isRanked);
  }

  private add(
    { id, span }: { readonly id: number; readonly span: Stop["span"] },
    kind: Stop["kind"],
    before: Rows,
    after: Rows,
    text: string = this.texts.get(id) ?? "",
  ): void {
    const index = this.stops.length + 1;
    const inside = [...this.inside];
    this.stops.push({ index, depth: inside.length, inside, operatorId: id, kind, text, span, before, after });
  }
}

/**
 * For each entry that came out of a bracket the one that went in, null when they are the same: a filter leaves some out, a relevance
 * may rank each segment. Scores are those of the places that nodes had before.
 */
function originsOf(before: List, after: List, mask: Uint8Array | null): Int32Array | null {
  if (before.ids === after.ids) return null;
  if (mask !== null) return indices(mask.length).filter((i) => mask[i] === 1);
  const origins = new Int32Array(after.ids.length);
  const segments = before.segments ?? Int32Array.of(0, before.ids.length);
  for (let s = 0; s + 1 < segments.length; s++) {
    const places = new Map<number, number>();
    for (let i = segments[s]!; i < segments[s + 1]!; i++) places.set(before.ids[i]!, i);
    for (let i = segments[s]!; i < segments[s + 1]!; i++) origins[i] = places.get(after.ids[i]!)!;
  }
  return origins;
}
