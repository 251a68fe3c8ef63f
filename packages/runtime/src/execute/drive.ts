import { checkRange, type FindOptions, type FoundTexts, type Scorer, scoreListed } from "@semantic-xpath/scorers";
import { type Budget, RunError, runError } from "@semantic-xpath/tree";
import type { Answer, Effect, FindRequest, ScoreRequest, Task } from "./effects.js";

/** Progress of a run, for people who wait: before each call, and as its answers come in. */
export interface Progress {
  /** Pairs scored so far. */
  readonly pairs: number;
  /** Pairs asked for so far, those in flight included. */
  readonly wanted: number;
  readonly milliseconds: number;
}

export interface DriveOptions {
  readonly scorer: Scorer;
  readonly budget: Budget;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** Texts per call: large enough to batch well, small enough that progress and cancellation are seen. */
const CALL_TEXTS = 8192;

/** Runs a task that may ask for scores: the only place where the engine waits. `started`: when, by `performance.now()`. */
export async function drive<T>(task: Task<T>, options: DriveOptions, started = performance.now()): Promise<T> {
  const session = new Session(options, started);
  try {
    let step = task.next();
    while (!step.done) step = task.next(await session.answer(step.value));
    session.check();
    return step.value;
  } finally {
    session.end();
  }
}

/** Throws if the signal is aborted or time is over. */
export function checkBounds({ signal, budget: { maxMilliseconds } }: DriveOptions, milliseconds: number): void {
  if (signal?.aborted) throw runError("SXP4004", {}, undefined, signal.reason);
  if (milliseconds > maxMilliseconds) throw overtime(maxMilliseconds);
}

const overtime = (limit: number): RunError =>
  runError("SXP4003", { what: "milliseconds", limit, option: "budget.maxMilliseconds" });

/** Runs a task without scores, in one go. */
export function driveSync<T>(task: Task<T>): T {
  let step = task.next();
  while (!step.done) {
    if (step.value.kind === "score" || step.value.kind === "find" || step.value.kind === "store")
      throw new Error("a structural plan asked for scores");
    step = task.next();
  }
  return step.value;
}

/** Lets timers and sockets of the process run. */
export const breathe: () => Promise<void> =
  typeof setImmediate === "function"
    ? () => new Promise((resolve) => setImmediate(resolve))
    : () => new Promise((resolve) => setTimeout(resolve, 0));

let ended: unknown;

/** Abort reason of a controller, made once: with its stack it takes a fifth of a short run. */
function endOfRun(): unknown {
  if (ended === undefined) {
    const controller = new AbortController();
    controller.abort();
    ended = controller.signal.reason;
  }
  return ended;
}

/** Answers what a task asks for, within the bounds of one run. */
export class Session {
  private calls = 0;
  private pairs = 0;
  private wanted = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Made for a scorer that reads its signal: it takes longer than a short search. */
  private stop: AbortController | undefined;
  private interrupted: RunError | undefined;
  private readonly onAbort = (): void =>
    this.interrupt(runError("SXP4004", {}, undefined, this.options.signal?.reason));
  /** Rejects the call that is under way. */
  private giveUp: (reason: RunError) => void = () => undefined;
  private isWatched = false;

  constructor(
    private readonly options: DriveOptions,
    private readonly started: number = performance.now(),
  ) {}

  check(): void {
    checkBounds(this.options, performance.now() - this.started);
  }

  async answer(effect: Effect): Promise<Answer> {
    this.check();
    let answer: Answer;
    if (effect.kind === "score") answer = await this.score(effect);
    else if (effect.kind === "find") answer = await this.find(effect);
    else if (effect.kind === "store") answer = (await (effect.scorer ?? this.options.scorer).openKept?.()) ?? null;
    else await breathe();
    this.check();
    return answer;
  }

  private async find({ list, condition, best, scorer = this.options.scorer }: FindRequest): Promise<FoundTexts | null> {
    if (scorer.findListed === undefined) return null;
    this.countCall();
    const hits = await this.ask(scorer, () => scorer.findListed!(list, condition, this.callOptions(best)));
    if (hits === null) return null;
    checkRange(scorer, hits.scores, condition);
    const scored = scoredFor(hits);
    this.countPairs(scored);
    this.wanted += scored;
    this.pairs += scored;
    this.report(0);
    return hits;
  }

  private countCall(): void {
    const { maxScorerCalls } = this.options.budget;
    if (this.calls >= maxScorerCalls)
      throw runError("SXP4003", { what: "scorer calls", limit: maxScorerCalls, option: "budget.maxScorerCalls" });
    this.calls++;
  }

  /** Refuses more pairs than there may be. */
  private countPairs(more: number): void {
    const { maxScorerPairs } = this.options.budget;
    if (this.pairs + more > maxScorerPairs)
      throw runError("SXP4003", { what: "scorer pairs", limit: maxScorerPairs, option: "budget.maxScorerPairs" });
  }

  private async score(request: ScoreRequest): Promise<Float32Array> {
    const { numbers, scorer = this.options.scorer } = request;
    this.countPairs(numbers.length);
    this.wanted += numbers.length;
    const scores = new Float32Array(numbers.length);
    for (let from = 0; from < numbers.length; from += CALL_TEXTS) {
      const part = { ...request, numbers: numbers.subarray(from, from + CALL_TEXTS) };
      this.countCall();
      this.report(0);
      const answer = await this.ask(scorer, () =>
        scoreListed(scorer, part.list, part.numbers, part.condition, this.callOptions()),
      );
      checkScores(scorer, part, answer);
      scores.set(answer, from);
      this.pairs += part.numbers.length;
      this.report(0);
    }
    return scores;
  }

  /** `scored`: of the call that is under way. */
  private readonly report = (scored: number): void =>
    this.options.onProgress?.({
      pairs: this.pairs + scored,
      wanted: this.wanted,
      milliseconds: performance.now() - this.started,
    });

  end(): void {
    clearTimeout(this.timer);
    this.options.signal?.removeEventListener("abort", this.onAbort);
    if (this.stop !== undefined) this.stop.abort(endOfRun());
  }

  private callOptions(best?: FindOptions["best"]): FindOptions {
    const session = this;
    return {
      get signal() {
        return session.signal;
      },
      onScored: this.report,
      best,
    };
  }

  private get signal(): AbortSignal {
    if (this.stop === undefined) {
      this.stop = new AbortController();
      if (this.interrupted !== undefined) this.stop.abort(this.interrupted);
    }
    return this.stop.signal;
  }

  /** One call, given up at once when the signal aborts or time is over, whether or not the scorer listens. */
  private async ask<T>(scorer: Scorer, call: () => Promise<T>): Promise<T> {
    this.watch();
    try {
      return await new Promise<T>((resolve, reject) => {
        this.giveUp = reject;
        Promise.resolve(call()).then(resolve, reject);
      });
    } catch (error) {
      // A scorer that listens may reject before the interruption does; the cause is the same.
      if (this.interrupted !== undefined) throw this.interrupted;
      if (error instanceof RunError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw runError("SXP4001", { scorer: scorer.id, reason }, undefined, error);
    }
  }

  /** Watches the signal and the time from the first call on. */
  private watch(): void {
    if (this.isWatched) return;
    this.isWatched = true;
    const { signal, budget } = this.options;
    const remaining = budget.maxMilliseconds - (performance.now() - this.started);
    if (Number.isFinite(remaining))
      this.timer = setTimeout(
        () => this.interrupt(overtime(budget.maxMilliseconds)),
        Math.min(Math.max(remaining, 0), 0x7fffffff),
      );
    signal?.addEventListener("abort", this.onAbort, { once: true });
  }

  private interrupt(reason: RunError): void {
    this.interrupted = reason;
    this.stop?.abort(reason);
    this.giveUp(reason);
  }
}

/** Texts that were scored to find some. */
export const scoredFor = ({ scored, numbers }: FoundTexts): number => scored ?? numbers.length;

/** One number in [0, 1] per text, or the run ends with the scorer's name. */
function checkScores(scorer: Scorer, { numbers, condition }: ScoreRequest, scores: Float32Array): void {
  if (scores?.length !== numbers.length) {
    const reason = `it gave ${scores?.length ?? "no"} scores for ${numbers.length} texts.`;
    throw runError("SXP4001", { scorer: scorer.id, reason });
  }
  checkRange(scorer, scores, condition);
}
