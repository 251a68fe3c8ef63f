import { isDay, isDayOrMoment } from "@semantic-xpath/values";

/** The clock of current-date() and current-dateTime(): read once in a run, the first time that it is asked for. */
export class ReadClock {
  private reading: string | null = null;

  /** `given`: a fixed reading; without it the real clock, in the zone of the process. Throws a `RangeError` for an invalid moment. */
  constructor(private readonly given: Date | string | undefined) {
    if (given === undefined) return;
    const isMoment =
      typeof given === "string"
        ? isDayOrMoment(given) && !isDay(given)
        : given instanceof Date && !Number.isNaN(given.getTime());
    if (!isMoment)
      throw new RangeError(
        `now must be a date, or a text such as 2026-03-14T09:00:00+01:00 with its zone, not ${String(given)}`,
      );
  }

  /** The moment with its zone, as ISO 8601 has it. */
  get dateTime(): string {
    this.reading ??= typeof this.given === "string" ? this.given : inLocalZone(this.given ?? new Date());
    return this.reading;
  }

  /** The day of the moment, in its zone. */
  get date(): string {
    return this.dateTime.slice(0, 10);
  }

  /** The reading; null if it was never used. */
  get read(): string | null {
    return this.reading;
  }
}

function inLocalZone(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
  const two = (number: number): string => String(Math.trunc(number)).padStart(2, "0");
  const size = Math.abs(minutes);
  return minutes === 0 ? `${local}Z` : `${local}${minutes < 0 ? "-" : "+"}${two(size / 60)}:${two(size % 60)}`;
}
