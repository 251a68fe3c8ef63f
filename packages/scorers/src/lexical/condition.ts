import { readWanted, type WantedQuantity } from "@semantic-xpath/english";
import type { Span } from "@semantic-xpath/parser";
import type { MatchKind } from "../scorer.js";
import { isAsked, stemOf, TIME_WORDS, wantsTime } from "./english.js";
import { OTHER_FORM } from "./formula.js";
import { ENGLISH, type Language } from "./languages/language.js";
import type { DeclaredQuantities } from "./quantity/declared.js";
import { isStrictCondition } from "./sides.js";
import type { Steps } from "./slices.js";
import type { Statistics } from "./statistics.js";
import type { Thesaurus } from "./thesaurus.js";
import { eachChunk, wordsOfChunk } from "./words.js";

/** Weight of a stem for a unit, 1 for the unit's own stem, with its relation. */
export interface Match {
  readonly quality: number;
  readonly how: MatchKind;
}

/** Part of a condition: a word once for all its repetitions, alternatives joined by "or", or words that require a quantity. */
export interface Unit {
  /** Its word, and those that "or" joins to it. */
  readonly words: readonly string[];
  /** Its first place in the condition; null if it has no characters of its own. */
  readonly span: Span | null;
  /** Share of the weight of the condition: the shares of its units sum to 1. */
  readonly share: number;
  /** Stems that are evidence, its own first. */
  readonly matches: ReadonlyMap<string, Match>;
  /** The word of which misspellings are looked for; null for none. */
  readonly open: string | null;
  readonly wanted: WantedQuantity | null;
}

export interface Condition {
  readonly units: readonly Unit[];
  /** True if the condition is a question. */
  readonly asks: boolean;
  /** True if denials in texts lower the score. */
  readonly isStrict: boolean;
}

export interface Reading {
  readonly language: Language;
  readonly statistics: Statistics;
  readonly thesaurus: Thesaurus;
  readonly declared: DeclaredQuantities;
}

/** Weight of a quantity: of a word that one of 665 texts has. Measured: flat from 5 to 8. */
const QUANTITY_IDF = 6.5;
/** Weight of a word for a time where the condition asks when. Measured: .003 of nDCG, on conversations. */
const WHEN_IDF = 3;
const WHEN = "when";
/** Words that carry a quantity next to them: "takes less than 15 minutes" asks what "less than 15 minutes" does. */
const CARRIERS: ReadonlySet<string> = new Set(
  "take last start begin end finish open close cost need run weigh measur price last cook read walk visit happen serv".split(
    " ",
  ),
);

interface Word {
  readonly word: string;
  readonly stem: string;
  readonly span: Span;
  /** The quantity that the word may mean too. */
  readonly wanted: WantedQuantity | null;
  /** True after "or". */
  readonly isAlternative: boolean;
}

interface Draft extends Omit<Unit, "share" | "matches" | "words"> {
  readonly words: string[];
  weight: number;
  readonly stems: Set<string>;
  readonly matches: Map<string, Match>;
}

/**
 * Reads a condition. Function words have no weight, unless there is nothing else; the weight of any other word is how often it is said times its inverse
 * document frequency. A word is a step.
 */
export function* readCondition(text: string, reading: Reading): Steps<Condition> {
  const { language, statistics } = reading;
  const isEnglish = language === ENGLISH;
  const asks = isEnglish && isAsked(text);
  const quantities = isEnglish ? readWanted(text, reading.declared.meant) : [];
  const all = wordsOf(text, quantities, language);
  const content = all.filter(({ word }) => !language.isStop(word));
  const counted = content.length > 0 || quantities.some(({ only }) => only) ? content : all;
  const drafts: Draft[] = [];
  const byStem = new Map<string, Draft>();
  let before: Draft | undefined;
  for (const { word, stem, span, wanted, isAlternative } of counted) {
    yield;
    const idf = statistics.idf(word, stem);
    let draft = byStem.get(stem) ?? (isAlternative ? before : undefined);
    if (draft === undefined) {
      const open = statistics.has(stem) || HAS_DIGIT.test(word) ? null : word;
      draft = { words: [word], span, weight: 0, stems: new Set(), matches: new Map(), open, wanted };
      drafts.push(draft);
    }
    const isNew = !draft.stems.has(stem);
    if (isNew && draft.stems.size > 0) draft.words.push(word);
    draft.stems.add(stem);
    byStem.set(stem, draft);
    // Alternatives weigh what the lighter one does.
    draft.weight = isNew && draft.weight > 0 ? Math.min(draft.weight, idf) : draft.weight + idf;
    before = draft;
  }
  for (const one of quantities) {
    if (!one.only) continue;
    const word = text.slice(one.start, one.end).trim().toLowerCase();
    drafts.push(literally(word, one, QUANTITY_IDF, one));
  }
  if (drafts.length > 0 && isEnglish && wantsTime(text)) {
    const when = literally(WHEN, null, WHEN_IDF, null);
    for (const time of TIME_WORDS) when.matches.set(language.stem(time), { quality: 1, how: "time" });
    drafts.push(when);
  }
  yield* addMatches(drafts, all, reading);
  const total = drafts.reduce((sum, { weight }) => sum + weight, 0);
  return {
    units: drafts.map(({ weight, stems: _, ...unit }) => ({ ...unit, share: weight / total })),
    asks,
    isStrict: isEnglish && isStrictCondition(text, content.length),
  };
}

const HAS_DIGIT = /\p{N}/u;

const literally = (word: string, span: Span | null, weight: number, wanted: WantedQuantity | null): Draft => ({
  ...{ words: [word], span, weight, wanted, open: null },
  ...{ stems: new Set<string>(), matches: new Map<string, Match>() },
});

/** Adds what is evidence of each unit: its stems, two words written as one, and what the thesaurus relates. */
function* addMatches(drafts: readonly Draft[], words: readonly Word[], reading: Reading): Steps<void> {
  const { language, statistics, thesaurus } = reading;
  const ownStems = new Set(drafts.flatMap(({ stems }) => [...stems]));
  const add = ({ matches }: Draft, stem: string, match: Match): void => {
    // A word of the condition is evidence of itself alone: "museum" is not second evidence in "art museum".
    if (ownStems.has(stem) || match.quality <= (matches.get(stem)?.quality ?? 0)) return;
    matches.set(stem, match);
  };
  const relate = (draft: Draft, word: string, stem: string): void => {
    const relations = thesaurus.relations(stem);
    const idf = relations.size > 0 ? statistics.idf(word, stem) : 0;
    for (const [other, { strength, how }] of relations) {
      // A word that is more common than the one that is looked for says as much less.
      const rarity = Math.min(1, statistics.idf(other, other) / idf);
      add(draft, other, { quality: OTHER_FORM * strength * rarity, how });
    }
  };
  const draftOf = new Map(drafts.flatMap((draft) => Array.from(draft.stems, (stem) => [stem, draft] as const)));
  for (const draft of drafts) for (const stem of draft.stems) draft.matches.set(stem, { quality: 1, how: "stem" });
  for (const [at, { word, stem }] of words.entries()) {
    yield;
    const draft = draftOf.get(stem);
    const next = words[at + 1];
    if (next !== undefined) {
      const joined = language.stem(word + next.word);
      for (const one of new Set([draft, draftOf.get(next.stem)])) {
        if (one === undefined) continue;
        add(one, joined, { quality: OTHER_FORM, how: "compound" });
        if (language === ENGLISH) relate(one, word + next.word, joined);
      }
    }
    if (draft === undefined || language !== ENGLISH) continue;
    for (const other of derivedOf(word)) add(draft, stemOf(other), { quality: OTHER_FORM, how: "stem" });
    relate(draft, word, stem);
  }
}

/** The adjective of what is like a noun, and the noun of such an adjective: "rain", "rainy". Measured: no kind of text gains or loses .001. */
const derivedOf = (word: string): readonly string[] =>
  !/^[a-z]{4,}$/.test(word) ? [] : word.endsWith("y") ? [word.slice(0, -1)] : [`${word}y`];

/** The words, without those that only ask for a quantity, or carry one. */
function wordsOf(text: string, wanted: readonly WantedQuantity[], language: Language): Word[] {
  const words: Word[] = [];
  let isAlternative = false;
  const add = (start: number, end: number, of: WantedQuantity | null): void =>
    eachChunk(text, start, end, (chunk, from) => {
      const span = { start: from, end: from + chunk.length };
      for (const { text: word, advances } of wordsOfChunk(chunk, language.fold)) {
        if (!advances) continue;
        const isStop = language.isStop(word);
        words.push({ word, stem: language.stem(word), span, wanted: isStop ? null : of, isAlternative });
        isAlternative = isStop && word === "or";
      }
    });
  let from = 0;
  for (const one of wanted) {
    add(from, one.start, null);
    if (one.only) {
      while (words.length > 0 && words.at(-1)!.span.start >= from && CARRIERS.has(words.at(-1)!.stem)) words.pop();
    } else add(one.start, one.end, one);
    from = one.end;
  }
  add(from, text.length, null);
  return words;
}
