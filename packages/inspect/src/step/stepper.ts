import type { PassName } from "@semantic-xpath/planner";
import {
  type CompiledQuery,
  DOCUMENT_FRAME,
  type RunOptions,
  type RunResult,
  type RunStats,
  type Trace,
} from "@semantic-xpath/runtime/internal";
import type { Tree } from "@semantic-xpath/tree";
import { Inspection } from "../inspection.js";
import { Breakpoints, type Hit } from "./breakpoints.js";
import { Execution } from "./execution.js";
import type { Workbench } from "./expression.js";
import type { LoggedStop } from "./log.js";
import { rowsIn, rowsOf } from "./rows.js";
import type { BoundBreakpoint, Breakpoint, SequenceView, Stop, StopReason, WatchValue } from "./stops.js";
import { watchValue } from "./watch.js";

/**
 * Optimiser passes that make a plan differ from its text: compile without them to step through a query as it is written. The result
 * is the same.
 */
export const STEP_WITHOUT: readonly PassName[] = [
  "foldConstants",
  "dropDoubleNegation",
  "placesAsPositions",
  "filtersFirst",
  "pushPositions",
  "mergeContexts",
  "pruneByBound",
];

/**
 * A stepper before the first operator. Throws as a run rejects if options or arguments do not fit.
 *
 * @example
 * const { query } = compile('//Day[avg(/POI[node =~ "museum"])]', { without: STEP_WITHOUT });
 * const stepper = startStepper(query!, tree);
 * (await stepper.stepIn()).stop?.text; // "descendant::Day, via type-index"
 */
export function startStepper(query: CompiledQuery, tree: Tree, options: RunOptions = {}): Stepper {
  return new Stepper(query, tree, options);
}

/** The stop at which a stepper is, and why it stopped there. `stop` is null before the first operator. */
export interface Halt {
  readonly stop: Stop | null;
  readonly reason: StopReason;
  /** The first breakpoint that halted it; null when it halted for another reason. */
  readonly breakpoint: number | null;
  /** All breakpoints that hold at the stop, in the order in which they were set. Going back one step evaluates none. */
  readonly hits: readonly number[];
  /** Why the condition of one of these could not be evaluated; null when all could. */
  readonly problem: string | null;
}

/**
 * Steps through a run operator by operator. Going forward executes: the scorer is called when its operator is reached. Going back is a replay and
 * calls nothing. Forward calls reject as a run does, and leave the stepper where it got to; the next call tries again. Overlapping calls run one
 * after the other. A run that would prune is stepped as a full one, and the time between stops does not count as time of the run. The stepper is a
 * cursor over the log of a run: going forward continues the run at the end of the log, going back only moves the cursor.
 */
export class Stepper {
  /** The present stop. */
  halt: Halt = { stop: null, reason: "entry", breakpoint: null, hits: [], problem: null };
  private readonly execution: Execution;
  private readonly bench: Workbench;
  private readonly breakpoints: Breakpoints;
  private readonly log: readonly LoggedStop[];
  /** The index of the present stop, and the highest so far. */
  private at = 0;
  private furthest = 0;
  private isPausing = false;
  private inspection: Inspection | null = null;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    readonly query: CompiledQuery,
    tree: Tree,
    options: RunOptions,
  ) {
    const answers = new Map();
    this.execution = new Execution(query, tree, options, answers);
    this.log = this.execution.log.stops;
    this.bench = { query, prepared: this.execution.prepared, options, answers };
    this.breakpoints = new Breakpoints(this.bench, this.log);
  }

  get tree(): Tree {
    return this.execution.prepared.tree;
  }

  /** Calls of the scorer so far, and their pairs. */
  get counts(): Pick<RunStats, "scorer" | "scorerCalls" | "scorerPairs" | "cacheHits"> {
    const { run, scorer } = this.execution.prepared;
    const { calls, pairs, hits } = run.scores.total;
    return { scorer: scorer.id, scorerCalls: calls, scorerPairs: pairs, cacheHits: hits };
  }

  /** Everything seen so far, in the order of execution. */
  get stops(): readonly Stop[] {
    return this.log.slice(0, this.furthest);
  }

  /** The next operator, into evidence paths. */
  stepIn(): Promise<Halt> {
    return this.forward(() => Number.POSITIVE_INFINITY);
  }

  /** The next operator at this depth or above; breakpoints inside still stop. */
  stepOver(): Promise<Halt> {
    return this.forward((depth) => depth);
  }

  /** The operator that this evidence path belongs to. */
  stepOut(): Promise<Halt> {
    return this.forward((depth) => depth - 1);
  }

  /** To the next breakpoint, or to the end. */
  continue(): Promise<Halt> {
    return this.forward(() => -1);
  }

  /** The stop before, inside evidence paths too: `stepIn` leads back here. */
  stepBack(): Promise<Halt> {
    return this.moving(async () => this.moveTo(Math.max(0, this.at - 1), "step"));
  }

  /** To the breakpoint before, or to the start. */
  reverseContinue(): Promise<Halt> {
    return this.moving(async () => {
      for (let index = this.at - 1; index > 0; index--) {
        const hits = await this.breakpoints.hitsAt(this.log[index - 1]!);
        if (hits.length > 0) return this.moveTo(index, "breakpoint", hits);
        if (this.isPausing) return this.moveTo(index, "step");
      }
      return this.moveTo(0, "start");
    });
  }

  /**
   * Ends a movement at the next operator. One that waits for the scorer ends at the present stop: the scorer goes on meanwhile, and the
   * next movement takes its answer.
   */
  pause(): void {
    this.isPausing = true;
    this.execution.interrupt();
  }

  /** Replaces all. */
  setBreakpoints(breakpoints: readonly Breakpoint[]): readonly BoundBreakpoint[] {
    return this.breakpoints.set(breakpoints);
  }

  /**
   * A path, from the current sequence on, or an expression of a bracket, for each of its nodes. `/POI` and `(/POI)[1]` start at the
   * current nodes, as evidence paths do, and carry their weights along. May ask the scorer, for what it has not answered before;
   * never changes the run. `from`: another sequence than the current one, of a stop of this stepper.
   */
  watch(text: string, signal?: AbortSignal, from?: SequenceView): Promise<WatchValue> {
    const current = this.at === 0 ? rowsOf(this.execution.prepared.run, DOCUMENT_FRAME) : this.log[this.at - 1]!.after;
    return watchValue(this.bench, text, from === undefined ? current : rowsIn(from), signal);
  }

  /** Runs to the end, breakpoints left out, without moving: the result and trace that `run` gives. */
  async finish(): Promise<RunResult & { readonly trace: Trace }> {
    return (await this.inspect()).result;
  }

  /** Inspects the run, for questions about any node. */
  inspect(): Promise<Inspection> {
    return this.queued(async () => {
      while (!this.execution.isDone) await this.execution.advance();
      this.inspection ??= new Inspection(this.execution.observation!);
      return this.inspection;
    });
  }

  /** Moves to the next stop at or above a depth, computed from the present one; breakpoints stop before. */
  private forward(deepest: (depth: number) => number): Promise<Halt> {
    return this.moving(() => this.advanceTo(deepest(this.halt.stop?.depth ?? 0)));
  }

  private async advanceTo(deepest: number): Promise<Halt> {
    for (;;) {
      if (this.halt.stop?.kind === "End") return this.moveTo(this.at, "end");
      if (this.isPausing) return this.moveTo(this.at, "step");
      if (this.at === this.log.length && !(await this.execution.advance(true))) return this.moveTo(this.at, "step");
      const stop = this.log[this.at]!;
      this.moveTo(stop.index, "step");
      if (stop.kind === "End") return this.moveTo(stop.index, "end");
      const hits = await this.breakpoints.hitsAt(stop);
      if (stop.depth <= deepest) return this.moveTo(stop.index, "step", hits);
      if (hits.length > 0) return this.moveTo(stop.index, "breakpoint", hits);
    }
  }

  private moveTo(index: number, reason: StopReason, hits: readonly Hit[] = []): Halt {
    this.at = index;
    this.furthest = Math.max(this.furthest, index);
    const stop = index === 0 ? null : this.log[index - 1]!;
    const why = index === 0 ? "start" : reason;
    const breakpoint = reason === "breakpoint" ? (hits[0]?.id ?? null) : null;
    const problem = hits.find((hit) => hit.problem !== null)?.problem ?? null;
    this.halt = { stop, reason: why, breakpoint, hits: hits.map(({ id }) => id), problem };
    return this.halt;
  }

  /** A pause ends the movements that were requested before it. */
  private moving(move: () => Promise<Halt>): Promise<Halt> {
    this.isPausing = false;
    return this.queued(move);
  }

  /** One thing at a time, in the order of the calls. */
  private queued<T>(move: () => Promise<T>): Promise<T> {
    const result = this.queue.then(move);
    this.queue = result.catch(() => undefined);
    return result;
  }
}
