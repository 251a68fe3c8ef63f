import { asciiLetters, type Wanted } from "./quantity.js";
import { wantedAmounts, wantedMoney } from "./wantedAmounts.js";
import { wantedDates, wantedTimes } from "./wantedTimes.js";

const MAY_WANT =
  /\d|\b(?:early|late|dawn|morning|noon|midday|lunchtime|afternoon|evening|tonight|night|overnight|dusk|midnight|week|weekend|weekdays?|workday|\w+day|summer|winter|spring|autumn|fall|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\w+ber|january|february|march|april|june|july|august|cheap|inexpensive|affordable|expensive|costly|pricey|free|quick|short|half|an? (?:hour|minute|day|week))\b/i;

/** Characters of a condition that quantities are looked for in. */
const MOST = 4096;

/**
 * The quantities that a condition asks for: "under 30 dollars", "between 6 and 8 pm", "in June", "weekend", "cheap". They don't
 * overlap: what is read first, in the order money, time, date, number, has its characters to itself. A condition
 * has them in its first 4096 characters.
 *
 * @example readWanted("in June")[0].satisfied({ kind: "date", year: 2026, month: 6, day: 13, weekday: 6 }) // 1
 */
export function readWanted(condition: string): Wanted[] {
  if (!MAY_WANT.test(condition)) return [];
  const letters = asciiLetters(condition.slice(0, MOST));
  const found: Wanted[] = [];
  for (const read of [wantedMoney, wantedTimes, wantedDates, wantedAmounts]) {
    for (const one of read(letters)) {
      if (found.every(({ start, end }) => one.end <= start || one.start >= end)) found.push(one);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
