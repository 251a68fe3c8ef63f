import { amountOf, findAmounts } from "./amounts.js";
import { asciiLetters } from "./asciiLetters.js";
import { findDates } from "./dates.js";
import { findMoney } from "./money.js";
import type { FoundQuantity } from "./quantity.js";
import { findTimes } from "./times.js";

const MAY_HAVE = /\d|noon|midday|midnight|\bfree\b|day\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const MAY_BE_MONEY = /[$€£¥₹]|\d\s?[a-z]{3}|[A-Z]{3}\s?\d|free|no charge/i;
const MAY_BE_DATE = /\d-\d|day\b|days\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const MAY_BE_TIME = /\d[:h]\d|\d\s*[ap]\.?m|clock|noon|midday|midnight/i;
const MAY_BE_AMOUNT = /\d[\s-]?[a-z]/i;
const PRICE = /(?:^|[\W_])(?:cost|costs|price|fee|fare|budget|amount|total|rent|salary|spent)$/i;
const BARE = /^\s*(-?\d+(?:\.\d+)?)\s*$/;
const LAST_WORD = /(?:^|[\W_]|(?<=[a-z])(?=[A-Z]))([A-Za-z]+)$/;

/** Whether a text can have quantities: a cheap test that most texts fail. */
export const mayHaveQuantities = (text: string): boolean => MAY_HAVE.test(text);

/** The times, dates, sums and amounts of a value; the name of its attribute tells what a bare number is. */
export function quantitiesOf(text: string, field: string | null): FoundQuantity[] {
  if (!MAY_HAVE.test(text)) return [];
  const value = asciiLetters(text);
  const isPrice = field !== null && PRICE.test(field);
  const bare = BARE.exec(value);
  if (bare !== null) {
    const number = Number(bare[1]);
    const unit = field === null ? undefined : LAST_WORD.exec(field)?.[1];
    if (isPrice) return [{ quantity: { kind: "money", low: number, high: number, unit: "" }, text: value }];
    return unit === undefined ? [] : [{ quantity: amountOf(number, number, unit), text: value }];
  }
  const found: FoundQuantity[] = [];
  if (isPrice || MAY_BE_MONEY.test(value)) found.push(...findMoney(value, isPrice));
  if (MAY_BE_DATE.test(value)) found.push(...findDates(value));
  if (MAY_BE_TIME.test(value)) found.push(...findTimes(value));
  if (MAY_BE_AMOUNT.test(value)) found.push(...findAmounts(value));
  return found;
}
