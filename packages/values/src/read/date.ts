import { inCalendar, MINUTE, MONTHS, midnight, namePlace, WEEKDAYS } from "../calendar.js";
import type { DateTimeValue, DateValue } from "../item.js";
import { readDate } from "../untyped.js";
import { matchAt, type Scan, wholeText } from "./scan.js";
import { scanClock } from "./time.js";

const ISO_DAY = /(\d{4})-(\d{2})-(\d{2})(?!\d)/y;
const YEAR_FIRST = /(\d{4})\/(\d{1,2})\/(\d{1,2})(?!\d)/y;
const ISO_PART = /(\d{4})(?:-(\d{2})(?!\d))?(?!\d)/y;
const WEEKDAY = /([a-z]{3,9})\.?,?\s+/iy;
const DAY_FIRST = /(\d{1,2})(?:st|nd|rd|th)?(?:-|\s*(?:of\s+)?)([a-z]{3,9})\.?(?:-|,\s*|\s+)(\d{4})(?!\d)/iy;
const MONTH_FIRST = /([a-z]{3,9})\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?(?:,\s*|\s+))?(\d{4})(?!\d)/iy;

/** A day, or the first of the month or year that is all that is said: then `partial`. */
interface ScannedDay {
  readonly ms: number;
  readonly partial: boolean;
}

/** The date at a place: "2026-03-14", "2026/3/14", "Mar 14, 2026", "Sat, 14 March 2026", "March 2026", "2026-03", "2026". */
export function scanDay(text: string, at: number): Scan<ScannedDay> | null {
  const weekday = matchAt(WEEKDAY, text, at);
  const named = weekday === null ? -1 : namePlace(WEEKDAYS, weekday[1]!);
  if (named < 0) return scanPlainDay(text, at);
  const day = scanPlainDay(text, at + weekday![0].length);
  return day !== null && !day.value.partial && new Date(day.value.ms).getUTCDay() === named ? day : null;
}

function scanPlainDay(text: string, at: number): Scan<ScannedDay> | null {
  const numbers = matchAt(ISO_DAY, text, at) ?? matchAt(YEAR_FIRST, text, at);
  if (numbers !== null) return scanned(numbers[1]!, Number(numbers[2]), numbers[3], at + numbers[0].length);
  const dayFirst = matchAt(DAY_FIRST, text, at);
  if (dayFirst !== null) return scanned(dayFirst[3]!, monthOf(dayFirst[2]!), dayFirst[1], at + dayFirst[0].length);
  const monthFirst = matchAt(MONTH_FIRST, text, at);
  if (monthFirst !== null) {
    return scanned(monthFirst[3]!, monthOf(monthFirst[1]!), monthFirst[2], at + monthFirst[0].length);
  }
  const part = matchAt(ISO_PART, text, at);
  return part === null ? null : scanned(part[1]!, Number(part[2] ?? 1), undefined, at + part[0].length);
}

function scanned(year: string, month: number, day: string | undefined, end: number): Scan<ScannedDay> | null {
  const ms = midnight(Number(year), month, Number(day ?? 1));
  return Number.isNaN(ms) ? null : { value: { ms, partial: day === undefined }, end };
}

const monthOf = (name: string): number => namePlace(MONTHS, name) + 1;

const BETWEEN = /T(?=\d)|,?\s+(?:at\s+)?/iy;
const ON = /,?\s+on\s+/iy;

/** The date and time at a place: "2026-03-14T09:00+02:00", "Mar 14, 2026 at 9:30 AM", "1:56 pm on 8 May, 2023". */
export function scanDateTime(text: string, at: number, minusIsZone: boolean): Scan<DateTimeValue> | null {
  const day = scanDay(text, at);
  if (day !== null) {
    const between = day.value.partial ? null : matchAt(BETWEEN, text, day.end);
    const clock = between === null ? null : scanClock(text, day.end + between[0].length, minusIsZone);
    return clock === null || clock.value.bare ? null : instant(day.value.ms, clock.value, clock.end);
  }
  const clock = scanClock(text, at);
  const on = clock === null || clock.value.bare ? null : matchAt(ON, text, clock.end);
  const after = on === null ? null : scanDay(text, clock!.end + on[0].length);
  return after === null || after.value.partial ? null : instant(after.value.ms, clock!.value, after.end);
}

function instant(
  day: number,
  { ms, zone }: { readonly ms: number; readonly zone: number | null },
  end: number,
): Scan<DateTimeValue> | null {
  const value = dateTimeOf(day + ms, zone);
  return value === null ? null : { value, end };
}

/** The instant of a local time; null beyond the years of four digits. */
export const dateTimeOf = (local: number, zone: number | null): DateTimeValue | null =>
  inCalendar(local) ? { kind: "dateTime", ms: local - (zone ?? 0) * MINUTE, zone } : null;

export const dateOf = (ms: number): DateValue | null => (inCalendar(ms) ? { kind: "date", ms } : null);

/** A date, or, since dates compare as instants, a date with a time: that is then a `dateTime`. */
export function readDay(text: string): DateValue | DateTimeValue | null {
  const day = wholeText(scanDay(text, 0), text);
  return day === null ? readWholeDateTime(text) : dateOf(day.ms);
}

/** A date with its time; a day alone is its midnight in UTC. */
export function readDateTime(text: string): DateTimeValue | null {
  const day = wholeText(scanDay(text, 0), text);
  return day === null ? readWholeDateTime(text) : dateTimeOf(day.ms, null);
}

function readWholeDateTime(text: string): DateTimeValue | null {
  const value = wholeText(scanDateTime(text, 0, true), text);
  // A text that compared as a date without a type does so with one.
  const iso = value === null ? readDate(text) : Number.NaN;
  return Number.isNaN(iso) ? value : dateTimeOf(iso, null);
}
