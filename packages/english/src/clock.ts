import type { ClockWords } from "@semantic-xpath/values";
import { ENGLISH_NUMBERS } from "./numbers.js";

/** The words of English for times of the day: the scanner's table. */
export const ENGLISH_CLOCK: ClockWords = {
  named: { noon: 12, midday: 12, midnight: 0 },
  counting: ENGLISH_NUMBERS,
  parts: { quarter: 15, half: 30 },
  minutes: ["minutes", "min"],
  past: ["past", "after"],
  to: ["to", "before"],
  doubtful: ["after", "before"],
  halves: { morning: "a", afternoon: "p", evening: "p", night: "night" },
  before: [["in", "the"], ["at"], ["this"]],
  early: ["early", "late"],
  clock: ["o", "clock"],
  article: "a",
  joins: ["-", "–", "—", "to", "until", "till"],
  between: ["between", "and"],
};
