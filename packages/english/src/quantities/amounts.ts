import { MEAN_MONTH, readValue, SECOND, timeUnitOf, toBase, type Unit, unitOf } from "@semantic-xpath/values";
import { ENGLISH_DAYS } from "../days.js";
import { UNIT_PHRASES } from "../numbers.js";
import { stemOf } from "../stems.js";
import { isStopWord } from "../words.js";
import { comparedAfter } from "./comparisons.js";
import { afterJoin, halfAfter, type ReadNumber, readArticle, readNumber } from "./numbers.js";
import type { Quantity, Reading } from "./quantity.js";
import type { Tokens } from "./tokens.js";

/** The dimension of lengths of time; its base unit is the second. */
export const DURATION = "duration";

/**
 * A number of a unit or of things, at a place: "45 minutes", "1h 15m", "half an hour", "PT30M", "3.2 km", "5-10 kg", "two-hour",
 * "40 g of protein", "10 students". Null if a number is nothing but a number.
 */
export function readAmount(tokens: Tokens, at: number): Reading | null {
  const iso = readIsoDuration(tokens, at);
  if (iso !== null) return iso;
  const article = readNumber(tokens, at) === null ? readArticle(tokens, at) : null;
  const number = article ?? readNumber(tokens, at);
  if (number === null) return null;
  const next = afterJoin(tokens, at, number.end);
  const second = next < 0 ? null : readNumber(tokens, next);
  const range = second === null ? number : { ...number, high: second.high, end: second.end };
  if (article !== null) return measured(tokens, range, true);
  // "10 or more students", "10+ km"
  const inner = comparedAfter(tokens, range.end);
  const unit = inner === null ? range : { ...range, end: range.end + inner.tokens };
  const reading = measured(tokens, unit, false) ?? counted(tokens, unit);
  return reading === null || inner === null ? reading : { ...reading, compared: inner.comparison };
}

const ISO_DURATION = /^p(?=[\dt])/;

/** "PT1H30M": tokens until white space. */
function readIsoDuration(tokens: Tokens, at: number): Reading | null {
  if (!ISO_DURATION.test(tokens.text(at) + tokens.text(at + 1))) return null;
  let end = at + 1;
  while (end < at + 16 && tokens.isGlued(end)) end++;
  const text = Array.from({ length: end - at }, (_, i) => tokens.text(at + i)).join("");
  const value = readValue({ kind: "duration" }, text);
  if (value === null || typeof value !== "object" || value.kind !== "duration") return null;
  const seconds = (value.ms + value.months * MEAN_MONTH) / SECOND;
  return { quantities: [amount(seconds, seconds, DURATION, seconds, seconds, [])], end };
}

export function amount(
  low: number,
  high: number,
  unit: string,
  writtenLow: number,
  writtenHigh: number,
  about: readonly string[],
): Quantity {
  return {
    kind: "number",
    low,
    high,
    unit,
    written: { low: writtenLow, high: writtenHigh },
    parts: 0,
    about,
    first: null,
  };
}

/** A unit of measure or of time. */
interface ReadUnit {
  readonly unit: Unit;
  readonly end: number;
}

function measured(tokens: Tokens, number: ReadNumber, isArticle: boolean): Reading | null {
  const first = unitAt(tokens, number.end);
  if (first === null || (isArticle && first.unit.dimension !== DURATION)) return null;
  const { low, high } = number;
  let [least, most, { unit, end }] = [toBase(low, first.unit), toBase(high, first.unit), first];
  if (!Number.isFinite(least) || !Number.isFinite(most)) return null;
  const half = halfAfter(tokens, end);
  if (half !== null && unit.dimension === DURATION) {
    [least, most, end] = [least + half.value * unit.factor, most + half.value * unit.factor, half.end];
  }
  if (unit.dimension === DURATION && low === high) [least, most, end] = withSmaller(tokens, least, { unit, end });
  const about = thingAt(tokens, end);
  const quantities = [amount(least, most, unit.dimension, low, high, about)];
  return { quantities, end, spoken: number.spoken };
}

/** "1 hour 30 minutes", "1h15", "2 hours and 10 minutes": what follows of smaller units. */
function withSmaller(tokens: Tokens, first: number, read: ReadUnit): [number, number, number] {
  let [total, { unit, end }] = [first, read];
  while (unit.factor > 1) {
    const at = tokens.is(end, "and", ",") ? end + 1 : end;
    const number = readNumber(tokens, at);
    if (number === null) break;
    const isBare = tokens.isGlued(at) && unit.factor === HOUR && !tokens.isGlued(number.end);
    const next = isBare ? { unit: MINUTES, end: number.end } : timeUnitAt(tokens, number.end, true);
    if (next === null || next.unit.factor >= unit.factor) break;
    total += number.low * next.unit.factor;
    [unit, end] = [next.unit, next.end];
  }
  return [total, total, end];
}

const HOUR = 3600;

/** A unit of time by its name, in seconds; a month is as long as the average one. */
export function durationUnit(name: string): Unit | null {
  const timeUnit = timeUnitOf(name);
  if (timeUnit === null) return null;
  const size = timeUnit.of === "ms" ? timeUnit.size : timeUnit.size * MEAN_MONTH;
  return { symbol: name, dimension: DURATION, factor: size / SECOND, offset: 0 };
}

const MINUTES = durationUnit("min")!;

/** A unit of time; after hours "m" is minutes. */
function timeUnitAt(tokens: Tokens, at: number, isAfterHours = false): ReadUnit | null {
  const word = tokens.word(at);
  if (isAfterHours && word === "m") return { unit: MINUTES, end: at + 1 };
  if (word === "" || (SINGLE.test(word) && !tokens.isGlued(at) && word !== "h")) return null;
  const unit = durationUnit(word);
  return unit === null ? null : { unit, end: at + 1 };
}

const SINGLE = /^[a-z]$/;
/** Letters that are a unit where they are alone after a number. */
const SPACED_SINGLES = new Set(["g", "m", "l", "t"]);
/** Words of our units that are more often something else after a number. */
const NO_UNITS = new Set("in bit bits t item items piece pieces pc pcs unit units dozen".split(" "));

/** The unit at a place, if there is one: its name, "-" before it aside. */
function unitAt(tokens: Tokens, from: number): ReadUnit | null {
  const at = tokens.is(from, "-", "‐", "‑") && tokens.isGlued(from) && tokens.isGlued(from + 1) ? from + 1 : from;
  return timeUnitAt(tokens, at) ?? longUnitAt(tokens, at) ?? shortUnitAt(tokens, at);
}

const LONG_UNITS = [...UNIT_PHRASES].map(([phrase, symbol]) => [phrase.split(" "), symbol] as const);

function longUnitAt(tokens: Tokens, at: number): ReadUnit | null {
  for (const [words, symbol] of LONG_UNITS) {
    if (tokens.follow(at, words) > 0) return { unit: unitOf(symbol)!, end: at + words.length };
  }
  return null;
}

function shortUnitAt(tokens: Tokens, at: number): ReadUnit | null {
  const word = tokens.word(at);
  if (word === "" || NO_UNITS.has(word)) return null;
  if (SINGLE.test(word) && !SPACED_SINGLES.has(word) && !tokens.isGlued(at) && !/[CF]/.test(tokens.original(at)))
    return null;
  const unit = unitOf(tokens.original(at)) ?? unitOf(word);
  return unit === null || unit.dimension === "count" ? null : { unit, end: at + 1 };
}

/** Words after a number that do not name countable things. */
const NO_THINGS = new Set([
  ..."am pm st nd rd th k o clock dollar dollars buck bucks euro euros quid yen rupee rupees franc francs year s".split(
    " ",
  ),
  ...Object.keys(ENGLISH_DAYS.months),
]);

function counted(tokens: Tokens, number: ReadNumber): Reading | null {
  const hyphen = tokens.is(number.end, "-") && tokens.isGlued(number.end) && tokens.isGlued(number.end + 1);
  const at = hyphen ? number.end + 1 : number.end;
  if (!isThing(tokens.word(at))) return null;
  const { low, high, spoken } = number;
  const isTwo = !hyphen && isThing(tokens.word(at + 1));
  const about = [tokens.word(at), ...(isTwo ? [tokens.word(at + 1)] : [])].map(thingOf);
  return { quantities: [amount(low, high, "", low, high, about)], end: at + 1, spoken };
}

/** The thing that an amount measures: "40 g of protein", "40 g protein". */
function thingAt(tokens: Tokens, at: number): readonly string[] {
  const word = tokens.word(tokens.is(at, "of") ? at + 1 : at);
  return isThing(word) ? [thingOf(word)] : [];
}

const isThing = (word: string): boolean => word.length > 1 && !isStopWord(word) && !NO_THINGS.has(word);

/** Countable things with two names. */
const SAME: Readonly<Record<string, string>> = { star: "rate" };

/** The stem of something that is counted; stars are a rating. */
export function thingOf(word: string): string {
  const stem = stemOf(word);
  return SAME[stem] ?? stem;
}
