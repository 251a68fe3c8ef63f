import { runError, type Tree } from "@semantic-xpath/tree";
import { checkedScore } from "../batch.js";
import type { ScoreBounds, ScoreOptions, Scorer } from "../scorer.js";

/**
 * The expensive scorer, asked only where the bounds of the cheap one leave a score open: `score = low` where `low = high`, else what the
 * expensive one says. Every score is the expensive scorer's own, provided that the bounds hold for it. Where it is asked, that is checked: a
 * score outside its bounds ends the run with SXP4001.
 */
export class ExactCascade implements Scorer {
  readonly cost = "expensive";
  readonly approximate = null;

  constructor(
    private readonly cheap: Scorer & Required<Pick<Scorer, "bounds">>,
    private readonly expensive: Scorer,
  ) {}

  get id(): string {
    return `cascade(exact: ${this.cheap.id} > ${this.expensive.id})`;
  }

  async score(texts: readonly string[], condition: string, options: ScoreOptions): Promise<Float32Array> {
    const { low, high } = this.checkedBounds(texts, condition);
    const scores = Float32Array.from(low);
    const open = Array.from(texts.keys()).filter((place) => low[place] !== high[place]);
    const asked = open.map((place) => texts[place]!);
    const answers = await checkedScore(this.expensive, asked, condition, options);
    open.forEach((place, at) => {
      const score = answers[at]!;
      if (score < low[place]! || score > high[place]!) {
        throw this.failed(
          `${score} of ${this.expensive.id} is outside of the bounds ${low[place]} to ${high[place]} of ${this.cheap.id}.`,
        );
      }
      scores[place] = score;
    });
    return scores;
  }

  forTree(tree: Tree): Scorer {
    return bindExact(this.cheap.forTree?.(tree) ?? this.cheap, this.expensive.forTree?.(tree) ?? this.expensive);
  }

  bounds(texts: readonly string[], condition: string): ScoreBounds {
    return this.checkedBounds(texts, condition);
  }

  notes(): string | null {
    return this.expensive.notes?.() ?? null;
  }

  private checkedBounds(texts: readonly string[], condition: string): ScoreBounds {
    const { low, high } = this.cheap.bounds(texts, condition);
    const isFit = (_: string, i: number): boolean => low[i]! >= 0 && low[i]! <= high[i]! && high[i]! <= 1;
    if (low.length === texts.length && high.length === texts.length && texts.every(isFit)) return { low, high };
    throw this.failed(`${this.cheap.id} gave bounds that are not one interval within 0 and 1 for each text.`);
  }

  private failed(reason: string) {
    return runError("SXP4001", { scorer: this.id, reason });
  }
}

/** @throws RangeError where the cheap scorer has no bounds. */
export function bindExact(cheap: Scorer, expensive: Scorer): ExactCascade {
  const { bounds } = cheap;
  if (bounds === undefined) {
    throw new RangeError(
      `An exact cascade needs bounds, and ${cheap.id} has none. Give a "cut" for an approximate cascade.`,
    );
  }
  return new ExactCascade(cheap as Scorer & Required<Pick<Scorer, "bounds">>, expensive);
}
