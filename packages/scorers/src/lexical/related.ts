import type { MatchKind } from "../scorer.js";
import { isStopWord } from "./english.js";
import type { WordKnowledge } from "./knowledge/wordKnowledge.js";
import type { LexicalSettings } from "./settings.js";
import type { Steps } from "./slices.js";
import type { Statistics } from "./statistics.js";
import { relationsOf } from "./thesaurus.js";

/** A word of the condition, with the terms that it is evidence of. */
export interface Source {
  readonly word: string;
  readonly stem: string;
  readonly terms: readonly number[];
  /** Whether it is written as a name. */
  readonly isName: boolean;
}

/** Evidence of a term: how much a word counts for it, in (0, 1]. */
export interface Hit {
  readonly term: number;
  readonly quality: number;
  readonly how: MatchKind;
  /** Of the vectors, with "vector". */
  readonly similarity?: number;
}

interface Known {
  readonly statistics: Statistics;
  readonly settings: LexicalSettings;
  /** Words from outside, if there are any. */
  readonly knowledge: WordKnowledge | null;
}

/**
 * By stem of a text, what it is evidence of without being in the condition: the thesaurus, the tree and words from outside say so; the stronger
 * counts.
 */
export function* relatedWords(
  words: readonly Source[],
  joins: readonly Source[],
  { statistics, settings, knowledge }: Known,
): Steps<ReadonlyMap<string, readonly Hit[]>> {
  const related = new Map<string, Hit[]>();
  const add = (stem: string, terms: readonly number[], hit: Omit<Hit, "term">) => {
    if (hit.quality === 0) return;
    const hits = related.get(stem) ?? [];
    related.set(stem, hits);
    for (const term of terms) keepBetter(hits, { term, ...hit });
  };
  if (settings.thesaurus > 0) {
    for (const { stem, terms } of [...words, ...joins]) {
      yield;
      for (const [other, { strength, how }] of relationsOf(stem))
        add(other, terms, { quality: settings.thesaurus * strength, how });
    }
  }
  if (settings.company > 0) {
    for (const { stem, terms } of words) {
      yield;
      for (const [other, strength] of statistics.companions(stem))
        add(other, terms, { quality: settings.company * strength, how: "learned" });
    }
  }
  if (knowledge === null) return related;
  const content = words.filter(({ word }) => !isStopWord(word));
  for (const source of [...content, ...joins]) {
    const others = content.flatMap(({ word, terms }) =>
      terms.some((term) => source.terms.includes(term)) ? [] : word,
    );
    const asked = { word: source.word, isName: source.isName, others };
    const isKnown = statistics.has(source.stem);
    const idf = statistics.idf(source.word, source.stem);
    for (const kind of ["senses", "vectors"] as const) {
      const credit = settings[kind] * (isKnown ? IN_TREE : 1);
      if (credit === 0) continue;
      yield;
      for (const [stem, { strength, ...rest }] of knowledge[kind](asked)) {
        const rarity = Math.min(1, statistics.idf(stem, stem) / idf);
        add(stem, source.terms, { quality: credit * strength * rarity, ...rest });
      }
    }
  }
  return related;
}

/** What evidence from outside keeps where the tree has the word itself: the texts with it are the better answers. */
const IN_TREE = 0.5;

/** Adds evidence, or puts it in the place of weaker evidence of the same term. */
export function keepBetter(hits: Hit[], hit: Hit): void {
  const at = hits.findIndex(({ term }) => term === hit.term);
  if (at < 0) hits.push(hit);
  else if (hit.quality > hits[at]!.quality) hits[at] = hit;
}
