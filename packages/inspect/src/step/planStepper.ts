import {
  type CompiledQuery,
  DOCUMENT_FRAME,
  type RunOptions,
  type RunResult,
  type Trace,
} from "@semantic-xpath/runtime/internal";
import type { Tree } from "@semantic-xpath/tree";
import { Inspection } from "../inspection.js";
import { Breakpoints, type Hit } from "./breakpoints.js";
import type { Workbench } from "./evaluate.js";
import { Execution } from "./execution.js";
import type { LoggedStop } from "./log.js";
import { rowsIn, rowsOf } from "./rows.js";
import type { Halt, Stepper } from "./stepper.js";
import type { BoundBreakpoint, Breakpoint, SequenceView, Stop, StopReason, WatchValue } from "./stops.js";
import { watchValue } from "./watch.js";

/** A cursor over the log of a run: going forward makes the run go on if the log ends, going back only moves the cursor. */
export class PlanStepper implements Stepper {
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

  get counts(): Stepper["counts"] {
    const { run, scorer } = this.execution.prepared;
    const { calls, pairs, hits } = run.scores.total;
    return { scorer: scorer.id, scorerCalls: calls, scorerPairs: pairs, cacheHits: hits };
  }

  get stops(): readonly Stop[] {
    return this.log.slice(0, this.furthest);
  }

  stepIn(): Promise<Halt> {
    return this.forward(() => Number.POSITIVE_INFINITY);
  }

  stepOver(): Promise<Halt> {
    return this.forward((depth) => depth);
  }

  stepOut(): Promise<Halt> {
    return this.forward((depth) => depth - 1);
  }

  continue(): Promise<Halt> {
    return this.forward(() => -1);
  }

  stepBack(): Promise<Halt> {
    return this.moving(async () => this.moveTo(Math.max(0, this.at - 1), "step"));
  }

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

  pause(): void {
    this.isPausing = true;
    this.execution.interrupt();
  }

  setBreakpoints(breakpoints: readonly Breakpoint[]): readonly BoundBreakpoint[] {
    return this.breakpoints.set(breakpoints);
  }

  watch(text: string, signal?: AbortSignal, from?: SequenceView): Promise<WatchValue> {
    const current = this.at === 0 ? rowsOf(this.tree, DOCUMENT_FRAME) : this.log[this.at - 1]!.after;
    return watchValue(this.bench, text, from === undefined ? current : rowsIn(from), signal);
  }

  async finish(): Promise<RunResult & { readonly trace: Trace }> {
    return (await this.inspect()).result;
  }

  inspect(): Promise<Inspection> {
    return this.queued(async () => {
      while (!this.execution.isDone) await this.execution.advance();
      this.inspection ??= new Inspection(this.execution.observation!);
      return this.inspection;
    });
  }

  /** To the next stop that is no deeper than a depth, which follows from the present one; breakpoints stop before. */
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
