import { scanClockTimes } from "@semantic-xpath/values";
import { ENGLISH_CLOCK } from "../clock.js";
import { type Reading, timeSpan } from "./quantity.js";
import type { Tokens } from "./tokens.js";

/** Minutes. */
export const HOUR = 60;
export const NOON = 12 * HOUR;
export const DAY_MINUTES = 24 * HOUR;

/** Reads a time of the day, or a span of it. A span with an end before its begin ends on the next day. */
export function readTime(tokens: Tokens, at: number): Reading | null {
  const scanned = scanClockTimes(tokens, at, ENGLISH_CLOCK);
  if (scanned === null) return null;
  const { first, last, end } = scanned;
  const high = last ?? first;
  return { quantities: [timeSpan(first, high < first ? high + DAY_MINUTES : high)], end };
}
