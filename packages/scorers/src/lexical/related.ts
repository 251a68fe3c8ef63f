import type { MatchKind } from "../scorer.js";
import type { LexicalSettings } from "./settings.js";
import type { Steps } from "./slices.js";
import type { Statistics } from "./statistics.js";
import { relationsOf } from "./thesaurus.js";

/** A stem of the condition, with the terms that it is evidence of. */
export interface Source {
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

/** By stem of a text, what it is evidence of without being in the condition: the thesaurus and the tree say so; the stronger counts. */
export function* relatedWords(
  words: readonly Source[],
  joins: readonly Source[],
  statistics: Statistics,
  settings: LexicalSettings,
): Steps<ReadonlyMap<string, readonly Hit[]>> {
  const related = new Map<string, Hit[]>();
  const add = (stem: string, terms: readonly number[], quality: number, how: MatchKind) => {
    if (quality === 0) return;
    const hits = related.get(stem) ?? [];
    related.set(stem, hits);
    for (const term of terms) keepBetter(hits, { term, quality, how });
  };
  if (settings.thesaurus > 0) {
    for (const { stem, terms } of [...words, ...joins]) {
      yield;
      for (const [other, { strength, how }] of relationsOf(stem)) add(other, terms, settings.thesaurus * strength, how);
    }
  }
  if (settings.company > 0) {
    for (const { stem, terms } of words) {
      yield;
      for (const [other, strength] of statistics.companions(stem))
        add(other, terms, settings.company * strength, "learned");
    }
  }
  return related;
}

/** Adds evidence, or puts it in the place of weaker evidence of the same term. */
export function keepBetter(hits: Hit[], hit: Hit): void {
  const at = hits.findIndex(({ term }) => term === hit.term);
  if (at < 0) hits.push(hit);
  else if (hit.quality > hits[at]!.quality) hits[at] = hit;
}
