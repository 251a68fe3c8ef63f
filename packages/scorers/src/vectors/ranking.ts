/** The k best rows: scores descending, equal scores by row number. Shorter than k where there are fewer rows. */
export interface Ranking {
  readonly rows: Int32Array;
  readonly scores: Float32Array;
}

/** Collects a ranking from (row, score) pairs that come in the order of their rows. */
export class TopList {
  private readonly rows: Int32Array;
  private readonly scores: Float32Array;
  private size = 0;

  constructor(private readonly k: number) {
    this.rows = new Int32Array(k);
    this.scores = new Float32Array(k);
  }

  add(row: number, score: number): void {
    const { rows, scores, k } = this;
    if (this.size === k && !(score > scores[k - 1]!)) return;
    let slot = this.size < k ? this.size++ : k - 1;
    for (; slot > 0 && score > scores[slot - 1]!; slot--) {
      scores[slot] = scores[slot - 1]!;
      rows[slot] = rows[slot - 1]!;
    }
    scores[slot] = score;
    rows[slot] = row;
  }

  ranking(): Ranking {
    return { rows: this.rows.slice(0, this.size), scores: this.scores.slice(0, this.size) };
  }
}

/** The ranking of all scores, by sorting: for a k that is no longer small. */
export function rankAll(scores: Float32Array, k: number): Ranking {
  const order = Int32Array.from(scores, (_, row) => row).sort((a, b) => scores[b]! - scores[a]! || a - b);
  const rows = order.slice(0, k);
  return { rows, scores: Float32Array.from(rows, (row) => scores[row]!) };
}
