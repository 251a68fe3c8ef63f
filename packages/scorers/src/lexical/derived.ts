import { stemOf } from "./english.js";
import type { Hit } from "./related.js";

/** Adjectives that are often compared; of other words "er" makes who or what does it, or nothing ("flower", "corner"). */
const COMPARED = new Set(
  (
    "big bright broad busy calm cheap clean clear close cold cool dark deep dense dirty dry early easy fair fast fine fresh friendly " +
    "funny gentle great happy hard healthy heavy high hot kind large late lazy light little lively long loud low mild narrow neat new " +
    "nice noisy old pale plain poor pretty pure quick quiet rare rich rough sad safe sharp short simple slim slow small smart smooth " +
    "soft sour spicy steep strong sunny sweet tall tasty thick thin tidy tight tiny tough ugly warm weak wet wide wild wise young"
  ).split(" "),
);
const SHORTEST = 4;
/** What is compared is the same quality, more or less. */
const COMPARISON = 0.9;
/** "Fishy" has something of fish. */
const QUALITY_OF = 0.6;

/**
 * Words that are made of a word, or that it is made of, with what they are evidence of: "quick" and "quickest", "fish" and "fishy"; "crowded" and
 * "uncrowded", "meat" and "meatless" say the opposite.
 *
 * @example derivedOf("crowded") // "uncrowded" and "noncrowded", which deny it, …
 */
export function derivedOf(word: string): readonly (Omit<Hit, "term"> & { readonly word: string })[] {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return [];
  const found: (Omit<Hit, "term"> & { readonly word: string })[] = [];
  const same = (of: string, quality: number) => found.push({ word: of, quality, how: "stem" });
  const against = (of: string) => found.push({ word: of, quality: 1, how: "stem", denies: true });
  for (const of of comparedWith(word)) same(of, COMPARISON);
  if (word.length >= SHORTEST) {
    same(`${word}y`, QUALITY_OF);
    if (word.endsWith("y") && word.length > SHORTEST) same(word.slice(0, -1), QUALITY_OF);
    against(`un${word}`);
    against(`non${word}`);
    if (/^(?:un|non)./.test(word)) against(word.replace(/^(?:un|non)/, ""));
  }
  against(`${word}less`);
  against(`${word}free`);
  if (word.endsWith("less") && word.length > SHORTEST + 3) against(word.slice(0, -4));
  return found.filter((one) => stemOf(one.word) !== stemOf(word));
}

function comparedWith(word: string): readonly string[] {
  const found: string[] = [];
  if (COMPARED.has(word)) found.push(`${bent(word)}er`, `${bent(word)}est`);
  const ending = /(?:er|est)$/.exec(word);
  if (ending === null) return found;
  const rest = word.slice(0, ending.index);
  for (const base of [rest, `${rest}e`, rest.replace(/i$/, "y"), rest.slice(0, -1)])
    if (COMPARED.has(base) && `${bent(base)}${ending[0]}` === word)
      found.push(base, ...OTHER[ending[0]]!.map((other) => bent(base) + other));
  return found;
}

const OTHER: Readonly<Record<string, readonly string[]>> = { er: ["est"], est: ["er"] };

/** A word as it stands before "er": "easi", "bigg", "nic". */
const bent = (word: string): string =>
  word.endsWith("e")
    ? word.slice(0, -1)
    : word.endsWith("y")
      ? `${word.slice(0, -1)}i`
      : /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(word)
        ? word + word.at(-1)
        : word;
