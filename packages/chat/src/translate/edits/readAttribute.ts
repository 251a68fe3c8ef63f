import { type AttributeType, kindOfType, parsedType, readsAs } from "@semantic-xpath/planner";
import { MINUTE, readValue, timeUnitOf } from "@semantic-xpath/values";
import { type Moment, momentOf } from "../clock/clock.js";
import { type Known, stemsOf } from "./known.js";
import { numberOf } from "./numbers.js";
import { lowerOf, type Phrase, textOf, withoutArticle, writtenOf } from "./phrase.js";
import { clockText, sampleOf } from "./samples.js";

/** An attribute of a type, by name. */
export interface Attribute {
  readonly type: string;
  readonly name: string;
  readonly declared: AttributeType;
}

/** What a phrase says as a value of an attribute, as the data writes such values; null: it says none. `before` is the value that is there. */
export function readAttribute(known: Known, attribute: Attribute, given: Phrase, before: string | null): string | null {
  const { declared } = attribute;
  const phrase = given.length > 1 ? withoutArticle(given) : given;
  if (phrase.length === 0) return null;
  const quoted = phrase.length === 1 && phrase[0]!.isQuoted ? phrase[0]!.text : null;
  if (declared.values !== undefined) return enumerated(declared.values, quoted ?? textOf(phrase));
  switch (kindOfType(declared.type)) {
    case "string":
      return quoted ?? writtenOf(given);
    case "number":
      return numberText(attribute, phrase);
    case "boolean":
      return BOOLEANS.get(lowerOf(phrase)) ?? null;
    case "date":
      return momentOf(textOf(phrase), known.about.now)?.date ?? null;
    case "time":
      return timeText(known, attribute, momentOf(writtenOf(phrase), known.about.now));
    case "dateTime":
      return dateTimeText(momentOf(textOf(phrase), known.about.now));
    case "interval":
      return intervalText(known, attribute, phrase, before);
    case "money":
      return moneyText(known, attribute, phrase);
    case "duration":
      return lengthOf(phrase) === null ? null : textOf(phrase);
    default:
      return readsAs(quoted ?? textOf(phrase), declared.type) ? (quoted ?? textOf(phrase)) : null;
  }
}

const BOOLEANS = new Map([
  ["true", "true"],
  ["yes", "true"],
  ["on", "true"],
  ["false", "false"],
  ["no", "false"],
  ["off", "false"],
]);

/** Words for how far something is. The first of a line is how a data set most often calls it. */
const STATES: readonly (readonly string[])[] = [
  ["done", "finished", "complete", "completed", "closed", "resolved", "ticked off", "over"],
  ["todo", "to do", "open", "not started", "new", "pending", "undone", "planned"],
  ["in progress", "inprogress", "started", "ongoing", "doing", "active", "under way", "begun"],
  ["blocked", "waiting", "stuck", "on hold"],
  ["cancelled", "canceled", "dropped", "abandoned"],
];

/** The allowed value that a text names: the value itself, or another word for the same state. */
export function enumerated(values: readonly string[], text: string): string | null {
  const plain = (value: string): string => stemsOf(value).join("");
  const wanted = plain(text);
  const same = values.find((value) => plain(value) === wanted);
  if (same !== undefined) return same;
  const number = numberOf(text);
  if (number !== null && values.includes(String(number))) return String(number);
  const state = STATES.find((words) => words.some((word) => plain(word) === wanted));
  const found = state === undefined ? [] : values.filter((value) => state.some((word) => plain(word) === plain(value)));
  return found.length === 1 ? found[0]! : null;
}

/** A number; of lengths of time in the unit that the attribute is called after. */
function numberText({ name }: Attribute, phrase: Phrase): string | null {
  const length = lengthOf(phrase);
  const unit = stemsOf(name)
    .map(timeUnit)
    .find((each) => each !== null);
  if (length !== null && unit !== undefined && unit !== null) return String(length / unit);
  if (length !== null && !stemsOf(name).some((stem) => stem === "effort")) return null;
  if (length !== null) return String(length / 60);
  const currency = phrase[0]!.lower.length === 1 && /[$€£¥₹]/u.test(phrase[0]!.lower);
  const words = currency ? phrase.slice(1) : phrase;
  const number = words.length === 0 ? null : numberOf(words[0]!.lower);
  if (number === null) return null;
  const rest = words.slice(1).flatMap(({ lower }) => stemsOf(lower));
  return rest.every((each) => stemsOf(name).includes(each) || MONEY_WORDS.has(each) || UNITS.has(each))
    ? String(number)
    : null;
}

const MONEY_WORDS: ReadonlySet<string> = new Set(
  ["dollar", "euro", "pound", "buck", "cad", "usd", "eur", "gbp"].flatMap(stemsOf),
);
const UNITS: ReadonlySet<string> = new Set(
  ["gram", "grams", "g", "kcal", "calories", "kilocalories", "star", "stars", "points"].flatMap(stemsOf),
);

/** Minutes of a unit of time; null: the word is none. */
function timeUnit(word: string): number | null {
  const unit = timeUnitOf(word) ?? timeUnitOf(`${word}s`) ?? timeUnitOf(`${word}e`);
  return unit === null || unit.of !== "ms" || word.length < 2 ? null : unit.size / MINUTE;
}

/** The minutes that a phrase says: `half an hour`, `an hour and a half`, `90 minutes`, `1 h 20 min`. Null: it says no length. */
export function lengthOf(phrase: Phrase): number | null {
  const text = lowerOf(phrase).replace(/ long$/u, "");
  const said = HALVES.get(text);
  if (said !== undefined) return said;
  const digits = text
    .split(" ")
    .map((word) => (/^\d/u.test(word) ? word : String(numberOf(word) ?? word)))
    .join(" ");
  if (!/[a-z]/u.test(digits) || !/\d/u.test(digits)) return null;
  const value = readValue({ kind: "duration" }, digits);
  return typeof value === "object" && value?.kind === "duration" && value.months === 0 ? value.ms / MINUTE : null;
}

const HALVES = new Map([
  ["half an hour", 30],
  ["a half hour", 30],
  ["half hour", 30],
  ["an hour and a half", 90],
  ["one and a half hours", 90],
  ["a quarter of an hour", 15],
  ["quarter of an hour", 15],
  ["three quarters of an hour", 45],
  ["an hour", 60],
  ["hour", 60],
]);

function timeText(known: Known, attribute: Attribute, moment: Moment | null): string | null {
  return moment?.time == null || moment.date !== null ? null : clockText(moment.time, sampleOf(known, attribute));
}

const two = (number: number): string => String(number).padStart(2, "0");

function dateTimeText(moment: Moment | null): string | null {
  if (moment?.date == null || moment.time === null) return null;
  return `${moment.date}T${two(Math.floor(moment.time / 60))}:${two(moment.time % 60)}:00`;
}

/** A whole interval, or the start of one whose length stays. */
function intervalText(known: Known, attribute: Attribute, phrase: Phrase, before: string | null): string | null {
  const type = parsedType(attribute.declared.type);
  if (type.kind !== "interval" || type.of !== "time")
    return readsAs(textOf(phrase), attribute.declared.type) ? textOf(phrase) : null;
  const moment = momentOf(writtenOf(phrase), known.about.now);
  if (moment?.time == null || moment.date !== null) return null;
  const length = moment.endTime === null ? minutesIn(attribute, before) : moment.endTime - moment.time;
  const start = moment.isEitherHalf ? nearerHalf(moment.time, timesIn(attribute, before)?.start ?? null) : moment.time;
  return length === null ? null : timesText(known, attribute, start, start + length);
}

export const timesText = (known: Known, attribute: Attribute, start: number, end: number): string => {
  const sample = sampleOf(known, attribute);
  const join = / ?[-–—] ?| to /u.exec(sample ?? "")?.[0] ?? " - ";
  return `${clockText(start, sample)}${join}${clockText(end, sample)}`;
};

/** `at 8` of what was in the evening is in the evening; of what is new, one to six are in the afternoon. */
export function nearerHalf(time: number, before: number | null): number {
  if (before === null) return time >= 60 && time < 420 ? time + 720 : time;
  return Math.abs(time + 720 - before) < Math.abs(time - before) ? time + 720 : time;
}

/** The length of an interval of times, in minutes. */
function minutesIn(attribute: Attribute, text: string | null): number | null {
  const times = timesIn(attribute, text);
  return times === null ? null : times.end - times.start;
}

/** Start and end of an interval of times, in minutes from midnight. */
export function timesIn(
  { declared }: Pick<Attribute, "declared">,
  text: string | null,
): { readonly start: number; readonly end: number } | null {
  const value = text === null ? null : readValue(parsedType(declared.type), text);
  if (typeof value !== "object" || value?.kind !== "interval" || value.of !== "time") return null;
  return { start: value.start / MINUTE, end: value.end / MINUTE };
}

/** When something begins, in minutes from midnight: of an interval of times, or of a time. */
export function startIn(attribute: Attribute, text: string | null): number | null {
  const value = text === null ? null : readValue(parsedType(attribute.declared.type), text);
  if (typeof value === "object" && value?.kind === "time") return value.ms / MINUTE;
  return timesIn(attribute, text)?.start ?? null;
}

function moneyText(known: Known, attribute: Attribute, phrase: Phrase): string | null {
  const type = parsedType(attribute.declared.type);
  const text = textOf(phrase).replaceAll(/ (?:each|per person|a head|now)$/giu, "");
  const number = numberOf(phrase[0]!.lower);
  const value = readValue(type, FREE.test(text) ? "0" : phrase.length === 1 && number !== null ? String(number) : text);
  if (typeof value !== "object" || value?.kind !== "money") return null;
  const sample = sampleOf(known, attribute);
  const amount = Number.isInteger(value.amount) ? String(value.amount) : value.amount.toFixed(2);
  if (sample === null) return `${value.currency} ${amount}`;
  const written = sample.replace(/\d[\d.,]*/u, () => amount);
  return readsAs(written, attribute.declared.type) ? written : `${value.currency} ${amount}`;
}

const FREE = /^(?:free|nothing|for free)$/iu;

/** `before` with so much added, times `factor` first: of numbers and money, as the data writes them. */
export function changedBy(
  attribute: Attribute,
  before: string,
  { factor, add }: { readonly factor: number; readonly add: number },
): string | null {
  const type = parsedType(attribute.declared.type);
  const value = readValue(type, before);
  const round = (number: number): string => String(Number(number.toFixed(2)));
  if (typeof value === "number") return round(value * factor + add);
  if (typeof value !== "object" || value?.kind !== "money") return null;
  return before.replace(/\d[\d.,]*/u, () => round(value.amount * factor + add));
}
