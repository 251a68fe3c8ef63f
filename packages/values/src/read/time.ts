import { clockMinutes, DAY, HOUR, MINUTE, SECOND } from "../calendar.js";
import type { TimeValue } from "../item.js";
import { matchAt, type Scan, wholeText } from "./scan.js";

/** A time on a clock: `ms` from local midnight, 24 hours for 24:00. */
export interface ClockTime {
  readonly ms: number;
  /** Minutes east of UTC, null if none is said. */
  readonly zone: number | null;
  /** "a" or "p", where that is said. */
  readonly half: string | null;
  /** Only an hour, such as the first of "9–10:30 am". */
  readonly bare: boolean;
}

const TIME =
  /(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?:\s?([ap])\.?\s?m(?![a-z])\.?)?(Z(?![a-z])|\s?(?:UTC|GMT)(?!\w)|\s?[+-]\d{2}:?\d{2}(?!\d))?/iy;
const WORD = /(?:noon|midday|midnight)(?![a-z])/iy;

/** The time at a place. A minus after hours and minutes is a zone only if it can't join two times: "09:00-10:30". */
export function scanClock(text: string, at: number, minusIsZone = false): Scan<ClockTime> | null {
  const word = matchAt(WORD, text, at);
  if (word !== null) {
    const ms = word[0].toLowerCase() === "midnight" ? 0 : DAY / 2;
    return { value: { ms, zone: null, half: null, bare: false }, end: at + word[0].length };
  }
  const match = matchAt(TIME, text, at);
  if (match === null) return null;
  const [all, hour, minute, second, fraction, half, said] = match;
  const joins = !minusIsZone && second === undefined && said?.trim()[0] === "-";
  const zoned = joins ? undefined : said;
  const zone = zoned === undefined ? null : zoneOf(zoned.trim());
  const minutes = clockMinutes(Number(hour), Number(minute ?? 0), half);
  if (minutes === null || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59 || Number.isNaN(zone ?? 0)) return null;
  const ms = minutes * MINUTE + Number(second ?? 0) * SECOND + Number((fraction ?? "").padEnd(3, "0").slice(0, 3));
  if (ms > DAY) return null;
  const bare = minute === undefined && half === undefined;
  return {
    value: { ms, zone, half: half?.toLowerCase() ?? null, bare },
    end: at + all.length - (joins ? said!.length : 0),
  };
}

/** Minutes east of UTC, NaN beyond 14 hours. */
function zoneOf(text: string): number {
  if (/^[a-z]/i.test(text)) return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  if (minutes > 14 * 60 || Number(text.slice(-2)) > 59) return Number.NaN;
  return text[0] === "-" ? -minutes : minutes;
}

/** A time of the day: "9:00 AM", "21:00", "9am", "noon", "21:00:30.5+02:00". A bare hour does not count. */
export function readTime(text: string): TimeValue | null {
  const clock = wholeText(scanClock(text, 0), text);
  return clock === null || clock.bare ? null : timeOf(clock.ms === DAY ? 0 : clock.ms, clock.zone);
}

const timeOf = (local: number, zone: number | null): TimeValue => ({
  kind: "time",
  ms: local - (zone ?? 0) * MINUTE,
  zone,
});

const HALF_DAY = 12 * HOUR;

/**
 * The time with which a range begins: an hour without a half of the day takes that of the end, or the other one if it is after the end then: "9–10:30 am",
 * "11 to 1 pm".
 */
export function startBefore({ ms, half }: Pick<ClockTime, "ms" | "half">, end: Pick<ClockTime, "ms" | "half">): number {
  if (half !== null || end.half === null || ms > HALF_DAY || ms < HOUR) return ms;
  const [same, other] = end.half === "p" ? [HALF_DAY, 0] : [0, HALF_DAY];
  const hour = ms % HALF_DAY;
  return hour + same <= end.ms ? hour + same : hour + other;
}
