import { DURATION } from "./amounts.js";
import type { Quantity } from "./quantity.js";
import { EVERYTHING, timeWithin } from "./satisfied.js";
import { HOUR } from "./times.js";
import type { Asking } from "./wanted.js";

/** Parts of the day from hour to hour. The more special name comes first. */
const PARTS: readonly (readonly [RegExp, number, number])[] = [
  [/\bearly (?:in the )?morning\b/gi, 4, 9],
  [/\blate (?:in the )?morning\b/gi, 10, 12],
  [/\bearly (?:in the )?afternoon\b/gi, 12, 15],
  [/\blate (?:in the )?afternoon\b/gi, 15, 18],
  [/\bearly (?:in the )?evening\b/gi, 17, 19],
  [/\blate (?:at night|in the evening|evening|night)\b/gi, 21, 27],
  [/\b(?:dawn|sunrise)\b/gi, 4, 7],
  [/\bmornings?\b/gi, 5, 12],
  [/\b(?:noon|midday|lunchtime)\b/gi, 11.5, 13.5],
  [/\bafternoons?\b/gi, 12, 18],
  [/\b(?:evenings?|dinnertime)\b/gi, 17, 22],
  [/\b(?:dusk|sunset)\b/gi, 19, 22],
  [/\b(?:tonight|nights?|overnight|midnight)\b/gi, 20, 29],
];

/** The sum at which "cheap" is half true, in a currency like the dollar. Measured: on everyday conditions .003 of AUC below at 10, flat from 20 to 40. */
const CHEAP = 20;
/** The sum at which "expensive" is half true. Measured on 347 requests: flat from 40 to 90. */
const EXPENSIVE = 60;
/** Seconds that are half quick. Measured: flat from ten minutes to forty. */
const QUICK = 20 * 60;

type Grade = (quantity: Quantity) => number;

const WORDS: readonly (readonly [RegExp, Quantity["kind"], Grade])[] = [
  [
    /\b(?:cheap|inexpensive|affordable)\b/gi,
    "money",
    ({ low }) => (low <= 1.5 * CHEAP ? CHEAP / (CHEAP + Math.max(0, low)) : 0),
  ],
  [/\b(?:expensive|costly|pricey)\b/gi, "money", ({ low }) => (low >= EXPENSIVE / 2 ? low / (low + EXPENSIVE) : 0)],
  [/(?<!-)\bfree(?: of charge| entry| admission| entrance)?\b(?! time)/gi, "money", ({ low }) => (low === 0 ? 1 : 0)],
  [/\bquick\b/gi, "number", ({ low, unit }) => (unit === DURATION && low <= QUICK ? QUICK / (QUICK + low) : 0)],
  ...PARTS.map(([pattern, from, to]) => {
    const bounds = { ...EVERYTHING, low: from * HOUR, high: to * HOUR, of: "whole" } as const;
    return [pattern, "time", (of: Quantity) => timeWithin(of, bounds)] as const;
  }),
];

/** All patterns in one: most conditions match none. */
const ANY = new RegExp(WORDS.map(([{ source }]) => source).join("|"), "i");

/** Words that ask for a quantity beside what else they mean: "morning", "cheap", "free", "quick". */
export function wordsThatWant(condition: string): Asking[] {
  const requirements: Asking[] = [];
  if (!ANY.test(condition)) return requirements;
  for (const [pattern, kind, grade] of WORDS) {
    for (const { 0: text, index } of condition.matchAll(pattern)) {
      const span = { start: index, end: index + text.length };
      if (requirements.some((one) => one.start < span.end && one.end > span.start)) continue;
      requirements.push({
        ...span,
        kind,
        only: false,
        test: (quantity) => (quantity.kind === kind ? grade(quantity) : 0),
      });
    }
  }
  return requirements;
}
