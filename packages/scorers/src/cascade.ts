import { runError, type Tree } from "@semantic-xpath/tree";
import { boundTo, forTreesOf, notesOf, readsContextOf } from "./combined.js";
import { checkOptions, share } from "./options.js";
import { answering } from "./parts.js";
import { readsContexts } from "./population.js";
import type { ScoreBounds, ScoreOptions, Scorer } from "./scorer.js";
import { type CascadeTargets, SAMPLE, targetCascade } from "./targetCascade.js";

export interface CascadeOptions {
  /** Opts into approximation: a cut, as `calibrateCascade` gives it. Without it the cascade is exact and needs bounds. */
  readonly approximate?: CascadeCut;
  /** Opts into approximation: what the answer must keep, of which a sample of each condition makes sure. Not beside `approximate`. */
  readonly targets?: CascadeTargets;
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
 * - **With targets**: the cuts are chosen for each condition on a sample that the expensive scorer judges, so that recall and precision are kept with
 *   the confidence that is asked for; `notes` says what was kept. See `CascadeTargets`.
 *
 * @example cascadeScorer(lexicalScorer(), judge, { approximate: { cut: 0.1 } })
 * @throws RangeError for a cut out of [0, 1], and without a cut where the cheap scorer has no bounds.
 */
export function cascadeScorer(cheap: Scorer, expensive: Scorer, options: CascadeOptions = {}): CascadeScorer {
  const { approximate = null, targets } = options;
  if (targets !== undefined) {
    if (approximate !== null)
      throw new RangeError('A cascade has a "cut", or a "recall" or "precision" by which cuts are chosen, not both.');
    const bound = targetCascade(cheap, expensive, targets);
    return Object.assign(bound, { approximate: { recall: null, sample: targets.sample ?? SAMPLE, measured: null } });
  }
  if (approximate !== null) {
    const { cut = Number.NaN, below } = approximate;
    checkOptions({ cut, below }, { cut: share, below: share });
  } else if (cheap.bounds === undefined) {
    throw new RangeError(
      `An exact cascade needs bounds, and ${cheap.id} has none. Give a "cut", "recall" or "precision" for an approximate cascade.`,
    );
  }
  return cascade(cheap, expensive, approximate);
}

/**
 * Asks the expensive scorer where bounds leave a score open: the score is `low` if `low = high`, else the expensive one. A cut makes the
 * bounds: 0 to 1 from the cut up, else `below`. An expensive score outside the bounds ends the run with SXP4001.
 */
function cascade(cheap: Scorer, expensive: Scorer, chosen: CascadeCut | null): CascadeScorer {
  const id = () => `cascade(${chosen === null ? "exact" : printCut(chosen)}: ${cheap.id} > ${expensive.id})`;
  const failed = (reason: string) => runError("SXP4001", { scorer: id(), reason });
  const bounds = (texts: readonly string[], condition: string, contexts?: ScoreOptions["contexts"]): ScoreBounds => {
    // A promise about a scorer that reads contexts is one about texts with theirs.
    const read = expensive.readsContext === true ? contexts : undefined;
    const { low, high } = cheap.bounds!(texts, condition, read);
    const isFit = (_: string, i: number): boolean => low[i]! >= 0 && low[i]! <= high[i]! && high[i]! <= 1;
    if (low.length === texts.length && high.length === texts.length && texts.every(isFit)) return { low, high };
    throw failed(`${cheap.id} gave bounds that are not one interval within 0 and 1 for each text.`);
  };
  return {
    get id() {
      return id();
    },
    cost: "expensive",
    ...readsContextOf([cheap, expensive]),
    approximate: chosen && measuredOf(chosen),
    ...answering(readsContexts(undefined, [cheap, expensive]), async ({ texts, contexts, of }, condition) => {
      const places = Array.from(texts.keys());
      const { low, high } =
        chosen === null ? bounds(texts, condition, contexts) : cutBounds(await of(cheap, places), chosen);
      const open = places.filter((place) => low[place] !== high[place]);
      const answers = await of(expensive, open);
      const scores = Float32Array.from(low);
      open.forEach((place, at) => {
        const score = answers[at]!;
        if (score < low[place]! || score > high[place]!) {
          throw failed(
            `${score} of ${expensive.id} is outside of the bounds ${low[place]} to ${high[place]} of ${cheap.id}.`,
          );
        }
        scores[place] = score;
      });
      return scores;
    }),
    forTree: (tree: Tree) => cascade(boundTo(tree, cheap), boundTo(tree, expensive), chosen),
    ...forTreesOf([cheap, expensive], ([first, second]) => cascade(first!, second!, chosen)),
    ...(chosen === null && { bounds }),
    notes() {
      if (chosen === null) return notesOf([expensive]);
      const { cut, measured = null } = chosen;
      const note = `approximate: only pairs that ${nameOf(cheap)} scores ${cut} or more are scored`;
      return notesOf([cheap, expensive], `${note}; ${recallText(measured)}`);
    },
  };
}

const printCut = ({ cut, below = 0 }: CascadeCut): string =>
  `approximate cut=${cut}${below === 0 ? "" : ` below=${below}`}`;

const measuredOf = ({ measured = null }: CascadeCut): CascadeScorer["approximate"] => ({
  ...{ recall: measured?.recall ?? null, sample: measured?.sample ?? 0, measured },
});

/** Bounds by a cut: a text under the cut counts as irrelevant and is not scored. */
const cutBounds = (cheap: Float32Array, { cut, below = 0 }: CascadeCut): ScoreBounds => ({
  low: cheap.map((score) => cascadeScore(score, 0, cut, below)),
  high: cheap.map((score) => cascadeScore(score, 1, cut, below)),
});

/** Measurements of a cut against the exact answer, from `calibrateCascade`. */
export interface CascadeMeasure {
  /** Mean share of the exact best `k` that the cascade finds, over the conditions that the cut was chosen on. In [0, 1]. */
  readonly recall: number;
  /** Recall on conditions that had no part in the choice of the cut, each left out in turn; null if there was only one condition. */
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

/** The beginning of an id, which says the kind. */
const nameOf = ({ id }: Scorer): string => id.replace(/(-\d+)?[(#@].*$/s, "");

function recallText(measured: CascadeMeasure | null): string {
  if (measured === null) return "recall not measured";
  const { recall, heldOutRecall, k, sample } = measured;
  const heldOut = heldOutRecall === null ? "" : `, ${heldOutRecall.toFixed(3)} on conditions left out`;
  const conditions = sample === 1 ? "1 condition" : `${sample} conditions`;
  return `recall@${k} ${recall.toFixed(3)} measured on ${conditions}${heldOut}`;
}
