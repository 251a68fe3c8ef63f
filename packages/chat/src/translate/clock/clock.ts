import { parse } from "chrono-node/en";

/** A day and a time of it, as a request says them. Each may be absent. */
export interface Moment {
  /** `2026-06-12` */
  readonly date: string | null;
  /** Minutes from midnight. */
  readonly time: number | null;
  /** Of what goes on until another moment. */
  readonly endDate: string | null;
  readonly endTime: number | null;
  /** Whether nothing says which half of the day the time is in: `at 8`. */
  readonly isEitherHalf: boolean;
}

const LONGEST = 80;
/** How long, and not when. */
const LENGTH =
  /^(?:an?|one|half an|\d{1,6}(?:\.\d{1,3})?) ?(?:h|hrs?|hours?|m|mins?|minutes?|days?|weeks?|months?)(?: long)?$/iu;
const WITHOUT_CLOCK = "2000-01-01T12:00:00Z";
/** A day without its year means something only beside a clock. */
const YEAR = /(?:^|\D)\d{4}(?!\d)/u;

/**
 * The moment that a whole text says: `next Friday`, `7 pm`, `June 12 at 9`. Null: it says none, or one that needs a clock where none is
 * given. `now` as in `2026-06-01T09:00:00-04:00`.
 */
export function momentOf(text: string, now: string | undefined): Moment | null {
  const written = text.trim();
  if (written === "" || written.length > LONGEST || LENGTH.test(written)) return null;
  const clock = clockOf(now ?? WITHOUT_CLOCK);
  if (clock === null) return null;
  const found = parse(normal(written), clock, { forwardDate: true });
  const result = found[0];
  if (found.length !== 1 || result === undefined) return null;
  if (!covers(normal(written), result.index, result.text)) return null;
  const { start, end } = result;
  const saysDay = start.isCertain("day") || start.isCertain("weekday") || start.isCertain("month");
  const date = saysDay ? dayOf(start) : null;
  const time = start.isCertain("hour") ? minutesOf(start) : null;
  if (date === null && time === null) return null;
  if (date !== null && now === undefined && !YEAR.test(written)) return null;
  const isRange = end !== null && end !== undefined;
  return {
    date,
    time,
    endDate: isRange && saysDay ? dayOf(end) : null,
    isEitherHalf: time !== null && time < 720 && !start.isCertain("meridiem"),
    endTime: isRange && end.isCertain("hour") ? minutesOf(end) : null,
  };
}

interface Parts {
  get(part: "year" | "month" | "day" | "hour" | "minute"): number | null;
}

const two = (number: number | null): string => String(number ?? 0).padStart(2, "0");

const dayOf = (parts: Parts): string =>
  `${String(parts.get("year")).padStart(4, "0")}-${two(parts.get("month"))}-${two(parts.get("day"))}`;

const minutesOf = (parts: Parts): number => (parts.get("hour") ?? 0) * 60 + (parts.get("minute") ?? 0);

/** `half past seven` and `noon` as digits. */
const normal = (text: string): string =>
  text
    .replace(/\bhalf past (\w+)/iu, (_, hour: string) => `${HOURS.get(hour.toLowerCase()) ?? hour}:30`)
    .replace(/\bo'clock\b/iu, "")
    .trim();

const HOURS = new Map(
  "one two three four five six seven eight nine ten eleven twelve".split(" ").map((name, i) => [name, i + 1]),
);

/** Whether what was read is all that was written, but for words that say nothing. */
function covers(text: string, index: number, read: string): boolean {
  const rest = `${text.slice(0, index)} ${text.slice(index + read.length)}`;
  return rest.split(/[\s,.]+/u).every((word) => word === "" || EMPTY.has(word.toLowerCase()));
}

const EMPTY: ReadonlySet<string> = new Set([
  "on",
  "at",
  "by",
  "the",
  "of",
  "from",
  "in",
  "until",
  "due",
  "to",
  "day",
  "date",
  "o'clock",
  "sharp",
]);

/** An instant and the offset of its zone in minutes; null where it reads as none. */
function clockOf(now: string): { readonly instant: Date; readonly timezone: number } | null {
  const instant = new Date(now);
  if (Number.isNaN(instant.getTime())) return null;
  const zone = /([+-])(\d{2}):?(\d{2})$/u.exec(now);
  const minutes = zone === null ? 0 : Number(zone[2]) * 60 + Number(zone[3]);
  return { instant, timezone: zone?.[1] === "-" ? -minutes : minutes };
}

/** The day of the clock, `2026-06-01`; null without a clock. */
export function today(now: string | undefined): string | null {
  const clock = now === undefined ? null : clockOf(now);
  if (clock === null) return null;
  return new Date(clock.instant.getTime() + clock.timezone * 60_000).toISOString().slice(0, 10);
}
