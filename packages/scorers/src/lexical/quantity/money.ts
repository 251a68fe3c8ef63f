import type { FoundQuantity } from "./quantity.js";

/** Signs and names of currencies, by code. A plain dollar may be anybody's. */
const CURRENCIES: Readonly<Record<string, string>> = {
  $: "$",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  dollar: "$",
  buck: "$",
  euro: "EUR",
  pound: "GBP",
  quid: "GBP",
  yen: "JPY",
  rupee: "INR",
  franc: "CHF",
};
const CODES = "USD|CAD|AUD|NZD|SGD|HKD|EUR|GBP|JPY|CHF|INR|CNY|SEK|NOK|DKK|PLN|CZK|MXN|BRL|ZAR";
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
export function findMoney(text: string, isPrice: boolean): FoundQuantity[] {
  const found: FoundQuantity[] = [];
  for (const match of text.matchAll(MONEY)) {
    const low = numberOf(match[2] ?? match[5]!) * (match[3] === undefined ? 1 : 1000);
    const last = match[4] ?? match[6];
    const quantity = {
      kind: "money",
      low,
      high: last === undefined ? low : numberOf(last),
      unit: currency(match[1] ?? match[7]!),
    } as const;
    found.push({ quantity, text: match[0].trim() });
  }
  const free = FREE.exec(text);
  if (free !== null && found.length === 0 && (isPrice || free[0].length > 4)) {
    found.push({ quantity: { kind: "money", low: 0, high: 0, unit: "" }, text: free[0] });
  }
  return found;
}

export const numberOf = (text: string): number => Number(text.replaceAll(",", ""));

const currency = (name: string): string => CURRENCIES[name.toLowerCase().replace(/s$/, "")] ?? name.toUpperCase();

/** Whether two amounts can be compared: the same currency, one unsaid, or a plain dollar and some country's. */
export function sameCurrency(one: string, other: string): boolean {
  if (one === other || one === "" || other === "") return true;
  return (one === "$" && other.endsWith("D")) || (other === "$" && one.endsWith("D"));
}
