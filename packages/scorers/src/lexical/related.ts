import type { MatchKind } from "../scorer.js";
import type { LexicalSettings } from "./settings.js";
import type { Steps } from "./slices.js";
import type { Statistics } from "./statistics.js";
import { relationsOf } from "./thesaurus.js";

/** A word of the condition, with the terms that it is evidence of. */
export interface Source {
  readonly word: string;
  readonly stem: string;
  readonly terms: readonly number[];
}

/** Evidence of a term: how much a word counts for it, in (0, 1]. */
export interface Hit {
  readonly term: number;
  readonly quality: number;
  readonly how: MatchKind;
  /** The word says the opposite: "uncrowded", "meatless". */
  readonly denies?: true;
}

interface Known {
  readonly statistics: Statistics;
  readonly settings: LexicalSettings;
}

/**
 * By stem of a text, the terms that it is evidence of without being in the condition, by the thesaurus and the tree; the stronger relation counts. A word that is more common than the one that is looked for counts as much less as it weighs less.
 */
export function* relatedWords(
  words: readonly Source[],
  joins: readonly Source[],
  { statistics, settings }: Known,
): Steps<ReadonlyMap<string, readonly Hit[]>> {
  const related = new Map<string, Hit[]>();
  const add = (stem: string, terms: readonly number[], hit: Omit<Hit, "term">) => {
    if (hit.quality < LEAST) return;
    const hits = related.get(stem) ?? [];
    related.set(stem, hits);
    for (const term of terms) keepBetter(hits, { term, ...hit });
  };
  for (const { word, stem, terms } of settings.thesaurus > 0 ? [...words, ...joins] : []) {
    yield;
    const own = statistics.idf(word, stem);
    const share = 1 - (1 - IN_TREE) * Math.min(1, statistics.share(stem) / OFTEN);
    for (const [other, { strength, ...rest }] of relationsOf(stem)) {
      const rarity = Math.min(1, statistics.idf(other, other) / own);
      add(other, terms, { quality: settings.thesaurus * share * strength * rarity, ...rest });
    }
  }
  if (settings.company > 0) {
    for (const { stem, terms } of words) {
      yield;
      for (const [other, strength] of statistics.companions(stem))
        add(other, terms, { quality: settings.company * strength, how: "learned" });
    }
  }
  return related;
}

/** Weaker relations are no evidence: nobody would call a text that has one a match. */
const LEAST = 0.05;
/** What a relation keeps where the tree has the word itself often, in a share of its nodes: the texts with it are the better answers. */
const IN_TREE = 0.8;
const OFTEN = 0.01;

/** Adds evidence, or puts it in the place of weaker evidence of the same term. */
export function keepBetter(hits: Hit[], hit: Hit): void {
  const at = hits.findIndex(({ term }) => term === hit.term);
  if (at < 0) hits.push(hit);
  else if (hit.quality > hits[at]!.quality) hits[at] = hit;
}
