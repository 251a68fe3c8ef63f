/**
 * Keeps a peer within its budget at one size: predicts the first run of a query from the two sizes before it. Growth counts as
 * linear at least, and as quadratic at most.
 */
export class Budget {
  #milliseconds;
  #left;
  /** First runs by peer and query, in milliseconds, one per size. */
  #history = new Map();

  constructor(milliseconds) {
    this.#milliseconds = milliseconds;
  }

  /** A new peer or a new size. */
  open() {
    this.#left = this.#milliseconds;
  }

  /** Why a run is skipped, or null. */
  reasonToSkip(key, size) {
    const predicted = this.#predict(key, size);
    if (predicted <= this.#left) return null;
    const seconds = (milliseconds) => `${(milliseconds / 1e3).toFixed(1)} s`;
    return `about ${seconds(predicted)} expected, ${seconds(Math.max(0, this.#left))} of ${seconds(this.#milliseconds)} left`;
  }

  spend(key, size, milliseconds) {
    this.#left -= milliseconds;
    const before = this.#history.get(key) ?? [];
    this.#history.set(key, [...before, { size, milliseconds }]);
  }

  #predict(key, size) {
    const runs = this.#history.get(key) ?? [];
    const last = runs.at(-1);
    if (last === undefined) return 0;
    const step = size / last.size;
    const before = runs.at(-2);
    const grown = before === undefined ? step : last.milliseconds / before.milliseconds;
    return last.milliseconds * Math.min(step * step, Math.max(step, grown));
  }
}
