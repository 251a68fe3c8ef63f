import { asciiLetters } from "./asciiLetters.js";
import type { Quantity } from "./quantity.js";
import { type Bounds, wantedAmounts, wantedMoney } from "./wantedAmounts.js";
import { wantedDates, wantedTimes } from "./wantedTimes.js";

/** What a condition asks of a quantity, with the words that ask it: `satisfied` gives how well one does, in [0, 1]. */
export interface Wanted {
  readonly kind: "time" | "date" | "money" | "number";
  readonly start: number;
  readonly end: number;
  /** Whether the words mean this and nothing else ("under 30 dollars"); a word such as "morning" is looked for too. */
  readonly only: boolean;
  satisfied(quantity: Quantity): number;
}

export type { Bounds };

const MAY_WANT =
  /\d|\b(?:early|late|dawn|morning|noon|midday|lunchtime|afternoon|evening|tonight|night|overnight|dusk|midnight|week|weekend|weekdays?|workday|\w+day|summer|winter|spring|autumn|fall|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\w+ber|january|february|march|april|june|july|august|cheap|inexpensive|affordable|expensive|costly|pricey|free|quick|short|half|an? (?:hour|minute|day|week))\b/i;

/**
 * The quantities that a condition asks for: "under 30 dollars", "between 6 and 8 pm", "in June", "weekend", "cheap". They don't
 * overlap: what is read first, in the order money, time, date, number, has its characters to itself.
 *
 * @example readWanted("in June")[0].satisfied({ kind: "date", year: 2026, month: 6, day: 13, weekday: 6 }) // 1
 */
export function readWanted(condition: string): Wanted[] {
  if (!MAY_WANT.test(condition)) return [];
  const letters = asciiLetters(condition);
  const found: Wanted[] = [];
  for (const read of [wantedMoney, wantedTimes, wantedDates, wantedAmounts]) {
    for (const one of read(letters)) {
      if (found.every(({ start, end }) => one.end <= start || one.start >= end)) found.push(one);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
