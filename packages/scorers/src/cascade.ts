import { forTreeOf, notesOf } from "./combined.js";
import { checkOptions, share } from "./options.js";
import { answering } from "./parts.js";
import type { Scorer } from "./scorer.js";
import { type CascadeTargets, targetCascade } from "./targetCascade.js";

/** Either a cut or targets. */
export interface CascadeOptions {
  /** A fixed cut, without a promise. */
  readonly approximate?: CascadeCut;
  /** Shares that the answer must keep, of which a sample of each condition makes sure. */
  readonly targets?: CascadeTargets;
}

/** A cheap score that is enough to leave a pair out. */
export interface CascadeCut {
  /** Pairs with a cheap score from here up are scored by the expensive scorer. In [0, 1]; 0 asks about all. */
  readonly cut: number;
  /** The score of a pair that is not asked about. In [0, 1]; default 0. */
  readonly below?: number | undefined;
}

/**
 * A cheap scorer in front of an expensive one.
 *
 * - **With a cut**: the expensive scorer is asked about pairs that the cheap one scores at least as high as the cut; all others get `below`. The id,
 *   and with it plan, trace and result, is `cascade(approximate …)`.
 * - **With targets**: the cuts are chosen for each condition on a sample that the expensive scorer judges, so that recall and precision are kept with
 *   the confidence that is asked for; `notes` says what was kept. See `CascadeTargets`.
 *
 * @example cascadeScorer(lexicalScorer(), judge, { approximate: { cut: 0.1 } })
 * @throws RangeError for a cut out of [0, 1], and without cut and targets.
 */
export function cascadeScorer(cheap: Scorer, expensive: Scorer, { approximate, targets }: CascadeOptions): Scorer {
  if ((approximate === undefined) === (targets === undefined))
    throw new RangeError('A cascade has either a "cut", or a "recall" or "precision" by which cuts are chosen.');
  if (targets !== undefined) return targetCascade(cheap, expensive, targets);
  const { cut = Number.NaN, below } = approximate!;
  checkOptions({ cut, below }, { cut: share, below: share });
  return cascade(cheap, expensive, approximate!);
}

function cascade(cheap: Scorer, expensive: Scorer, chosen: CascadeCut): Scorer {
  const { cut, below = 0 } = chosen;
  return {
    get id() {
      return `cascade(approximate cut=${cut}${below === 0 ? "" : ` below=${below}`}: ${cheap.id} > ${expensive.id})`;
    },
    cost: "expensive",
    ...answering([cheap, expensive], async ({ texts, of }) => {
      const places = Array.from(texts.keys());
      const scores = Float32Array.from(await of(cheap, places));
      const open = places.filter((place) => scores[place]! >= cut);
      const answers = await of(expensive, open);
      scores.fill(below);
      open.forEach((place, at) => {
        scores[place] = answers[at]!;
      });
      return scores;
    }),
    ...forTreeOf([cheap, expensive], ([first, second]) => cascade(first!, second!, chosen)),
    notes: () =>
      notesOf([cheap, expensive], `approximate: only pairs that ${nameOf(cheap)} scores ${cut} or more are scored`),
  };
}

/** The beginning of an id, which is the kind. */
const nameOf = ({ id }: Scorer): string => id.replace(/(-\d+)?[(#@].*$/s, "");
