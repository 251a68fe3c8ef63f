import { foldWord, type LanguageName, languageList, languageNamed } from "@semantic-xpath/values";
import { otherShare } from "../background.js";
import { koreanStem } from "./korean.js";
import { ENGLISH, type Language } from "./language.js";

/** The used part of snowball-stemmers: a stemmer by the name of its algorithm. */
export interface SnowballStemmers {
  newStemmer(algorithm: string): { stem(word: string): string };
}

/** Languages that need no stemmer: without endings, or with rules of our own. */
const UNSTEMMED: ReadonlySet<LanguageName> = new Set<LanguageName>(["chinese", "japanese", "korean"]);
/** Compounds are written as one word. */
const COMPOUNDING: ReadonlySet<LanguageName> = new Set<LanguageName>([
  "german",
  "dutch",
  "danish",
  "swedish",
  "norwegian",
  "finnish",
  "hungarian",
]);

/**
 * A language by its name or code, "German", "de", "de-CH": function words, folding, and the stemmer of Snowball (M. F. Porter, R. Boulton,
 * snowballstem.org). Its package and the function words are loaded when the first language needs them.
 *
 * @param stemmers the package, for pages that bring it along; null for none: then a word is its own stem
 * @example const scorer = lexicalScorer({ language: await loadLanguage("de") })
 * @throws RangeError for a language that is not known; the message lists those that are.
 */
export async function loadLanguage(name: string, stemmers?: SnowballStemmers | null): Promise<Language> {
  const languageName = languageNamed(name);
  if (languageName === null) throw new RangeError(`There is no language "${name}". There are: ${languageList()}.`);
  if (languageName === "english") return ENGLISH;
  const { stopWordsOf } = await import("./stopWords.js");
  if (UNSTEMMED.has(languageName)) return languageOf(languageName, null, stopWordsOf(languageName));
  return languageOf(languageName, stemmers === undefined ? await loadStemmers() : stemmers, stopWordsOf(languageName));
}

/** Nearly a megabyte, so it is loaded on first use. */
async function loadStemmers(): Promise<SnowballStemmers> {
  const loaded = (await import("snowball-stemmers")) as { readonly default?: SnowballStemmers } & SnowballStemmers;
  return loaded.default ?? loaded;
}

const languages = new Map<LanguageName, Language>();

/** A language that is there without loading anything; null if it is still to be loaded. */
export const loadedLanguage = (name: LanguageName): Language | null =>
  name === "english" ? ENGLISH : (languages.get(name) ?? null);

/** A language before it is loaded: neither stems nor function words. */
export const unloadedLanguage = (name: LanguageName): Language => ({
  ...languageBy(name, null, new Set()),
  name: `${name}, not loaded`,
});

function languageOf(name: LanguageName, stemmers: SnowballStemmers | null, stopWords: ReadonlySet<string>): Language {
  const isWhole = stemmers !== null || UNSTEMMED.has(name);
  const cached = isWhole ? languages.get(name) : undefined;
  if (cached !== undefined) return cached;
  const stemmer = stemmers === null ? null : stemmers.newStemmer(name);
  const language = languageBy(name, stemmer === null ? null : (word) => stemmer.stem(word), stopWords);
  if (isWhole) languages.set(name, language);
  return language;
}

function languageBy(
  name: LanguageName,
  stem: ((word: string) => string) | null,
  stopWords: ReadonlySet<string>,
): Language {
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
    compounds: COMPOUNDING.has(name),
  };
}

const GERMAN_SPELLING = /(?<![aeqou])(?:ae|oe|ue)/g;

/** German umlauts that are written with an e are umlauts. */
const respelled = (name: LanguageName, word: string): string =>
  name === "german" ? word.replace(GERMAN_SPELLING, (letters) => UMLAUTS[letters]!) : word;

const UMLAUTS: Readonly<Record<string, string>> = { ae: "ä", oe: "ö", ue: "ü" };
