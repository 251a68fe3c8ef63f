import { isStopWord, stemOf } from "@semantic-xpath/scorers";
import type { Lexicon } from "../lexicon/lexicon.js";
import type { Sense } from "../lexicon/sense.js";
import { type DataValue, MOST_VALUES, type TreeWords } from "../lexicon/treeWords.js";
import { isAsking, isFunctionWord } from "../words/functionWords.js";
import { VAGUE } from "../words/vague.js";
import { isGradable } from "../words/verbs.js";
import type { Word } from "../words/words.js";
import { wordsIn } from "../words/words.js";

/** Values of the data that are said at a place, as a whole or by words next to each other in them. */
export function valuesAt(
  all: readonly Word[],
  at: number,
  { words: values, schema }: Lexicon,
): { senses: Sense[]; to: number } | null {
  const word = all[at]!;
  if (isGraded(all, at)) return null;
  const directed = directedAt(all, at, values);
  if (directed !== null) return directed;
  const isSmall = !word.isQuoted && (isFunctionWord(word.text) || isAsking(word.text));
  if (isSmall && !/^\p{Lu}/u.test(word.written)) return null;
  if (values.count(word.stem) > MOST_VALUES) return null;
  let to = at;
  let found: { value: DataValue; words: readonly string[]; from: number; length: number }[] = [];
  for (const value of values.having(word.stem)) {
    const words = wordsIn(value.text);
    const from = words.findIndex((each) => stemOf(each) === word.stem);
    const { said, length } = common(all, at, words, from);
    // A small word alone names nothing.
    if (said === 0) continue;
    if (value.isList && !endsItem(value.text, all.slice(at, at + said))) continue;
    if (at + said > to) found = [];
    to = Math.max(to, at + said);
    if (at + said === to) found.push({ value, words, from, length });
  }
  // A small word begins a name only where the whole name is said.
  if (isSmall) found = found.filter(({ words, length }) => length > 1 && words.length === length);
  // "cheap" alone compares, and is part of no name.
  if (!word.isQuoted && to === at + 1 && VAGUE.has(word.text)) found = found.filter(({ words }) => words.length === 1);
  if (found.length === 0) return null;
  const said = all.slice(at, to);
  const lists = new Set(found.filter(({ value }) => value.isList).map(({ value }) => value.attribute));
  const isCommon = ({ type, attribute, test }: Extract<Sense, { kind: "value" }>) =>
    "has" in test && said.some(({ stem }) => values.saysInProse(lists.has(attribute) ? null : type, stem));
  // A word that sentences say, too, is a wish: names and lists alone would miss those.
  const senses = sensesOf(found, said).filter(
    (sense) => sense.kind !== "value" || (!isCommon(sense) && !schema.roots.includes(sense.type)),
  );
  return senses.length === 0 ? null : { to, senses: joined(senses) };
}

/** "something sweet": how it is, and no part of its name. */
const isGraded = (all: readonly Word[], at: number): boolean =>
  ANYTHING.has(all[at - 1]?.text ?? "") &&
  isGradable(all[at]!.text) &&
  !all[at]!.isQuoted &&
  (all[at + 1] === undefined || isFunctionWord(all[at + 1]!.text));
const ANYTHING: ReadonlySet<string> = new Set(["something", "anything", "nothing", "everything"]);

const DIRECTIONS: ReadonlySet<string> = new Set(["to", "from"]);

/** "the train to Ottawa": names that say so, and not what else is there. */
function directedAt(all: readonly Word[], at: number, values: TreeWords): { senses: Sense[]; to: number } | null {
  const [word, next] = [all[at]!, all[at + 1]];
  if (!DIRECTIONS.has(word.text) || next === undefined || isStopWord(next.text)) return null;
  if (values.count(next.stem) > MOST_VALUES) return null;
  const saying = values.having(next.stem).filter(({ text, isList }) => {
    const words = wordsIn(text);
    return !isList && words.some((each, i) => each === word.text && stemOf(words[i + 1] ?? "") === next.stem);
  });
  const senses = new Map<string, Sense>();
  for (const { type, attribute, text } of saying) {
    const test = { has: spelt(text, `${word.text} ${next.text}`), also: [] };
    senses.set(`${type} ${attribute}`, { kind: "value", type, attribute, strength: 0.85, test });
  }
  return senses.size === 0 ? null : { senses: [...senses.values()], to: at + 2 };
}

/** Words that several attributes of a type have in them are looked for in all of these. */
function joined(senses: readonly Sense[]): Sense[] {
  const kept: Sense[] = [];
  for (const sense of senses) {
    const at = kept.findIndex(
      (other) =>
        sense.kind === "value" &&
        other.kind === "value" &&
        other.type === sense.type &&
        "has" in sense.test &&
        "has" in other.test,
    );
    const other = kept[at];
    if (other?.kind === "value" && sense.kind === "value" && "has" in other.test)
      kept[at] = { ...other, test: { ...other.test, also: [...other.test.also, sense.attribute] } };
    else kept.push(sense);
  }
  return kept;
}

/** Words of a value between words that are said: "the risk of floods" is said as "flood risk", never; "grandmother's birthday" leaves one out. */
const MOST_LEFT_OUT = 1;

/**
 * How many words of the request agree with those of a value from both places on, the last no function word. After the first a word of
 * the value may be left out.
 */
function common(
  all: readonly Word[],
  at: number,
  words: readonly string[],
  from: number,
): { said: number; length: number } {
  let said = 0;
  let place = from;
  let last = { said: 0, length: 0 };
  let matched = 0;
  while (at + said < all.length && place < words.length) {
    const { stem, text } = all[at + said]!;
    const skip = [0, ...(said === 0 ? [] : [MOST_LEFT_OUT])].find(
      (skipped) => stem === stemOf(words[place + skipped] ?? ""),
    );
    if (skip === undefined) {
      if (text !== "'s") break;
      said++;
      continue;
    }
    if (skip > 0 && isStopWord(text)) break;
    said++;
    place += skip + 1;
    matched++;
    if (!isStopWord(text)) last = { said, length: matched };
  }
  return last;
}

/** Of a list only whole items, or how they end, are its values: "tofu" of "firm tofu". */
function endsItem(text: string, said: readonly Word[]): boolean {
  const stems = said.map(({ stem }) => stem);
  return text.split(",").some((item) => {
    const words = wordsIn(item).map(stemOf);
    return stems.length <= words.length && stems.every((stem, i) => words[words.length - stems.length + i] === stem);
  });
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
    const text = alike(
      group.map(({ value, words, from, length }) => spelt(value.text, words.slice(from, from + length).join(" "))),
      said.map((word) => word.text).join(" "),
    );
    return {
      kind: "value",
      type,
      attribute,
      strength: isList ? 0.72 : isName ? 0.75 : 0.6,
      test: { has: text, also: [] },
    };
  });
  return senses.sort((a, b) => b.strength - a.strength);
}

/** What all of some spellings begin with: "egg" of "egg" and "eggs", "potato" of "potatoes"; what is said where that is it. */
function alike(spellings: readonly string[], said: string): string {
  if (said.length >= SHORTEST_STEM && spellings.every((each) => each.toLowerCase().startsWith(said)))
    return spellings[0]!.slice(0, said.length);
  const [first, ...others] = [...new Set(spellings)].sort((a, b) => a.length - b.length) as [string, ...string[]];
  let length = first.length;
  for (const other of others)
    while (length > 0 && other.slice(0, length).toLowerCase() !== first.slice(0, length).toLowerCase()) length--;
  return length < SHORTEST_STEM ? first : first.slice(0, length);
}

const SHORTEST_STEM = 3;

/** The words as the data spell them, where they are next to each other so. */
function spelt(text: string, words: string): string {
  const at = text.toLowerCase().indexOf(words);
  return at < 0 ? words : text.slice(at, at + words.length);
}
