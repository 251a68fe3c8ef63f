import { DAY, HOUR, MINUTE, SECOND, weekdayName } from "./calendar.js";
import { mismatch } from "./compare.js";
import {
  type DurationValue,
  type IntervalValue,
  type Item,
  type ItemKind,
  kindOf,
  type Quantity,
  type ValueError,
  valueError,
} from "./item.js";
import { duration } from "./read/duration.js";

/** The start of an interval, as an item of the kind that it is an interval of. */
export const startOf = (item: Item): Item | ValueError => endpoint(item, ({ start }) => start);

/** The end of an interval: the first moment that is no longer in it. */
export const endOf = (item: Item): Item | ValueError => endpoint(item, ({ end }) => end);

function endpoint(item: Item, of: (interval: IntervalValue) => number): Item | ValueError {
  if (!isInterval(item)) return notDefined(item, "interval");
  const [at, zone] = [of(item), item.zone];
  switch (item.of) {
    case "number":
      return at;
    case "date":
      return { kind: "date", ms: at };
    case "dateTime":
      return { kind: "dateTime", ms: at, zone };
    case "time": {
      const offset = (zone ?? 0) * MINUTE;
      return { kind: "time", ms: ((at + offset) % DAY) - offset, zone };
    }
  }
}

/** Duration of an interval of moments, or the duration itself. */
export function durationOf(item: Item): DurationValue | ValueError {
  if (typeof item === "object" && item.kind === "duration") return item;
  if (!isInterval(item) || item.of === "number") return notDefined(item, "interval");
  return duration(0, item.end - item.start)!;
}

/** Tests that two intervals share a moment. Their ends are excluded: 9 to 10 and 10 to 11 share none. Times recur every day. */
export function overlaps(a: Item, b: Item): boolean | ValueError {
  if (!isInterval(a)) return notDefined(a, "interval");
  if (!isInterval(b)) return notDefined(b, "interval");
  const mistake = mismatch(a, b);
  if (mistake !== null) return mistake;
  const days = a.of === "time" ? [-DAY, 0, DAY] : [0];
  return days.some((shift) => a.start < b.end + shift && b.start + shift < a.end);
}

/** The English name of the day: "Saturday". Of a date-time, the day in its own zone. */
export function weekday(item: Item): string | ValueError {
  const local = localTime(item);
  if (local === null || kindOf(item) === "time") return notDefined(item, "date");
  return weekdayName(local);
}

/** Milliseconds since 1970, or since midnight, on the clock and calendar of its zone; null for other items. */
function localTime(item: Item): number | null {
  if (typeof item !== "object") return null;
  if (item.kind === "date") return item.ms;
  return item.kind === "dateTime" || item.kind === "time" ? item.ms + (item.zone ?? 0) * MINUTE : null;
}

/** The parts of moments, as XPath 3.1 names them. */
export type MomentPart = "year" | "month" | "day" | "hours" | "minutes" | "seconds" | "timezone";

const ofMoment: Readonly<Record<Exclude<MomentPart, "timezone">, (local: Date) => number>> = {
  year: (local) => local.getUTCFullYear(),
  month: (local) => local.getUTCMonth() + 1,
  day: (local) => local.getUTCDate(),
  hours: (local) => local.getUTCHours(),
  minutes: (local) => local.getUTCMinutes(),
  seconds: (local) => local.getUTCSeconds() + local.getUTCMilliseconds() / SECOND,
};

const ofDuration = {
  years: ({ months }: DurationValue): number => Math.trunc(months / 12),
  months: ({ months }: DurationValue): number => months % 12,
  days: ({ ms }: DurationValue): number => Math.trunc(ms / DAY),
  hours: ({ ms }: DurationValue): number => Math.trunc((ms % DAY) / HOUR),
  minutes: ({ ms }: DurationValue): number => Math.trunc((ms % HOUR) / MINUTE),
  seconds: ({ ms }: DurationValue): number => (ms % MINUTE) / SECOND,
};

/** The moments that `year-from-date` and its like take parts of. */
export type MomentKind = "date" | "dateTime" | "time";

/** The parts of durations, as XPath 3.1 names them. */
export type DurationPart = keyof typeof ofDuration;

/** A part of a moment in the zone that it was written in, of a date or date-time also where the other is asked for. */
export function momentPart(item: Item, of: MomentKind, part: MomentPart): Item | null | ValueError {
  const local = localTime(item);
  const kind: ItemKind = kindOf(item);
  const fits = kind === of || (of === "date" && kind === "dateTime") || (of === "dateTime" && kind === "date");
  if (local === null || !fits) return notDefined(item, of);
  if (part !== "timezone") return ofMoment[part](new Date(local));
  const { zone = null } = item as Quantity & { readonly zone?: number | null };
  return zone === null ? null : duration(0, zone * MINUTE);
}

/** A part of a duration: `PT123H` has 3 hours and 5 days. */
export const durationPart = (item: Item, part: DurationPart): Item | ValueError =>
  typeof item === "object" && item.kind === "duration" ? ofDuration[part](item) + 0 : notDefined(item, "duration");

const isInterval = (item: Item): item is IntervalValue => typeof item === "object" && item.kind === "interval";

const notDefined = (item: Item, wanted: string): ValueError => valueError("kinds", kindOf(item), wanted);
