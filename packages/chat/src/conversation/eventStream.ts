/** Events of a turn for one listener, in order, none lost however late they are read. Leaving the loop calls `onLeave`. */
export class EventStream<T> implements AsyncIterableIterator<T> {
  private readonly waiting: T[] = [];
  private wake: (() => void) | null = null;
  private isEnded = false;

  constructor(private readonly onLeave: () => void) {}

  push(event: T): void {
    this.waiting.push(event);
    this.wake?.();
  }

  end(): void {
    this.isEnded = true;
    this.wake?.();
  }

  async next(): Promise<IteratorResult<T>> {
    while (this.waiting.length === 0) {
      if (this.isEnded) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return { done: false, value: this.waiting.shift()! };
  }

  async return(): Promise<IteratorResult<T>> {
    if (!this.isEnded) this.onLeave();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
