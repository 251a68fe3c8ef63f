import { MEAN_MONTH } from "./calendar.js";
import { comparable, type Item, kindOf, type Quantity } from "./item.js";
import { readDateTime, readDay } from "./read/date.js";
import { readDuration } from "./read/duration.js";
import { readInterval } from "./read/interval.js";
import { readMeasure } from "./read/measure.js";
import { readMoney } from "./read/money.js";
import { readTime } from "./read/time.js";
import { isText, type ValueType } from "./type.js";
import { declaredUnit } from "./units.js";
import { readDate, readNumber } from "./untyped.js";

/** Maximum UTF-16 units of a quantity: longer texts are prose. */
export const MAX_CHARACTERS = 100;

/**
 * The value of a text by a type, in any of the formats of data (docs/reference/values.md). Null without one, or for one of
 * another currency or dimension than that of the type. Surrounding white space is ignored; formats that mean different days in different
 * countries are not read. Time linear in the text.
 */
export function readValue(type: ValueType, text: string): Item | null {
  switch (type.kind) {
    case "string":
    case "id":
    case "ref":
      return text;
    case "number": {
      const number = readNumber(text);
      return Number.isNaN(number) ? null : number;
    }
    case "boolean":
      return readBoolean(text.trim());
    default:
      return readQuantity(type, text);
  }
}

type QuantityType = Extract<ValueType, { readonly kind: Quantity["kind"] }>;

function readQuantity(type: QuantityType, text: string): Quantity | null {
  const read = readLoosely(type, text);
  if (read === null) return null;
  if (type.kind === "money") return type.currency === null || isOf(read, type.currency) ? read : null;
  return type.kind === "quantity" && type.unit !== null && !isOf(read, type.unit) ? null : read;
}

/** As `readValue`, but in any currency or unit: a bare number, and a sign that countries share, takes that of the type. */
export function readLoosely(type: QuantityType, written: string): Quantity | null {
  const text = written.trim();
  if (text.length > MAX_CHARACTERS) return null;
  switch (type.kind) {
    case "date":
      return readDay(text);
    case "dateTime":
      return readDateTime(text);
    case "time":
      return readTime(text);
    case "duration":
      return readDuration(text);
    case "money":
      return readMoney(text, type.currency);
    case "quantity":
      return readMeasure(text, type.unit);
    case "interval":
      return readInterval(text, type.of);
  }
}

const isOf = (quantity: Quantity, unit: string): boolean =>
  quantity.kind === "money"
    ? quantity.currency === unit
    : quantity.kind === "quantity" && quantity.dimension === declaredUnit(unit)?.dimension;

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/** "true" or "1", "false" or "0"; null if it is neither. */
export const readBoolean = (text: string): boolean | null => TRUTHS.get(text) ?? null;

/** True if values of a type have numbers as keys: not strings, nor sums of money and measures whose units differ. */
export const hasKeys = (type: ValueType): boolean =>
  type.kind === "money" ? type.currency !== null : type.kind === "quantity" ? type.unit !== null : !isText(type);

/**
 * A number by which the values of a type that has keys sort and compare: `keyOf(a) < keyOf(b)` is `a < b`. NaN where the text does not
 * read as the type. Of an interval it is the start; `endKeyOf` orders those that start together.
 */
export function keyOf(type: ValueType, text: string): number {
  if (type.kind === "number") return readNumber(text);
  if (!hasKeys(type)) return Number.NaN;
  if (type.kind === "date" || type.kind === "dateTime") {
    const iso = readDate(text);
    if (!Number.isNaN(iso)) return iso;
  }
  const item = readValue(type, text);
  return item === null ? Number.NaN : orderKey(item);
}

/** The end of an interval as a number, NaN for values of any other type. */
export function endKeyOf(type: ValueType, text: string): number {
  const item = type.kind === "interval" ? readLoosely(type, text) : null;
  return item?.kind === "interval" ? item.end : Number.NaN;
}

/** The number by which an item is ordered among those of its kind, currency and dimension; NaN for a string. */
export function orderKey(item: Item): number {
  if (typeof item !== "object") return typeof item === "string" ? Number.NaN : Number(item);
  switch (item.kind) {
    case "duration":
      return lengthOf(item);
    case "money":
      return item.amount;
    case "quantity":
      return item.base;
    case "interval":
      return item.start;
    default:
      return item.ms;
  }
}

/** Milliseconds, with a month as long as the average one: what durations of months and of days are ordered by. */
export const lengthOf = ({ months, ms }: { readonly months: number; readonly ms: number }): number =>
  months === 0 ? ms : months * MEAN_MONTH + ms;

/** A key that two items have in common exactly if they are equal, of one kind, currency and dimension. */
export function equalKey(item: Item): string {
  if (typeof item !== "object") return `${typeof item} ${typeof item === "number" ? item + 0 : item}`;
  const key = orderKey(item) + 0;
  switch (item.kind) {
    case "money":
      return `money ${item.currency} ${key}`;
    case "quantity":
      return `quantity ${item.dimension} ${key}`;
    case "interval":
      return `interval ${comparable(item.of)} ${key} ${item.end + 0}`;
    default:
      return `${comparable(kindOf(item))} ${key}`;
  }
}
