import {
  type Answer,
  type CompiledQuery,
  concludeTracedRun,
  driveOptions,
  type Effect,
  type Frame,
  type Observation,
  type PreparedRun,
  prepareRun,
  Recorder,
  type RunOptions,
  Session,
  Tracer,
} from "@semantic-xpath/runtime/internal";
import type { Tree } from "@semantic-xpath/tree";
import { type Answers, keepingAnswers } from "../scorerAnswers.js";
import { StepLog } from "./log.js";

/**
 * A run that continues only on demand. Its operators are those of every run: generators, which rest between two of their
 * calls of the scorer. Reports that arrive together are logged, and shown one by one.
 */
export class Execution {
  readonly log: StepLog;
  readonly prepared: PreparedRun;
  /** Record of the run; null before its end. */
  observation: Observation | null = null;
  private readonly clock = new StepClock();
  private readonly tracer: Tracer;
  private readonly session: Session;
  /** Effect that the task awaits: requested again if the scorer failed. */
  private effect: Effect | null = null;
  /** The pending answer. A pause leaves it pending, and the next advance awaits it. */
  private answer: Promise<Answer> | null = null;
  private interruption: (() => void) | null = null;
  private failure: { readonly reason: unknown } | null = null;

  constructor(
    query: CompiledQuery,
    tree: Tree,
    private readonly options: RunOptions,
    answers: Answers,
  ) {
    const recorder = new Recorder(this.clock.now);
    this.tracer = new Tracer(query.plan, recorder);
    this.log = new StepLog(query.plan, recorder);
    this.prepared = prepareRun(query, tree, { ...options, trace: "full" }, { observer: this.log });
    const { scorer } = this.prepared;
    this.log.watch(this.prepared.run, scorer);
    this.session = new Session({
      ...driveOptions(keepingAnswers(scorer, answers), options),
      // People think longer than any run may take.
      budget: { ...driveOptions(scorer, options).budget, maxMilliseconds: Number.POSITIVE_INFINITY },
    });
  }

  get isDone(): boolean {
    return this.observation !== null;
  }

  /**
   * Goes on until an operator has reported something, or the run has ended. Rejects as a run does; called again, it tries again. False:
   * it was interrupted before.
   */
  async advance(isInterruptible = false): Promise<boolean> {
    const { stops } = this.log;
    const count = stops.length;
    const interrupted = new Promise<"interrupted">((resolve) => {
      if (isInterruptible) this.interruption = () => resolve("interrupted");
    });
    this.clock.go();
    try {
      while (stops.length === count && !this.isDone) {
        if (this.failure !== null) throw this.failure.reason;
        const answer = this.effect === null ? undefined : await Promise.race([this.answered(this.effect), interrupted]);
        if (answer === "interrupted") return false;
        this.resume(answer);
      }
      return true;
    } finally {
      this.interruption = null;
      this.clock.halt();
    }
  }

  /** Stops waiting for the scorer, which continues. */
  interrupt(): void {
    this.interruption?.();
  }

  private answered(effect: Effect): Promise<Answer> {
    if (this.answer === null) {
      const answer = this.session.answer(effect);
      const forget = (): void => {
        if (this.answer === answer) this.answer = null;
      };
      this.answer = answer;
      answer.catch(forget);
    }
    return this.answer;
  }

  private resume(answer: Answer): void {
    this.session.check();
    this.answer = null;
    try {
      const step = this.prepared.task.next(answer);
      this.effect = step.done ? null : step.value;
      if (step.done) this.end(step.value);
    } catch (reason) {
      this.failure = { reason };
      throw reason;
    }
  }

  private end(reached: Frame): void {
    this.observation = concludeTracedRun(this.prepared, reached, this.clock.now, this.tracer);
    this.log.end(this.prepared.query.plan, reached, this.observation.frame, endText(this.options));
    this.session.end();
  }
}

function endText({ limit, minScore = 0 }: RunOptions): string {
  const cuts = [
    limit === undefined || limit === Number.POSITIVE_INFINITY ? [] : `limit ${limit}`,
    minScore === 0 ? [] : `minimum score ${minScore}`,
  ].flat();
  return ["the result", ...cuts].join(", ");
}

/** Milliseconds of the run itself, without the time between stops. */
class StepClock {
  private passed = 0;
  private since: number | null = null;

  readonly now = (): number => this.passed + (this.since === null ? 0 : performance.now() - this.since);

  go(): void {
    this.since ??= performance.now();
  }

  halt(): void {
    this.passed = this.now();
    this.since = null;
  }
}
