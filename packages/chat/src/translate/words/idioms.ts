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
  return all.length === words.all.length ? words : { ...words, all };
}

const isWord = (word: Word | undefined, text: string): boolean => word?.text === text && !word.isQuoted;
