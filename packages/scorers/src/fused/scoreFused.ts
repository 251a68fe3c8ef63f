import type { Tree } from "@semantic-xpath/tree";
import { checkedScore } from "../batch.js";
import type { ScoreOptions, Scorer } from "../scorer.js";
import { DECIDES, fuse, type ScoreFusion } from "./fusion.js";
import { costOf, notesOf } from "./parts.js";

/**
 * Score fusion. Cheap scorers are asked first; the expensive ones are then asked only about texts whose score is still open: under
 * `product` none where a cheap one gave 0, under `max` none where one gave 1. The result is the same.
 */
export class ScoreFused implements Scorer {
  readonly cost: Scorer["cost"];

  constructor(
    private readonly scorers: readonly Scorer[],
    private readonly fusion: ScoreFusion,
    private readonly weights: readonly number[],
    private readonly settings: string,
  ) {
    this.cost = costOf(scorers);
  }

  get id(): string {
    return `fused(${this.settings}: ${this.scorers.map(({ id }) => id).join(", ")})`;
  }

  async score(texts: readonly string[], condition: string, options: ScoreOptions): Promise<Float32Array> {
    const { scorers } = this;
    const decides = DECIDES[this.fusion];
    // Where nobody is asked, the score that decided stands in for the others: it gives the same result.
    const columns = scorers.map(() => new Float32Array(texts.length).fill(decides));
    let open = Array.from(texts.keys());
    for (const isCheap of [true, false]) {
      const asked = scorers.flatMap((scorer, i) => ((scorer.cost === "cheap") === isCheap ? [i] : []));
      const wanted = open.map((place) => texts[place]!);
      await Promise.all(
        asked.map(async (i) => {
          const scores = await checkedScore(scorers[i]!, wanted, condition, options);
          open.forEach((place, at) => {
            columns[i]![place] = scores[at]!;
          });
        }),
      );
      open = open.filter((place) => !asked.some((i) => columns[i]![place] === decides));
    }
    return Float32Array.from(texts, (_, place) =>
      fuse(
        this.fusion,
        columns.map((column) => column[place]!),
        this.weights,
      ),
    );
  }

  forTree(tree: Tree): ScoreFused {
    const bound = this.scorers.map((scorer) => scorer.forTree?.(tree) ?? scorer);
    return new ScoreFused(bound, this.fusion, this.weights, this.settings);
  }

  notes(): string | null {
    return notesOf(this.scorers);
  }
}
