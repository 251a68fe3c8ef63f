import type { MatchKind } from "../scorer.js";
import type { LexicalSettings } from "./settings.js";
import type { Statistics } from "./statistics.js";
import { relationsOf } from "./thesaurus.js";

/** Evidence of a term: how much a word counts for it, in (0, 1]. */
export interface Hit {
  readonly term: number;
  readonly quality: number;
  readonly how: MatchKind;
}

/** A stem of the condition, or of two neighbouring words written as one, with the terms that it stands for. */
interface Source {
  readonly stem: string;
  readonly terms: readonly number[];
}

/** By stem of a text, what it is evidence of without being in the condition: the thesaurus and the tree say so; the stronger counts. */
export function relatedWords(
  words: readonly Source[],
  joins: readonly Source[],
  statistics: Statistics,
  settings: LexicalSettings,
): ReadonlyMap<string, readonly Hit[]> {
  const related = new Map<string, Hit[]>();
  const add = (stem: string, terms: readonly number[], quality: number, how: MatchKind) => {
    if (quality === 0) return;
    const hits = related.get(stem) ?? [];
    related.set(stem, hits);
    for (const term of terms) {
      const at = hits.findIndex((hit) => hit.term === term);
      if (at < 0) hits.push({ term, quality, how });
      else if (quality > hits[at]!.quality) hits[at] = { term, quality, how };
    }
  };
  if (settings.thesaurus > 0) {
    for (const { stem, terms } of [...words, ...joins]) {
      for (const [other, { strength, how }] of relationsOf(stem)) add(other, terms, settings.thesaurus * strength, how);
    }
  }
  if (settings.company > 0) {
    for (const { stem, terms } of words) {
      for (const [other, strength] of statistics.company(stem))
        add(other, terms, settings.company * strength, "learned");
    }
  }
  return related;
}
