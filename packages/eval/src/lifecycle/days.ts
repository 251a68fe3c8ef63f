import { monthName, plusDays, weekdayName } from "@semantic-xpath/values";
import type { Random } from "../measure/random.js";

/** Days as people say them; a day is `2025-03-14`. */

/** `14 March 2025`. */
export function longDay(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${date} ${monthName(month!)} ${year}`;
}

/** A day relative to another one, as a person would say it on that day. `days` is from -4 to 6, and not 0 for future events. */
export function relativeDay(today: string, days: number, random: Random): string {
  const far =
    days < 0
      ? ["yesterday", "two days ago", "three days ago"][-days - 1]
      : ["today", "tomorrow", "the day after tomorrow"][days];
  const named = `on ${weekdayName(Date.parse(plusDays(today, days)))}`;
  if (Math.abs(days) < 2) return far!;
  return far === undefined || random.share() < 0.5 ? named : far;
}
