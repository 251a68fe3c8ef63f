/** Runs tasks one after the other: a model computes one batch at a time, and what it fills is filled by one caller. */
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
