import { clockMinutes } from "@semantic-xpath/values";
import { readNumber } from "./numbers.js";
import { type Reading, timeSpan } from "./quantity.js";
import type { Tokens } from "./tokens.js";

/** Minutes. */
export const HOUR = 60;
export const NOON = 12 * HOUR;
export const DAY_MINUTES = 24 * HOUR;

/** A time on a clock. */
interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  readonly half: Half | null;
  /** Only an hour, such as the first of "from 6 to 8 pm". */
  readonly bare: boolean;
  readonly end: number;
}

/** The half of the day; "night" is the one that the hour leaves. */
type Half = "a" | "p" | "night";

/**
 * Reads a time of the day, or a span of it: "9am", "21:30", "noon", "8 in the morning", "quarter past nine", "9:00 AM - 10:30 AM",
 * "from 6 to 8 pm". The earlier hour takes the half of the day from the later one. A bare number is not a time. A span with an end before
 * its begin ends on the next day.
 */
export function readTime(tokens: Tokens, at: number): Reading | null {
  const first = readClock(tokens, at);
  if (first === null) return null;
  const joined = afterTimeJoin(tokens, at, first.end);
  const second = joined < 0 ? null : readClock(tokens, joined);
  if (second === null || second.bare) {
    const minutes = first.bare ? null : minutesOf(first, first.half);
    return minutes === null ? null : { quantities: [timeSpan(minutes, minutes)], end: first.end };
  }
  const high = minutesOf(second, second.half);
  const low = minutesOf(first, first.half ?? second.half);
  if (low === null || high === null) return null;
  // "11 to 1 pm" begins before noon.
  const early = first.half === null && second.half !== null && low > high && low >= NOON ? low - NOON : low;
  return { quantities: [timeSpan(early, high < early ? high + DAY_MINUTES : high)], end: second.end };
}

const TIME_JOINS = new Set(["-", "–", "—", "to", "until", "till"]);

function afterTimeJoin(tokens: Tokens, first: number, at: number): number {
  if (TIME_JOINS.has(tokens.text(at))) return at + 1;
  return tokens.is(at, "and") && tokens.is(first - 1, "between") ? at + 1 : -1;
}

function minutesOf({ hour, minute }: ClockTime, half: Half | null): number | null {
  if (hour > 12) return hour > 24 ? null : hour * HOUR + minute;
  const letter = half === "night" ? (hour === 12 || hour < 5 ? "a" : "p") : (half ?? undefined);
  return clockMinutes(hour, minute, letter);
}

const NAMED: Readonly<Record<string, number>> = { noon: 12, midday: 12, midnight: 0 };

function readClock(tokens: Tokens, at: number): ClockTime | null {
  const named = NAMED[tokens.word(at)];
  if (named !== undefined) return { hour: named, minute: 0, half: null, bare: false, end: at + 1 };
  return readPast(tokens, at) ?? inDigits(tokens, at) ?? inWords(tokens, at);
}

const MINUTES = /^[0-5]\d$/;
const HOURS = /^\d{1,2}$/;
/** "9.30 am" */
const POINTED = /^(\d{1,2})\.([0-5]\d)$/;

function inDigits(tokens: Tokens, at: number): ClockTime | null {
  const digits = tokens.digits(at);
  if (digits === "" || tokens.is(at - 1, ":")) return null;
  const pointed = POINTED.exec(digits);
  if (pointed !== null) {
    const half = halfAt(tokens, at + 1);
    return half?.half == null ? null : { hour: Number(pointed[1]), minute: Number(pointed[2]), bare: false, ...half };
  }
  const hour = Number(digits);
  if (!HOURS.test(digits) || hour > 24) return null;
  const minute = tokens.is(at + 1, ":") && tokens.isGlued(at + 2) ? tokens.digits(at + 2) : "";
  if (minute !== "" && !MINUTES.test(minute)) return null;
  const hasSeconds = minute !== "" && tokens.is(at + 3, ":") && MINUTES.test(tokens.digits(at + 4));
  const end = at + (minute === "" ? 1 : hasSeconds ? 5 : 3);
  const half = halfAt(tokens, end);
  const bare = minute === "" && half === null;
  return {
    hour,
    minute: Number(minute),
    half: null,
    end,
    bare,
    ...(half !== null && { half: half.half, end: half.end }),
  };
}

/** "Eight in the morning", "seven o'clock": words are a time where something says so. */
function inWords(tokens: Tokens, at: number): ClockTime | null {
  const hour = hourInWords(tokens, at);
  const half = hour === null ? null : halfAt(tokens, hour.end);
  return hour === null || half === null ? null : { hour: hour.hour, minute: 0, bare: false, ...half };
}

function hourInWords(tokens: Tokens, at: number): { readonly hour: number; readonly end: number } | null {
  const number = readNumber(tokens, at);
  const isHour = number !== null && Number.isInteger(number.low) && number.low >= 1 && number.low <= 24;
  return isHour ? { hour: number.low, end: number.end } : null;
}

/** "Half past ten", "quarter to nine", "ten past six", "twenty minutes to eight". */
function readPast(tokens: Tokens, at: number): ClockTime | null {
  const first = tokens.is(at, "a") ? at + 1 : at;
  const isNamed = tokens.is(first, "quarter", "half");
  const number = isNamed ? null : readNumber(tokens, at);
  const minutes = isNamed ? (tokens.is(first, "half") ? 30 : 15) : (number?.low ?? Number.NaN);
  let next = number?.end ?? first + 1;
  const saysMinutes = tokens.is(next, "minutes", "min");
  if (saysMinutes) next++;
  const isPast = tokens.is(next, "past", "after");
  // "Five to six" may be people.
  const isTo = tokens.is(next, "to", "before") && (isNamed || saysMinutes);
  if (!(minutes > 0 && minutes < 60) || !(isPast || isTo) || (tokens.is(next, "after", "before") && !isNamed))
    return null;
  const hour = hourInWords(tokens, next + 1);
  if (hour === null || hour.hour > 12) return null;
  const half = halfAt(tokens, hour.end);
  const hourOfDay = isPast ? hour.hour : (hour.hour + 11) % 12 || 12;
  const minute = isPast ? minutes : 60 - minutes;
  return { hour: hourOfDay, minute, half: half?.half ?? null, bare: false, end: half?.end ?? hour.end };
}

const PARTS: Readonly<Record<string, Half>> = { morning: "a", afternoon: "p", evening: "p", night: "night" };

/** Markers of a time or of the half of the day: "pm", "a.m.", "o'clock", "in the morning", "at night". */
function halfAt(tokens: Tokens, at: number): { readonly half: Half | null; readonly end: number } | null {
  if (tokens.is(at, "am", "pm")) return { half: tokens.text(at)[0] as Half, end: at + 1 };
  if (tokens.is(at, "a", "p") && tokens.is(at + 1, ".") && tokens.is(at + 2, "m") && tokens.isGlued(at + 1)) {
    return { half: tokens.text(at) as Half, end: at + (tokens.is(at + 3, ".") ? 4 : 3) };
  }
  if (tokens.is(at, "o") && tokens.is(at + 2, "clock") && tokens.isGlued(at + 2)) {
    const after = halfAt(tokens, at + 3);
    return { half: after?.half ?? null, end: after?.end ?? at + 3 };
  }
  const start = at + (tokens.is(at, "in") && tokens.is(at + 1, "the") ? 2 : tokens.is(at, "at", "this") ? 1 : 0);
  const word = tokens.is(start, "early", "late") ? start + 1 : start;
  const part = start === at ? undefined : PARTS[tokens.word(word)];
  return part === undefined ? null : { half: part, end: word + 1 };
}
