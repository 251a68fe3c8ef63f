/**
 * The weight that is needed to be among the first `limit` results of several searches: the lowest of the best `limit` weights that were found
 * so far, 0 while there are fewer. It only rises.
 */
export class Floor {
  /** A heap, the lowest first. */
  private readonly weights: number[] = [];

  /** `limit`: a whole number from 1. */
  constructor(private readonly limit: number) {}

  get weight(): number {
    return this.weights.length < this.limit ? 0 : this.weights[0]!;
  }

  add(weight: number): void {
    const { weights } = this;
    if (weights.length < this.limit) {
      weights.push(weight);
      this.rise(weights.length - 1);
    } else if (weight > weights[0]!) {
      weights[0] = weight;
      this.sink();
    }
  }

  private rise(from: number): void {
    const { weights } = this;
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1;
      if (weights[above]! <= weights[at]!) return;
      [weights[above], weights[at]] = [weights[at]!, weights[above]!];
      at = above;
    }
  }

  private sink(): void {
    const { weights } = this;
    for (let at = 0; ; ) {
      let child = at * 2 + 1;
      if (child + 1 < weights.length && weights[child + 1]! < weights[child]!) child++;
      if (child >= weights.length || weights[child]! >= weights[at]!) return;
      [weights[child], weights[at]] = [weights[at]!, weights[child]!];
      at = child;
    }
  }
}
