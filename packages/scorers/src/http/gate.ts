/** Lets at most `width` tasks run at once, the others in the order in which they came. */
export class Gate {
  private free: number;
  private readonly waiting = new Set<() => void>();

  constructor(width: number) {
    this.free = width;
  }

  /** Runs the task when it is its turn. Rejects with the reason of the signal if that aborts before. */
  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.free > 0) this.free--;
    else await this.turn(signal);
    try {
      return await task();
    } finally {
      const [next] = this.waiting;
      if (next === undefined) this.free++;
      else next();
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting.delete(enter);
        signal.removeEventListener("abort", leave);
        if (signal.aborted) reject(signal.reason);
      };
      const enter = (): void => {
        this.waiting.delete(enter);
        signal.removeEventListener("abort", leave);
        resolve();
      };
      this.waiting.add(enter);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}
