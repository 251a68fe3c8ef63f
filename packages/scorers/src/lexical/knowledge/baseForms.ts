import { baseForm } from "../english.js";

/** Endings of English inflection and what stood there before: nouns, verbs, adjectives (WordNet's rules of detachment, "morphy"). */
const ENDINGS: readonly (readonly [string, string])[] = [
  ["ies", "y"],
  ["es", "e"],
  ["es", ""],
  ["s", ""],
  ["ied", "y"],
  ["ed", "e"],
  ["ed", ""],
  ["ing", "e"],
  ["ing", ""],
  ["ier", "y"],
  ["iest", "y"],
  ["er", "e"],
  ["er", ""],
  ["est", "e"],
  ["est", ""],
];
const SHORTEST = 2;
/** "planned" to "plan". */
const DOUBLED = /([bdgklmnprt])\1$/;

/**
 * The word and what it may be a form of, the word first. Not all are words.
 *
 * @example baseForms("planning") // planning, planne, plann, plan
 */
export function baseForms(word: string): readonly string[] {
  const forms = [word, baseForm(word)];
  for (const [ending, before] of ENDINGS) {
    if (!word.endsWith(ending) || word.endsWith("ss")) continue;
    const rest = word.slice(0, -ending.length);
    if (rest.length < SHORTEST) continue;
    forms.push(rest + before);
    if (before === "" && DOUBLED.test(rest)) forms.push(rest.slice(0, -1));
  }
  return [...new Set(forms)];
}
