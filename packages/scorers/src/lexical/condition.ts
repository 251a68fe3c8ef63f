import type { Span } from "@semantic-xpath/parser";
import { getOrMake } from "@semantic-xpath/tree";
import { derivedOf } from "./derived.js";
import { isAsked, stemOf, wantsTime } from "./english.js";
import { ENGLISH, type Language } from "./languages/language.js";
import { type DeclaredQuantities, UNDECLARED } from "./quantity/declared.js";
import { readWanted, type Wanted } from "./quantity/wanted.js";
import { type Hit, keepBetter, relatedWords, type Source } from "./related.js";
import type { LexicalSettings } from "./settings.js";
import { isStrictCondition } from "./sides.js";
import type { Steps } from "./slices.js";
import type { Statistics } from "./statistics.js";
import { eachChunk, wordsOfChunk } from "./words.js";

/** A word of a condition, once for all its repetitions; or words that together ask for a quantity. */
export interface Term {
  readonly word: string;
  readonly stem: string;
  /** Its first place in the condition; null if it has no characters of its own. */
  readonly span: Span | null;
  /** Share of the weight of the condition: the shares of its terms sum to 1. */
  readonly share: number;
  /** Whether some document of the tree has it. */
  readonly known: boolean;
  /** Whether words are evidence: all that a term with `wanted` alone looks for is quantities. */
  readonly literal: boolean;
  readonly wanted: Wanted | null;
  /** Whether it asks when: any word for a time is evidence. */
  readonly asksWhen: boolean;
}

/** Two terms that are next to each other, function words left out. */
export interface Pair {
  readonly left: number;
  readonly right: number;
  /** Places from the left to the right word in the condition. */
  readonly distance: number;
  /** The share of the lighter term. */
  readonly share: number;
}

/** Two neighbouring words written as one ("seafood" for "sea food"). */
type Join = Source;

export interface Condition {
  readonly terms: readonly Term[];
  readonly pairs: readonly Pair[];
  readonly joins: readonly Join[];
  /** Evidence by stem of words that are not in the condition. */
  readonly related: ReadonlyMap<string, readonly Hit[]>;
  /** Whether the condition is a question. */
  readonly asks: boolean;
  /** Whether it matters what a text denies. */
  readonly isStrict: boolean;
  /** Terms that look for quantities. */
  readonly quantified: readonly number[];
  /** All words, function words too, one after the other. */
  readonly spoken: readonly string[];
  /** How rare its words are, in the mean, in the unit of `Statistics.idf`. */
  readonly rarity: number;
  /** From 1: what the terms of a long condition are multiplied with, since no text has all of its words. */
  readonly reach: number;
  /** From 0: the power of the share that was found of a short condition, which one of its words does not say. */
  readonly together: number;
}

type Draft = Omit<Term, "share"> & { readonly weight: number };

const DRAFT = { known: true, wanted: null, literal: false, asksWhen: false };

/** The spelling of the term that asks when. */
const WHEN = "when";

/**
 * Reads a condition. Function words have no weight, unless there is nothing else; the weight of any other word is its
 * inverse document frequency. Words that ask for a quantity and nothing else are one term, as rare as a word of no document. A word
 * is a step.
 */
export function* readCondition(
  text: string,
  statistics: Statistics,
  settings: LexicalSettings,
  declared: DeclaredQuantities = UNDECLARED,
): Steps<Condition> {
  const asks = isAsked(text);
  const wanted = settings.quantity > 0 ? readWanted(text, declared) : [];
  const { language } = settings;
  const words = wordsOf(text, wanted, language);
  const contentWords = words.filter(({ word }) => !language.isStop(word)).length;
  const { drafts, termAt } = yield* draftsOf(text, { words, wanted }, statistics, language);
  if (settings.when > 0 && drafts.length > 0 && wantsTime(text)) {
    drafts.push({ ...DRAFT, word: WHEN, stem: WHEN, span: null, weight: settings.when, asksWhen: true });
  }
  const total = drafts.reduce((sum, { weight }) => sum + weight, 0);
  const terms = drafts.map(({ weight, ...term }): Term => ({ ...term, share: total > 0 ? weight / total : 0 }));
  const joins = yield* joinsOf(words, termAt, language);
  const sources = terms.flatMap(({ word, stem, literal }, term) => (literal ? [{ word, stem, terms: [term] }] : []));
  const related = yield* relatedWords(sources, joins, { statistics, settings });
  return {
    terms,
    pairs: pairsOf(termAt, terms),
    joins,
    related: language === ENGLISH ? withDerived(related, terms) : related,
    asks,
    isStrict: isStrictCondition(text, contentWords, settings),
    quantified: [...terms.keys()].filter((term) => terms[term]!.wanted !== null),
    spoken: spokenIn(text),
    reach: reachOf(terms),
    rarity: rarityOf(terms, statistics),
    together: settings.together * (TOGETHER[terms.length] ?? 0),
  };
}

/** The terms of a condition before their weights are shares, and the term of each of its words, -1 for none. */
function* draftsOf(
  text: string,
  {
    words,
    wanted,
  }: {
    readonly words: readonly ConditionWord[];
    readonly wanted: readonly Wanted[];
  },
  statistics: Statistics,
  language: Language,
): Steps<{ readonly drafts: Draft[]; readonly termAt: readonly number[] }> {
  const content = words.filter(({ word }) => !language.isStop(word));
  const counted = new Set(
    (content.length > 0 || wanted.some(({ only }) => only) ? content : words).map(({ word }) => word),
  );
  const places = new Map<string, number>();
  const drafts: Draft[] = [];
  const termAt: number[] = [];
  for (const { word, span, wanted } of words) {
    yield;
    const stem = language.stem(word);
    const term = counted.has(word) ? (places.get(stem) ?? drafts.length) : -1;
    termAt.push(term);
    if (term < drafts.length) continue;
    places.set(stem, term);
    const weight = statistics.idf(word, stem);
    drafts.push({ ...DRAFT, word, stem, span, weight, wanted, known: statistics.has(stem), literal: true });
  }
  for (const one of wanted) {
    if (!one.only) continue;
    const word = text.slice(one.start, one.end).trim().toLowerCase();
    drafts.push({ ...DRAFT, word, stem: word, span: one, weight: statistics.idf(word, word), wanted: one });
  }
  return { drafts, termAt };
}

/** The mean weight of the words that have characters of their own. */
function rarityOf(terms: readonly Term[], statistics: Statistics): number {
  const said = terms.filter(({ span }) => span !== null);
  const sum = said.reduce((sum, { word, stem }) => sum + statistics.idf(word, stem), 0);
  return said.length === 0 ? 0 : sum / said.length;
}

/** By the number of terms. */
const TOGETHER: readonly number[] = [0, 0, 1, 0.4];
/** So many words of a condition a text may be expected to have; of each further one, the less weight it has, the less. */
const EXPECTED = 4;

/** 1 divided by the weight that may be expected of a text. */
function reachOf(terms: readonly Term[]): number {
  const shares = terms.map(({ share }) => share).sort((a, b) => b - a);
  const expected = shares.reduce((sum, share, at) => sum + share / (1 + Math.max(0, at - EXPECTED + 1) / 2), 0);
  return expected > 0 ? 1 / expected : 1;
}

/** All words of a condition, one after the other. */
function spokenIn(text: string): readonly string[] {
  const spoken: string[] = [];
  eachChunk(text, 0, text.length, (chunk) => {
    for (const { text: word, advances } of wordsOfChunk(chunk)) if (advances) spoken.push(word);
  });
  return spoken;
}

/** Adds the words that are made of the terms. */
function withDerived(related: ReadonlyMap<string, readonly Hit[]>, terms: readonly Term[]): Condition["related"] {
  const all = new Map(Array.from(related, ([stem, hits]): [string, Hit[]] => [stem, [...hits]]));
  for (const [term, { word, literal }] of terms.entries()) {
    if (!literal) continue;
    for (const { word: other, ...hit } of derivedOf(word)) {
      const hits = getOrMake(all, stemOf(other), (): Hit[] => []);
      keepBetter(hits, { ...hit, term });
    }
  }
  return all;
}

interface ConditionWord {
  readonly word: string;
  readonly span: Span;
  /** The quantity that the word may mean too. */
  readonly wanted: Wanted | null;
}

/** The words, without those that only ask for a quantity. */
function wordsOf(text: string, wanted: readonly Wanted[], language: Language): ConditionWord[] {
  const words: ConditionWord[] = [];
  const add = (start: number, end: number, of: Wanted | null) =>
    eachChunk(text, start, end, (chunk, from) => {
      const span = { start: from, end: from + chunk.length };
      for (const { text: word, advances } of wordsOfChunk(chunk, language.fold)) {
        if (advances) words.push({ word, span, wanted: language.isStop(word) ? null : of });
      }
    });
  let from = 0;
  for (const one of wanted) {
    add(from, one.start, null);
    if (!one.only) add(one.start, one.end, one);
    from = one.end;
  }
  add(from, text.length, null);
  return words;
}

function pairsOf(termAt: readonly number[], terms: readonly Term[]): Pair[] {
  const pairs = new Map<number, Pair>();
  let before = -1;
  for (let at = 0; at < termAt.length; at++) {
    const right = termAt[at]!;
    if (right < 0) continue;
    const left = before < 0 ? -1 : termAt[before]!;
    const key = left * terms.length + right;
    if (left >= 0 && left !== right && !pairs.has(key)) {
      const share = Math.min(terms[left]!.share, terms[right]!.share);
      pairs.set(key, { left, right, distance: at - before, share });
    }
    before = at;
  }
  return [...pairs.values()];
}

function* joinsOf(
  words: readonly ConditionWord[],
  termAt: readonly number[],
  language: Language,
): Steps<readonly Join[]> {
  const joins: Join[] = [];
  for (let at = 1; at < words.length; at++) {
    yield;
    const terms = [...new Set([termAt[at - 1]!, termAt[at]!])].filter((term) => term >= 0);
    if (terms.length === 0) continue;
    const word = words[at - 1]!.word + words[at]!.word;
    joins.push({ word, stem: language.stem(word), terms });
  }
  return joins;
}
