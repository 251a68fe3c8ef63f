import { midnight } from "../calendar.js";
import { ownEntry } from "../maps.js";
import type { ClockTokens } from "./clock.js";
import type { DayExpression, DayWords } from "./days.js";
import { scanOrdinal } from "./numberWords.js";

/** The words, numbers and signs of a text that days are read from. */
export interface DayTokens extends ClockTokens {
  /** The characters as they are written. */
  original(at: number): string;
}

/** The expressions at a place: one, or both readings of a date such as "5/10/2023", that with the day first first. */
export interface ScannedDate {
  readonly expressions: readonly DayExpression[];
  /** The token after the last. */
  readonly end: number;
}

/**
 * Kind of text. In data names of days recur ("Fridays", "weekend", "in summer", "the nineties"). In talk a name means the nearest day, so habits, seasons
 * without a year and decades are not read.
 */
export type DayMode = "text" | "talk";

/**
 * The date, or the part of one, that begins at a place: "2026-06-13", "13 June 2026", "Sat, June 13th", "the third of June", "June 2026", "in June",
 * "3-5 June", "5/10/2023", "13.6.2026", "Saturday", "weekend", "the nineties", "1990s", "19th century", "summer 2026", "since 1995". Null if there is none.
 * Days that the calendar lacks are read as dates; resolving them gives no day. With `isYear` a bare number of four digits is a year.
 */
export function scanDate(
  tokens: DayTokens,
  at: number,
  words: DayWords,
  mode: DayMode,
  isYear = false,
): ScannedDate | null {
  const scan = new DateScan(tokens, words, mode === "talk");
  return (
    scan.numeric(at) ??
    scan.ofMonth(at) ??
    scan.ofWeek(at) ??
    (mode === "talk" ? null : (scan.decade(at) ?? scan.century(at))) ??
    scan.season(at) ??
    scan.year(at, isYear)
  );
}

const single = (expression: DayExpression, end: number): ScannedDate => ({ expressions: [expression], end });
const date = (year: number | null, month: number | null, day: number | null, last: number | null = null) =>
  ({ kind: "date", year, month, day, last }) as const;

const YEAR = /^(?:1[5-9]|20|21)\d\d$/;
const POINTED = /^(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)$/;
const YEARS_OF_TEN = /^(?:1[5-9]|20)?\d0$/;

/** The year at a place, null if there is none: 1500 to 2199. */
export function yearAt(tokens: DayTokens, at: number): number | null {
  const sign = tokens.isGlued(at + 1) ? tokens.text(at + 1) : "";
  const joins = (sign === ":" || sign === "/") && tokens.isGlued(at + 2) && tokens.digits(at + 2) !== "";
  const isPart = joins || sign === "%" || sign === "s";
  return YEAR.test(tokens.digits(at)) && !isPart ? Number(tokens.digits(at)) : null;
}

class DateScan {
  constructor(
    private readonly tokens: DayTokens,
    private readonly words: DayWords,
    private readonly isTalk: boolean,
  ) {}

  numeric(at: number): ScannedDate | null {
    const { tokens } = this;
    const digits = tokens.digits(at);
    const pointed = POINTED.exec(digits);
    if (pointed !== null && isDay(Number(pointed[3]), Number(pointed[2]), Number(pointed[1])))
      return single(date(Number(pointed[3]), Number(pointed[2]), Number(pointed[1])), at + 1);
    const sign = tokens.text(at + 1);
    if ((sign !== "-" && sign !== "/") || !tokens.isGlued(at + 1) || !tokens.isGlued(at + 2)) return null;
    const second = tokens.digits(at + 2);
    const isThree = tokens.text(at + 3) === sign && tokens.isGlued(at + 3) && tokens.isGlued(at + 4);
    const third = isThree ? tokens.digits(at + 4) : "";
    if (digits.length === 4) return yearFirst(digits, second, third, sign, at);
    return isThree && sign === "/" ? slashed(Number(digits), Number(second), third, at + 5) : null;
  }

  ofMonth(at: number): ScannedDate | null {
    return this.dayFirst(at) ?? this.monthFirst(at);
  }

  /** "13 June 2026", "the third of June", "3-5 June", "14-Mar-2026". */
  private dayFirst(first: number): ScannedDate | null {
    const { tokens, words } = this;
    const at = !this.isTalk && this.is(first, words.article) ? first + 1 : first;
    const day = this.dayOfMonth(at);
    if (day === null) return null;
    const last = this.lastDay(day.end);
    if (last !== null && last.value <= day.value) return null;
    const named = last?.end ?? day.end;
    const isDashed = last === null && this.is(named, "-") && tokens.isGlued(named) && tokens.isGlued(named + 1);
    const month = this.is(named, words.of) || isDashed ? named + 1 : named;
    const number = this.month(month);
    if (number === null) return this.isTalk ? this.dayAlone(at, day) : null;
    const end = isDashed && this.is(month + 1, "-") ? month + 2 : this.afterPoint(month + 1);
    return this.withYear(number, day.value, last?.value ?? null, end);
  }

  /** "On the 14th". */
  private dayAlone(at: number, { value, end, isOrdinal, isSpoken }: DayOfMonth): ScannedDate | null {
    const isAfter = this.is(at - 1, this.words.article) && this.words.before.includes(this.tokens.text(at - 2));
    return isAfter && isOrdinal && !isSpoken ? single(date(null, null, value), end) : null;
  }

  /** "June 13, 2026", "June the 3rd", "June 3-5", "June 2026", "June". */
  private monthFirst(at: number): ScannedDate | null {
    const { words } = this;
    const month = this.month(at);
    if (month === null) return null;
    const next = this.afterPoint(at + 1);
    const hasArticle = this.is(next, words.article);
    const day = this.dayOfMonth(hasArticle ? next + 1 : next);
    if (day !== null && this.mayBeDay(at, day, hasArticle) && this.yearAt(next) === null) {
      const last = this.lastDay(day.end);
      const isRange = last !== null && last.value > day.value && !this.is(last.end, ":");
      return this.withYear(month, day.value, isRange ? last.value : null, isRange ? last.end : day.end);
    }
    const ofYear = this.yearOf(this.afterComma(next));
    if (ofYear !== null) return single(date(ofYear, month, null), this.afterComma(next) + 1);
    return this.isMonthAlone(at) ? single(date(null, month, null), at + 1) : null;
  }

  /** No hour ("June 14:30"), no number of days ("June 5 days"), and no place in another order ("may first ask"). */
  private mayBeDay(month: number, { end, isOrdinal, isSpoken }: DayOfMonth, hasArticle: boolean): boolean {
    if (this.is(end, ":")) return false;
    if (isSpoken && !hasArticle) return this.isMonthAlone(month);
    return isOrdinal || ownEntry(this.words.units, this.tokens.text(end)) === undefined;
  }

  private lastDay(at: number): DayOfMonth | null {
    return ["-", "–", this.words.to].includes(this.tokens.text(at)) ? this.dayOfMonth(at + 1) : null;
  }

  private withYear(month: number, day: number, last: number | null, end: number): ScannedDate {
    const at = this.afterComma(end);
    const year = this.yearOf(at);
    return single(date(year, month, day, last), year === null ? end : at + 1);
  }

  /** Names that are words of their own are months after a preposition; in texts also with a capital letter. */
  private isMonthAlone(at: number): boolean {
    const { doubtful, before, beforeMonth, neverAlone } = this.words;
    const name = this.tokens.text(at);
    if (!doubtful.includes(name) && (this.isTalk || name.length > 3)) return true;
    if (this.isTalk) return before.includes(this.tokens.text(at - 1));
    const isNamed = beforeMonth.includes(this.tokens.text(at - 1)) || /^[A-Z]/.test(this.tokens.original(at));
    return isNamed && !neverAlone.includes(name);
  }

  /** "Saturday", "Sat, 13 June 2026", "weekend", "weekdays". */
  ofWeek(at: number): ScannedDate | null {
    const { tokens, words } = this;
    const group = this.isTalk ? null : this.phrase(words.weekdayGroups, at);
    if (group !== null) return single({ kind: "weekdays", weekdays: group.value }, group.end);
    const name = tokens.text(at);
    const singular = this.isTalk ? name : name.replace(words.plural, "");
    const weekday = ownEntry(words.weekdays, name) ?? ownEntry(words.weekdays, singular);
    if (weekday === undefined) return null;
    const next = this.afterComma(this.afterPoint(at + 1));
    const read = this.numeric(next) ?? this.ofMonth(this.isTalk && this.is(next, words.article) ? next + 1 : next);
    const [first] = read?.expressions ?? [];
    if (first?.kind === "date" && first.month !== null && first.day !== null) return read;
    const isDay = this.isTalk
      ? !words.habit.test(`${tokens.text(at - 2)} ${tokens.text(at - 1)}`) && this.isWeekdayAlone(at)
      : !words.shortWeekdays.includes(name);
    return isDay ? single({ kind: "weekday", weekday, which: null }, at + 1) : null;
  }

  /** "sat" and "sun" are days after a word such as "on", or with a capital letter inside a sentence. */
  private isWeekdayAlone(at: number): boolean {
    const { doubtful, before } = this.words;
    const isNamed = at > 0 && /^[A-Z]/.test(this.tokens.original(at));
    return !doubtful.includes(this.tokens.text(at)) || before.includes(this.tokens.text(at - 1)) || isNamed;
  }

  /** "1990s", "the 90s", "'90s", "the nineties": of the last century, and from "the 00s" on of this. */
  decade(at: number): ScannedDate | null {
    const { tokens, words } = this;
    const named = words.decades.get(tokens.text(at));
    if (named !== undefined) {
      const before = tokens.text(at - 1);
      const isSure = words.beforeDecade.includes(before) || words.counting.small.get(before) === 19;
      return isSure ? single({ kind: "years", first: named, count: 10 }, at + 1) : null;
    }
    const digits = tokens.digits(at);
    const plural = ["'", "’"].includes(tokens.text(at + 1)) && tokens.isGlued(at + 1) ? at + 2 : at + 1;
    if (!YEARS_OF_TEN.test(digits) || !this.is(plural, "s") || !tokens.isGlued(plural)) return null;
    const first = digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 20 ? 2000 : 1900);
    return single({ kind: "years", first, count: 10 }, plural + 1);
  }

  /** "19th century", "the twentieth century". */
  century(at: number): ScannedDate | null {
    const ordinal = this.ordinal(at);
    if (ordinal === null || !ordinal.isOrdinal || ordinal.value > 21) return null;
    const word = this.is(ordinal.end, "-") ? ordinal.end + 1 : ordinal.end;
    if (!this.is(word, this.words.century)) return null;
    return single({ kind: "years", first: (ordinal.value - 1) * 100 + 1, count: 100 }, word + 1);
  }

  /** "Summer 2026", in texts "in summer". Names that are words of their own need a preposition or a year. */
  season(at: number): ScannedDate | null {
    const { tokens, words } = this;
    const name = this.isTalk ? tokens.text(at) : tokens.text(at).replace(words.seasonEnding, "");
    const months = ownEntry(words.seasons, name);
    if (months === undefined) return null;
    const next = this.is(at + 1, words.of) ? at + 2 : at + 1;
    const year = this.yearAt(next);
    if (year !== null) return single({ kind: "season", months, which: null, year }, next + 1);
    const isSure =
      !this.isTalk && (!words.doubtfulSeasons.includes(name) || words.beforeSeason.includes(tokens.text(at - 1)));
    return isSure ? single({ kind: "season", months, which: null, year: null }, at + 1) : null;
  }

  /** "Since 1995"; alone where a field is a year. */
  year(at: number, isYear: boolean): ScannedDate | null {
    const { before, beforeYear } = this.words;
    const isSure = isYear || (this.isTalk ? before : beforeYear).includes(this.tokens.text(at - 1));
    const year = isSure ? this.yearAt(at) : null;
    return year === null ? null : single(date(year, null, null), at + 1);
  }

  private is(at: number, text: string): boolean {
    return this.tokens.text(at) === text;
  }

  private month(at: number): number | null {
    return ownEntry(this.words.months, this.tokens.text(at)) ?? null;
  }

  private yearAt(at: number): number | null {
    return yearAt(this.tokens, at);
  }

  /** The year of a month: not that of a date of its own, as in "Jun, 2026-09-05". */
  private yearOf(at: number): number | null {
    return this.numeric(at) === null ? this.yearAt(at) : null;
  }

  private afterPoint(at: number): number {
    return this.is(at, ".") && this.tokens.isGlued(at) ? at + 1 : at;
  }

  private afterComma(at: number): number {
    return this.is(at, ",") ? at + 1 : at;
  }

  private dayOfMonth(at: number): DayOfMonth | null {
    const day = this.ordinal(at);
    return day !== null && day.value >= 1 && day.value <= 31 ? day : null;
  }

  /** "3rd", "third", "twenty-first", "3". */
  private ordinal(at: number): DayOfMonth | null {
    const { tokens, words } = this;
    const spoken = scanOrdinal((place) => tokens.text(place), at, words.counting);
    if (spoken !== null) return { ...spoken, isOrdinal: true, isSpoken: true };
    const digits = tokens.digits(at);
    if (!/^\d{1,2}$/.test(digits)) return null;
    const isOrdinal = words.ordinals.includes(tokens.text(at + 1)) && tokens.isGlued(at + 1);
    return { value: Number(digits), end: at + (isOrdinal ? 2 : 1), isOrdinal, isSpoken: false };
  }

  /** The entry of a table for a word, or for two. */
  private phrase<T>(table: Readonly<Record<string, T>>, at: number): { value: T; end: number } | null {
    const word = this.tokens.text(at);
    const value = ownEntry(table, word);
    if (value !== undefined) return { value, end: at + 1 };
    const two = ownEntry(table, `${word} ${this.tokens.text(at + 1)}`);
    return two === undefined ? null : { value: two, end: at + 2 };
  }
}

interface DayOfMonth {
  readonly value: number;
  readonly end: number;
  /** False for a plain "3". */
  readonly isOrdinal: boolean;
  readonly isSpoken: boolean;
}

const isDay = (year: number, month: number, day: number): boolean => !Number.isNaN(midnight(year, month, day));

function yearFirst(year: string, month: string, day: string, sign: string, at: number): ScannedDate | null {
  if (!YEAR.test(year) || !/^\d{1,2}$/.test(month)) return null;
  const parts = [Number(year), Number(month)] as const;
  if (day !== "") return isDay(...parts, Number(day)) ? single(date(...parts, Number(day)), at + 5) : null;
  const isMonth = sign === "-" && month.length === 2 && isDay(...parts, 1);
  return isMonth ? single(date(...parts, null), at + 3) : null;
}

function slashed(first: number, second: number, year: string, end: number): ScannedDate | null {
  if (!/^(?:(?:19|20)\d)?\d\d?$/.test(year) || year.length % 2 === 1) return null;
  const full = year.length === 2 ? Number(year) + (Number(year) < 70 ? 2000 : 1900) : Number(year);
  const dayFirst = isDay(full, second, first) ? [date(full, second, first)] : [];
  const monthFirst = first !== second && isDay(full, first, second) ? [date(full, first, second)] : [];
  const expressions = [...dayFirst, ...monthFirst];
  return expressions.length === 0 ? null : { expressions, end };
}
