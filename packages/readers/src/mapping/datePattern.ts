import { clockMinutes, MONTHS, namePlace, WEEKDAYS } from "@semantic-xpath/values";

/** A way in which dates are written: its parts in order. */
export interface DatePattern {
  readonly source: string;
  readonly parts: readonly (DatePart | { readonly literal: string })[];
}

/** Longest first, so that `MMMM` is not twice `MM`. */
const PARTS = [
  "YYYY",
  "MMMM",
  "MMM",
  "MM",
  "M",
  "dddd",
  "ddd",
  "DD",
  "Do",
  "D",
  "HH",
  "H",
  "hh",
  "h",
  "mm",
  "ss",
  "SSS",
  "a",
  "A",
  "Z",
] as const;
type DatePart = (typeof PARTS)[number];

/** The instants that are counted from 1970 on. */
export const EPOCHS = ["seconds", "milliseconds", "epoch"] as const;
/** The least number of an "epoch" (in 1973), and the least one in milliseconds. */
const LEAST_EPOCH = 1e8;
const LEAST_MILLISECONDS = 1e11;

/**
 * Reads a pattern such as `h:mm a on D MMMM, YYYY`: letters of a part stand for it, text in brackets (`[at]`) and everything else for
 * itself. Null if it names no day of a year.
 */
export function parseDatePattern(source: string): DatePattern | null {
  const parts: DatePattern["parts"][number][] = [];
  for (let at = 0; at < source.length; ) {
    const close = source[at] === "[" ? source.indexOf("]", at) : -1;
    const part = PARTS.find((name) => source.startsWith(name, at));
    // A letter within a word stands for itself: the "D" and "a" of "Date".
    const isWord =
      part !== undefined && /^[a-z]$/i.test(source[at + part.length] ?? "") && !startsPart(source, at + part.length);
    if (close > at) {
      parts.push({ literal: source.slice(at + 1, close) });
      at = close + 1;
    } else if (part !== undefined && !isWord) {
      parts.push(part);
      at += part.length;
    } else {
      const word = /^[a-z]+/i.exec(source.slice(at, at + 100))?.[0] ?? source[at]!;
      parts.push({ literal: word });
      at += word.length;
    }
  }
  const names = new Set(parts.map((part) => (typeof part === "string" ? part[0] : "")));
  return names.has("Y") && names.has("M") && names.has("D") ? { source, parts } : null;
}

const startsPart = (source: string, at: number): boolean => PARTS.some((name) => source.startsWith(name, at));

const NUMBERS: Readonly<Partial<Record<DatePart, RegExp>>> = {
  YYYY: /\d{4}/y,
  MM: /\d{2}/y,
  M: /\d{1,2}/y,
  DD: /\d{2}/y,
  D: /\d{1,2}/y,
  Do: /\d{1,2}(?=st|nd|rd|th)/y,
  HH: /\d{2}/y,
  H: /\d{1,2}/y,
  hh: /\d{2}/y,
  h: /\d{1,2}/y,
  mm: /\d{2}/y,
  ss: /\d{2}/y,
  SSS: /\d{3}/y,
};
const WORD = /[a-z]{3,9}/iy;
const HALF = /[ap]\.?m\.?/iy;
const ZONE = /Z|[+-]\d{2}:?\d{2}/y;
const SPACES = /\s+/y;

/** The date of a text in ISO 8601, local without a zone: "2023-05-08T13:56:00", "2023-05-08"; null if it does not fit the pattern. */
export function readDatePattern(text: string, { parts }: DatePattern): string | null {
  const values: Record<string, string> = {};
  let at = 0;
  const take = (regex: RegExp): string | null => {
    regex.lastIndex = at;
    const match = regex.exec(text);
    at += match?.[0].length ?? 0;
    return match === null ? null : match[0];
  };
  for (const part of parts) {
    if (typeof part !== "string") {
      const isSpace = part.literal === " ";
      if (isSpace ? take(SPACES) === null : !text.startsWith(part.literal, at)) return null;
      if (!isSpace) at += part.literal.length;
      continue;
    }
    const piece = take(NUMBERS[part] ?? (part === "Z" ? ZONE : part.toLowerCase() === "a" ? HALF : WORD));
    if (piece === null) return null;
    if (part === "Do") at += 2;
    values[KEYS[part]] = piece;
  }
  return at === text.length ? isoOf(values) : null;
}

type Field =
  | "year"
  | "month"
  | "name"
  | "weekday"
  | "day"
  | "hour"
  | "minute"
  | "second"
  | "fraction"
  | "half"
  | "zone";

const KEYS: Readonly<Record<DatePart, Field>> = {
  YYYY: "year",
  MMMM: "name",
  MMM: "name",
  MM: "month",
  M: "month",
  dddd: "weekday",
  ddd: "weekday",
  DD: "day",
  Do: "day",
  D: "day",
  HH: "hour",
  H: "hour",
  hh: "hour",
  h: "hour",
  mm: "minute",
  ss: "second",
  SSS: "fraction",
  a: "half",
  A: "half",
  Z: "zone",
};

function isoOf(found: Readonly<Partial<Record<Field, string>>>): string | null {
  const { name, weekday, hour, half, minute = "0", second = "0", fraction, zone } = found;
  const month = name === undefined ? Number(found.month) : namePlace(MONTHS, name) + 1;
  const date = `${found.year}-${two(month)}-${two(Number(found.day))}`;
  const day = new Date(`${date}T00:00:00Z`);
  // A day that the month does not have is another one.
  if (Number.isNaN(day.getTime()) || day.getUTCDate() !== Number(found.day)) return null;
  if (weekday !== undefined && namePlace(WEEKDAYS, weekday) !== day.getUTCDay()) return null;
  if (hour === undefined) return date;
  const minutes = clockMinutes(Number(hour), Number(minute), half);
  if (minutes === null || minutes >= 24 * 60 || Number(minute) > 59 || Number(second) > 59) return null;
  const clock = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(Number(second))}`;
  const offset =
    zone === undefined || zone === "Z" || zone.includes(":") ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  return `${date}T${clock}${fraction === undefined ? "" : `.${fraction}`}${offset ?? ""}`;
}

const two = (number: number): string => String(number).padStart(2, "0");

/**
 * The instant of a number of seconds or milliseconds since 1970 in ISO 8601, in UTC; null beyond years of four digits. The size of an "epoch" says which; any other text
 * stays as it is.
 */
export function readEpoch(text: string, unit: (typeof EPOCHS)[number]): string | null {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (unit === "epoch" && !(number >= LEAST_EPOCH)) return text;
  const isSeconds = unit === "seconds" || (unit === "epoch" && number < LEAST_MILLISECONDS);
  const instant = new Date(Math.round(isSeconds ? number * 1000 : number));
  if (Number.isNaN(instant.getTime())) return null;
  const iso = instant.toISOString();
  return iso.length === 24 ? iso.replace(".000Z", "Z") : null;
}
