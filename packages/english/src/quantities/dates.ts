import { DAY, readDate, WEEKDAYS } from "@semantic-xpath/values";
import { ENGLISH_DAYS } from "../days.js";
import { DECADES, ENGLISH_NUMBERS } from "../numbers.js";
import { readOrdinal } from "./numbers.js";
import {
  dayBits,
  dayOf,
  days,
  monthBits,
  monthsOf,
  type Quantity,
  type Reading,
  weekdayBits,
  weekdaysOf,
} from "./quantity.js";
import type { Tokens } from "./tokens.js";

/**
 * Reads days: "2026-06-13", "13 June 2026", "Sat, June 13th", "the third of June", "June 2026", "in June", "Saturday", "June 3-5".
 * Also reads "Monday to Friday", "5/10/2023", "13.6.2026", "the nineties", "1990s", "19th century", "since 1995", "in summer", "weekend". A
 * day without a year holds the parts that were written.
 */
export function readDays(tokens: Tokens, at: number, isYear: boolean): Reading | null {
  const first = readOne(tokens, at, isYear);
  if (first === null || first.quantities.length > 1) return first;
  const isAnd = tokens.is(first.end, "and") && tokens.is(at - 1, "between");
  const joins = isAnd || tokens.is(first.end, "-", "–", "—", "to", "until", "through");
  const joined = joins ? first.end + 1 : -1;
  const second = joined < 0 ? null : readOne(tokens, joined, false);
  const range = second?.quantities.length === 1 ? between(first.quantities[0]!, second.quantities[0]!) : null;
  return range === null ? first : { quantities: [range], end: second!.end };
}

function readOne(tokens: Tokens, at: number, isYear: boolean): Reading | null {
  return (
    numeric(tokens, at) ??
    ofMonth(tokens, at) ??
    ofWeek(tokens, at) ??
    decade(tokens, at) ??
    century(tokens, at) ??
    season(tokens, at) ??
    year(tokens, at, isYear)
  );
}

const single = (quantity: Quantity, end: number): Reading => ({ quantities: [quantity], end });

/** From the first of one to the last of the other. */
function between(first: Quantity, last: Quantity): Quantity | null {
  if (first.low <= last.low) return days(first.low, last.high, monthRange(first.parts, last.parts));
  if (!Number.isNaN(first.low)) return null;
  // "June 3 to June 5, 2026"
  const withYear = Number.isNaN(last.low) ? null : inYearOf(first, last);
  if (withYear !== null)
    return withYear.low <= last.high ? days(withYear.low, last.high, monthRange(first.parts, last.parts)) : null;
  const weekdays = rangeOf(weekdaysOf(first.parts), weekdaysOf(last.parts), 7);
  if (weekdays !== 0 && monthsOf(first.parts) === 0) return days(Number.NaN, Number.NaN, weekdays << 12);
  const months = dayOf(first.parts) === 0 ? monthRange(first.parts, last.parts) : 0;
  return months === 0 ? null : days(Number.NaN, Number.NaN, months);
}

function inYearOf({ parts }: Quantity, { low }: Quantity): Quantity | null {
  const [month, day] = [31 - Math.clz32(monthsOf(parts)) + 1, dayOf(parts)];
  return month === 0 || day === 0 ? null : dayOfYear(new Date(low * DAY).getUTCFullYear(), month, day);
}

const monthRange = (first: number, last: number): number => rangeOf(monthsOf(first), monthsOf(last), 12);

/** The bits from that of one to that of the other, around the end. */
function rangeOf(first: number, last: number, size: number): number {
  if (first === 0 || last === 0) return 0;
  let bits = 0;
  const to = 31 - Math.clz32(last);
  for (let at = 31 - Math.clz32(first); ; at = (at + 1) % size) {
    bits |= 1 << at;
    if (at === to) return bits;
  }
}

/** A day of the calendar, null if there is none. */
export function dayOfYear(year: number, month: number, day: number): Quantity | null {
  const two = (number: number): string => String(number).padStart(2, "0");
  const ms = readDate(`${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`);
  return Number.isNaN(ms) ? null : dayAt(ms);
}

/** The day of an instant in milliseconds. */
export function dayAt(ms: number): Quantity {
  const number = Math.floor(ms / DAY);
  const date = new Date(number * DAY);
  const parts = monthBits(date.getUTCMonth() + 1) | weekdayBits(date.getUTCDay()) | dayBits(date.getUTCDate());
  return days(number, number, parts);
}

/** All days of some months from one on; months from 0, and beyond 11 of later years. */
function daysOfMonths(year: number, from: number, count: number): Quantity {
  const first = (month: number): number => new Date(0).setUTCFullYear(year, month, 1) / DAY;
  return days(first(from), first(from + count) - 1, count === 1 ? monthBits(from + 1) : 0);
}

/** A day with its year, or the month and day alone. */
function dayOrParts(year: number | null, month: number, day: number | null): Quantity | null {
  if (year !== null) return day === null ? daysOfMonths(year, month - 1, 1) : dayOfYear(year, month, day);
  return days(Number.NaN, Number.NaN, monthBits(month) | dayBits(day ?? 0));
}

const YEAR = /^(?:1[5-9]|20|21)\d\d$/;
const yearAt = (tokens: Tokens, at: number): number | null =>
  YEAR.test(tokens.digits(at)) && !isPartOfNumber(tokens, at + 1) ? Number(tokens.digits(at)) : null;
const isPartOfNumber = (tokens: Tokens, at: number): boolean => tokens.isGlued(at) && tokens.is(at, ":", "/", "%", "s");

const POINTED = /^(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)$/;

function numeric(tokens: Tokens, at: number): Reading | null {
  const digits = tokens.digits(at);
  const pointed = POINTED.exec(digits);
  const day = pointed === null ? null : dayOfYear(Number(pointed[3]), Number(pointed[2]), Number(pointed[1]));
  if (day !== null) return single(day, at + 1);
  const sign = tokens.text(at + 1);
  if ((sign !== "-" && sign !== "/") || !tokens.isGlued(at + 1) || !tokens.isGlued(at + 2)) return null;
  const second = tokens.digits(at + 2);
  const isThree = tokens.text(at + 3) === sign && tokens.isGlued(at + 3) && tokens.isGlued(at + 4);
  const third = isThree ? tokens.digits(at + 4) : "";
  if (digits.length === 4) return yearFirst(digits, second, third, sign, at);
  return isThree && sign === "/" ? slashed(Number(digits), Number(second), third, at + 5) : null;
}

function yearFirst(year: string, month: string, day: string, sign: string, at: number): Reading | null {
  if (!YEAR.test(year) || !/^\d{1,2}$/.test(month)) return null;
  if (day !== "") {
    const quantity = dayOfYear(Number(year), Number(month), Number(day));
    return quantity === null ? null : single(quantity, at + 5);
  }
  const isMonth = sign === "-" && month.length === 2 && Number(month) >= 1 && Number(month) <= 12;
  return isMonth ? single(daysOfMonths(Number(year), Number(month) - 1, 1), at + 3) : null;
}

function slashed(first: number, second: number, year: string, end: number): Reading | null {
  if (!/^(?:(?:19|20)\d)?\d\d?$/.test(year) || year.length % 2 === 1) return null;
  const full = year.length === 2 ? Number(year) + (Number(year) < 70 ? 2000 : 1900) : Number(year);
  const dayFirst = dayOfYear(full, second, first);
  const monthFirst = dayOfYear(full, first, second);
  if (dayFirst !== null && monthFirst !== null && dayFirst.low !== monthFirst.low) {
    const quantities = [
      { ...dayFirst, first: "day" as const },
      { ...monthFirst, first: "month" as const },
    ];
    return { quantities, end };
  }
  const day = dayFirst ?? monthFirst;
  return day === null ? null : single(day, end);
}

const monthAt = (tokens: Tokens, at: number): number | null => entryOf(ENGLISH_DAYS.months, tokens.word(at)) ?? null;
const entryOf = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

function ofMonth(tokens: Tokens, at: number): Reading | null {
  return dayFirst(tokens, at) ?? monthFirst(tokens, at);
}

const afterPoint = (tokens: Tokens, at: number): number => (tokens.is(at, ".") && tokens.isGlued(at) ? at + 1 : at);
const afterComma = (tokens: Tokens, at: number): number => (tokens.is(at, ",") ? at + 1 : at);

/** "13 June 2026", "the third of June", "3-5 June". */
function dayFirst(tokens: Tokens, first: number): Reading | null {
  const at = tokens.is(first, "the") ? first + 1 : first;
  const day = dayOfMonthAt(tokens, at);
  if (day === null) return null;
  const last = tokens.is(day.end, "-", "–", "to") ? dayOfMonthAt(tokens, day.end + 1) : null;
  const named = last?.end ?? day.end;
  // "14-Mar-2026"
  const isDashed = last === null && tokens.is(named, "-") && tokens.isGlued(named) && tokens.isGlued(named + 1);
  const month = tokens.is(named, "of") || isDashed ? named + 1 : named;
  if (monthAt(tokens, month) === null || (month === named && day.spoken && !day.isOrdinal)) return null;
  return withYear(
    tokens,
    monthAt(tokens, month)!,
    day.low,
    last?.low ?? null,
    isDashed && tokens.is(month + 1, "-") ? month + 2 : afterPoint(tokens, month + 1),
  );
}

/** "June 13, 2026", "June the 3rd", "June 3-5", "June 2026", "June". */
function monthFirst(tokens: Tokens, at: number): Reading | null {
  const month = monthAt(tokens, at);
  if (month === null) return null;
  const next = afterPoint(tokens, at + 1);
  const day = dayOfMonthAt(tokens, tokens.is(next, "the") ? next + 1 : next);
  const isDay =
    day !== null && (!day.spoken || day.isOrdinal) && !tokens.is(day.end, ":") && yearAt(tokens, next) === null;
  if (isDay) {
    const last = tokens.is(day.end, "-", "–", "to") ? dayOfMonthAt(tokens, day.end + 1) : null;
    const isRange = last !== null && last.low > day.low && !tokens.is(last.end, ":");
    return withYear(tokens, month, day.low, isRange ? last.low : null, isRange ? last.end : day.end);
  }
  const ofYear = yearAt(tokens, afterComma(tokens, next));
  if (ofYear !== null) return single(daysOfMonths(ofYear, month - 1, 1), afterComma(tokens, next) + 1);
  return isMonthAlone(tokens, at) ? single(dayOrParts(null, month, null)!, at + 1) : null;
}

function withYear(tokens: Tokens, month: number, day: number, last: number | null, end: number): Reading | null {
  const at = afterComma(tokens, end);
  const year = yearAt(tokens, at);
  const first = dayOrParts(year, month, day);
  if (first === null) return null;
  const until = last === null ? null : dayOrParts(year, month, last);
  const range = until === null || year === null ? first : days(first.low, until.low, monthBits(month));
  return single(range, year === null ? end : at + 1);
}

function dayOfMonthAt(tokens: Tokens, at: number): ReturnType<typeof readOrdinal> {
  const read = readOrdinal(tokens, at);
  return read !== null && read.low >= 1 && read.low <= 31 ? read : null;
}

const BEFORE_MONTH = new Set("in of by during since until late early mid next last this before after".split(" "));
const SHORT_MONTH = /^(?:jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)$/;

/** May and march are months where they are written large or come after a word for a date; so are "jan" and "sep". */
function isMonthAlone(tokens: Tokens, at: number): boolean {
  const word = tokens.text(at);
  const isSure = tokens.word(at).length > 3 && word !== "march";
  if (isSure || BEFORE_MONTH.has(tokens.word(at - 1))) return word !== "mar" || isSure;
  return /^[A-Z]/.test(tokens.original(at)) && (word === "may" || word === "march" || SHORT_MONTH.test(word));
}

/** "Saturday", "Sat, 13 June 2026", "weekend", "weekdays". */
function ofWeek(tokens: Tokens, at: number): Reading | null {
  const word = tokens.word(at);
  if (/^weekends?$/.test(word)) return single(days(Number.NaN, Number.NaN, weekdayBits(0, 6)), at + 1);
  if (/^(?:weekdays?|workdays?)$/.test(word) || (word === "working" && tokens.is(at + 1, "days", "day"))) {
    return single(days(Number.NaN, Number.NaN, weekdayBits(1, 2, 3, 4, 5)), at + (word === "working" ? 2 : 1));
  }
  const weekday =
    entryOf(ENGLISH_DAYS.weekdays, word) ?? entryOf(ENGLISH_DAYS.weekdays, word.replace(/(?<=day)s$/, ""));
  if (weekday === undefined) return null;
  const next = afterComma(tokens, afterPoint(tokens, at + 1));
  const date = numeric(tokens, next) ?? ofMonth(tokens, next);
  const isDay = date !== null && dayOf(date.quantities[0]!.parts) !== 0;
  if (isDay) return date;
  const isLong = word.startsWith(WEEKDAYS[weekday]!);
  return isLong ? single(days(Number.NaN, Number.NaN, weekdayBits(weekday)), at + 1) : null;
}

const YEARS_OF_TEN = /^(?:1[5-9]|20)?\d0$/;

/** "1990s", "the 90s", "'90s", "the nineties": of the last century, and from "the 00s" on of this. */
function decade(tokens: Tokens, at: number): Reading | null {
  const named = DECADES.get(tokens.word(at));
  if (named !== undefined) {
    const isSure =
      tokens.is(at - 1, "the", "early", "late", "mid", "-") || ENGLISH_NUMBERS.small.get(tokens.word(at - 1)) === 19;
    return isSure ? single(daysOfMonths(named, 0, 120), at + 1) : null;
  }
  const digits = tokens.digits(at);
  const plural = tokens.is(at + 1, "'", "’") && tokens.isGlued(at + 1) ? at + 2 : at + 1;
  if (!YEARS_OF_TEN.test(digits) || !tokens.is(plural, "s") || !tokens.isGlued(plural)) return null;
  const first = digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 20 ? 2000 : 1900);
  return single(daysOfMonths(first, 0, 120), plural + 1);
}

/** "19th century", "the twentieth century". */
function century(tokens: Tokens, at: number): Reading | null {
  const ordinal = readOrdinal(tokens, at);
  if (ordinal === null || !ordinal.isOrdinal || ordinal.low > 21) return null;
  const word = tokens.is(ordinal.end, "-") ? ordinal.end + 1 : ordinal.end;
  return tokens.is(word, "century") ? single(daysOfMonths((ordinal.low - 1) * 100 + 1, 0, 1200), word + 1) : null;
}

const BEFORE_SEASON = new Set("in this next last the every each during early late mid".split(" "));

/** Months are those of the northern half of the world. "Spring" and "fall" are more often something else, unless a word before says when. */
function season(tokens: Tokens, at: number): Reading | null {
  const word = tokens.word(at);
  const bounds = entryOf(ENGLISH_DAYS.seasons, word.replace(/time$/, ""));
  if (bounds === undefined || ((word === "spring" || word === "fall") && !BEFORE_SEASON.has(tokens.word(at - 1))))
    return null;
  const [first, last] = bounds;
  const months = [first, (first % 12) + 1, last];
  const year = yearAt(tokens, tokens.is(at + 1, "of") ? at + 2 : at + 1);
  if (year === null) return single(days(Number.NaN, Number.NaN, monthBits(...months)), at + 1);
  const end = tokens.is(at + 1, "of") ? at + 3 : at + 2;
  return single({ ...daysOfMonths(year, first - 1, 3), parts: monthBits(...months) }, end);
}

const BEFORE_YEAR = new Set(
  "in since of during from until till by after before year early late mid the summer winter autumn spring fall (".split(
    " ",
  ),
);

/** "Since 1995"; alone where a field is a year. */
function year(tokens: Tokens, at: number, isYear: boolean): Reading | null {
  const number = yearAt(tokens, at);
  if (number === null || !(isYear || BEFORE_YEAR.has(tokens.text(at - 1)))) return null;
  return single(daysOfMonths(number, 0, 12), at + 1);
}
