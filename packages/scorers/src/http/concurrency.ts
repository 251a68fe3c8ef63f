import { TooLarge } from "./failure.js";

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
      const enter = (): void => {
        this.waiting.delete(enter);
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.waiting.delete(enter);
        reject(signal.reason);
      };
      this.waiting.add(enter);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}

/** Number of items in one request. It shrinks when a server refuses a batch as too large. */
interface BatchSize {
  current: number;
}

/**
 * Runs batches of `items`, in their order, `width` at once. A batch that is too large for the server is halved, and later batches stay
 * within that size. A single item that is too large is the caller's problem. The first failure stops the rest.
 */
export async function inBatches<T>(
  items: readonly T[],
  size: BatchSize,
  width: number,
  given: AbortSignal | undefined,
  run: (batch: readonly T[], signal: AbortSignal) => Promise<void>,
): Promise<void> {
  given?.throwIfAborted();
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, ...(given === undefined ? [] : [given])]);
  const halves: (readonly T[])[] = [];
  let from = 0;
  const next = (): readonly T[] | undefined => {
    const half = halves.shift();
    if (half !== undefined || from >= items.length) return half;
    const batch = items.slice(from, from + size.current);
    from += batch.length;
    return batch;
  };
  const work = async (): Promise<void> => {
    for (let batch = next(); batch !== undefined; batch = next()) {
      try {
        await run(batch, signal);
      } catch (error) {
        if (!(error instanceof TooLarge) || batch.length === 1) throw error;
        const middle = batch.length >> 1;
        size.current = Math.min(size.current, middle);
        halves.push(batch.slice(0, middle), batch.slice(middle));
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
  } finally {
    stop.abort();
  }
}
