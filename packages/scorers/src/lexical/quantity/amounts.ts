import { COMMON_CURRENCIES, CURRENCY_SIGNS, timeUnitOf, unitOf } from "@semantic-xpath/values";
import { stemOf } from "../english.js";
import { type Amount, type FoundQuantity, foundBy, type Money } from "./quantity.js";

/** Units that are the same thing in another measure: words, the common unit, and the word for it; or how many of it each is. */
const MEASURES: readonly [string, string, string | number][] = [
  ["second sec minute min hour hr h day week", "minut", "minute"],
  ["g gram kg kilo", "gram", "gram"],
  ["m metre meter km kilometre kilometer", "metr", "metre"],
  // As spoken, not as surveyed.
  ["mile", "metr", 1609],
  ["kcal calorie cal", "calori", 1],
  ["star", "rate", 1],
];
const sizeOf = (word: string): number => timeUnitOf(word)?.size ?? unitOf(word)!.factor;
const MEASURE = new Map(
  MEASURES.flatMap(([words, common, of]) =>
    words.split(" ").map((word) => [word, { common, factor: typeof of === "number" ? of : sizeOf(word) / sizeOf(of) }]),
  ),
);

/** Words after a number that are no units. */
const UNITLESS =
  /^(?:and|or|to|of|in|at|on|for|the|with|by|am|pm|st|nd|rd|th|from|k|o|a|p|(?:dollar|buck|euro|quid|yen|rupee|franc)s?|usd|cad|aud|eur|gbp|jpy|chf|jan\w*|feb\w*|mar|march|apr\w*|may|june?|july?|aug\w*|sep\w*|oct|october|nov\w*|dec|december)$/i;

/** Whether a word can be a unit. */
export const isUnit = (word: string): boolean => !UNITLESS.test(word);

const COUNTED = /(?<![\w.,:$€£-])(\d+(?:,\d{3})*(?:\.\d+)?)(?:\s?[-–]\s?(\d+(?:\.\d+)?))?[\s-]?([a-z]+)\b/gi;

/** Numbers with a unit, "45 minutes", "1.5 km", "10-12 students": in the common measure where there is one. */
export const findAmounts = (text: string): FoundQuantity[] =>
  foundBy(COUNTED, text, ([, least, most = least, unit]) =>
    isUnit(unit!) ? amountOf(numberOf(least!), numberOf(most!), unit!) : null,
  );

/** An amount of a unit as it is written; in minutes, grams, metres where the unit is one of these. */
export function amountOf(low: number, high: number, unit: string): Amount {
  const name = unit.toLowerCase();
  const { common, factor } = MEASURE.get(name) ??
    MEASURE.get(name.replace(/s$/, "")) ?? { common: stemOf(name), factor: 1 };
  return { kind: "number", low: low * factor, high: high * factor, unit: common };
}

const CODES = COMMON_CURRENCIES.join("|");
const NUMBER = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`;
const MONEY = new RegExp(
  String.raw`(?:(?:(\b(?:${CODES})|[$€£¥₹])\s?(${NUMBER})(\s?k\b)?(?:\s?[-–]\s?[$€£¥₹]?(${NUMBER}))?)|(?<![\d.,])(${NUMBER})(?:\s?[-–]\s?(${NUMBER}))?\s?((?:${CODES})\b|(?:dollar|buck|euro|pound|quid|yen|rupee|franc)s?\b|[€£¥₹]))`,
  "gi",
);
const FREE = /\b(?:free (?:entry|admission|of charge|entrance)|for free|no charge|free)\b/i;

/**
 * Amounts of money: "$1,200.50", "CAD 25", "30 euros", "20-30 €". "Free" is 0 where the text is that of a price (`isPrice`) or
 * says free entry, free of charge and the like.
 */
export function findMoney(text: string, isPrice: boolean): FoundQuantity<Money>[] {
  const found = foundBy(MONEY, text, ([, sign, first, k, second, least, most, name]): Money => {
    const low = numberOf(first ?? least!) * (k === undefined ? 1 : 1000);
    const last = second ?? most;
    return { kind: "money", low, high: last === undefined ? low : numberOf(last), unit: currency(sign ?? name!) };
  });
  const free = FREE.exec(text);
  if (free !== null && found.length === 0 && (isPrice || free[0].length > 4)) {
    found.push({ quantity: { kind: "money", low: 0, high: 0, unit: "" }, text: free[0] });
  }
  return found;
}

export const numberOf = (text: string): number => Number(text.replaceAll(",", ""));

const currency = (name: string): string => CURRENCY_SIGNS[name.toLowerCase().replace(/s$/, "")] ?? name.toUpperCase();

/** Whether two amounts can be compared: the same currency, one unsaid, or a plain dollar and some country's. */
export function sameCurrency(one: string, other: string): boolean {
  if (one === other || one === "" || other === "") return true;
  return (one === "$" && other.endsWith("D")) || (other === "$" && one.endsWith("D"));
}
