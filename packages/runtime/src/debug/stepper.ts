import type { CompiledQuery } from "../compiledQuery.js";
import type { RunOptions, RunResult } from "../runPlan.js";
import type { Trace } from "../trace/trace.js";
import type { Tree } from "../tree/tree.js";
import type { BoundBreakpoint, Breakpoint, Stop, StopReason, WatchValue } from "./stops.js";

/** Where a stepper stands, and why it stopped there. `stop` is null before the first operator. */
export interface Halt {
  readonly stop: Stop | null;
  readonly reason: StopReason;
  /** The breakpoint that was hit. */
  readonly breakpoint: number | null;
}

/**
 * Goes through a run operator by operator. Going forward executes (the scorer is asked when its operator is reached); going back is
 * replay of what was seen, and asks for nothing. Forward calls reject as a run does.
 */
export interface Stepper {
  readonly query: CompiledQuery;
  readonly tree: Tree;
  /** Where it stands now. */
  readonly halt: Halt;
  /** Everything seen so far, in the order of execution. */
  readonly stops: readonly Stop[];
  /** The next operator, into evidence paths. */
  stepIn(): Promise<Halt>;
  /** The next operator at this depth or above; breakpoints inside still stop. */
  stepOver(): Promise<Halt>;
  /** The operator that this evidence path belongs to. */
  stepOut(): Promise<Halt>;
  stepBack(): Promise<Halt>;
  /** To the next breakpoint, or to the end. */
  continue(): Promise<Halt>;
  /** To the breakpoint before, or to the start. */
  reverseContinue(): Promise<Halt>;
  setBreakpoints(breakpoints: readonly Breakpoint[]): readonly BoundBreakpoint[];
  /** A path, from the current sequence on, or an expression of a bracket, for each of its nodes. May ask the scorer. */
  watch(text: string): Promise<WatchValue>;
  /** Runs to the end, breakpoints left out, without moving: the result and trace that `run` gives. */
  finish(): Promise<RunResult & { readonly trace: Trace }>;
}

/** A stepper before the first operator. */
export function startStepper(_query: CompiledQuery, _tree: Tree, _options: RunOptions = {}): Stepper {
  throw new Error("to be written");
}
