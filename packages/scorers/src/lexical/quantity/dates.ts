import { type CalendarDate, calendarDate, type FoundQuantity } from "./quantity.js";

const MONTHS = "january february march april may june july august september october november december".split(" ");
const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?";
const DAY = "(0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?\\b";
const YEAR = "((?:19|20)\\d\\d)\\b";
const ISO = /(?<![\d-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?(?!\d|-\d)/g;
const DAY_FIRST = new RegExp(`\\b${DAY}\\s+(?:of\\s+)?${MONTH}(?:,?\\s+${YEAR})?`, "gi");
const MONTH_FIRST = new RegExp(`\\b${MONTH}\\s+(?:the\\s+)?${DAY}(?!:)(?:,?\\s+${YEAR})?`, "gi");
const MONTH_YEAR = new RegExp(`\\b${MONTH},?\\s+${YEAR}`, "gi");
/** May and march are names of months where they are written large or stand behind a word for a date. */
const MONTH_ALONE =
  /\b(January|February|April|June|July|August|September|October|November|December)\b|\b(May|March)\b|(?<=\b(?:in|of|by|during|since|until|late|early|mid|next|last|this) )(may|march)\b/g;
const WEEKDAY = /\b(sun|mon|tues|wednes|thurs|fri|satur)days?\b/gi;

/** Dates in a text: "2026-06-13", "13 June 2026", "June 13th", "June 2026", "in June", "Saturday". What is missing is null. */
export function findDates(text: string): FoundQuantity[] {
  const found: FoundQuantity[] = [];
  let rest = text;
  const take = (pattern: RegExp, read: (match: RegExpMatchArray) => CalendarDate) => {
    for (const match of rest.matchAll(pattern)) found.push({ quantity: read(match), text: match[0] });
    rest = rest.replace(pattern, " ");
  };
  take(ISO, ([, year, month, day]) => dateOf(year, Number(month), day));
  take(DAY_FIRST, ([, day, month, year]) => dateOf(year, monthOf(month!), day));
  take(MONTH_FIRST, ([, month, day, year]) => dateOf(year, monthOf(month!), day));
  take(MONTH_YEAR, ([, month, year]) => dateOf(year, monthOf(month!), undefined));
  take(MONTH_ALONE, ([name]) => dateOf(undefined, monthOf(name!), undefined));
  take(WEEKDAY, ([name]) => ({ ...dateOf(undefined, null, undefined), weekday: weekdayOf(name!) }));
  return found;
}

export const monthOf = (name: string): number =>
  MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1;

const weekdayOf = (name: string): number =>
  WEEKDAYS.findIndex((weekday) => weekday.startsWith(name.slice(0, 3).toLowerCase()));

function dateOf(year: string | undefined, month: number | null, day: string | undefined): CalendarDate {
  if (year !== undefined && month !== null && day !== undefined) return calendarDate(Number(year), month, Number(day));
  return {
    kind: "date",
    year: year === undefined ? null : Number(year),
    month,
    day: day === undefined ? null : Number(day),
    weekday: null,
  };
}
