import { runError, type Tree } from "@semantic-xpath/tree";
import { checkedScore } from "./checkedScore.js";
import { boundTo, notesOf } from "./combined.js";
import type { ScoreBounds, ScoreOptions, Scorer } from "./scorer.js";

export interface CascadeOptions {
  /** Opts into approximation: a cut, as `calibrateCascade` gives it. Without it the cascade is exact and needs bounds. */
  readonly approximate?: CascadeCut;
}

export interface CascadeScorer extends Scorer {
  /** null: exact. Else what was measured; `recall` is null if nothing was. */
  readonly approximate: {
    readonly recall: number | null;
    readonly sample: number;
    readonly measured: CascadeMeasure | null;
  } | null;
}

/**
 * A cheap scorer in front of an expensive one.
 *
 * - **Exact** (the default): `cheap.bounds` hold the expensive scores. The expensive scorer is asked where they leave a score open, and every
 *   score is the expensive one's, bit for bit. The promise that the bounds hold is the caller's; it is checked on every pair that is asked.
 * - **Approximate**, with a cut: the expensive scorer is asked about pairs that the cheap one scores at least as high as the cut; all
 *   others get `below`. The id, and with it plan, trace and result, say `cascade(approximate …)`; `notes` says the recall that
 *   was measured.
 *
 * @example cascadeScorer(lexicalScorer(), judge, { approximate: { cut: 0.1 } })
 * @throws RangeError for a cut out of [0, 1], and without a cut where the cheap scorer has no bounds.
 */
export function cascadeScorer(cheap: Scorer, expensive: Scorer, options: CascadeOptions = {}): CascadeScorer {
  const { approximate } = options;
  if (approximate === undefined) return bindExact(cheap, expensive);
  const { cut, below = 0 } = approximate;
  if (!(cut >= 0 && cut <= 1)) throw new RangeError(`"cut" is a number from 0 to 1, not ${cut}.`);
  if (!(below >= 0 && below <= 1)) throw new RangeError(`"below" is a number from 0 to 1, not ${below}.`);
  return new ApproximateCascade(cheap, expensive, approximate);
}

/**
 * The expensive scorer, asked only where the bounds of the cheap one leave a score open: `score = low` where `low = high`, else what the
 * expensive one says. Every score is the expensive scorer's own, provided that the bounds hold for it. Where it is asked, that is checked: a
 * score outside its bounds ends the run with SXP4001.
 */
class ExactCascade implements Scorer {
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
    return bindExact(boundTo(tree, this.cheap), boundTo(tree, this.expensive));
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

/** @throws RangeError if the cheap scorer has no bounds. */
function bindExact(cheap: Scorer, expensive: Scorer): ExactCascade {
  const { bounds } = cheap;
  if (bounds === undefined) {
    throw new RangeError(
      `An exact cascade needs bounds, and ${cheap.id} has none. Give a "cut" for an approximate cascade.`,
    );
  }
  return new ExactCascade(cheap as Scorer & Required<Pick<Scorer, "bounds">>, expensive);
}

/** What was measured about a cut against the exact answer. `calibrateCascade` gives it. */
export interface CascadeMeasure {
  /** Mean share of the exact best `k` that the cascade finds, over the conditions that the cut was chosen on. In [0, 1]. */
  readonly recall: number;
  /** The same on conditions that had no say in the cut, each left out in turn; null if there was one condition only. */
  readonly heldOutRecall: number | null;
  readonly k: number;
  /** Conditions measured. */
  readonly sample: number;
  /** Share of pairs that the expensive scorer was asked about. In [0, 1]. */
  readonly asked: number;
}

/** If a cheap score is enough to leave a pair out. */
export interface CascadeCut {
  /** Pairs with a cheap score from here up are scored by the expensive scorer. In [0, 1]; 0 asks about all. */
  readonly cut: number;
  /** The score of a pair that is not asked about. In [0, 1]; default 0. */
  readonly below?: number | undefined;
  readonly measured?: CascadeMeasure | null;
}

/** The score of a pair, `expensive` where the cheap score reaches the cut. A function of the pair alone. */
export const cascadeScore = (cheap: number, expensive: number, cut: number, below: number): number =>
  cheap >= cut ? expensive : below;

/**
 * A cheap scorer decides which pairs an expensive one sees: `score = expensive if cheap >= cut, else below`. Still a function of
 * (text, condition), and not the expensive scorer's: what lies under the cut is taken for irrelevant unseen.
 */
class ApproximateCascade implements Scorer {
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

  /** What was measured; `recall` is null if nothing was. */
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
    const cheap = boundTo(tree, this.cheap);
    return new ApproximateCascade(cheap, boundTo(tree, this.expensive), this.chosen);
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
