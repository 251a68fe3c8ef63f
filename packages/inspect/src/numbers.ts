import type { QueryValue, SingleValue } from "@semantic-xpath/runtime";

/** Numbers and values as every surface of the project writes them. A door of its own: what shows numbers alone need not load the rest. */

/** A weight or score for people: two decimals. What is above 0 never reads as 0. */
export const weightText = (weight: number): string => (weight > 0 && weight < 0.005 ? "<.01" : weight.toFixed(2));

/** Two weights that are compared, with as many digits as it takes to tell them apart; "" where there is none. */
export function weightTexts(before: number | null, after: number | null): readonly [string, string] {
  const [one, other] = [before, after].map((weight) => (weight === null ? "" : weightText(weight))) as [string, string];
  return before === null || after === null || before === after || one !== other
    ? [one, other]
    : shortNumbers(before, after);
}

/** A whole number with thin spaces between thousands: `100 000`. */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");

/** `1 node`, `2 nodes`. `many` if an s does not make the plural. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;

/** The values of a result: none, one, or those of a list. */
export const valuesOf = (value: QueryValue): readonly SingleValue[] =>
  value === null ? [] : isList(value) ? value : [value];

const isList = (value: QueryValue): value is readonly SingleValue[] => Array.isArray(value);

/** A value as text, empty for one that is absent. */
export const singleText = (value: SingleValue | null): string => (value === null ? "" : String(value));

/**
 * A computed value as people read it: numbers with two decimals, below 1 with three digits, money in its minor unit, texts as they are. All digits
 * are in what programs read.
 */
export const readableValue = (value: SingleValue): string =>
  typeof value === "string"
    ? roundedMoney(value)
    : typeof value === "number" && Math.abs(value) >= 1
      ? decimal(Number(value.toFixed(2)))
      : typeof value === "number"
        ? shortNumber(value)
        : String(value);

const AMOUNT = /^(-?)(?:([A-Z]{3}) |\$)(\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;

/** The text of an amount of money as people read it: rounded to the minor unit of its currency. Every other text as it is. */
function roundedMoney(text: string): string {
  const [, sign, code, digits] = AMOUNT.exec(text) ?? [];
  if (digits === undefined || !digits.includes(".")) return text;
  const minor = new Intl.NumberFormat("en", { style: "currency", currency: code ?? "USD" }).resolvedOptions();
  return `${sign}${code === undefined ? "$" : `${code} `}${Number(digits).toFixed(minor.maximumFractionDigits)}`;
}

/** A value in one line: a list of several says how many it has. */
export function valueLine(value: QueryValue): string {
  const [first, ...others] = valuesOf(value);
  if (first === undefined) return isList(value) ? "an empty list" : "no value";
  return others.length === 0 ? readableValue(first) : counted(others.length + 1, "value");
}

/** A number for reading: three significant digits, without an exponent. */
export function shortNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const rounded = Number(value.toPrecision(3));
  return decimal(rounded);
}

/** Two numbers for reading that differ, rounded no further than that they still can be distinguished. */
export function shortNumbers(value: number, other: number): readonly [string, string] {
  if (value === other) return [shortNumber(value), shortNumber(other)];
  for (let digits = 3; digits < 17; digits++) {
    const [a, b] = [Number(value.toPrecision(digits)), Number(other.toPrecision(digits))];
    if (a !== b && a < b === value < other) return [decimal(a), decimal(b)];
  }
  return [decimal(value), decimal(other)];
}

/** As a query writes it: the shortest digits that read back as the number, never with an exponent. */
export function decimal(value: number): string {
  const text = String(value);
  const exponent = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (exponent === null) return text;
  const [, sign, first, rest = "", power] = exponent;
  const places = Number(power);
  if (places < 0) return `${sign}0.${"0".repeat(-places - 1)}${first}${rest}`;
  return `${sign}${first}${rest.padEnd(places, "0")}`;
}

/** The message of a failure, which may be any value that was thrown. */
export const messageOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));
