/** Runs tasks one after the other, in the order in which they come. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  take<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.last.then(task, task);
    this.last = turn;
    // The caller sees the failure; the queue only waits.
    turn.catch(() => {});
    return turn;
  }
}
