import { stemOf } from "../stem.js";
import { numberOf } from "./money.js";
import type { Amount, FoundQuantity } from "./quantity.js";

/** Units that are the same thing in another measure, as a factor of a common unit. */
const MEASURES: Readonly<Record<string, readonly [string, number]>> = {
  second: ["minut", 1 / 60],
  sec: ["minut", 1 / 60],
  minute: ["minut", 1],
  min: ["minut", 1],
  hour: ["minut", 60],
  hr: ["minut", 60],
  h: ["minut", 60],
  day: ["minut", 1440],
  week: ["minut", 10_080],
  g: ["gram", 1],
  gram: ["gram", 1],
  kg: ["gram", 1000],
  kilo: ["gram", 1000],
  m: ["metr", 1],
  metre: ["metr", 1],
  meter: ["metr", 1],
  km: ["metr", 1000],
  kilometre: ["metr", 1000],
  kilometer: ["metr", 1000],
  mile: ["metr", 1609],
  kcal: ["calori", 1],
  calorie: ["calori", 1],
  cal: ["calori", 1],
  star: ["rate", 1],
};

/** Words behind a number that are no units. */
const UNITLESS =
  /^(?:and|or|to|of|in|at|on|for|the|with|by|am|pm|st|nd|rd|th|from|k|o|a|p|(?:dollar|buck|euro|quid|yen|rupee|franc)s?|usd|cad|aud|eur|gbp|jpy|chf|jan\w*|feb\w*|mar|march|apr\w*|may|june?|july?|aug\w*|sep\w*|oct|october|nov\w*|dec|december)$/i;

/** Whether a word can be a unit. */
export const isUnit = (word: string): boolean => !UNITLESS.test(word);

const COUNTED = /(?<![\w.,:$€£-])(\d+(?:,\d{3})*(?:\.\d+)?)(?:\s?[-–]\s?(\d+(?:\.\d+)?))?[\s-]?([a-z]+)\b/gi;

/** Numbers with a unit, "45 minutes", "1.5 km", "10-12 students": in the common measure where there is one. */
export function findAmounts(text: string): FoundQuantity[] {
  const found: FoundQuantity[] = [];
  for (const match of text.matchAll(COUNTED)) {
    if (!isUnit(match[3]!)) continue;
    const low = numberOf(match[1]!);
    const high = match[2] === undefined ? low : numberOf(match[2]);
    found.push({ quantity: amountOf(low, high, match[3]!), text: match[0] });
  }
  return found;
}

/** An amount of a unit as it is written; in minutes, grams, metres where the unit is one of these. */
export function amountOf(low: number, high: number, unit: string): Amount {
  const name = unit.toLowerCase();
  const [common, factor] = MEASURES[name] ?? MEASURES[name.replace(/s$/, "")] ?? [stemOf(name), 1];
  return { kind: "number", low: low * factor, high: high * factor, unit: common };
}
