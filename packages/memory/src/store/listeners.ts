/** Functions that are called back. */
export class Listeners<Event> {
  private readonly listeners = new Set<(event: Event) => void>();

  get size(): number {
    return this.listeners.size;
  }

  /** Gives what ends it. */
  add(listener: (event: Event) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  tell(event: Event): void {
    for (const listener of this.listeners) listener(event);
  }
}
