import type { Scorer } from "../scorer.js";
import { ApproximateCascade, type CascadeCut, type CascadeMeasure } from "./approximateCascade.js";
import { bindExact } from "./exactCascade.js";

export interface CascadeOptions {
  /** Opts into approximation: a cut, as `calibrateCascade` gives it. Without it the cascade is exact and needs bounds. */
  readonly approximate?: CascadeCut;
}

export interface CascadeScorer extends Scorer {
  /** null: exact. Else what was measured; `recall` is null where nothing was. */
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
