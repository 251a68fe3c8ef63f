export const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
export const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

const capitalised = (name: string): string => name[0]!.toUpperCase() + name.slice(1);

/** "Sunday" to "Saturday". */
export const WEEKDAY_NAMES: readonly string[] = WEEKDAYS.map(capitalised);

/** The English name of the day of an instant in UTC: "Saturday"; empty for NaN. */
export const weekdayName = (ms: number): string => (Number.isNaN(ms) ? "" : WEEKDAY_NAMES[new Date(ms).getUTCDay()]!);

/** The English name of a month from 1: "March". */
export const monthName = (month: number): string => capitalised(MONTHS[month - 1]!);

/** The place of a name in a list by its first three letters, -1 for an unknown one. */
const placeIn = (names: readonly string[], name: string): number =>
  names.findIndex((one) => one.startsWith(name.slice(0, 3).toLowerCase()));

/** The place of a name, or of its beginning of three letters or more; -1 for an unknown one. */
export function namePlace(names: readonly string[], name: string): number {
  const place = placeIn(names, name);
  return place >= 0 && names[place]!.startsWith(name.toLowerCase()) ? place : -1;
}

/** Lengths of time in milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A month as long as the average one of the calendar: 400 years are 146 097 days. */
export const MEAN_MONTH = (146_097 * DAY) / 4800;

/** Day 0 of the next month is the last of this one. Months from 1. */
export const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/** Midnight in UTC of a day that exists, else NaN. Years from 0 to 9999: `Date.UTC` takes those below 100 for 19xx. */
export function midnight(year: number, month: number, day: number): number {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return Number.NaN;
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}

const FIRST = midnight(0, 1, 1);
const LAST = midnight(9999, 12, 31) + DAY;

/** Tests that an instant has a year of four digits. */
export const inCalendar = (ms: number): boolean => ms >= FIRST && ms < LAST;

/** Some months later: a day that the month does not have becomes its last. */
export function addMonths(ms: number, months: number): number {
  const date = new Date(ms);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const [year, ofYear] = [Math.floor(month / 12), (((month % 12) + 12) % 12) + 1];
  if (!(year >= 0 && year <= 9999)) return Number.NaN;
  const timeOfDay = ((ms % DAY) + DAY) % DAY;
  return midnight(year, ofYear, Math.min(date.getUTCDate(), daysIn(year, ofYear))) + timeOfDay;
}

/** Minutes from midnight of an hour on a clock, of 24 hours or with the half of the day ("a", "p"); null if there is none. */
export function clockMinutes(hour: number, minute: number, half: string | undefined): number | null {
  const letter = half?.[0]?.toLowerCase();
  if (letter !== "a" && letter !== "p") return hour > 24 ? null : hour * 60 + minute;
  if (hour < 1 || hour > 12) return null;
  return ((hour % 12) + (letter === "p" ? 12 : 0)) * 60 + minute;
}
