import type { ScoreOptions } from "../scorer.js";

/** Milliseconds of work between two looks at the signal. Half of the promised 20, for texts that are under way. */
const MAX_SLICE = 10;

/** Work that may be left at each step; a step is a fraction of a slice. */
export type Steps<T> = Generator<void, T>;

/** All steps at once. */
export function atOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Lets other events run, the abort of a signal among them. A message is sooner than a timer, where there are messages. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof MessageChannel === "undefined") {
      setTimeout(resolve, 0);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    const arrived = () => {
      port1.close();
      resolve();
    };
    port1.addEventListener("message", arrived);
    port1.start();
    port2.postMessage(null);
  });
}

/** Work in slices: give `all` its steps, or ask `due` now and then, and await `pause` when it is. The signal is read after the first slice. */
export class Slices {
  private started = performance.now();

  constructor(private readonly options: Pick<ScoreOptions, "signal"> = {}) {}

  get due(): boolean {
    return performance.now() - this.started >= MAX_SLICE;
  }

  async all<T>(steps: Steps<T>): Promise<T> {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      if (this.due) await this.pause();
    }
  }

  /** Throws the reason of the signal if it was aborted. */
  async pause(): Promise<void> {
    await nextTask();
    this.options.signal?.throwIfAborted();
    this.started = performance.now();
  }
}
