import { clockMinutes, DAY, HOUR, MINUTE } from "../calendar.js";
import { ownEntry } from "../maps.js";
import { type NumberWords, scanNumber } from "./numberWords.js";
import { startBefore } from "./time.js";

/** The words of a language for times of the day, in lower case. */
export interface ClockWords {
  /** Hours by their names: "noon" is 12. */
  readonly named: Readonly<Record<string, number>>;
  readonly counting: NumberWords;
  /** Parts of an hour, in minutes: "quarter" is 15. */
  readonly parts: Readonly<Record<string, number>>;
  readonly minutes: readonly string[];
  readonly past: readonly string[];
  readonly to: readonly string[];
  /** Words for `past` and `to` that join other things, too: only a part of an hour comes before them. */
  readonly doubtful: readonly string[];
  /** The halves of the day: "morning" is "a". At night the hour decides. */
  readonly halves: Readonly<Record<string, Half>>;
  /** Words before them: "in the", "at". */
  readonly before: readonly (readonly string[])[];
  readonly early: readonly string[];
  /** The letters before and after the apostrophe of "o'clock". */
  readonly clock: readonly [string, string];
  readonly article: string;
  readonly joins: readonly string[];
  /** Before two times, and between them: "between" and "and". */
  readonly between: readonly [string, string];
}

type Half = "a" | "p" | "night";

/** The words, numbers and signs of a text, in lower case; a place beyond either end is an empty one. */
export interface ClockTokens {
  text(at: number): string;
  /** The digits of a number; empty for anything else. */
  digits(at: number): string;
  /** True if nothing is between the token and the one before. */
  isGlued(at: number): boolean;
}

/** A time of the day, or two with what joins them, in minutes from midnight. The last may be before the first: it is of the next day. */
export interface ScannedClock {
  readonly first: number;
  readonly last: number | null;
  readonly end: number;
  /** True if only a part of the day makes a number a time: "8 in the morning". */
  readonly isByPart: boolean;
  /** True if it counts minutes to or from an hour: "twenty minutes to eight". */
  readonly isByMinutes: boolean;
}

/** A time on a clock. */
interface ClockTime extends Pick<ScannedClock, "isByPart" | "isByMinutes"> {
  readonly hour: number;
  readonly minute: number;
  readonly half: Half | null;
  /** Only an hour, such as the first of "from 6 to 8 pm". */
  readonly bare: boolean;
  readonly end: number;
}

/**
 * A time of the day that begins at a place, or two: "9am", "21:30", "noon", "8 in the morning", "quarter past nine". In "from 6 to 8 pm" the earlier
 * hour takes the half of the day from the later one. A bare number does not count.
 */
export function scanClockTimes(tokens: ClockTokens, at: number, words: ClockWords): ScannedClock | null {
  const scan = new ClockScan(tokens, words);
  const first = scan.time(at);
  if (first === null) return null;
  const joined = scan.afterJoin(at, first.end);
  const second = joined < 0 ? null : scan.time(joined);
  if (second === null || second.bare) {
    const minutes = first.bare ? null : minutesOf(first, first.half);
    return minutes === null ? null : { ...first, first: minutes, last: null };
  }
  const last = minutesOf(second, second.half);
  const low = minutesOf(first, second.half === "night" ? (first.half ?? "night") : first.half);
  if (low === null || last === null) return null;
  const end = { ms: last * MINUTE, half: second.half === "night" ? null : second.half };
  return {
    ...first,
    first: startBefore({ ms: low * MINUTE, half: first.half }, end) / MINUTE,
    last,
    end: second.end,
    isByPart: second.isByPart,
  };
}

function minutesOf({ hour, minute }: ClockTime, half: Half | null): number | null {
  if (hour > 12 || hour === 0) return hour > DAY / HOUR ? null : (hour * HOUR) / MINUTE + minute;
  const letter = half === "night" ? (hour === 12 || hour < 5 ? "a" : "p") : (half ?? undefined);
  return clockMinutes(hour, minute, letter);
}

const MINUTES = /^[0-5]\d$/;
const HOURS = /^\d{1,2}$/;
/** "9.30 am" */
const POINTED = /^(\d{1,2})\.([0-5]\d)$/;
const PLAIN = { isByPart: false, isByMinutes: false };

class ClockScan {
  constructor(
    private readonly tokens: ClockTokens,
    private readonly words: ClockWords,
  ) {}

  afterJoin(first: number, at: number): number {
    const { joins, between } = this.words;
    if (this.is(at, joins)) return at + 1;
    return this.tokens.text(at) === between[1] && this.tokens.text(first - 1) === between[0] ? at + 1 : -1;
  }

  time(at: number): ClockTime | null {
    const named = ownEntry(this.words.named, this.tokens.text(at));
    if (named !== undefined) return { ...PLAIN, hour: named, minute: 0, half: null, bare: false, end: at + 1 };
    return this.past(at) ?? this.inDigits(at) ?? this.inWords(at);
  }

  private is(at: number, texts: readonly string[]): boolean {
    const text = this.tokens.text(at);
    return text !== "" && texts.includes(text);
  }

  private inDigits(at: number): ClockTime | null {
    const { tokens } = this;
    const digits = tokens.digits(at);
    if (digits === "" || tokens.text(at - 1) === ":") return null;
    const pointed = POINTED.exec(digits);
    if (pointed !== null) {
      const half = this.half(at + 1);
      return half?.half == null
        ? null
        : { ...PLAIN, hour: Number(pointed[1]), minute: Number(pointed[2]), bare: false, ...half };
    }
    const hour = Number(digits);
    if (!HOURS.test(digits) || hour > 24) return null;
    const minute = tokens.text(at + 1) === ":" && tokens.isGlued(at + 2) ? tokens.digits(at + 2) : "";
    if (minute !== "" && !MINUTES.test(minute)) return null;
    const hasSeconds = minute !== "" && tokens.text(at + 3) === ":" && MINUTES.test(tokens.digits(at + 4));
    const end = at + (minute === "" ? 1 : hasSeconds ? 5 : 3);
    const half = this.half(end);
    const time = { ...PLAIN, hour, minute: Number(minute), half: null, end, bare: minute === "" && half === null };
    return half === null ? time : { ...time, ...half, isByPart: half.isByPart && minute === "" };
  }

  /** "Eight in the morning", "seven o'clock": words are a time if something after them makes them one. */
  private inWords(at: number): ClockTime | null {
    const hour = this.hour(at);
    const half = hour === null ? null : this.half(hour.end);
    return half === null ? null : { ...PLAIN, hour: hour!.value, minute: 0, bare: false, ...half };
  }

  private number(at: number): { readonly value: number; readonly end: number } | null {
    const digits = this.tokens.digits(at);
    if (digits !== "") return { value: Number(digits), end: at + 1 };
    return scanNumber((place) => this.tokens.text(place), at, this.words.counting);
  }

  private hour(at: number): { readonly value: number; readonly end: number } | null {
    const number = this.number(at);
    return number !== null && Number.isInteger(number.value) && number.value >= 1 && number.value <= 24 ? number : null;
  }

  /** "Half past ten", "quarter to nine", "ten past six", "twenty minutes to eight". */
  private past(at: number): ClockTime | null {
    const { words } = this;
    const first = this.tokens.text(at) === words.article ? at + 1 : at;
    const part = ownEntry(words.parts, this.tokens.text(first));
    const number = part === undefined ? this.number(at) : null;
    const minutes = part ?? number?.value ?? Number.NaN;
    let next = number?.end ?? first + 1;
    const isByMinutes = this.is(next, words.minutes);
    if (isByMinutes) next++;
    const isPast = this.is(next, words.past);
    // "Five to six" may be people.
    const isTo = this.is(next, words.to) && (part !== undefined || isByMinutes);
    if (!(minutes > 0 && minutes < 60) || !(isPast || isTo) || (part === undefined && this.is(next, words.doubtful)))
      return null;
    const hour = this.hour(next + 1);
    if (hour === null || hour.value > 12) return null;
    const half = this.half(hour.end);
    const base = isPast ? hour.value : (hour.value + 11) % 12 || 12;
    const minute = isPast ? minutes : 60 - minutes;
    return {
      ...PLAIN,
      hour: base,
      minute,
      half: half?.half ?? null,
      bare: false,
      end: half?.end ?? hour.end,
      isByMinutes,
    };
  }

  /** Words that make a number a time: "pm", "a.m.", "o'clock", "in the morning", "at night". */
  private half(at: number): { readonly half: Half | null; readonly end: number; readonly isByPart: boolean } | null {
    const { tokens, words } = this;
    const letters = /^([ap])m?$/.exec(tokens.text(at));
    const half = (letters?.[1] ?? null) as Half | null;
    if (letters?.[0].length === 2) return { half, end: at + 1, isByPart: false };
    if (half !== null && tokens.text(at + 1) === "." && tokens.text(at + 2) === "m" && tokens.isGlued(at + 1))
      return { half, end: at + (tokens.text(at + 3) === "." ? 4 : 3), isByPart: false };
    const [o, clock] = words.clock;
    if (tokens.text(at) === o && tokens.text(at + 2) === clock && tokens.isGlued(at + 2)) {
      const after = this.half(at + 3);
      return { half: after?.half ?? null, end: after?.end ?? at + 3, isByPart: false };
    }
    const before = words.before.find((each) => each.every((word, i) => tokens.text(at + i) === word));
    if (before === undefined) return null;
    const word = at + before.length + (this.is(at + before.length, words.early) ? 1 : 0);
    const part = ownEntry(words.halves, tokens.text(word));
    return part === undefined ? null : { half: part, end: word + 1, isByPart: true };
  }
}
