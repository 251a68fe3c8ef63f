import {
  type CalendarDate,
  dayNumber,
  spanOf,
  type TimeSpan,
  type Wanted,
  type WantingWords,
  wants,
  wordBefore,
  wordsThatWant,
} from "./quantity.js";
import { findDates, findTimes } from "./times.js";

const HOUR = 60;
const DAY = 1440;

/** Parts of the day from hour to hour. The more special name comes first. */
const PARTS: WantingWords<"time"> = (
  [
    [/\bearly (?:in the )?morning\b/gi, 4, 9],
    [/\blate (?:in the )?morning\b/gi, 10, 12],
    [/\bearly (?:in the )?afternoon\b/gi, 12, 15],
    [/\blate (?:in the )?afternoon\b/gi, 15, 18],
    [/\blate (?:at night|evening|night)\b/gi, 21, 27],
    [/\b(?:dawn|sunrise)\b/gi, 4, 7],
    [/\bmornings?\b/gi, 5, 12],
    [/\b(?:noon|midday|lunchtime)\b/gi, 11.5, 13.5],
    [/\bafternoons?\b/gi, 12, 18],
    [/\b(?:evenings?|dinnertime)\b/gi, 17, 22],
    [/\b(?:dusk|sunset)\b/gi, 19, 22],
    [/\b(?:tonight|nights?|overnight|midnight)\b/gi, 20, 29],
  ] as const
).map(([pattern, from, to]) => [pattern, (of) => overlap(of, from * HOUR, to * HOUR)]);

const BEFORE = /\b(?:before|by|until|till|earlier than|no later than)$/i;
const AFTER = /\b(?:after|from|since|past|later than|starting(?: at)?|not before)$/i;
const AROUND = /\b(?:about|around|at|near|circa|between)$/i;
/** Minutes that "at nine" leaves open before and after. */
const OPEN = 20;

/** Clock times with their comparison, and parts of the day. */
export function wantedTimes(condition: string): Wanted[] {
  const said = findTimes(condition).filter(({ text }) => !/^[a-z]/i.test(text));
  const found = said.map(({ quantity: { low, high }, text }) => {
    const at = condition.indexOf(text);
    const [before, after, loose] = [BEFORE, AFTER, AROUND].map((pattern) => wordBefore(pattern, condition, at));
    const start = (before ?? after ?? loose)?.start ?? at;
    return wants("time", { start, end: at + text.length }, true, (of) => {
      if (high > low) return overlap(of, low, high);
      if (before) return overlap(of, 0, low);
      return after ? overlap(of, low, 29 * HOUR) : around(of, low);
    });
  });
  return [...found, ...wordsThatWant(condition, "time", PARTS)];
}

/** Half for what goes on at a moment, all for what begins then. */
function around({ low, high }: TimeSpan, moment: number): number {
  if (Math.abs(low - moment) <= OPEN) return 1;
  return low < moment && moment < high ? 0.5 : 0;
}

/** The share of a span of time that lies in another, on the same or the next day; a moment is in it or not. */
const overlap = ({ low, high }: TimeSpan, from: number, to: number): number =>
  Math.max(share(low, high, from, to), share(low + DAY, high + DAY, from, to));

function share(low: number, high: number, from: number, to: number): number {
  if (low === high) return low >= from && low < to ? 1 : 0;
  return Math.max(0, Math.min(high, to) - Math.max(low, from)) / (high - low);
}

type DateTest = (date: CalendarDate) => boolean;
/** Months are those of the northern half of the world. */
const inMonths =
  (...months: readonly (number | null)[]): DateTest =>
  ({ month }) =>
    months.includes(month);
const isWeekend: DateTest = ({ weekday }) => weekday === 0 || weekday === 6;

const DATES: readonly [RegExp, DateTest][] = [
  [/\bspring(?:time)?\b/gi, inMonths(3, 4, 5)],
  [/\bsummer(?:time)?\b/gi, inMonths(6, 7, 8)],
  [/\bautumn\b|(?<=\b(?:in|this|next|last|the) )fall\b/gi, inMonths(9, 10, 11)],
  [/\bwinter(?:time)?\b/gi, inMonths(12, 1, 2)],
  [/\bweekends?\b/gi, isWeekend],
  [/\b(?:weekdays?|workdays?|working days?)\b/gi, (date) => date.weekday !== null && !isWeekend(date)],
];
const DATE_WORDS: WantingWords<"date"> = DATES.map(([pattern, test]) => [pattern, (date) => Number(test(date))]);
const YEAR = /(?<=\b(?:in|of|since|during) )((?:19|20)\d\d)\b(?!-)/gi;
const LEADING = /\b(?:in|on|of|during|before|after|since|until|by|from)$/i;

/** Dates with their comparison, seasons, weekends and years. */
export function wantedDates(condition: string): Wanted[] {
  const found = findDates(condition).map(({ quantity, text }) => {
    const start = condition.indexOf(text);
    const test = compared(quantity, wordBefore(LEADING, condition, start)?.word.toLowerCase());
    return wants("date", { start, end: start + text.length }, /\d/.test(text), (date) => Number(test(date)));
  });
  const years = Array.from(condition.matchAll(YEAR), (match) =>
    wants("date", spanOf(match), false, ({ year }) => Number(year === Number(match[1]))),
  );
  return [...found, ...wordsThatWant(condition, "date", DATE_WORDS), ...years];
}

/** What a date has to be: equal in every part that is said, or before or after a full one. */
function compared(wanted: CalendarDate, word: string | undefined): DateTest {
  const bound = dayNumber(wanted);
  if (bound !== null && (word === "before" || word === "until" || word === "by")) {
    return (date) => (dayNumber(date) ?? Infinity) < bound + (word === "before" ? 0 : 1);
  }
  if (bound !== null && (word === "after" || word === "since" || word === "from")) {
    return (date) => (dayNumber(date) ?? -Infinity) >= bound + (word === "after" ? 1 : 0);
  }
  return (date) =>
    (["year", "month", "day"] as const).every((part) => wanted[part] === null || wanted[part] === date[part]) &&
    (bound !== null || wanted.weekday === null || wanted.weekday === date.weekday);
}
