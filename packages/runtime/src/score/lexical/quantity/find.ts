import { eachLine } from "../lines.js";
import { amountOf, findAmounts } from "./amounts.js";
import { findDates } from "./dates.js";
import { findMoney } from "./money.js";
import type { FoundQuantity } from "./quantity.js";
import { findTimes } from "./times.js";

/** A quantity with the name of the attribute that has it, or null for own text. */
export interface PlacedQuantity extends FoundQuantity {
  readonly field: string | null;
}

const MAY_HAVE = /\d|noon|midday|midnight|\bfree\b|day\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const PRICE = /(?:^|[\W_])(?:cost|costs|price|fee|fare|budget|amount|total|rent|salary|spent)$/i;
const BARE = /^\s*(-?\d+(?:\.\d+)?)\s*$/;
const LAST_WORD = /(?:^|[\W_]|(?<=[a-z])(?=[A-Z]))([A-Za-z]+)$/;

/** The times, dates, sums and amounts of a text, which may be a node's: there an attribute's name tells what a bare number is. */
export function findQuantities(text: string): PlacedQuantity[] {
  if (!MAY_HAVE.test(text)) return [];
  const found: PlacedQuantity[] = [];
  const add = (value: string, field: string | null) => {
    for (const one of quantitiesOf(value, field)) found.push({ ...one, field });
  };
  eachLine(text, {
    type: () => {},
    attribute: (start, colon, end) => add(text.slice(colon + 2, end), text.slice(start, colon)),
    body: (start, end) => add(text.slice(start, end), null),
  });
  return found;
}

function quantitiesOf(value: string, field: string | null): FoundQuantity[] {
  if (!MAY_HAVE.test(value)) return [];
  const isPrice = field !== null && PRICE.test(field);
  const bare = BARE.exec(value);
  if (bare !== null) {
    const number = Number(bare[1]);
    const unit = field === null ? undefined : LAST_WORD.exec(field)?.[1];
    if (isPrice) return [{ quantity: { kind: "money", low: number, high: number, unit: "" }, text: value }];
    return unit === undefined ? [] : [{ quantity: amountOf(number, number, unit), text: value }];
  }
  return [...findMoney(value, isPrice), ...findDates(value), ...findTimes(value), ...findAmounts(value)];
}
