import { type LanguageName, languageList, languageNamed } from "@semantic-xpath/values";
import { otherShare } from "../background.js";
import { foldWord } from "../words.js";
import { koreanStem } from "./korean.js";
import { ENGLISH, type Language } from "./language.js";
import { stopWordsOf } from "./stopWords.js";

/** What is used of snowball-stemmers: a stemmer by the name of its algorithm. */
export interface SnowballStemmers {
  newStemmer(algorithm: string): { stem(word: string): string };
}

/** Languages that need no stemmer: without endings, or with rules of our own. */
const UNSTEMMED: ReadonlySet<LanguageName> = new Set<LanguageName>(["chinese", "japanese", "korean"]);
/** Compounds are written as one word, so that a part may be short beside the whole. */
const COMPOUNDING: ReadonlySet<LanguageName> = new Set<LanguageName>([
  "german",
  "dutch",
  "danish",
  "swedish",
  "norwegian",
  "finnish",
  "hungarian",
]);
const LEAST_PART = 0.25;

/**
 * A language by its name or code, "German", "de", "de-CH": function words, folding, and the stemmer of Snowball (M. F. Porter, R. Boulton,
 * snowballstem.org), whose package is loaded when the first language needs it.
 *
 * @example const scorer = lexicalScorer({ language: await loadLanguage("de") })
 * @throws RangeError for a language that is not known; the message lists those that are.
 */
export async function loadLanguage(name: string): Promise<Language> {
  const known = languageNamed(name);
  if (known === null) throw new RangeError(`There is no language "${name}". There are: ${languageList()}.`);
  if (known === "english") return ENGLISH;
  if (UNSTEMMED.has(known)) return languageOf(known, null);
  return languageOf(known, await loadStemmers());
}

/** Of nearly a megabyte, so it is loaded by those who need it. */
async function loadStemmers(): Promise<SnowballStemmers> {
  const loaded = (await import("snowball-stemmers")) as { readonly default?: SnowballStemmers } & SnowballStemmers;
  return loaded.default ?? loaded;
}

const made = new Map<LanguageName, Language>();

/** A language that is there without loading anything; null if its stemmer is still to be loaded. */
export function loadedLanguage(name: LanguageName): Language | null {
  return made.get(name) ?? (name === "english" || UNSTEMMED.has(name) ? languageOf(name, null) : null);
}

/**
 * A language with the stemmers of Snowball at hand, for pages that bring the package along; null for none: then a word is its own stem.
 */
export function languageOf(name: LanguageName, stemmers: SnowballStemmers | null): Language {
  if (name === "english") return ENGLISH;
  const known = stemmers === null && !UNSTEMMED.has(name) ? undefined : made.get(name);
  if (known !== undefined) return known;
  const stemmer = UNSTEMMED.has(name) || stemmers === null ? null : stemmers.newStemmer(name);
  const language = languageBy(name, stemmer === null ? null : (word) => stemmer.stem(word));
  if (stemmer !== null || UNSTEMMED.has(name)) made.set(name, language);
  return language;
}

function languageBy(name: LanguageName, stem: ((word: string) => string) | null): Language {
  const stopWords = stopWordsOf(name);
  const stemmed = (word: string): string => {
    if (UNSTEMMED.has(name)) return name === "korean" ? koreanStem(word) : word;
    return foldWord(stem === null ? word : stem(word));
  };
  const isStop = (word: string): boolean => stopWords.has(foldWord(word));
  return {
    name: stem === null && !UNSTEMMED.has(name) ? `${name}, no stemmer` : name,
    fold: (word) => respelled(name, word.normalize(UNSTEMMED.has(name) ? "NFKC" : "NFC").toLowerCase()),
    stem: stemmed,
    isStop,
    share: (word) => otherShare(word, isStop(word)),
    leastPart: COMPOUNDING.has(name) ? LEAST_PART : ENGLISH.leastPart,
  };
}

const GERMAN_SPELLING = /(?<![aeqou])(?:ae|oe|ue)/g;

/** German umlauts that are written with an e are umlauts. */
const respelled = (name: LanguageName, word: string): string =>
  name === "german" ? word.replace(GERMAN_SPELLING, (letters) => UMLAUTS[letters]!) : word;

const UMLAUTS: Readonly<Record<string, string>> = { ae: "ä", oe: "ö", ue: "ü" };
