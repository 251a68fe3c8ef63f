/** A day. `ms` is its midnight in UTC, in milliseconds since 1970. */
export interface DateValue {
  readonly kind: "date";
  readonly ms: number;
}

/** An instant. `zone` is what was written, in minutes east of UTC; null: none, read as UTC. `ms` since 1970 in UTC either way. */
export interface DateTimeValue {
  readonly kind: "dateTime";
  readonly ms: number;
  readonly zone: number | null;
}

/** A time of the day: milliseconds from midnight in UTC, so below 0 or beyond a day for some zones. */
export interface TimeValue {
  readonly kind: "time";
  readonly ms: number;
  readonly zone: number | null;
}

/**
 * A length of time. Months have no fixed length, so they are kept apart; `months` is an integer, `ms` may have a fraction. They are not
 * of different sign.
 */
export interface DurationValue {
  readonly kind: "duration";
  readonly months: number;
  readonly ms: number;
}

/** `currency` is an ISO 4217 code, or "$" where no country is said. */
export interface MoneyValue {
  readonly kind: "money";
  readonly amount: number;
  readonly currency: string;
}

/** A measure: `base` is in the base unit of the dimension (metres, kilograms, kelvins …), `unit` the one that was written. */
export interface MeasureValue {
  readonly kind: "quantity";
  readonly base: number;
  readonly dimension: string;
  readonly unit: string;
}

export const INTERVAL_KINDS = ["time", "date", "dateTime", "number"] as const;
export type IntervalOf = (typeof INTERVAL_KINDS)[number];

/**
 * From `start` up to, and without, `end`: numbers, or milliseconds as the value of that kind has. `start <= end`; an interval of times
 * that ends on the next day has its end beyond 24 hours. `zone` as of the value.
 */
export interface IntervalValue {
  readonly kind: "interval";
  readonly of: IntervalOf;
  readonly start: number;
  readonly end: number;
  readonly zone: number | null;
}

export type Quantity =
  | DateValue
  | DateTimeValue
  | TimeValue
  | DurationValue
  | MoneyValue
  | MeasureValue
  | IntervalValue;

/** Result of an expression over values. Numbers are IEEE doubles. Quantities are finite and frozen by type. */
export type Item = number | string | boolean | Quantity;

export type ItemKind = "number" | "string" | "boolean" | Quantity["kind"];

export const kindOf = (item: Item): ItemKind => (typeof item === "object" ? item.kind : (typeof item as ItemKind));

/** Kind for comparisons: dates compare with date-times, as instants. */
export const comparable = (kind: ItemKind): string => (kind === "date" ? "dateTime" : kind);

/** Why two values don't go together. */
export type ValueErrorReason =
  /** A text that does not read as what is beside it: `left` is the text, `right` the kind. */
  | "unreadable"
  /** Two kinds that this operation is not defined for: `left` and `right` are kinds. */
  | "kinds"
  /** Two currencies and no rate: `left` and `right` are their codes. */
  | "currencies"
  /** Units of two dimensions: `left` and `right` are the units. */
  | "dimensions"
  /** A bare number beside a quantity that has no unit of its own: `left` is the number, `right` the kind. */
  | "noUnit"
  /** A result beyond its kind: a year after 9999, a duration without end; `left` and `right` are the operands. */
  | "range";

/** A mistake in data or query, as a value: the caller makes a diagnostic of it. */
export interface ValueError {
  readonly kind: "ValueError";
  readonly reason: ValueErrorReason;
  readonly left: string;
  readonly right: string;
}

export const valueError = (reason: ValueErrorReason, left: string, right: string): ValueError => ({
  kind: "ValueError",
  reason,
  left,
  right,
});

export const isValueError = (value: unknown): value is ValueError =>
  typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "ValueError";
