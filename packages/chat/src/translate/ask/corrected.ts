import { countriesOf, stemWord, TIME_NAMES } from "@semantic-xpath/english";
import { relationsOf } from "@semantic-xpath/scorers";
import { MONTHS, timeUnitOf, unitOf, WEEKDAYS } from "@semantic-xpath/values";
import { isAuxiliary, isFunctionWord, isInMark, isPronoun, knownWords, VAGUE } from "../lexicon/closed.js";
import { type Word, type Words, wordsIn } from "../words/words.js";
import { measuresNamed } from "./dimensions.js";
import { currencyNamed, numberAt } from "./quantities.js";
import type { Lexicon } from "./senses.js";

/** Letters of the shortest word that is corrected. */
const MIN_LETTERS = 4;

/** Words of the data are many, and near to much. */
const MIN_DATA_LETTERS = 7;

/**
 * A request without misspelt words: a word one letter away with the same first letter replaces one that neither English nor the data has. The name of
 * a country replaces an adjective such as "german" that the data lacks. Spans stay those of the original.
 */
export function corrected(words: Words, lexicon: Lexicon): Words {
  const all = words.all.flatMap(
    (word) => countryOf(word, lexicon) ?? (isKnown(word, lexicon) ? word : (nearest(word, lexicon) ?? word)),
  );
  return all.every((word, at) => word === words.all[at]) ? words : { ...words, all };
}

function countryOf(word: Word, { phrases, words }: Lexicon): readonly Word[] | null {
  if (word.isQuoted || phrases.has(word.stem) || words.count(word.stem) > 0) return null;
  const name = [word.text, word.text.replace(/s$/, "")]
    .flatMap(countriesOf)
    .find((each) => wordsIn(each).every((part) => words.count(stemWord(part)) > 0));
  return name === undefined ? null : wordsIn(name).map((text) => ({ ...word, text, stem: stemWord(text) }));
}

function isKnown({ text, stem, isQuoted }: Word, { phrases, words, world }: Lexicon): boolean {
  return (
    isQuoted ||
    text.length < MIN_LETTERS ||
    !/^[a-z]+$/.test(text) ||
    isFunctionWord(text) ||
    isFunctionWord(text.replace(/s$/, "")) ||
    isPronoun(text) ||
    isAuxiliary(text) ||
    isInMark(text) ||
    VAGUE.has(text) ||
    numberAt([text], 0) !== null ||
    TIME_NAMES.includes(text) ||
    timeUnitOf(text) !== null ||
    unitOf(text) !== null ||
    currencyNamed(text) !== undefined ||
    phrases.has(stem) ||
    measuresNamed(world, text).length > 0 ||
    relationsOf(stem).size > 0 ||
    words.knows(stem)
  );
}

function nearest(word: Word, { world, words }: Lexicon): Word | null {
  const candidates = new Set<string>([...knownWords(), ...MONTHS, ...WEEKDAYS]);
  for (const { type, node } of world.all) {
    for (const name of [
      type,
      ...(node.aliases ?? []),
      ...Object.keys(node.attributes),
      ...Object.values(node.attributes).flatMap(({ values = [], aliases = [] }) => [...values, ...aliases]),
    ])
      for (const each of wordsIn(name)) {
        candidates.add(each);
        candidates.add(`${each}s`);
      }
  }
  const near = [...candidates].filter((each) => isNear(word.text, each));
  const some =
    near.length > 0 || Math.min(word.text.length, word.stem.length + 1) < MIN_DATA_LETTERS
      ? near
      : [...words.near(word.text[0]!, word.text.length)].filter((stem) => isNear(word.stem, stem));
  const stems = new Set(some.map(stemWord));
  return stems.size === 1 ? { ...word, text: some[0]!, stem: [...stems][0]! } : null;
}

/** True for words that differ in one letter, or in the order of two, and not in the first. Of four letters another one makes another word: lent and left. */
function isNear(one: string, other: string): boolean {
  if (one[0] !== other[0] || Math.abs(one.length - other.length) > 1 || other.length < MIN_LETTERS || one === other)
    return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  // "length" and "lengthy" are two words.
  if (start >= Math.min(one.length, other.length) && start < MIN_DATA_LETTERS) return false;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  return left.length <= 1 && right.length <= 1
    ? left.length !== right.length || one.length > MIN_LETTERS
    : left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
