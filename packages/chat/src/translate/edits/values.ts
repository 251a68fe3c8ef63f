import { readValue, resolveDays, timeUnitOf, unitOf } from "@semantic-xpath/values";
import { measuresOf, minutesOfOne } from "../ask/dimensions.js";
import { type Item, itemsOf } from "../ask/items.js";
import { numberAt } from "../ask/quantities.js";
import { yesNo } from "../ask/senses.js";
import { type Dimension, isFunctionWord, NO_WORDS, YES_WORDS } from "../lexicon/closed.js";
import { OWN_TEXT } from "../lexicon/schemaWords.js";
import { stemsIn, type Words, wordsIn } from "../words/words.js";
import type { Phrases } from "./phrases.js";

/** An attribute that gets a value, as a node has it now; null: it has none. */
export interface Slot {
  readonly type: string;
  readonly attribute: string;
  readonly now: string | null;
}

const LEADING: ReadonlySet<string> = new Set(
  "the a an to as be is are at on by now for in of only about exactly = :".split(" "),
);
/** Words before a text that do not belong to it. */
const TURNING: ReadonlySet<string> = new Set("to as be = :".split(" "));
const CLOCK = /\d{1,2}:\d{2}(?:\s?[ap]\.?m\.?)?/gi;

/**
 * Words as the text of a value in the notation of the data; null if they do not fit this attribute. Free text needs a named attribute or words in
 * quotation marks.
 */
export function valueFor(phrases: Phrases, slot: Slot, from: number, to: number, isNamed: boolean): string | null {
  const { all } = phrases.words;
  const isLeading = (at: number, words: ReadonlySet<string>): boolean =>
    at < to - 1 && !all[at]!.isQuoted && words.has(all[at]!.text);
  for (let start = from; ; start++) {
    const value = valueAt(phrases, slot, start, to, false);
    if (value !== null) return value;
    if (!isLeading(start, LEADING)) break;
  }
  if (!isNamed && !all.slice(from, to).some(({ isQuoted }) => isQuoted)) return null;
  let free = from;
  while (isLeading(free, TURNING)) free++;
  return valueAt(phrases, slot, free, to, isNamed);
}

function valueAt(phrases: Phrases, slot: Slot, start: number, to: number, isNamed: boolean): string | null {
  const { lexicon } = phrases;
  const { world } = lexicon;
  if (start >= to) return null;
  const words = phrases.slice(start, to);
  const text = phrases.written(start, to).replace(/^["“«]|["”»]$/g, "");
  const items = itemsOf(words, lexicon);
  const [item] = items;
  const only = items.length === 1 && coversAll(item!, words) ? item! : null;
  if (slot.attribute === OWN_TEXT) return isNamed || words.all[0]!.isQuoted ? phrases.written(start, to) : null;
  const sample = slot.now ?? sampleOf(phrases, slot);
  switch (world.kind(slot.type, slot.attribute)) {
    case "boolean":
      return flagFor(slot, words, only);
    case "number":
    case "year":
      return numberFor(phrases, slot, { only, words, isNamed });
    case "money":
      return only?.kind === "money" &&
        only.currency !== null &&
        sample !== null &&
        /[A-Z]{3}/.test(sample) &&
        !sample.includes(only.currency)
        ? `${only.currency} ${only.value}`
        : only?.kind === "money" || (only?.kind === "number" && only.unit === null)
          ? withNumber(sample, digitsOf(text) ?? only.value)
          : null;
    case "quantity":
      if (only?.kind !== "number") return null;
      return only.unit === null || sample?.endsWith(only.unit) === true
        ? withNumber(sample, only.value)
        : `${only.value} ${only.unit}`;
    case "duration":
      return only?.kind === "duration" ? durationText(sample, only.minutes) : null;
    case "date":
    case "dateTime": {
      const day = dayOf(phrases, only);
      const isIso = sample === null || /^\d{4}-\d\d-\d\d/.test(sample);
      return day === null || !isIso ? null : `${day}${sample?.slice(10) ?? ""}`;
    }
    case "time":
      return only?.kind === "time" && only.last === null && isClock(text) ? clock(only.first, sample) : null;
    case "interval":
      return only?.kind === "time" && isClock(text) ? intervalText(only.first, only.last, sample) : null;
    default: {
      const pair = yesNo(world, slot.type, slot.attribute);
      const is = pair === null ? null : flagFor(slot, words, only);
      return is === null
        ? stringFor(phrases, slot, { words, text, only, isNamed })
        : is === "true"
          ? pair!.yes
          : pair!.no;
    }
  }
}

/** "the morning" names no clock time. */
const isClock = (text: string): boolean => /\d|noon|midday|midnight/i.test(text);

const coversAll = (item: Item, { all }: Words): boolean =>
  all.every(({ text, isQuoted }, at) => (at >= item.from && at < item.to) || (!isQuoted && isFunctionWord(text)));

function flagFor({ type, attribute }: Slot, { all }: Words, only: Item | null): string | null {
  const texts = all.map(({ text }) => text);
  const isDenied = texts[0] === "not" || texts[0] === "no";
  const answer = isDenied && texts.length > 1 ? texts.slice(1) : texts;
  const nameStems = stemsIn(attribute).join(" ");
  const is =
    answer.length === 1 && YES_WORDS.has(answer[0]!)
      ? true
      : answer.length === 1 && NO_WORDS.has(answer[0]!)
        ? false
        : stemsIn(answer.join(" ")).join(" ") === nameStems
          ? true
          : only?.kind === "name"
            ? (
                only.senses.find(
                  (sense) =>
                    sense.kind === "flag" &&
                    sense.type === type &&
                    sense.attribute === attribute &&
                    sense.strength >= 0.7,
                ) as { is?: boolean } | undefined
              )?.is
            : undefined;
  return is === undefined ? null : String(is !== (isDenied && answer !== texts));
}

function numberFor(
  { lexicon: { world } }: Phrases,
  slot: Slot,
  { words: { all }, only, isNamed }: Omit<ValueWords, "text">,
): string | null {
  // 2000 may be a year, and is a number here.
  const number = numberAt(
    all.map(({ text }) => text),
    0,
  );
  if (number !== null && number.to === all.length && !number.isOrdinal) return String(number.value);
  // An amount in a unit is of an attribute that measures it, or of one that is named.
  const isMeasured = (dimension: Dimension): boolean =>
    isNamed ||
    measuresOf(world, dimension).some(({ type, attribute }) => type === slot.type && attribute === slot.attribute);
  if (only?.kind === "duration" || only?.kind === "money") if (!isMeasured(only.kind)) return null;
  if (only?.kind === "duration") return String(Number((only.minutes / minutesOfOne(world, slot)).toFixed(4)));
  if (only?.kind === "money") return String(only.value);
  if (only?.kind !== "number") return null;
  const isOther =
    only.unit !== null && !namesUnit(world.place(slot.type).node.attributes[slot.attribute], slot.attribute, only.unit);
  return isOther ? null : String(only.value);
}

const namesUnit = (info: { readonly documentation?: string } | undefined, attribute: string, unit: string): boolean =>
  stemsIn(`${attribute} ${info?.documentation ?? ""}`).includes(stemsIn(unit)[0] ?? "") ||
  wordsIn(attribute).some((word) => word.length > 1 && unitOf(word)?.symbol === unitOf(unit)?.symbol);

function dayOf({ today }: Phrases, only: Item | null): string | null {
  const expression =
    only?.kind === "days"
      ? only.expression
      : only?.kind === "weekdays" && only.days.length === 1 && !only.isHabit
        ? ({ kind: "weekday", weekday: only.days[0]!, which: null } as const)
        : null;
  const days = expression === null ? null : resolveDays(expression, today, "future");
  return days === null || days.first !== days.last ? null : days.first;
}

const NUMBER = /-?\d[\d,]*(?:\.\d+)?/;

/** A number as it is written. */
const digitsOf = (text: string): string | null => /\d{1,15}\.\d{1,15}/.exec(text)?.[0] ?? null;

const withNumber = (sample: string | null, value: number | string): string =>
  sample !== null && NUMBER.test(sample) ? sample.replace(NUMBER, String(value)) : String(value);

function durationText(sample: string | null, minutes: number): string {
  const [, unit] = /^\d+(?:\.\d+)?\s*([a-z]+)$/i.exec(sample ?? "") ?? [];
  const size = unit === undefined ? null : timeUnitOf(unit);
  return size?.of === "ms" ? withNumber(sample, (minutes * 60_000) / size.size) : `${minutes} min`;
}

/** A time of the day as a sample writes it: `7:00 PM`, `19:00`. */
export function clock(minutes: number, sample: string | null): string {
  const ofDay = ((minutes % 1440) + 1440) % 1440;
  const [hour, minute] = [Math.floor(ofDay / 60), String(ofDay % 60).padStart(2, "0")];
  const half = /(\s?)([ap])(\.?m\.?)/iu.exec(sample ?? "");
  if (half === null)
    return `${sample !== null && /(?:^|\D)\d:/u.test(sample) ? hour : String(hour).padStart(2, "0")}:${minute}`;
  const letter = hour < 12 ? "a" : "p";
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute}${half[1]}${half[2] === half[2]!.toUpperCase() ? letter.toUpperCase() : letter}${half[3]}`;
}

/** The two times of an interval, in minutes; null if it does not have two. */
export function timesOf(text: string | null): readonly [number, number] | null {
  const [first, last, ...others] = text?.match(CLOCK) ?? [];
  const times = [minutesOf(first), minutesOf(last)] as const;
  return others.length > 0 || times[0] === null || times[1] === null ? null : [times[0], times[1]];
}

/** The time that a text begins with, in minutes; null if it has none. */
export function minutesOf(text: string | undefined): number | null {
  const time = readValue({ kind: "time" }, text?.match(CLOCK)?.[0] ?? "");
  return typeof time === "object" && time?.kind === "time" ? time.ms / 60_000 : null;
}

/** An interval as the data writes it; one whose end is not said is as long as it is now. */
export function intervalText(first: number, last: number | null, sample: string | null): string | null {
  const now = timesOf(sample);
  if (last === null && now === null) return null;
  const end = last ?? first + now![1] - now![0];
  let at = 0;
  return sample === null || now === null
    ? `${clock(first, null)} - ${clock(end, null)}`
    : sample.replace(CLOCK, (each) => clock(at++ === 0 ? first : end, each));
}

interface ValueWords {
  readonly words: Words;
  readonly text: string;
  readonly only: Item | null;
  readonly isNamed: boolean;
}

function stringFor(
  phrases: Phrases,
  { type, attribute }: Slot,
  { words, text, only, isNamed }: ValueWords,
): string | null {
  const { world } = phrases.lexicon;
  const declared = world.place(type).node.attributes[attribute]?.values;
  const stems = words.all.map(({ stem }) => stem).join(" ");
  const same = world
    .values(type, attribute)
    .find(
      (value) =>
        value.toLowerCase() === text.toLowerCase() ||
        stemsIn(value).join(" ") === stems ||
        stemsIn(value).join("") === stems.replaceAll(" ", ""),
    );
  if (same !== undefined) return same;
  const sense =
    only?.kind === "name"
      ? only.senses.find(
          (each) => each.kind === "value" && each.type === type && each.attribute === attribute && each.strength >= 0.9,
        )
      : undefined;
  if (sense?.kind === "value" && sense.is?.length === 1) return sense.is[0]!;
  if (declared !== undefined) return null;
  for (const other of world.all) {
    const values =
      Object.hasOwn(other.node.attributes, attribute) && world.values(type, attribute).length > 0
        ? world.values(other.type, attribute)
        : [];
    const shared = values.find((value) => value.toLowerCase() === text.toLowerCase());
    if (shared !== undefined) return shared;
  }
  const isNumbered = /\d/.test(text) && patternOf(text) === patternOf(sampleOf(phrases, { type, attribute }) ?? "");
  return isNamed || isNumbered || words.all[0]!.isQuoted ? text : null;
}

/** The form of a number with letters: its digits count as one. */
const patternOf = (text: string): string => text.replace(/\d+/g, "0");

/** The notation of an attribute in the data: its first value; null without values. */
export function sampleOf(
  { about: { tree }, lexicon: { world } }: Phrases,
  { type, attribute }: Pick<Slot, "type" | "attribute">,
): string | null {
  const nodes = tree.postings[tree.typeNames.indexOf(type)] ?? [];
  for (const node of nodes.slice(0, MAX_SAMPLES)) {
    const value = world.valueOf(node, attribute);
    if (value !== undefined && value !== "") return value;
  }
  return null;
}

const MAX_SAMPLES = 100;
