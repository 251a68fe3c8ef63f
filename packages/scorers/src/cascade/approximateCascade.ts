import type { Tree } from "@semantic-xpath/tree";
import { checkedScore } from "../batch.js";
import { notesOf } from "../fused/parts.js";
import type { ScoreOptions, Scorer } from "../scorer.js";

/** What was measured about a cut against the exact answer. `calibrateCascade` gives it. */
export interface CascadeMeasure {
  /** Mean share of the exact best `k` that the cascade finds, over the conditions that the cut was chosen on. In [0, 1]. */
  readonly recall: number;
  /** The same on conditions that had no say in the cut, each left out in turn; null where there was one condition only. */
  readonly heldOutRecall: number | null;
  readonly k: number;
  /** Conditions measured. */
  readonly sample: number;
  /** Share of pairs that the expensive scorer was asked about. In [0, 1]. */
  readonly asked: number;
}

/** Where a cheap score is enough to leave a pair out. */
export interface CascadeCut {
  /** Pairs with a cheap score from here up are asked of the expensive scorer. In [0, 1]; 0 asks about all. */
  readonly cut: number;
  /** The score of a pair that is not asked about. In [0, 1]; default 0. */
  readonly below?: number;
  readonly measured?: CascadeMeasure | null;
}

/** The score of a pair, `expensive` where the cheap score reaches the cut. A function of the pair alone. */
export const cascadeScore = (cheap: number, expensive: number, cut: number, below: number): number =>
  cheap >= cut ? expensive : below;

/**
 * A cheap scorer decides which pairs an expensive one sees: `score = expensive if cheap >= cut, else below`. Still a function of
 * (text, condition), and not the expensive scorer's: what lies under the cut is taken for irrelevant unseen.
 */
export class ApproximateCascade implements Scorer {
  readonly cost = "expensive";
  private readonly below: number;

  constructor(
    private readonly cheap: Scorer,
    private readonly expensive: Scorer,
    private readonly chosen: CascadeCut,
  ) {
    this.below = chosen.below ?? 0;
  }

  get id(): string {
    const below = this.below === 0 ? "" : ` below=${this.below}`;
    return `cascade(approximate cut=${this.chosen.cut}${below}: ${this.cheap.id} > ${this.expensive.id})`;
  }

  /** What was measured; `recall` is null where nothing was. */
  get approximate(): {
    readonly recall: number | null;
    readonly sample: number;
    readonly measured: CascadeMeasure | null;
  } {
    const measured = this.chosen.measured ?? null;
    return { recall: measured?.recall ?? null, sample: measured?.sample ?? 0, measured };
  }

  async score(texts: readonly string[], condition: string, options: ScoreOptions): Promise<Float32Array> {
    const cheap = await checkedScore(this.cheap, texts, condition, options);
    const seen = Array.from(texts.keys()).filter((place) => cheap[place]! >= this.chosen.cut);
    const asked = seen.map((place) => texts[place]!);
    const answers = await checkedScore(this.expensive, asked, condition, options);
    const scores = new Float32Array(texts.length).fill(this.below);
    seen.forEach((place, at) => {
      scores[place] = answers[at]!;
    });
    return scores;
  }

  forTree(tree: Tree): ApproximateCascade {
    const cheap = this.cheap.forTree?.(tree) ?? this.cheap;
    return new ApproximateCascade(cheap, this.expensive.forTree?.(tree) ?? this.expensive, this.chosen);
  }

  notes(): string | null {
    const { cut, measured } = this.chosen;
    const recall = recallText(measured ?? null);
    const whole = `approximate: only pairs that ${nameOf(this.cheap)} scores ${cut} or more are scored; ${recall}`;
    return notesOf([this.cheap, this.expensive], whole);
  }
}

/** The beginning of an id, which says the kind. */
const nameOf = ({ id }: Scorer): string => id.replace(/(-\d+)?[(#@].*$/s, "");

function recallText(measured: CascadeMeasure | null): string {
  if (measured === null) return "recall not measured";
  const { recall, heldOutRecall, k, sample } = measured;
  const heldOut = heldOutRecall === null ? "" : `, ${heldOutRecall.toFixed(3)} on conditions left out`;
  const conditions = sample === 1 ? "1 condition" : `${sample} conditions`;
  return `recall@${k} ${recall.toFixed(3)} measured on ${conditions}${heldOut}`;
}
