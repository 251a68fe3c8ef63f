import { DAY, daysIn } from "./calendar.js";

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** A decimal number, with an exponent or without. */
export const readsAsNumber = (text: string): boolean => NUMBER.test(text);

/** The number that a text reads as, NaN where it does not. */
export const readNumber = (text: string): number => (readsAsNumber(text) ? Number(text) : Number.NaN);

const DATE =
  /^\s*(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?\s*$/;

/** An ISO 8601 date: a year, a month, a day, or a day with a time. The day must exist. */
export function readsAsDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day, hour, minute, second] = match
    .slice(1)
    .map((part) => (part === undefined ? null : Number(part)));
  if (month !== null && (month! < 1 || month! > 12)) return false;
  if (day !== null && (day! < 1 || day! > daysIn(year!, month!))) return false;
  return (hour ?? 0) <= 24 && (minute ?? 0) < 60 && (second ?? 0) <= 60;
}

const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})\s*$/;

/** The instant (ms) that an ISO 8601 date or date-time reads as, UTC where it names no zone; NaN where it does not. */
export function readDate(text: string): number {
  if (!readsAsDate(text)) return Number.NaN;
  const iso = text.trim().replace(" ", "T").replace(",", ".");
  return Date.parse(iso.length > 10 && !HAS_ZONE.test(iso) ? `${iso}Z` : iso);
}

const DAY_OR_MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** True for a day, "2026-03-14", or a moment with its zone, "2026-03-14T09:00+01:00", that the calendar has. Nothing else is around it. */
export const isDayOrMoment = (text: string): boolean => DAY_OR_MOMENT.test(text) && !Number.isNaN(readDate(text));

/** The days that a date in numbers alone, "3/14/2026", may be: its order differs between countries. */
export function possibleDays(text: string): readonly string[] {
  const match = /^\s{0,9}(\d{1,2})[./-](\d{1,2})[./-](\d{4})\s{0,9}$/.exec(text);
  if (match === null) return [];
  const [a, b] = [match[1]!, match[2]!].map((digits) => digits.padStart(2, "0"));
  return [...new Set([`${match[3]}-${b}-${a}`, `${match[3]}-${a}-${b}`])].filter(isDay);
}

/** True for a day such as "2026-03-14". */
export const isDay = (text: string): boolean => text.length === 10 && isDayOrMoment(text);

/** A day in ISO 8601, some days after another one; a text that is not a day stays as it is. */
export function plusDays(day: string, count: number): string {
  const ms = readDate(day.slice(0, 10)) + count * DAY;
  return Number.isNaN(ms) ? day : new Date(ms).toISOString().slice(0, 10);
}
