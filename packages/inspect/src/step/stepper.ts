import type { PassName } from "@semantic-xpath/planner";
import type { CompiledQuery, RunOptions, RunResult, RunStats, Trace } from "@semantic-xpath/runtime/internal";
import type { Tree } from "@semantic-xpath/tree";
import type { Inspection } from "../inspection.js";
import { PlanStepper } from "./planStepper.js";
import type { BoundBreakpoint, Breakpoint, SequenceView, Stop, StopReason, WatchValue } from "./stops.js";

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
 * Goes through a run operator by operator. Going forward executes (the scorer is called when its operator is reached); going back is
 * replay of what was seen, and calls nothing. Forward calls reject as a run does, and leave the stepper where it got to; called
 * again they try again. Calls that overlap happen one after the other. A run that would prune is stepped as a full one, and the time
 * that somebody looks is no part of the run's time.
 */
export interface Stepper {
  readonly query: CompiledQuery;
  readonly tree: Tree;
  /** How often the scorer was called so far, and for how much. */
  readonly counts: Pick<RunStats, "scorer" | "scorerCalls" | "scorerPairs" | "cacheHits">;
  /** The present stop. */
  readonly halt: Halt;
  /** Everything seen so far, in the order of execution. */
  readonly stops: readonly Stop[];
  /** The next operator, into evidence paths. */
  stepIn(): Promise<Halt>;
  /** The next operator at this depth or above; breakpoints inside still stop. */
  stepOver(): Promise<Halt>;
  /** The operator that this evidence path belongs to. */
  stepOut(): Promise<Halt>;
  /** The stop before, inside evidence paths too: `stepIn` leads back here. */
  stepBack(): Promise<Halt>;
  /** To the next breakpoint, or to the end. */
  continue(): Promise<Halt>;
  /** To the breakpoint before, or to the start. */
  reverseContinue(): Promise<Halt>;
  /**
   * Ends a movement at the next operator. One that waits for the scorer ends at the present stop: the scorer goes on meanwhile, and the
   * next movement takes its answer.
   */
  pause(): void;
  /** Replaces all. */
  setBreakpoints(breakpoints: readonly Breakpoint[]): readonly BoundBreakpoint[];
  /**
   * A path, from the current sequence on, or an expression of a bracket, for each of its nodes. `/POI` and `(/POI)[1]` start at the
   * current nodes, as evidence paths do, and carry their weights along. May ask the scorer, for what it has not answered before;
   * never changes the run. `from`: another sequence than the current one, of a stop of this stepper.
   */
  watch(text: string, signal?: AbortSignal, from?: SequenceView): Promise<WatchValue>;
  /** Runs to the end, breakpoints left out, without moving: the result and trace that `run` gives. */
  finish(): Promise<RunResult & { readonly trace: Trace }>;
  /** The same, for questions about any node. */
  inspect(): Promise<Inspection>;
}

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
  return new PlanStepper(query, tree, options);
}
