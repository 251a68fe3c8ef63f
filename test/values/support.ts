import {
  type Item,
  isValueError,
  parseValueType,
  readValue,
  type ValueError,
  type ValueType,
} from "@semantic-xpath/values";
import fc from "fast-check";

export const typeNamed = (name: string): ValueType => parseValueType(name) as ValueType;

/** The item that a text certainly says. */
export function item(type: string, text: string): Item {
  const read = readValue(typeNamed(type), text);
  if (read === null) throw new Error(`"${text}" is no ${type}`);
  return read;
}

/** The result where there certainly is one. */
export function sound<T>(result: T | ValueError): T {
  if (isValueError(result)) throw new Error(JSON.stringify(result));
  return result;
}

const DAY = 86_400_000;
const zone = fc.option(fc.integer({ min: -56, max: 56 }).map((quarters) => quarters * 15));
const day = fc.integer({ min: -30_000, max: 60_000 }).map((number) => number * DAY);
const ms = fc.oneof(
  fc.integer({ min: 0, max: DAY - 1 }),
  fc.integer({ min: 0, max: 95 }).map((quarters) => quarters * 900_000),
);
const amount = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((x) => x + 0),
);
const length = fc.integer({ min: 0, max: DAY - 1 });

/** Items of each type, as texts can say them. */
export const ITEMS: Readonly<Record<string, fc.Arbitrary<Item>>> = {
  number: amount,
  boolean: fc.boolean(),
  date: day.map((at) => ({ kind: "date", ms: at })),
  dateTime: fc
    .tuple(day, ms, zone)
    .map(([at, time, east]) => ({ kind: "dateTime", ms: at + time - (east ?? 0) * 60_000, zone: east })),
  time: fc.tuple(ms, zone).map(([at, east]) => ({ kind: "time", ms: at - (east ?? 0) * 60_000, zone: east })),
  duration: fc.tuple(fc.nat(40), fc.nat(10 * DAY), fc.constantFrom(1, -1)).map(([months, at, sign]) => ({
    ...{ kind: "duration", months: months * sign + 0, ms: at * sign + 0 },
  })),
  "money(CAD)": amount.map((number) => ({ kind: "money", amount: number, currency: "CAD" })),
  "quantity(kg)": amount.map((base) => ({ kind: "quantity", base, dimension: "mass", unit: "kg" })),
  "interval(time)": fc.tuple(ms, length, zone).map(([at, long, east]) => {
    const start = at - (east ?? 0) * 60_000;
    return { kind: "interval", of: "time", start, end: start + long, zone: east };
  }),
  "interval(date)": fc.tuple(day, fc.nat(100)).map(([start, days]) => ({
    ...{ kind: "interval", of: "date", start, end: start + days * DAY, zone: null },
  })),
  "interval(dateTime)": fc.tuple(day, ms, length, zone).map(([at, time, long, east]) => ({
    ...{ kind: "interval", of: "dateTime", start: at + time, end: at + time + long, zone: east },
  })),
  "interval(number)": fc.tuple(amount, amount).map(([a, b]) => ({
    ...{ kind: "interval", of: "number", start: Math.min(a, b), end: Math.max(a, b), zone: null },
  })),
} as Readonly<Record<string, fc.Arbitrary<Item>>>;
