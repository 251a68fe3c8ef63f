import type { Word } from "./words.js";

/** Something measured, or a stretch of days, that words of a request say. `from` and `to` are places among the words, `to` exclusive. */
export type Said = { readonly from: number; readonly to: number } & (
  | { readonly kind: "number"; readonly value: number; readonly isOrdinal: boolean; readonly unit?: string }
  | { readonly kind: "money"; readonly value: number; readonly currency: string | null }
  | { readonly kind: "duration"; readonly minutes: number }
  | { readonly kind: "time"; readonly time: string }
  /** A part of the day: from the one time to before the other. */
  | { readonly kind: "hours"; readonly first: string; readonly last: string }
  /** Days as in ISO 8601, both included. Weekdays alone, such as "Friday" or "the weekend", are `weekdays`, too. */
  | {
      readonly kind: "days";
      readonly first: string;
      readonly last: string;
      readonly weekdays?: readonly string[] /** "on a Monday". */;
      readonly isAny?: boolean;
    }
);

const COUNTS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const PLAIN = /^\d{1,9}(?:,\d{3}){0,3}(?:\.\d{1,6})?$/;
export const ORDINAL = /^(\d{1,6})(?:st|nd|rd|th)$/;

/** The number that a word says. */
export function numberOf({ text, isQuoted }: Word): { value: number; isOrdinal: boolean } | null {
  if (isQuoted) return null;
  if (PLAIN.test(text)) return { value: Number(text.replaceAll(",", "")), isOrdinal: false };
  const ordinal = ORDINAL.exec(text);
  if (ordinal !== null) return { value: Number(ordinal[1]), isOrdinal: true };
  if (COUNTS.includes(text)) return { value: COUNTS.indexOf(text), isOrdinal: false };
  return ORDINALS.includes(text) ? { value: ORDINALS.indexOf(text), isOrdinal: true } : null;
}

const MONEY_WORDS: Readonly<Record<string, string | null>> = {
  dollar: null,
  dollars: null,
  bucks: null,
  cad: "CAD",
  usd: "USD",
  eur: "EUR",
  euro: "EUR",
  euros: "EUR",
  gbp: "GBP",
  pounds: "GBP",
  chf: "CHF",
  francs: "CHF",
};
const SIGNS: Readonly<Record<string, string | null>> = { $: null, "€": "EUR", "£": "GBP", "¥": "JPY" };
const MINUTES: Readonly<Record<string, number>> = {
  minute: 1,
  minutes: 1,
  min: 1,
  mins: 1,
  hour: 60,
  hours: 60,
  hr: 60,
  hrs: 60,
  h: 60,
};
/** `40g`, `20min`. */
const JOINED = /^(\d{1,6}(?:\.\d{1,3})?)(g|kg|mg|ml|cl|l|km|kcal|cal|min|mins|minutes|h|hr|hrs|hours)$/;
const CLOCK = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/;
const NAMED_TIMES: Readonly<Record<string, string>> = { noon: "12:00 PM", midday: "12:00 PM", midnight: "12:00 AM" };

export const PARTS_OF_DAY: Readonly<Record<string, readonly [string, string]>> = {
  morning: ["12:00 AM", "12:00 PM"],
  mornings: ["12:00 AM", "12:00 PM"],
  afternoon: ["12:00 PM", "6:00 PM"],
  afternoons: ["12:00 PM", "6:00 PM"],
  evening: ["6:00 PM", "11:59 PM"],
  evenings: ["6:00 PM", "11:59 PM"],
};

/** What "tonight" says beside the day. */
export const EVENING = { kind: "hours", first: PARTS_OF_DAY.evening![0], last: PARTS_OF_DAY.evening![1] } as const;

/** What is measured at a place of the words, the longest first; null where nothing is. */
export function quantityAt(words: readonly Word[], at: number): Said | null {
  const word = words[at]!;
  if (word.isQuoted) return null;
  const next = words[at + 1]?.text ?? "";
  const hours = own(PARTS_OF_DAY, word.text);
  if (hours !== undefined) return { from: at, to: at + 1, kind: "hours", first: hours[0], last: hours[1] };
  const time = timesAt(words, at) ?? timeAt(words, at);
  if (time !== null) return time;
  const currency = SIGNS[word.text] === undefined ? own(MONEY_WORDS, word.text) : SIGNS[word.text];
  if (currency !== undefined && words[at + 1] !== undefined && numberOf(words[at + 1]!)?.isOrdinal === false)
    return { from: at, to: at + 2, kind: "money", value: numberOf(words[at + 1]!)!.value, currency };
  const pair = hoursAt(words, at);
  if (pair !== null) return pair;
  if (["an", "a", "half"].includes(word.text) && (next === "hour" || (next === "an" && words[at + 2]?.text === "hour")))
    return { from: at, to: next === "an" ? at + 3 : at + 2, kind: "duration", minutes: word.text === "half" ? 30 : 60 };
  const joined = JOINED.exec(word.text);
  if (joined !== null) {
    const minutes = own(MINUTES, joined[2]!);
    return minutes === undefined
      ? { from: at, to: at + 1, kind: "number", value: Number(joined[1]), isOrdinal: false, unit: joined[2]! }
      : { from: at, to: at + 1, kind: "duration", minutes: Number(joined[1]) * minutes };
  }
  const number = numberOf(word);
  if (number === null) return null;
  if (number.isOrdinal) return { from: at, to: at + 1, kind: "number", ...number };
  const money = own(MONEY_WORDS, next);
  if (money !== undefined) return { from: at, to: at + 2, kind: "money", value: number.value, currency: money };
  const unit = own(MINUTES, next);
  if (unit !== undefined) return { from: at, to: at + 2, kind: "duration", minutes: number.value * unit };
  return { from: at, to: at + 1, kind: "number", ...number };
}

export const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

const TWO_HOURS: readonly (readonly string[])[] = ["an hour or two", "a couple of hours", "a couple hours"].map(
  (text) => text.split(" "),
);

/** "an hour or two": two at the most. */
function hoursAt(words: readonly Word[], at: number): Said | null {
  const said = TWO_HOURS.find((phrase) => phrase.every((text, i) => words[at + i]?.text === text));
  return said === undefined ? null : { from: at, to: at + said.length, kind: "duration", minutes: 120 };
}

/** Between the first and the last of a range. */
export const RANGES: ReadonlySet<string> = new Set("and to till until through".split(" "));
const BEFORE_TIMES: ReadonlySet<string> = new Set(["between", "from"]);
/** Signs of at most so many characters stand for "to" between two times: `2 - 4 pm`. */
const LONGEST_DASH = 3;

/** "between 2 and 4 pm", "from 10 am to noon", "2-4pm": from the one time to before the other, which says the half of the day. */
function timesAt(words: readonly Word[], at: number): Said | null {
  const start = BEFORE_TIMES.has(words[at]!.text) ? at + 1 : at;
  const first = words[start];
  if (first === undefined || first.isQuoted) return null;
  const own = timeAt(words, start);
  const number = CLOCK.exec(first.text);
  if (own?.kind !== "time" && number === null) return null;
  const end = own?.to ?? start + 1;
  const joint = words[end];
  if (joint === undefined) return null;
  const isJoint = RANGES.has(joint.text) && (start > at || joint.text !== "and");
  const isDash =
    !isJoint &&
    joint.span.start > words[end - 1]!.span.end &&
    joint.span.start - words[end - 1]!.span.end <= LONGEST_DASH;
  if (!isJoint && !(isDash && CLOCK.test(joint.text))) return null;
  const place = isJoint ? end + 1 : end;
  const last = words[place] === undefined ? null : timeAt(words, place);
  if (last?.kind !== "time") return null;
  const said = own?.kind === "time" ? own.time : `${number![1]}:${number![2] ?? "00"}`;
  return { from: at, to: last.to, kind: "hours", first: inHalfOf(said, last.time), last: last.time };
}

/** `2:00` before `4:00 PM` is in the same half of the day, `11:00` in the one before. */
function inHalfOf(time: string, last: string): string {
  const half = / ([AP]M)$/.exec(last)?.[1];
  if (half === undefined || time.includes(" ")) return time;
  const hourOf = (text: string): number => Number.parseInt(text, 10) % 12;
  const isSame = hourOf(time) < hourOf(last);
  return `${time} ${isSame ? half : half === "AM" ? "PM" : "AM"}`;
}

function timeAt(words: readonly Word[], at: number): Said | null {
  const { text } = words[at]!;
  const namedTime = own(NAMED_TIMES, text);
  if (namedTime !== undefined) return { from: at, to: at + 1, kind: "time", time: namedTime };
  const clock = CLOCK.exec(text);
  if (clock === null) return null;
  const next = words[at + 1]?.text;
  const half = clock[3] ?? (next === "am" || next === "pm" ? next : undefined);
  const hasMinutes = clock[2] !== undefined;
  const isClock = next === "o'clock";
  if (half === undefined && !hasMinutes && !isClock) return null;
  const to = at + 1 + (clock[3] === undefined && (half !== undefined || isClock) ? 1 : 0);
  const hour = Number(clock[1]);
  if (half === undefined) return { from: at, to, kind: "time", time: `${hour}:${clock[2] ?? "00"}` };
  return { from: at, to, kind: "time", time: `${hour}:${clock[2] ?? "00"} ${half.toUpperCase()}` };
}
