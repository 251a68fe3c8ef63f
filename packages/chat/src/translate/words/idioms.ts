import { stemOf } from "@semantic-xpath/scorers";
import type { Word, Words } from "./words.js";

/** Several words that say what one says. */
const TABLE: readonly (readonly [readonly string[], string])[] = (
  [
    ["on foot", "walk"],
    ["by foot", "walk"],
    ["by bike", "bicycle"],
    ["on a bike", "bicycle"],
  ] as const
).map(([phrase, word]) => [phrase.split(" "), word]);

/** A request in which idioms are the words that they stand for: what goes on foot is a walk. */
export function withoutIdioms(words: Words): Words {
  const all: Word[] = [];
  for (let at = 0; at < words.all.length; at++) {
    const idiom = TABLE.find(([phrase]) => phrase.every((text, i) => isWord(words.all[at + i], text)));
    const first = words.all[at]!;
    if (idiom === undefined) {
      all.push(first);
      continue;
    }
    const [phrase, text] = idiom;
    const { span } = words.all[at + phrase.length - 1]!;
    all.push({ ...first, text, stem: stemOf(text), span: { start: first.span.start, end: span.end } });
    at += phrase.length - 1;
  }
  return compared(all.length === words.all.length ? words : { ...words, all });
}

const COMPARED: ReadonlyMap<string, string> = new Map([
  ["more", "over"],
  ["higher", "over"],
  ["greater", "over"],
  ["less", "under"],
  ["fewer", "under"],
  ["lower", "under"],
]);
/** Words between "more" and "than". */
const MOST_BETWEEN = 3;

/** "more protein than 40" is protein over 40, and "than the pizza" over that; "more than 40" is that already. */
function compared(words: Words): Words {
  const { all } = words;
  const first = all.findIndex(({ text, isQuoted }) => COMPARED.has(text) && !isQuoted);
  const than = all.findIndex(({ text }, at) => at > first + 1 && text === "than");
  if (first < 0 || than < 0 || than - first - 1 > MOST_BETWEEN || all[than + 1] === undefined) return words;
  if (all.slice(first + 1, than).some(({ text }) => text === "expensive")) return words;
  const text = COMPARED.get(all[first]!.text)!;
  const comparing = { ...all[than]!, text, stem: stemOf(text) };
  return { ...words, all: [...all.slice(0, first), ...all.slice(first + 1, than), comparing, ...all.slice(than + 1)] };
}

const isWord = (word: Word | undefined, text: string): boolean => word?.text === text && !word.isQuoted;
