import { DAY, type DayExpression, midnight, scanDate } from "@semantic-xpath/values";
import { ENGLISH_DAYS } from "../days.js";
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
 * The days at a place, or those from one to another: "13 June 2026", "June 3 to June 5, 2026", "Monday to Friday". A day without a year holds the parts
 * that were written. A date that the calendar does not have is a reading without quantities.
 */
export function readDays(tokens: Tokens, at: number, isYear: boolean): Reading | null {
  const first = readDate(tokens, at, isYear);
  if (first === null || first.quantities.length !== 1) return first;
  const isAnd = tokens.is(first.end, "and") && tokens.is(at - 1, "between");
  const joins = isAnd || tokens.is(first.end, "-", "–", "—", "to", "until", "through");
  const second = joins ? readDate(tokens, first.end + 1, false) : null;
  const range = second?.quantities.length === 1 ? between(first.quantities[0]!, second.quantities[0]!) : null;
  return range === null ? first : { quantities: [range], end: second!.end };
}

function readDate(tokens: Tokens, at: number, isYear: boolean): Reading | null {
  const scanned = scanDate(tokens, at, ENGLISH_DAYS, "text", isYear);
  if (scanned === null) return null;
  const { expressions, end } = scanned;
  const read = expressions.map(quantityOf).filter((quantity) => quantity !== null);
  const quantities = read.map((quantity, i) =>
    read.length === 1 ? quantity : { ...quantity, first: i === 0 ? ("day" as const) : ("month" as const) },
  );
  return { quantities, end };
}

/** The days of an expression that does not depend on the day of speech; null for days that do not exist, and for other expressions. */
function quantityOf(expression: DayExpression): Quantity | null {
  switch (expression.kind) {
    case "date":
      return quantityOfDate(expression);
    case "weekday":
      return days(Number.NaN, Number.NaN, weekdayBits(expression.weekday));
    case "weekdays":
      return days(Number.NaN, Number.NaN, weekdayBits(...expression.weekdays));
    case "season": {
      const { months, year } = expression;
      const [first, last] = months;
      const parts = monthBits(first, (first % 12) + 1, last);
      return year === null ? days(Number.NaN, Number.NaN, parts) : { ...daysOfMonths(year, first - 1, 3), parts };
    }
    case "years":
      return daysOfMonths(expression.first, 0, expression.count * 12);
    default:
      return null;
  }
}

function quantityOfDate({ year, month, day, last }: DayExpression & { kind: "date" }): Quantity | null {
  if (month === null) return year === null ? null : daysOfMonths(year, 0, 12);
  if (year === null) return days(Number.NaN, Number.NaN, monthBits(month) | dayBits(day ?? 0));
  if (day === null) return daysOfMonths(year, month - 1, 1);
  const first = dayAt(year, month, day);
  const until = last === null ? null : dayAt(year, month, last);
  return first === null || until === null ? first : days(first.low, until.low, monthBits(month));
}

/** A day of the calendar, null if there is none. */
function dayAt(year: number, month: number, day: number): Quantity | null {
  const ms = midnight(year, month, day);
  if (Number.isNaN(ms)) return null;
  const parts = monthBits(month) | weekdayBits(new Date(ms).getUTCDay()) | dayBits(day);
  return days(ms / DAY, ms / DAY, parts);
}

/** All days of some months from one on; months from 0, and beyond 11 of later years. */
function daysOfMonths(year: number, from: number, count: number): Quantity {
  const first = (month: number): number => new Date(0).setUTCFullYear(year, month, 1) / DAY;
  return days(first(from), first(from + count) - 1, count === 1 ? monthBits(from + 1) : 0);
}

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
  return month === 0 || day === 0 ? null : dayAt(new Date(low * DAY).getUTCFullYear(), month, day);
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
