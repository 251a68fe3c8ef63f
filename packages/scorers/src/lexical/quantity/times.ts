import { clockMinutes, DAY, MINUTE, MONTHS, placeIn, WEEKDAYS } from "@semantic-xpath/values";
import { type CalendarDate, calendarDate, type FoundQuantity, foundBy, type TimeSpan } from "./quantity.js";

const CLOCK = String.raw`(?:([01]?\d|2[0-4])(?:[:.h]([0-5]\d))?(?::[0-5]\d)?\s*(a\.?m\b\.?|p\.?m\b\.?|o['’]?clock\b)?|(noon|midday|midnight)\b)`;
const RANGE = new RegExp(
  String.raw`(?<![\d.,:$€£-])${CLOCK}(?:\s*(?:-|–|—|\bto\b|\buntil\b|\btill\b|\band\b)\s*${CLOCK})?(?![\d:%]|[.,]\d|-\d)`,
  "gi",
);

const DAY_MINUTES = DAY / MINUTE;

/**
 * The times of day in a text: "9am", "21:30", "noon", "9:00 AM - 10:30 AM", "from 6 to 8 pm" (the earlier hour takes the half of
 * the day from the later one). A bare number is no time. A range that ends before it begins ends on the next day.
 */
export const findTimes = (text: string): FoundQuantity<TimeSpan>[] => foundBy(RANGE, text, spanOf);

function spanOf(match: RegExpExecArray): TimeSpan | null {
  const [, hour, minute, half, word, hour2, minute2, half2, word2] = match;
  const ranges = hour2 !== undefined || word2 !== undefined;
  const said = minute ?? half ?? word ?? (ranges ? (minute2 ?? half2 ?? word2) : undefined);
  if (said === undefined || (half === undefined && minute !== undefined && match[0].includes(`${hour}.`))) return null;
  const low = minutes(hour, minute, half ?? half2, word);
  if (low === null) return null;
  if (!ranges) return { kind: "time", low, high: low };
  const high = minutes(hour2, minute2, half2, word2);
  if (high === null) return null;
  // "11 to 1 pm" begins before noon.
  const early = half === undefined && half2 !== undefined && low > high ? low - DAY_MINUTES / 2 : low;
  return { kind: "time", low: early, high: high < early ? high + DAY_MINUTES : high };
}

function minutes(hour?: string, minute?: string, half?: string, word?: string): number | null {
  if (word !== undefined) return word.toLowerCase() === "midnight" ? 0 : DAY_MINUTES / 2;
  return clockMinutes(Number(hour), Number(minute ?? 0), half);
}

const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?";
const DAY_OF_MONTH = "(0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?\\b";
const YEAR = "((?:19|20)\\d\\d)\\b";
const ISO = /(?<![\d-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?(?!\d|-\d)/g;
const DAY_FIRST = new RegExp(`\\b${DAY_OF_MONTH}\\s+(?:of\\s+)?${MONTH}(?:,?\\s+${YEAR})?`, "gi");
const MONTH_FIRST = new RegExp(`\\b${MONTH}\\s+(?:the\\s+)?${DAY_OF_MONTH}(?!:)(?:,?\\s+${YEAR})?`, "gi");
const MONTH_YEAR = new RegExp(`\\b${MONTH},?\\s+${YEAR}`, "gi");
/** May and march are names of months where they are written large or come after a word for a date. */
const MONTH_ALONE =
  /\b(January|February|April|June|July|August|September|October|November|December)\b|\b(May|March)\b|(?<=\b(?:in|of|by|during|since|until|late|early|mid|next|last|this) )(may|march)\b/g;
const WEEKDAY = /\b(sun|mon|tues|wednes|thurs|fri|satur)days?\b/gi;

/** Dates in a text: "2026-06-13", "13 June 2026", "June 13th", "June 2026", "in June", "Saturday". What is missing is null. */
export function findDates(text: string): FoundQuantity<CalendarDate>[] {
  const found: FoundQuantity<CalendarDate>[] = [];
  let rest = text;
  const take = (pattern: RegExp, read: (match: RegExpExecArray) => CalendarDate) => {
    found.push(...foundBy(pattern, rest, read));
    rest = rest.replace(pattern, " ");
  };
  take(ISO, ([, year, month, day]) => dateOf(year, Number(month), day));
  take(DAY_FIRST, ([, day, month, year]) => dateOf(year, monthOf(month!), day));
  take(MONTH_FIRST, ([, month, day, year]) => dateOf(year, monthOf(month!), day));
  take(MONTH_YEAR, ([, month, year]) => dateOf(year, monthOf(month!), undefined));
  take(MONTH_ALONE, ([name]) => dateOf(undefined, monthOf(name!), undefined));
  take(WEEKDAY, ([name]) => ({ ...dateOf(undefined, null, undefined), weekday: placeIn(WEEKDAYS, name!) }));
  return found;
}

const monthOf = (name: string): number => placeIn(MONTHS, name) + 1;

function dateOf(year: string | undefined, month: number | null, day: string | undefined): CalendarDate {
  if (year !== undefined && month !== null && day !== undefined) return calendarDate(Number(year), month, Number(day));
  return { kind: "date", year: Number(year) || null, month, day: Number(day) || null, weekday: null };
}
