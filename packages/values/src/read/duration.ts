import { DAY, HOUR, MINUTE, SECOND } from "../calendar.js";
import type { DurationValue } from "../item.js";
import { rounded, timeUnitOf } from "../units.js";
import { matchAt } from "./scan.js";

const ISO = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i;
const CLOCK = /^(\d+):([0-5]\d)(?::([0-5]\d(?:\.\d+)?)|\s*h(?:ours?|rs?)?)$/i;
const PART = /(?:(?<=.)(?:\s+and\s+|\s*[,&]\s*|\s+))?(\d+(?:[.,]\d+)?)\s*([a-z]+)?\.?/iy;

/** A length of time: "1 h 20 min", "90 minutes", "1h20", "1:30 h", "1:30:00", "2 days", "3 months", "PT1H20M"; with a minus, too. */
export function readDuration(text: string): DurationValue | null {
  const negative = /^[-−]/.test(text);
  const unsigned = negative ? text.slice(1).trimStart() : text;
  const read = readIso(unsigned) ?? readClock(unsigned) ?? readParts(unsigned);
  return read === null ? null : duration(negative ? -read.months : read.months, negative ? -read.ms : read.ms);
}

/** A duration; null if a part is not a finite number, months are not an integer, or the two differ in sign, which does not occur. */
export const duration = (months: number, ms: number): DurationValue | null =>
  Number.isSafeInteger(months) && Number.isFinite(ms) && months * ms >= 0
    ? { kind: "duration", months: months + 0, ms: ms + 0 }
    : null;

const numberIn = (text: string | undefined): number => Number(text?.replace(",", ".") ?? 0);

function readIso(text: string): DurationValue | null {
  const match = ISO.exec(text);
  if (match === null || /[PT]$/i.test(text)) return null;
  const [years, months, weeks, days, hours, minutes, seconds] = match.slice(1).map(numberIn) as [
    ...[number, number, number, number, number, number, number],
  ];
  return duration(
    years * 12 + months,
    (weeks * 7 + days) * DAY + hours * HOUR + minutes * MINUTE + milliseconds(seconds, SECOND),
  );
}

function readClock(text: string): DurationValue | null {
  const match = CLOCK.exec(text);
  if (match === null) return null;
  const [, hours, minutes, seconds] = match;
  return duration(0, Number(hours) * HOUR + Number(minutes) * MINUTE + milliseconds(numberIn(seconds), SECOND));
}

function readParts(text: string): DurationValue | null {
  let [at, months, ms] = [0, 0, 0];
  // A lone "m" is metres; after hours it is minutes, and so is a bare number.
  let last: string | null = null;
  while (at < text.length) {
    const match = matchAt(PART, text, at);
    if (match === null) return null;
    const name = match[2]?.toLowerCase() ?? "";
    const afterHours: boolean = last !== null && timeUnitOf(last)!.size === HOUR;
    const unit = timeUnitOf(afterHours && (name === "" || name === "m") ? "min" : name);
    if (unit === null) return null;
    if (unit.of === "ms") ms += milliseconds(numberIn(match[1]), unit.size);
    else months += numberIn(match[1]) * unit.size;
    last = name === "" || name === "m" ? "min" : name;
    at += match[0].length;
  }
  return last === null ? null : duration(months, ms);
}

/** Written decimals are exact where milliseconds can be: 0.29 s is 290 ms, not 289.99…. */
const milliseconds = (value: number, size: number): number => rounded(value * size);
