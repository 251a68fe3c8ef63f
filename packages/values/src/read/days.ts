import { addMonths, DAY, inCalendar, midnight } from "../calendar.js";
import { ownEntry } from "../maps.js";
import { type DayTokens, scanDate, yearAt } from "./dates.js";
import { type NumberWords, scanNumber } from "./numberWords.js";

/**
 * The words of a language for days, in lower case. `units` are singular and plural; `numbers` count units beside those of `counting`: "a", "couple".
 * Keys of several words are joined by one space.
 */
export interface DayWords {
  readonly months: Readonly<Record<string, number>>;
  /** Sunday is 0. */
  readonly weekdays: Readonly<Record<string, number>>;
  readonly units: Readonly<Record<string, DayUnit>>;
  readonly numbers: Readonly<Record<string, number>>;
  readonly counting: NumberWords;
  /** Days from the day of speech: "yesterday" is -1. */
  readonly days: Readonly<Record<string, number>>;
  /** "last" is -1, "this" 0, "next" 1. */
  readonly which: Readonly<Record<string, number>>;
  /** First and last month: "summer" is [6, 8]. */
  readonly seasons: Readonly<Record<string, readonly [number, number]>>;
  readonly ago: readonly string[];
  readonly from: readonly string[];
  /** Before a number of units that is to come: "in". */
  readonly ahead: readonly string[];
  /** Before a length of time: "for". */
  readonly during: readonly string[];
  /** In talk: before a year, a day of the month or the name of a month that is a word of its own too. */
  readonly before: readonly string[];
  /** In texts: before the name of a month, a year, a season or a decade. */
  readonly beforeMonth: readonly string[];
  readonly beforeYear: readonly string[];
  readonly beforeSeason: readonly string[];
  readonly beforeDecade: readonly string[];
  /** Names of months that are words of their own: months only after a word for a date or beside a number. */
  readonly doubtful: readonly string[];
  /** Names of months that a text never has alone. */
  readonly neverAlone: readonly string[];
  readonly doubtfulSeasons: readonly string[];
  /** Ending of seasons: "time" of "summertime". */
  readonly seasonEnding: RegExp;
  /** Weekdays by one name, of one word or two: "weekend". */
  readonly weekdayGroups: Readonly<Record<string, readonly number[]>>;
  /** Names of weekdays that a text has only beside a date: "sun". */
  readonly shortWeekdays: readonly string[];
  /** Ending of more than one weekday: "s" of "Fridays". */
  readonly plural: RegExp;
  /** Words before a weekday that recurs, at the end of the two before it: "every second". */
  readonly habit: RegExp;
  /** Decades by their names, in years: "nineties" is 1990. */
  readonly decades: ReadonlyMap<string, number>;
  readonly century: string;
  readonly article: string;
  readonly of: string;
  /** Between the first and the last day: "3 to 5 June". */
  readonly to: string;
  /** Parts of a period that come before its name: "end of". */
  readonly parts: Readonly<Record<string, "start" | "middle" | "end">>;
  /** Endings of ordinals: "st", "nd". */
  readonly ordinals: readonly string[];
}

export type DayUnit = "day" | "week" | "weekend" | "month" | "year";

/** Days in a text, independent of its date. */
export type DayExpression =
  /** Parts of a calendar date; those that are null follow from the day of speech and the tense. Months from 1. `last` is the last day of "3-5 June". */
  | {
      readonly kind: "date";
      readonly year: number | null;
      readonly month: number | null;
      readonly day: number | null;
      readonly last: number | null;
    }
  /** A number of units before (below 0) or after the day of speech. */
  | { readonly kind: "offset"; readonly unit: DayUnit; readonly count: number }
  /** The unit that contains the day of speech (0), the one before (-1) or after it (1). */
  | {
      readonly kind: "period";
      readonly unit: DayUnit;
      readonly which: number;
      readonly part: "start" | "middle" | "end" | null;
    }
  | { readonly kind: "weekday"; readonly weekday: number; readonly which: number | null }
  /** Weekdays that recur: "weekend". */
  | { readonly kind: "weekdays"; readonly weekdays: readonly number[] }
  /** Whole years: a decade, a century. */
  | { readonly kind: "years"; readonly first: number; readonly count: number }
  | {
      readonly kind: "season";
      readonly months: readonly [number, number];
      readonly which: number | null;
      readonly year: number | null;
    }
  /** A length of time from the day of speech on: "for two weeks". */
  | { readonly kind: "length"; readonly unit: DayUnit; readonly count: number };

/** An expression at its place in a text: UTF-16 units, end exclusive. */
export interface ScannedDays {
  readonly start: number;
  readonly end: number;
  readonly expression: DayExpression;
}

/** The direction in which a date without a year, or a weekday, is looked for. */
export type DayTense = "past" | "future";

/** Words, numbers, the signs within a date, and signs that part words. */
const TOKEN = /\d{1,2}\.\d{1,2}\.\d{4}(?!\d)|\d+|(?<=\d)[-/](?=\d)|[\p{L}]+(?:['’][\p{L}]+)?|[`"|;:<>=]/giu;

class TalkTokens implements DayTokens {
  private readonly tokens: readonly { readonly text: string; readonly start: number; readonly end: number }[];

  constructor(private readonly written: string) {
    this.tokens = [...written.matchAll(TOKEN)].map(({ 0: word, index }) => ({
      text: word.toLowerCase().replace("’", "'"),
      start: index,
      end: index + word.length,
    }));
  }

  get length(): number {
    return this.tokens.length;
  }

  start(at: number): number {
    return this.tokens[at]!.start;
  }

  end(at: number): number {
    return this.tokens[at]!.end;
  }

  text(at: number): string {
    return this.tokens[at]?.text ?? "";
  }

  digits(at: number): string {
    const text = this.text(at);
    return /^\d/.test(text) ? text : "";
  }

  isGlued(at: number): boolean {
    return at > 0 && this.tokens[at]?.start === this.tokens[at - 1]?.end;
  }

  original(at: number): string {
    const token = this.tokens[at];
    return token === undefined ? "" : this.written.slice(token.start, token.end);
  }
}

/**
 * All expressions for days in a text, in order, none within another. Habits ("on Fridays", "every Monday", "every second Monday") are excluded. Nothing is resolved: the
 * same text means other days on another day.
 *
 * @example scanDays("two weeks ago", words) // [{ start: 0, end: 13, expression: { kind: "offset", unit: "week", count: -2 } }]
 */
export function scanDays(text: string, words: DayWords): readonly ScannedDays[] {
  const tokens = new TalkTokens(text);
  const items: ScannedDays[] = [];
  for (let at = 0; at < tokens.length; ) {
    const read = RELATIVE.map((reader) => reader(tokens, at, words)).find((each) => each !== null);
    const scanned = read == null ? scanDate(tokens, at, words, "talk") : null;
    const end = read?.to ?? scanned?.end ?? at + 1;
    // A date with two readings, such as 5/10/2026, means no day.
    const expression = read?.expression ?? (scanned?.expressions.length === 1 ? scanned.expressions[0]! : null);
    if (expression !== null) items.push({ start: tokens.start(at), end: tokens.end(end - 1), expression });
    at = end;
  }
  return items;
}

interface Read {
  readonly to: number;
  readonly expression: DayExpression;
}
type Reader = (tokens: DayTokens, at: number, words: DayWords) => Read | null;

/** The entry of a table for the most words, up to four. */
function longest<T>(
  table: Readonly<Record<string, T>>,
  tokens: DayTokens,
  at: number,
): { to: number; value: T } | null {
  let match: { to: number; value: T } | null = null;
  let phrase = "";
  for (let to = at; to < at + 4 && tokens.text(to) !== ""; to++) {
    phrase = to === at ? tokens.text(to) : `${phrase} ${tokens.text(to)}`;
    const value = ownEntry(table, phrase);
    if (value !== undefined) match = { to: to + 1, value };
  }
  return match;
}

const namedDay: Reader = (tokens, at, words) => {
  const read = longest(words.days, tokens, at);
  return read === null ? null : { to: read.to, expression: { kind: "offset", unit: "day", count: read.value } };
};

/** "two weeks", "a couple of days": the count, the unit and the place after it. */
function amount(tokens: DayTokens, at: number, words: DayWords): { count: number; unit: DayUnit; to: number } | null {
  const digits = /^\d{1,4}$/.test(tokens.text(at)) ? { to: at + 1, value: Number(tokens.text(at)) } : null;
  const spoken = scanNumber((place) => tokens.text(place), at, words.counting);
  const number =
    digits ?? (spoken === null ? longest(words.numbers, tokens, at) : { to: spoken.end, value: spoken.value });
  const unit = number === null ? undefined : ownEntry(words.units, tokens.text(number.to));
  return unit === undefined || unit === "weekend" ? null : { count: number!.value, unit, to: number!.to + 1 };
}

const counted: Reader = (tokens, at, words) => {
  const first = tokens.text(at);
  const isAhead = words.ahead.includes(first);
  const isDuring = words.during.includes(first);
  let from = isAhead || isDuring ? at + 1 : at;
  if (isDuring && tokens.text(from) === words.article) from++;
  const isNext = isDuring && (ownEntry(words.which, tokens.text(from)) ?? 0) > 0;
  const read = amount(tokens, isNext ? from + 1 : from, words);
  if (read === null) return null;
  const { count, unit, to } = read;
  if (isDuring)
    return tokens.text(to) === "" || !words.ago.includes(tokens.text(to))
      ? { to, expression: { kind: "length", unit, count } }
      : null;
  if (isAhead) return { to, expression: { kind: "offset", unit, count } };
  if (words.ago.includes(tokens.text(to))) return { to: to + 1, expression: { kind: "offset", unit, count: -count } };
  const ahead = words.from.find((phrase) => phrase.split(" ").every((word, i) => tokens.text(to + i) === word));
  return ahead === undefined ? null : { to: to + ahead.split(" ").length, expression: { kind: "offset", unit, count } };
};

const period: Reader = (tokens, at, words) => {
  const part = longest(words.parts, tokens, at);
  const from = part === null ? at : tokens.text(part.to) === words.article ? part.to + 1 : part.to;
  const which = ownEntry(words.which, tokens.text(from));
  const place = which === undefined ? from : from + 1;
  const name = tokens.text(place);
  const unit = ownEntry(words.units, name);
  if (
    unit !== undefined &&
    unit !== "day" &&
    (which !== undefined || (part !== null && from > part.to)) &&
    !name.endsWith("s")
  )
    return { to: place + 1, expression: { kind: "period", unit, which: which ?? 0, part: part?.value ?? null } };
  if (which === undefined && part === null) return null;
  const season = ownEntry(words.seasons, name);
  if (season !== undefined && which !== undefined)
    return { to: place + 1, expression: { kind: "season", months: season, which, year: null } };
  const weekday = ownEntry(words.weekdays, name);
  if (weekday !== undefined && which !== undefined)
    return { to: place + 1, expression: { kind: "weekday", weekday, which } };
  const month = ownEntry(words.months, name);
  if (month === undefined) return null;
  const year = yearAt(tokens, place + 1);
  const expression: DayExpression = { kind: "date", year, month, day: null, last: null };
  return { to: year === null ? place + 1 : place + 2, expression };
};

/** Expressions that depend on the day of speech. */
const RELATIVE: readonly Reader[] = [namedDay, counted, period];

/** Days from the first to the last, both included, in ISO 8601, and the unit that the text names. */
export interface ResolvedDays {
  readonly first: string;
  readonly last: string;
  readonly grain: DayUnit;
}

/**
 * The days that an expression means on a day (ISO 8601). The tense decides where a date is not complete: the last one before, or the first one after; by
 * default the next one, of which the day itself is one. Null for days that do not exist. Weeks begin on Monday.
 */
export function resolveDays(
  expression: DayExpression,
  day: string,
  tense: DayTense | null = null,
): ResolvedDays | null {
  const today = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(today)) return null;
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  switch (expression.kind) {
    case "date":
      return calendarDays(expression, { today, year, month, day: date.getUTCDate() }, tense);
    case "offset": {
      const { unit, count } = expression;
      if (unit === "month" || unit === "year") return range(moved(today, unit, count), moved(today, unit, count), unit);
      const shifted = today + count * (unit === "week" ? 7 : 1) * DAY;
      return range(shifted, shifted, unit);
    }
    case "length":
      return range(today, moved(today, expression.unit, expression.count), "day");
    case "period":
      return periodDays(expression, today, year, month);
    case "season": {
      const { months, which, year: given } = expression;
      const startYear = given ?? seasonYear(months, which ?? 0, year, month);
      const to = months[1] < months[0] ? startYear + 1 : startYear;
      return range(
        midnight(startYear, months[0], 1),
        midnight(months[1] === 12 ? to + 1 : to, (months[1] % 12) + 1, 1) - DAY,
        "month",
      );
    }
    case "weekday":
      return weekdayDays(expression, today, tense);
    case "weekdays":
      return null;
    case "years": {
      const { first, count } = expression;
      return range(midnight(first, 1, 1), midnight(first + count - 1, 12, 31), "year");
    }
  }
}

const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const range = (first: number, last: number, grain: DayUnit): ResolvedDays | null =>
  inCalendar(first) && inCalendar(last) ? { first: iso(first), last: iso(last), grain } : null;

const moved = (day: number, unit: DayUnit, count: number): number =>
  unit === "month"
    ? addMonths(day, count)
    : unit === "year"
      ? addMonths(day, count * 12)
      : day + count * (unit === "day" ? 1 : 7) * DAY;

const mondayOf = (day: number): number => day - ((new Date(day).getUTCDay() + 6) % 7) * DAY;

function seasonYear(months: readonly [number, number], which: number, year: number, month: number): number {
  const isOver = months[0] <= months[1] && month > months[1];
  const isAhead = month < months[0] && !(months[1] < months[0] && month <= months[1]);
  if (which < 0)
    return isOver ? year : months[1] < months[0] && month > months[1] && month < months[0] ? year - 1 : year - 1;
  if (which > 0) return isAhead ? year : year + 1;
  return months[1] < months[0] && month <= months[1] ? year - 1 : year;
}

function periodDays(
  { unit, which, part }: DayExpression & { kind: "period" },
  today: number,
  year: number,
  month: number,
): ResolvedDays | null {
  const bounds = (): [number, number] => {
    if (unit === "year") return [midnight(year + which, 1, 1), midnight(year + which, 12, 31)];
    if (unit === "month") {
      const first = addMonths(midnight(year, month, 1), which);
      return [first, addMonths(first, 1) - DAY];
    }
    const monday = mondayOf(today) + which * 7 * DAY;
    return unit === "weekend" ? [monday + 5 * DAY, monday + 6 * DAY] : [monday, monday + 6 * DAY];
  };
  const [first, last] = bounds();
  const third = Math.round((last - first) / DAY / 3) * DAY;
  if (part === "start") return range(first, first + third, unit);
  if (part === "middle") return range(first + third, last - third, unit);
  return part === "end" ? range(last - third, last, unit) : range(first, last, unit);
}

function weekdayDays(
  { weekday, which }: DayExpression & { kind: "weekday" },
  today: number,
  tense: DayTense | null,
): ResolvedDays | null {
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
  const behind = ahead === 0 ? 7 : 7 - ahead;
  const inWeek = mondayOf(today) + ((weekday + 6) % 7) * DAY;
  const day =
    which === null
      ? tense === "past"
        ? today - behind * DAY
        : today + ahead * DAY
      : which < 0
        ? today - behind * DAY
        : which > 0
          ? inWeek + 7 * DAY
          : tense === "past"
            ? inWeek
            : today + ahead * DAY;
  return range(day, day, "day");
}

function calendarDays(
  { year, month, day, last }: DayExpression & { kind: "date" },
  now: { readonly today: number; readonly year: number; readonly month: number; readonly day: number },
  tense: DayTense | null,
): ResolvedDays | null {
  if (month === null && day === null) return range(midnight(year!, 1, 1), midnight(year!, 12, 31), "year");
  if (month === null) {
    const isOver = day! < now.day;
    const step = tense === "past" ? (day! > now.day ? -1 : 0) : isOver && tense === "future" ? 1 : 0;
    const first = addMonths(midnight(now.year, now.month, 1), step);
    const date = new Date(first);
    const ms = midnight(date.getUTCFullYear(), date.getUTCMonth() + 1, day!);
    return range(ms, ms, "day");
  }
  const place = month * 100 + (day ?? 0);
  const today = now.month * 100 + (day === null ? 0 : now.day);
  const step = tense === "past" ? (place > today ? -1 : 0) : tense === "future" && place < today ? 1 : 0;
  const monthYear = year ?? now.year + step;
  if (day !== null) return range(midnight(monthYear, month, day), midnight(monthYear, month, last ?? day), "day");
  return range(midnight(monthYear, month, 1), addMonths(midnight(monthYear, month, 1), 1) - DAY, "month");
}
