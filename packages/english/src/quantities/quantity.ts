import type { Comparison } from "./comparisons.js";

/**
 * - `time`: a moment or span of the day;
 * - `date`: days, or the parts of a day without its year;
 * - `money`: a sum;
 * - `number`: an amount in a unit, or a count of things.
 */
export type QuantityKind = "time" | "date" | "money" | "number";

/** Quantity in a text, as a range; both ends of a single value are equal. */
export interface Quantity {
  readonly kind: QuantityKind;
  /**
   * `time`: minutes from midnight, with `high` beyond 1440 if it is on the next day. `date`: days since 1970, NaN without a year. `money`: the
   * sum. `number`: the amount in the base unit of the dimension (seconds for durations), or the count.
   */
  readonly low: number;
  readonly high: number;
  /** A currency code, "" for any; or a dimension, "" for a bare number and for things that are counted. */
  readonly unit: string;
  /** The numbers as they are written, whatever their unit. */
  readonly written: { readonly low: number; readonly high: number };
  /** Parts of a date beside its days: `monthBits`, `weekdayBits` and `dayBits`. */
  readonly parts: number;
  /** Stems of what it is an amount of: "protein" of "40 g of protein", "student" of "10 students". Empty: not said. */
  readonly about: readonly string[];
  /** The first part in this reading of an ambiguous date such as "5/10/2023"; null if the date is not ambiguous. */
  readonly first: "day" | "month" | null;
}

/** A quantity with its place. */
export interface QuantitySpan {
  readonly quantity: Quantity;
  /** UTF-16 units, the end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** A reading of some tokens; where they may mean several things, all of these. */
export interface Reading {
  readonly quantities: readonly Quantity[];
  /** The token after the last. */
  readonly end: number;
  /** True if its number is in words. */
  readonly spoken?: boolean;
  /** Comparison between the number and its unit: "10 or more students". */
  readonly compared?: Comparison;
}

const PLAIN = { unit: "", parts: 0, about: [], first: null } as const;

export const timeSpan = (low: number, high: number): Quantity => ({
  ...PLAIN,
  ...{ kind: "time", low, high, written: { low, high } },
});

export const sum = (low: number, high: number, currency: string): Quantity => ({
  ...PLAIN,
  ...{ kind: "money", low, high, unit: currency, written: { low, high } },
});

/** A date: `low` and `high` are days if it has a year, else all its parts are in `parts`. */
export const days = (low: number, high: number, parts: number): Quantity => ({
  ...PLAIN,
  ...{ kind: "date", low, high, parts, written: { low, high } },
});

const MONTHS = 12;
const WEEKDAYS = 7;

/** Months from 1. */
export const monthBits = (...months: readonly number[]): number =>
  months.reduce((bits, month) => bits | (1 << (month - 1)), 0);
/** Weekdays from 0 for Sunday. */
export const weekdayBits = (...weekdays: readonly number[]): number =>
  weekdays.reduce((bits, weekday) => bits | (1 << (MONTHS + weekday)), 0);
/** The day of a month. */
export const dayBits = (day: number): number => day << (MONTHS + WEEKDAYS);

export const monthsOf = (parts: number): number => parts & ((1 << MONTHS) - 1);
export const weekdaysOf = (parts: number): number => (parts >> MONTHS) & ((1 << WEEKDAYS) - 1);
export const dayOf = (parts: number): number => parts >> (MONTHS + WEEKDAYS);
