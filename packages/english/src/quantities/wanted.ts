import { isStopWord } from "../words.js";
import { DURATION, thingOf } from "./amounts.js";
import { mayBegin } from "./begins.js";
import { type Comparison, comparedAfter, comparedBefore } from "./comparisons.js";
import { readNumber } from "./numbers.js";
import { dayOf, monthsOf, type Quantity, type QuantityKind, weekdaysOf } from "./quantity.js";
import { type FoundReading, readTokens } from "./readQuantities.js";
import {
  type Bounds,
  type DateBounds,
  dateWithin,
  EVERYTHING,
  type TimeBounds,
  timeWithin,
  within,
} from "./satisfied.js";
import { HOUR, NOON } from "./times.js";
import { Tokens } from "./tokens.js";
import { wordsThatWant } from "./wordsThatWant.js";

/** UTF-16 units, the end exclusive. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** A quantity of an attribute, or of own text for null, as it is meant; null if it is a reading that is not meant. */
type Interpretation = (quantity: Quantity, field: string | null) => Quantity | null;

/** Quantity required by a condition, with the words that require it: `satisfied` gives the degree to which a quantity fits, in [0, 1]. */
export interface WantedQuantity extends Place {
  readonly kind: QuantityKind;
  /** True if the words have no other meaning ("under 30 dollars"); a word such as "morning" is searched as a word too. */
  readonly only: boolean;
  /** `field`: the attribute that has it, null for own text. */
  satisfied(quantity: Quantity, field: string | null): number;
}

/** Requirement before `satisfied` is bound to a measure. */
export interface Asking extends Omit<WantedQuantity, "satisfied"> {
  readonly test: Test;
}

/** Characters of a condition that quantities are looked for in. */
const MAX_CHARACTERS = 4096;

/**
 * The quantities that a condition asks for: "under 30 dollars", "between 6 and 8 pm", "in June", "weekend", "cheap". They don't
 * overlap. A condition has them in its first 4096 characters.
 *
 * @example readWanted("at most 2 miles")[0] // 0 to 3218.7 m
 */
export function readWanted(condition: string, meant: Interpretation = (quantity) => quantity): WantedQuantity[] {
  const text = condition.slice(0, MAX_CHARACTERS);
  const tokens = new Tokens(text);
  const readings = readTokens(tokens, null);
  const requirements = apart(readings.flatMap((reading) => wantedOf(tokens, reading)));
  const isFree = (one: Place): boolean => requirements.every(({ start, end }) => one.end <= start || one.start >= end);
  for (const one of [...bareWanted(tokens, readings), ...wordsThatWant(text)]) if (isFree(one)) requirements.push(one);
  return requirements
    .sort((a, b) => a.start - b.start)
    .map((one) => ({ ...one, satisfied: (quantity, field) => shareOf(one, meant(quantity, field)) }));
}

/** Words between two quantities may compare both ("5 km max 6 euros"): their place is that of the first. */
function apart(wanted: readonly Asking[]): Asking[] {
  let end = 0;
  return wanted.map((one) => {
    const start = Math.max(one.start, end);
    end = one.end;
    return { ...one, start };
  });
}

const shareOf = ({ test }: Asking, quantity: Quantity | null): number => (quantity === null ? 0 : test(quantity));

/** A quantity of a condition with what is said around it. */
interface Surrounding {
  readonly comparison: Comparison | null;
  /** Tokens, with those that compare. */
  readonly first: number;
  readonly end: number;
}

function wantedOf(tokens: Tokens, reading: FoundReading): Asking[] {
  const [quantity] = reading.quantities;
  const around = askedAround(tokens, reading.start, reading.end, reading.compared);
  const isWhen = quantity!.kind === "time" || quantity!.kind === "date";
  const surrounding =
    isWhen || !tokens.is(around.first, ...WHEN) ? around : { ...reading, first: reading.start, comparison: null };
  const { comparison } = surrounding;
  const isPlain = comparison === null || comparison === "exactly" || comparison === "from";
  // "An hour", "two friends": lengths and counts in passing are not requirements.
  const isArticle = tokens.is(reading.start, "a", "an") && reading.end - reading.start === 2;
  if (isPlain && isArticle && quantity!.kind === "number") return [];
  const isSaid = reading.spoken === true || quantity!.kind === "time";
  const isWord = !hasDigit(tokens, surrounding) && (quantity!.kind === "date" || (isPlain && isSaid));
  const about = quantity!.kind === "number" ? thingsBefore(tokens, surrounding.first) : [];
  const tests = reading.quantities.map((one) => testOf(one, tokens, reading, surrounding, about));
  return [requirement(tokens, quantity!.kind, surrounding, !isWord, tests)];
}

/** Comparisons of times and days alone: "the past two weeks" does not mean more than two. */
const WHEN = ["before", "after", "past", "since", "until", "till", "by"];

type Test = (quantity: Quantity) => number;

function requirement(
  tokens: Tokens,
  kind: QuantityKind,
  { first, end }: Pick<Surrounding, "first" | "end">,
  only: boolean,
  tests: readonly Test[],
): Asking {
  return {
    ...{ kind, start: tokens.start(first), end: tokens.end(end - 1), only },
    test: tests.length === 1 ? tests[0]! : (quantity) => Math.max(...tests.map((test) => test(quantity))),
  };
}

const hasDigit = (tokens: Tokens, { first, end }: Surrounding): boolean =>
  Array.from({ length: end - first }, (_, i) => tokens.digits(first + i)).some((digits) => digits !== "");

const COMPARES = new Set<Comparison>(["about", "less", "most", "least", "more"]);

function askedAround(tokens: Tokens, start: number, end: number, compared?: Comparison): Surrounding {
  if (compared !== undefined) return { comparison: compared, first: start, end };
  const after = comparedAfter(tokens, end);
  if (after !== null) return { comparison: after.comparison, first: start, end: end + after.tokens };
  const before = comparedBefore(tokens, start);
  const isOutside = before === null || before.comparison === "exactly";
  return { comparison: before?.comparison ?? null, first: isOutside ? start : start - before.tokens, end };
}

function testOf(
  quantity: Quantity,
  tokens: Tokens,
  reading: FoundReading,
  asked: Surrounding,
  about: readonly string[],
): Test {
  switch (quantity.kind) {
    case "time":
      return timeTest(quantity, tokens, asked);
    case "date":
      return dateTest(quantity, asked.comparison);
    case "money": {
      const bounds = boundsOf(quantity, asked.comparison, ROUGH);
      return (of) => (of.kind === "money" && sameCurrency(of.unit, quantity.unit) ? within(of.low, of.low, bounds) : 0);
    }
    case "number":
      return amountTest(quantity, asked.comparison, reading.spoken === true, about);
  }
}

/** Around what "about" says, and what a bare sum leaves open. Measured on 347 requests: flat from .05 to .3; few have one. */
const ROUGH = 0.15;
/** Tolerance for measured amounts: units of other countries are rounded. */
const CLOSE = 0.03;

function boundsOf(
  { low, high }: { readonly low: number; readonly high: number },
  comparison: Comparison | null,
  slack: number,
): Bounds {
  switch (comparison) {
    case "less":
      return { ...EVERYTHING, high, openHigh: true };
    case "most":
      return { ...EVERYTHING, high };
    case "more":
      return { ...EVERYTHING, low, openLow: true };
    case "least":
      return { ...EVERYTHING, low };
    case "from":
      return low === high ? { ...EVERYTHING, low } : { ...EVERYTHING, low, high };
    case "about":
      return { ...EVERYTHING, low, high, slack: ROUGH * Math.abs(high) };
    default:
      return { ...EVERYTHING, low, high, slack: low === high ? slack * Math.abs(high) : 0 };
  }
}

/** Equal currencies, an unknown one, or a plain dollar and some country's. */
function sameCurrency(one: string, other: string): boolean {
  if (one === other || one === "" || other === "") return true;
  return (one === "$" && other.endsWith("D")) || (other === "$" && one.endsWith("D"));
}

function amountTest(asked: Quantity, comparison: Comparison | null, spoken: boolean, before: readonly string[]): Test {
  const slack = asked.unit === "" ? 0 : spoken && asked.unit === DURATION ? ROUGH : CLOSE;
  const measured = boundsOf(asked, comparison, slack);
  const bounds = boundsOf(asked.written, comparison, slack);
  return (of) => {
    if (of.kind !== "number") return 0;
    const isSame = meets(of.about, asked.about) || meets(of.about, before);
    if (of.unit !== "" && asked.unit !== "") {
      return of.unit === asked.unit ? aboutShare(of, asked, before, isSame) * within(of.low, of.high, measured) : 0;
    }
    return isSame ? within(of.written.low, of.written.high, bounds) : 0;
  };
}

/** Degree for an amount of another thing. A length of time has many names, and so has the thing before a comparison. Measured on 347 requests: .001 of AUC below at .25, flat from .5 to 1. */
const OTHER_THING = 0.5;

function aboutShare(of: Quantity, asked: Quantity, before: readonly string[], isSame: boolean): number {
  if (isSame || of.about.length === 0) return 1;
  if (asked.about.length > 0) return of.unit === DURATION ? OTHER_THING : 0;
  return before.length === 0 || of.unit === DURATION ? 1 : OTHER_THING;
}

const meets = (some: readonly string[], others: readonly string[]): boolean => some.some((one) => others.includes(one));

/** "Protein at least 40 g": the word before the comparison, small words left out. */
function thingsBefore(tokens: Tokens, first: number): readonly string[] {
  let at = first - 1;
  while (at > first - 3 && tokens.is(at, "is", "of", "was", "are", "with", ":", "=")) at--;
  const word = tokens.word(at);
  return word === "" || isStopWord(word) ? [] : [thingOf(word)];
}

/** Minutes that "at nine" leaves open before and after. Measured on 347 requests: flat from 0 to 40. */
const OPEN = 20;
const ENDS = new Set(
  "end ends ending close closes closing closed finish finishes finished finishing done over leave leaves back".split(
    " ",
  ),
);

function timeTest({ low, high }: Quantity, tokens: Tokens, { comparison, first }: Surrounding): Test {
  const near = [1, 2, 3].map((back) => tokens.word(first - back));
  const isOpen = near.includes("open");
  const saysEnd = near.slice(0, 2).some((word) => ENDS.has(word));
  const isUntil = comparison === "most" && tokens.is(first, "until", "till", "by");
  const bounds = timeBoundsOf(low, high, comparison);
  if (low !== high) {
    const inside: TimeBounds = { ...bounds, of: "whole" };
    const start: TimeBounds = { ...bounds, openHigh: true, of: isOpen ? "open" : saysEnd ? "end" : "start" };
    return (of) => (of.kind === "time" ? Math.max(timeWithin(of, start), timeWithin(of, inside)) : 0);
  }
  if (isOpen) {
    const at: TimeBounds = {
      ...EVERYTHING,
      low,
      high: comparison === "more" || comparison === "least" ? Infinity : low,
      of: "open",
    };
    const before: TimeBounds = { ...bounds, openHigh: true, of: "start" };
    return (of) =>
      of.kind !== "time" ? 0 : timeWithin(of, comparison === "less" ? before : isUntil ? { ...at, low: low - 1 } : at);
  }
  const test: TimeBounds = { ...bounds, of: saysEnd || isUntil ? "end" : "start" };
  if (comparison !== null && COMPARES.has(comparison) && comparison !== "about")
    return (of) => (of.kind === "time" ? timeWithin(of, test) : 0);
  return (of) => (of.kind === "time" ? Math.max(timeWithin(of, test), of.low < low && low < of.high ? 0.5 : 0) : 0);
}

/** "After" an hour includes the hour. */
function timeBoundsOf(low: number, high: number, comparison: Comparison | null): Bounds {
  const bounds = boundsOf({ low, high }, comparison, 0);
  if (comparison === "more" || comparison === "from") return { ...bounds, openLow: false };
  if (low !== high || (comparison !== null && COMPARES.has(comparison) && comparison !== "about")) return bounds;
  return { ...EVERYTHING, low: low - OPEN, high: low + OPEN };
}

function dateTest(asked: Quantity, comparison: Comparison | null): Test {
  const bounds = dateBoundsOf(asked, comparison);
  return (of) => (of.kind === "date" ? dateWithin(of, bounds) : 0);
}

function dateBoundsOf({ low, high, parts }: Quantity, comparison: Comparison | null): DateBounds {
  const none = { ...EVERYTHING, parts: 0, ofYear: null, ofWeek: null };
  const sided = comparison !== null && comparison !== "about" && (COMPARES.has(comparison) || comparison === "from");
  if (!Number.isNaN(low)) {
    const side = comparison === "less" || comparison === "least" || comparison === "from" ? low : high;
    return sided ? { ...none, ...boundsOf({ low: side, high: side }, comparison, 0) } : { ...none, low, high };
  }
  if (!sided) return { ...none, parts };
  const month = 32 - Math.clz32(monthsOf(parts));
  if (month > 0) {
    const bound = month * 32 + dayOf(parts);
    // All of a month without a day is before the next one, and "after June" leaves all of it out.
    const last = dayOf(parts) === 0 && (comparison === "more" || comparison === "most") ? bound + 31 : bound;
    return { ...none, ofYear: boundsOf({ low: last, high: last }, comparison, 0) };
  }
  const weekday = (31 - Math.clz32(weekdaysOf(parts)) + 6) % 7;
  return { ...none, ofWeek: boundsOf({ low: weekday, high: weekday }, comparison, 0) };
}

/** Numbers that are quantities only by their neighbours: the hour of "before 8", and the value of "rating above 4". */
function bareWanted(tokens: Tokens, readings: readonly FoundReading[]): Asking[] {
  const requirements: Asking[] = [];
  let next = 0;
  for (let at = 0; at < tokens.length; at++) {
    while (next < readings.length && readings[next]!.end <= at) next++;
    if (next < readings.length && readings[next]!.start <= at) continue;
    const number = mayBegin(tokens, at) ? readNumber(tokens, at) : null;
    if (number === null) continue;
    const requirement =
      bareHour(tokens, at, number.low, number.end) ?? namedNumber(tokens, at, number.low, number.high, number.end);
    if (requirement !== null) requirements.push(requirement);
    at = number.end - 1;
  }
  return requirements;
}

/** First hour of the day that a bare number can mean; people do not mean the hours of the night. Measured on 347 requests: flat from 6 to 9. */
const EARLIEST = 7;

/** "Before 8", "at 7": with nothing after that it could be a number of. */
function bareHour(tokens: Tokens, at: number, hour: number, end: number): Asking | null {
  const says = tokens.is(at - 1, "before", "after", "until", "till", "by", "at") ? comparedBefore(tokens, at) : null;
  const follows = tokens.word(end);
  const isHour = Number.isInteger(hour) && hour >= 1 && hour <= 24 && (follows === "" || isStopWord(follows));
  if (says === null || !isHour) return null;
  const surrounding = { comparison: says.comparison, first: at - says.tokens, end };
  const hours =
    hour > 12 ? [hour] : says.comparison === "exactly" ? [hour, hour + 12] : [hour < EARLIEST ? hour + 12 : hour];
  const tests = hours.map((one) => {
    const minutes = one * HOUR > NOON * 2 ? one * HOUR - NOON * 2 : one * HOUR;
    return timeTest({ low: minutes, high: minutes } as Quantity, tokens, surrounding);
  });
  return requirement(tokens, "time", surrounding, true, tests);
}

/** "Rating above 4", "protein at least 40": a number for the thing named by the word before. */
function namedNumber(tokens: Tokens, at: number, low: number, high: number, end: number): Asking | null {
  const surrounding = askedAround(tokens, at, end);
  const { comparison } = surrounding;
  const range = comparison === "between" || comparison === "from" ? secondOf(tokens, end) : null;
  if (comparison === null || comparison === "exactly" || (comparison === "between" && range === null)) return null;
  const name = nameBefore(tokens, surrounding.first);
  if (name < 0) return null;
  const about = [thingOf(tokens.word(name))];
  const bounds = boundsOf({ low, high: range?.value ?? high }, comparison, 0);
  const test = (of: Quantity): number =>
    of.kind === "number" && meets(of.about, about) ? within(of.written.low, of.written.high, bounds) : 0;
  return requirement(tokens, "number", { first: name, end: range?.end ?? surrounding.end }, true, [test]);
}

function secondOf(tokens: Tokens, at: number): { readonly value: number; readonly end: number } | null {
  const number = tokens.is(at, "and", "to", "-", "–") ? readNumber(tokens, at + 1) : null;
  return number === null ? null : { value: number.high, end: number.end };
}

function nameBefore(tokens: Tokens, first: number): number {
  const at = tokens.is(first - 1, "is", "of", "was") ? first - 2 : first - 1;
  const word = tokens.word(at);
  return word === "" || isStopWord(word) ? -1 : at;
}
