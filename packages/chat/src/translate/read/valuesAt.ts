import { isStopWord, stemOf } from "@semantic-xpath/scorers";
import type { Lexicon } from "../lexicon/lexicon.js";
import type { Sense } from "../lexicon/sense.js";
import type { DataValue } from "../lexicon/values.js";
import { isAsking, isFunctionWord } from "../words/functionWords.js";
import type { Word } from "../words/words.js";
import { wordsIn } from "../words/words.js";

/** Values looked at for one word; a word of more says too little. */
const MOST_VALUES = 2000;

/** Values of the data that are said at a place, as a whole or by words next to each other in them. */
export function valuesAt(
  all: readonly Word[],
  at: number,
  { values }: Lexicon,
): { senses: Sense[]; to: number } | null {
  const word = all[at]!;
  if (isFunctionWord(word.text) || (isAsking(word.text) && !word.isQuoted)) return null;
  if (values.count(word.stem) > MOST_VALUES) return null;
  let to = at;
  let found: { value: DataValue; words: readonly string[]; from: number; length: number }[] = [];
  for (const value of values.having(word.stem)) {
    const words = wordsIn(value.text);
    const from = words.findIndex((each) => stemOf(each) === word.stem);
    const length = common(all, at, words, from);
    if (at + length > to) found = [];
    to = Math.max(to, at + length);
    if (at + length === to) found.push({ value, words, from, length });
  }
  if (found.length === 0) return null;
  return { to, senses: sensesOf(found, all.slice(at, to)) };
}

/** How many words agree from both places on; it never ends with a function word. */
function common(all: readonly Word[], at: number, words: readonly string[], from: number): number {
  let length = 0;
  let last = 0;
  while (
    at + length < all.length &&
    from + length < words.length &&
    all[at + length]!.stem === stemOf(words[from + length]!)
  ) {
    length++;
    if (!isStopWord(words[from + length - 1]!)) last = length;
  }
  return last;
}

interface Found {
  readonly value: DataValue;
  readonly words: readonly string[];
  readonly from: number;
  readonly length: number;
}

/** One sense for each attribute of each type: the values that are said whole, else those that have the words. */
function sensesOf(found: readonly Found[], said: readonly Word[]): Sense[] {
  const groups = new Map<string, Found[]>();
  for (const each of found) {
    const key = JSON.stringify([each.value.type, each.value.attribute]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const isName = said.some(({ written, isQuoted, span }) => isQuoted || (span.start > 0 && /^\p{Lu}/u.test(written)));
  const senses = [...groups.values()].map((group): Sense => {
    const { type, attribute, isList } = group[0]!.value;
    const whole = group.filter(({ words, length }) => words.length === length);
    if (whole.length > 0) {
      const is = [...new Set(whole.map(({ value }) => value.text))];
      return { kind: "value", type, attribute, strength: 0.95, test: { is } };
    }
    const first = group[0]!;
    const part = Math.max(
      ...group.map(({ length, words }) => length / words.filter((word) => !isStopWord(word)).length),
    );
    if (!isList && group.length === 1 && (said.length > 1 || isName || part >= 0.5))
      return {
        kind: "value",
        type,
        attribute,
        strength: Math.min(0.93, 0.75 + part / 4 + (isName ? 0.1 : 0)),
        test: { is: [first.value.text] },
      };
    const has = first.words.slice(first.from, first.from + first.length).join(" ");
    const text = spelt(first.value.text, has);
    return { kind: "value", type, attribute, strength: isList ? 0.72 : isName ? 0.75 : 0.6, test: { has: text } };
  });
  return senses.sort((a, b) => b.strength - a.strength);
}

/** The words as the data spell them, where they stand next to each other so. */
function spelt(text: string, words: string): string {
  const at = text.toLowerCase().indexOf(words);
  return at < 0 ? words : text.slice(at, at + words.length);
}
