import { relationsOf, stemOf } from "@semantic-xpath/scorers";
import { timeUnitOf } from "@semantic-xpath/values";
import type { Lexicon } from "../lexicon/lexicon.js";
import { isCommandWord, isElsewhere } from "./commands.js";
import { MONTHS, WEEKDAYS } from "./days.js";
import { isAsking, isFunctionWord, knownWords } from "./functionWords.js";
import { markWords } from "./marks.js";
import { numberOf, quantityAt } from "./quantities.js";
import { nounsOf } from "./verbs.js";
import type { Word, Words } from "./words.js";
import { wordsIn } from "./words.js";

/** Shorter words are too near to each other. */
const SHORTEST = 4;
/** From so many letters on two may be wrong. */
const LONG = 7;
/** Words of the data are many, and near to much: a word of them is meant only where more than so many letters are right. */
const SHORTEST_OF_DATA = 6;

/**
 * A request in which words that nobody knows are those that they are nearly: `wich resturant` is `which restaurant`. Their spans stay those of what
 * is written. A word that is known to the schema, the data or to English stays as it is.
 */
export function corrected(words: Words, lexicon: Lexicon): Words {
  const all = words.all.map((word, at) =>
    isKnown(word, lexicon) || quantityAt(words.all, at) !== null
      ? word
      : (ungraded(word, lexicon) ?? nearWord(word, lexicon)),
  );
  return all.every((word, at) => word === words.all[at]) ? words : { ...words, all };
}

function isKnown(word: Word, { phrases, words }: Lexicon): boolean {
  const { text, stem, isQuoted } = word;
  return (
    isQuoted ||
    text.length < SHORTEST ||
    !/^[a-z]+$/.test(text) ||
    isFunctionWord(text) ||
    isAsking(text) ||
    isElsewhere(text) ||
    isCommandWord(text) ||
    MARK_WORDS.has(text) ||
    nounsOf(text).length > 0 ||
    numberOf(word) !== null ||
    phrases.has(stem) ||
    words.count(stem) > 0 ||
    words.saysInProse(null, stem) ||
    CALENDAR.has(text) ||
    timeUnitOf(text) !== null ||
    [...relationsOf(stem)].length > 0
  );
}

/** "the sunniest days": of what is sunny or not that it is. */
function ungraded(word: Word, { words }: Lexicon): Word | null {
  if (!word.text.endsWith("iest")) return null;
  const text = `${word.text.slice(0, -4)}y`;
  const stem = stemOf(text);
  return words.count(stem) > 0 ? { ...word, text, stem } : null;
}

const MARK_WORDS: ReadonlySet<string> = markWords();
const CALENDAR: ReadonlySet<string> = new Set([...MONTHS, ...WEEKDAYS, ...WEEKDAYS.map((day) => `${day}s`)]);
/** The words of requests that are no names. */
const COMMON: readonly string[] = [
  ...new Set([...MARK_WORDS, ...knownWords(), ...CALENDAR, "today", "tomorrow"]),
].filter((word) => word.length >= SHORTEST);

/** The one word that is nearest, first of requests and of the schema, then of the data; the word itself where none is, or several are. */
function nearWord(word: Word, lexicon: Lexicon): Word {
  const { text } = word;
  const [common, named] = [nearest(text, COMMON), nearest(text, namesOf(lexicon))];
  const best = named !== null && (common === null || named.distance <= common.distance) ? named : common;
  const near = best?.word ?? ofData(text, lexicon);
  return near === null ? word : { ...word, text: near, stem: stemOf(near) };
}

const ofData = (text: string, { words }: Lexicon): string | null =>
  text.length < SHORTEST_OF_DATA ? null : (nearest(text, words.near(text[0]!, text.length))?.word ?? null);

/** The one word that is nearest; null where none is near, or several are as near. */
function nearest(text: string, words: Iterable<string>): { word: string; distance: number } | null {
  let most = text.length >= LONG ? 2 : 1;
  let found: string | null = null;
  let isOne = false;
  for (const word of words) {
    if (word[0] !== text[0] || Math.abs(word.length - text.length) > most) continue;
    const distance = distanceOf(text, word, most);
    if (distance > most) continue;
    isOne = found === null || distance < most || stemOf(word) === stemOf(found);
    found = word;
    most = distance;
  }
  return found !== null && isOne ? { word: found, distance: most } : null;
}

const names = new WeakMap<Lexicon, readonly string[]>();

/** The words of types, attributes, their aliases and their declared values. */
function namesOf(lexicon: Lexicon): readonly string[] {
  const known = names.get(lexicon);
  if (known !== undefined) return known;
  const said = Object.entries(lexicon.schema.types).flatMap(([type, { aliases = [], attributes }]) => [
    type,
    ...aliases,
    ...Object.entries(attributes).flatMap(([name, { aliases: others = [], values = [] }]) => [
      name,
      ...others,
      ...values,
    ]),
  ]);
  const words = [...new Set(said.flatMap(wordsIn))].filter((word) => word.length >= SHORTEST);
  const all = [...words, ...words.filter((word) => !word.endsWith("s")).map((word) => `${word}s`)];
  names.set(lexicon, all);
  return all;
}

const SLIP = 0.9;

/** Letters that are wrong, missing, too many, or in each other's place; more than `most` is any number above it. */
function distanceOf(one: string, other: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      // A letter is left out or two change places more often than one is another.
      let cost = Math.min(last[j]! + 1, row[j - 1]! + SLIP, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, before[j - 2]! + SLIP);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[other.length]!;
}
