import { isDay, isDayOrMoment } from "@semantic-xpath/values";
import { usage } from "../stop.js";

/** A day, or a moment with its zone, as a run takes it: a day begins at midnight UTC, and is that day whatever the zone. */
export function readNow(written: string): string | null {
  if (!isDayOrMoment(written)) return null;
  return isDay(written) ? `${written}T00:00:00Z` : written;
}

/** Value of `--now`; undefined without it. */
export function nowOption(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const now = readNow(written);
  if (now === null)
    throw usage(
      `--now is a day or a moment with its zone, such as 2026-03-14 or 2026-03-14T09:00+01:00, not "${written}".`,
    );
  return now;
}
