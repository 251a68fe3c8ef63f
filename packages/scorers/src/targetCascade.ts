import type { Tree } from "@semantic-xpath/tree";
import { notesOf, oncePerCondition, onTree } from "./combined.js";
import { keyOf } from "./context.js";
import { checkOptions, type Rule, rule, whole } from "./options.js";
import { answering } from "./parts.js";
import { entriesOf, type Population } from "./population.js";
import type { Scorer } from "./scorer.js";
import { type Cuts, chooseCuts, type Targets } from "./targets.js";

/** At least one of `recall` and `precision`. */
export interface CascadeTargets {
  /** Share of the relevant texts that is found: what scores too low to reach it is not asked about. Above 0 and below 1. */
  readonly recall?: number;
  /** Share of relevant ones among the texts that are taken for relevant unseen, since they score high. Above 0 and below 1. */
  readonly precision?: number;
  /** That both are kept, for each condition. Above 0 and below 1; default 0.95. */
  readonly confidence?: number;
  /** Expensive scores from here up are relevant. Above 0, up to 1; default 0.5. */
  readonly relevant?: number;
  /** Draws for each condition, of which the expensive scorer is asked about each distinct one. From 20; default 1000. */
  readonly sample?: number;
  /** Texts for which the targets hold. Default: the representations of all nodes of the tree. */
  readonly population?: NonNullable<Population>;
}

/** Default number of draws. Measured for a recall of .9, on 20 000 texts that the cheap scorer tells apart: a quarter is asked if one text in twenty is relevant, a tenth if one in fifteen is, and all if one in thirty is. */
export const SAMPLE = 1000;

const within = (most: "below 1" | "up to 1"): Rule =>
  rule(
    `a number above 0, ${most}`,
    (value) => Number(value) > 0 && (most === "up to 1" ? Number(value) <= 1 : Number(value) < 1),
  );

export const TARGETS = {
  recall: within("below 1"),
  precision: within("below 1"),
  confidence: within("below 1"),
  relevant: within("up to 1"),
  sample: whole(20),
};

/**
 * A cascade whose cuts are chosen for each condition: a sample of a population is judged by the expensive scorer, and cuts are taken that keep
 * the targets with the confidence that is wanted (`chooseCuts`). Of a text under the lower cut the score is 0, from the upper cut up that
 * which such texts have on average; between them, and of what was drawn, the expensive scorer's own. The draws depend on the condition alone, so a score is a function
 * of text, condition and tree.
 */
export function targetCascade(cheap: Scorer, expensive: Scorer, given: CascadeTargets): Scorer {
  checkOptions(given, TARGETS);
  const { recall = null, precision = null, confidence = 0.95, relevant = 0.5, sample = SAMPLE, population } = given;
  if (recall === null && precision === null)
    throw new RangeError('A cascade with targets has a "recall" or a "precision".');
  const types = population === undefined ? "" : ` ${population.types.join("|")}`;
  const bounds = { recall, precision, confidence, relevant, sample };
  const label = `${printTargets(bounds)} confidence=${confidence} relevant=${relevant} sample=${sample}${types}`;
  const aim = { bounds, population, label };
  const pair = [cheap, expensive] as const;
  return onTree(pair, {
    why: "a cascade with targets needs a tree to sample",
    idOf: () => idOf(pair, aim),
    made: ([first, second], tree) => boundCascade([first!, second!], aim, tree),
  });
}

const printTargets = ({ recall, precision }: Pick<Targets, "recall" | "precision">): string =>
  [recall === null ? "" : `recall>=${recall}`, precision === null ? "" : `precision>=${precision}`]
    .filter(Boolean)
    .join(" ");

interface Aim {
  readonly bounds: Targets;
  readonly population: Population;
  /** The settings as a part of the id. */
  readonly label: string;
}

type Pair = readonly [Scorer, Scorer];

const idOf = ([cheap, expensive]: Pair, { label: shown }: Aim): string =>
  `cascade(approximate ${shown}: ${cheap.id} > ${expensive.id})`;

function boundCascade(pair: Pair, aim: Aim, tree: Tree): Scorer {
  const [cheap, expensive] = pair;
  const population = entriesOf(aim.population, tree, pair);
  const decided = new Map<string, Cuts>();
  const cutsFor = oncePerCondition(async (condition, { signal }) => {
    const cuts = await chooseCuts(population, pair, condition, aim.bounds, { signal });
    decided.set(condition, cuts);
    return cuts;
  });
  // Contexts are read where the population has them: cuts hold for what is scored alike.
  return {
    get id() {
      return `${idOf(pair, aim)} among ${population.texts.length}`;
    },
    cost: "expensive",
    ...answering(pair, async ({ texts, contexts, of }, condition, options) => {
      const { low, high, above, scores: scored } = await cutsFor(condition, options);
      const scores = Float32Array.from(await of(cheap, Array.from(texts.keys())));
      const open: number[] = [];
      scores.forEach((score, place) => {
        const judged = scored.get(keyOf(texts[place]!, contexts?.[place]));
        if (judged !== undefined) scores[place] = judged;
        else if (score < low) scores[place] = 0;
        else if (score >= high) scores[place] = above;
        else open.push(place);
      });
      const answers = await of(expensive, open);
      open.forEach((place, at) => {
        scores[place] = answers[at]!;
      });
      return scores;
    }),
    notes: () => notesOf([cheap, expensive], noteOf(aim.bounds, [...decided.values()], population.texts.length)),
  };
}

/** Note on the kept promise, in one line: the bound, the measurement of the samples, and the number of calls. The worst of several conditions. */
function noteOf(bounds: Targets, decided: readonly Cuts[], texts: number): string {
  const promise = printTargets(bounds).replaceAll(">=", " ≥ ").replace(" precision", " and precision");
  const note = `approximate: ${promise} with ${Number((bounds.confidence * 100).toFixed(3))} % confidence for each condition`;
  if (decided.length === 0) return note;
  const worst = (pick: (cuts: Cuts) => number | null) => {
    const values = decided.map(pick).filter((value) => value !== null);
    return values.length === 0 ? null : Math.min(...values).toFixed(3);
  };
  const [recall, precision] = [worst(({ measured }) => measured.recall), worst(({ measured }) => measured.precision)];
  const showed = [recall && `recall ${recall}`, precision && `precision ${precision}`].filter(Boolean).join(" and ");
  const share = decided.reduce((sum, cuts) => sum + cuts.asked, 0) / decided.length;
  const open = decided.filter((cuts) => cuts.asked === 1).length;
  return [
    `${note}, by ${Math.min(bounds.sample, texts)} sampled of ${texts} texts${showed && ` (${showed} in the sample)`}`,
    `${(share * 100).toFixed(1)} % of the others asked`,
    ...(open === 0 ? [] : [`no cut was sure for ${open === 1 ? "1 condition" : `${open} conditions`}: all was asked`]),
  ].join("; ");
}
