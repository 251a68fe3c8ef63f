import { usage } from "../stop.js";

/** A day, or a moment with its zone, as a run takes it: a day begins at midnight UTC, and is that day whatever the zone. */
export function readNow(written: string): string | null {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(written) ? `${written}T00:00:00Z` : written;
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(moment);
  return isWhole && isDay(moment.slice(0, 10)) && !Number.isNaN(Date.parse(moment)) ? moment : null;
}

/** `2026-02-30` is none, although the platform reads it as one of March. */
const isDay = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
};

/** What `--now` says; undefined without it. */
export function nowOption(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const now = readNow(written);
  if (now === null)
    throw usage(
      `--now is a day or a moment with its zone, such as 2026-03-14 or 2026-03-14T09:00+01:00, not "${written}".`,
    );
  return now;
}
