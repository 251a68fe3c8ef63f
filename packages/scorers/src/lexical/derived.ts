import { stemOf } from "./english.js";
import { OTHER_FORM } from "./formula.js";

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
/** "Fishy" has something of fish. */
const QUALITY_OF = 0.6;

/** A stem with how much it counts for a word. */
interface Derived {
  readonly stem: string;
  readonly quality: number;
}

/**
 * Stems of words that are made of a word, or that it is made of, with how much they count for it: "quick" and "quickest", "fish" and "fishy".
 *
 * @example derivedOf("fish", "fish") // [{ stem: "fishi", quality: 0.6 }]
 */
export function derivedOf(word: string, stem: string): readonly Derived[] {
  if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) return [];
  const derived: Derived[] = [];
  const add = (other: string, quality: number): void => {
    const otherStem = stemOf(other);
    if (otherStem !== stem) derived.push({ stem: otherStem, quality });
  };
  for (const other of comparedWith(word)) add(other, OTHER_FORM);
  add(`${word}y`, QUALITY_OF);
  if (word.endsWith("y") && word.length > SHORTEST) add(word.slice(0, -1), QUALITY_OF);
  return derived;
}

function comparedWith(word: string): readonly string[] {
  const forms: string[] = [];
  if (COMPARED.has(word)) forms.push(`${bent(word)}er`, `${bent(word)}est`);
  const ending = /(?:er|est)$/.exec(word);
  if (ending === null) return forms;
  const stem = word.slice(0, ending.index);
  for (const base of [stem, `${stem}e`, stem.replace(/i$/, "y"), stem.slice(0, -1)])
    if (COMPARED.has(base) && `${bent(base)}${ending[0]}` === word)
      forms.push(base, ...OTHER[ending[0]]!.map((other) => bent(base) + other));
  return forms;
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
