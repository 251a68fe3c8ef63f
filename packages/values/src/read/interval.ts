import { DAY, MINUTE } from "../calendar.js";
import type { IntervalOf, IntervalValue } from "../item.js";
import { readNumber } from "../untyped.js";
import { scanDateTime, scanDay } from "./date.js";
import { readDuration } from "./duration.js";
import { matchAt, type Scan, wholeText } from "./scan.js";
import { scanClock, startBefore } from "./time.js";

const JOIN = /\s*(?:[-–—−/]|\.\.|to(?![a-z])|until(?![a-z])|till(?![a-z]))\s*/iy;
const NUMBER = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?/iy;

/** "9:00 AM - 10:30 AM", "9–10:30 am", "2026-03-14/2026-03-16", "Mar 14–16, 2026", "09:00 to 10:30", "3 to 5". */
export function readInterval(text: string, of: IntervalOf): IntervalValue | null {
  switch (of) {
    case "time":
      return timeInterval(text);
    case "date":
      return dateInterval(text);
    case "dateTime":
      return dateTimeInterval(text);
    case "number":
      return numberInterval(text);
  }
}

const interval = (of: IntervalOf, start: number, end: number, zone: number | null = null): IntervalValue | null =>
  start <= end ? { kind: "interval", of, start, end, zone } : null;

/** The place of the second part; -1 if nothing joins. */
function afterJoin(text: string, first: Scan<unknown> | null): number {
  const join = first === null ? null : matchAt(JOIN, text, first.end);
  return join === null ? -1 : first!.end + join[0].length;
}

/** The earlier hour takes the half of the day, and the zone, from the later one. What ends before it starts ends on the next day. */
function timeInterval(text: string): IntervalValue | null {
  const first = scanClock(text, 0);
  const at = afterJoin(text, first);
  const second = at < 0 ? null : wholeText(scanClock(text, at), text);
  if (second === null || second.bare) return null;
  const zone = first!.value.zone ?? second.zone;
  if (second.zone !== null && second.zone !== zone) return null;
  const local = startBefore(first!.value, second);
  const start = (local === DAY ? 0 : local) - (zone ?? 0) * MINUTE;
  const end = second.ms - (zone ?? 0) * MINUTE;
  return interval("time", start, end < start ? end + DAY : end, zone);
}

/** A month or year that is said once: "Mar 14–16, 2026", "14–16 March 2026", "Mar 30 – Apr 2, 2026". */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^([a-z]{3,9})\.?\s+(\d{1,2})\s*[-–—]\s*(\d{1,2}),?\s+(\d{4})$/i, "$1 $2, $4/$1 $3, $4"],
  [/^(\d{1,2})\s*[-–—]\s*(\d{1,2})\s+([a-z]{3,9})\.?,?\s+(\d{4})$/i, "$3 $1, $4/$3 $2, $4"],
  [/^([a-z]{3,9})\.?\s+(\d{1,2})\s*[-–—]\s*([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/i, "$1 $2, $5/$3 $4, $5"],
];

function dateInterval(written: string): IntervalValue | null {
  const text = SHORT.reduce((short, [pattern, long]) => short.replace(pattern, long), written);
  const first = scanDay(text, 0);
  const at = afterJoin(text, first);
  const second = at < 0 ? null : wholeText(scanDay(text, at), text);
  return second === null ? null : interval("date", first!.value.ms, second.ms);
}

/** The second part may be a time of the same day, or, after a stroke, a duration: "2026-03-14T09:00/PT2H". */
function dateTimeInterval(text: string): IntervalValue | null {
  const first = scanDateTime(text, 0, false);
  const at = afterJoin(text, first);
  if (at < 0) return dateInterval(text) === null ? null : { ...dateInterval(text)!, of: "dateTime" };
  const { ms, zone } = first!.value;
  const second = wholeText(scanDateTime(text, at, true), text);
  if (second !== null)
    return interval("dateTime", ms, second.zone === null ? second.ms - (zone ?? 0) * MINUTE : second.ms, zone);
  const clock = wholeText(scanClock(text, at), text);
  if (clock !== null && !clock.bare && clock.zone === null) {
    const offset = (zone ?? 0) * MINUTE;
    const end = Math.floor((ms + offset) / DAY) * DAY + clock.ms - offset;
    return interval("dateTime", ms, end < ms ? end + DAY : end, zone);
  }
  const length = readDuration(text.slice(at));
  return length === null || length.months !== 0 ? null : interval("dateTime", ms, ms + length.ms, zone);
}

function numberInterval(text: string): IntervalValue | null {
  const first = matchAt(NUMBER, text, 0);
  const at = first === null ? -1 : afterJoin(text, { value: null, end: first[0].length });
  return at < 0 ? null : interval("number", Number(first![0]), readNumber(text.slice(at)));
}
