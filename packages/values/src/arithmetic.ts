import { addMonths, DAY, inCalendar, MINUTE } from "./calendar.js";
import { beside, mismatch, typeOf } from "./compare.js";
import {
  type DateTimeValue,
  type DateValue,
  type DurationValue,
  type Item,
  isValueError,
  kindOf,
  type MeasureValue,
  type MoneyValue,
  type TimeValue,
  type ValueError,
  valueError,
} from "./item.js";
import { dateOf } from "./read/date.js";
import { duration } from "./read/duration.js";
import { measure } from "./read/measure.js";
import { lengthOf, readLoosely, readValue } from "./readValue.js";
import type { ValueType } from "./type.js";
import { declaredUnit, fromBase } from "./units.js";

export type ArithmeticOperator = "+" | "-" | "*" | "div" | "mod";

/**
 * `left operator right` as XPath 3.1 has it, numbers as xs:double. Dates and times take durations and their differences are durations;
 * a month after the 31st is the last day of its month. Money and measures add to their like, and to bare numbers, which take their unit;
 * numbers multiply and divide them; one divided by its like is a number. A string is read as what the operation wants there: "7 days"
 * beside a date. What is not defined, and what has no finite result as a quantity, is a `ValueError`.
 */
export function calculate(left: Item, operator: ArithmeticOperator, right: Item): Item | ValueError {
  if (typeof left === "number" && typeof right === "number") return compute(left, operator, right);
  const a = operand(left, WANTED_LEFT, operator, right);
  if (isValueError(a)) return a;
  const b = operand(right, WANTED_RIGHT, operator, left);
  if (isValueError(b)) return b;
  if (typeof a === "number" && typeof b === "number") return compute(a, operator, b);
  return ofItems(a, operator, b) ?? valueError("kinds", kindOf(a), kindOf(b));
}

/** `left operator right` on numbers, in IEEE double precision; `mod` has the sign of the left side. */
export function compute(left: number, operator: ArithmeticOperator, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "div":
      return left / right;
    case "mod":
      return left % right;
  }
}

/** Types for reading a string beside an item of a kind, in this order: "like" is the item's own type. */
type ReadingTypes = Partial<
  Record<string, Partial<Record<ArithmeticOperator, readonly (ValueType["kind"] | "like")[]>>>
>;

const AMOUNT_RIGHT = { "+": ["like"], "-": ["like"], div: ["number", "like"] } as const;
const AMOUNT_LEFT = { "+": ["like"], "-": ["like"], div: ["like"] } as const;
const WANTED_RIGHT: ReadingTypes = {
  date: { "+": ["duration"], "-": ["duration", "like"] },
  dateTime: { "+": ["duration"], "-": ["duration", "like"] },
  time: { "+": ["duration"], "-": ["duration", "like"] },
  duration: { "+": ["duration", "date", "time"], "-": ["duration"], div: ["number", "duration"] },
  money: AMOUNT_RIGHT,
  quantity: AMOUNT_RIGHT,
};
const WANTED_LEFT: ReadingTypes = {
  date: { "+": ["duration"], "-": ["like"] },
  dateTime: { "+": ["duration"], "-": ["like"] },
  time: { "+": ["duration"], "-": ["like"] },
  duration: { "+": ["duration", "date", "time"], "-": ["duration", "date", "time"], div: ["duration"] },
  money: AMOUNT_LEFT,
  quantity: AMOUNT_LEFT,
};

function operand(item: Item, wanted: ReadingTypes, operator: ArithmeticOperator, other: Item): Item | ValueError {
  if (typeof item !== "string") return item;
  const kinds = wanted[kindOf(other)]?.[operator] ?? ["number"];
  for (const kind of kinds) {
    const read =
      kind === "like" && typeof other === "object"
        ? readLoosely(typeOf(other), item)
        : readValue({ kind } as ValueType, item);
    if (read !== null) return read;
  }
  return valueError("unreadable", item, kinds[0] === "like" ? kindOf(other) : kinds[0]!);
}

/** Null if the operation is not defined on these kinds. */
function ofItems(a: Item, operator: ArithmeticOperator, b: Item): Item | ValueError | null {
  if (typeof a === "number" && typeof b === "object") {
    if (operator === "*") return ofItems(b, operator, a);
    const converted = operator === "+" || operator === "-" ? beside(a, b) : null;
    return converted === null || isValueError(converted) ? converted : ofItems(converted, operator, b);
  }
  if (typeof a !== "object") return null;
  switch (a.kind) {
    case "date":
    case "dateTime":
    case "time":
      return ofMoment(a, operator, b);
    case "duration":
      return ofDuration(a, operator, b);
    case "money":
    case "quantity":
      return ofAmount(a, operator, b);
    case "interval":
      return null;
  }
}

type Moment = DateValue | DateTimeValue | TimeValue;

function ofMoment(a: Moment, operator: ArithmeticOperator, b: Item): Item | ValueError | null {
  if (typeof b === "number" && (operator === "+" || operator === "-")) return valueError("noUnit", String(b), a.kind);
  if (typeof b !== "object" || (operator !== "+" && operator !== "-")) return null;
  if (b.kind === "duration") return later(a, b, operator === "+" ? 1 : -1);
  if (operator === "+" || mismatch(a, b) !== null) return null;
  return duration(0, (a as Moment).ms - (b as Moment).ms);
}

function later(moment: Moment, { months, ms }: DurationValue, sign: 1 | -1): Item | ValueError | null {
  if (moment.kind === "time") {
    if (months !== 0) return null;
    const offset = (moment.zone ?? 0) * MINUTE;
    const local = (((moment.ms + offset + sign * ms) % DAY) + DAY) % DAY;
    return { ...moment, ms: local - offset };
  }
  const offset = moment.kind === "dateTime" ? (moment.zone ?? 0) * MINUTE : 0;
  const local = (months === 0 ? moment.ms + offset : addMonths(moment.ms + offset, sign * months)) + sign * ms;
  if (!inCalendar(local)) return valueError("range", moment.kind, "duration");
  return moment.kind === "date" ? dateOf(Math.floor(local / DAY) * DAY) : { ...moment, ms: local - offset };
}

function ofDuration(a: DurationValue, operator: ArithmeticOperator, b: Item): Item | ValueError | null {
  const range = (): ValueError => valueError("range", "duration", kindOf(b));
  if (typeof b === "number") {
    if (operator === "*") return duration(Math.round(a.months * b), a.ms * b) ?? range();
    if (operator === "div") return duration(Math.round(a.months / b), a.ms / b) ?? range();
    return operator === "mod" ? null : valueError("noUnit", String(b), a.kind);
  }
  if (typeof b !== "object") return null;
  if (b.kind !== "duration") return operator === "+" ? ofItems(b, "+", a) : null;
  if (operator === "+") return duration(a.months + b.months, a.ms + b.ms) ?? range();
  if (operator === "-") return duration(a.months - b.months, a.ms - b.ms) ?? range();
  return operator === "div" ? lengthOf(a) / lengthOf(b) : null;
}

type Amount = MoneyValue | MeasureValue;

function ofAmount(a: Amount, operator: ArithmeticOperator, b: Item): Item | ValueError | null {
  if (a.kind === "quantity" && a.dimension === "temperature") return ofTemperature(a, operator, b);
  if (typeof b === "number") {
    if (operator === "*" || operator === "div") return withNumber(a, compute(numberOf(a), operator, b));
    const divisor = operator === "mod" ? null : beside(b, a);
    return divisor === null || isValueError(divisor) ? divisor : ofAmount(a, operator, divisor);
  }
  if (operator === "*" || operator === "mod" || typeof b !== "object" || b.kind !== a.kind) return null;
  const result = compute(numberOf(a), operator, numberOf(b as Amount));
  return mismatch(a, b) ?? (operator === "div" ? result : withNumber(a, result));
}

/** Scales begin at different zeros: a bare number moves along its scale, and the difference of two is in kelvin. */
function ofTemperature(a: MeasureValue, operator: ArithmeticOperator, b: Item): Item | ValueError | null {
  if (operator !== "+" && operator !== "-") return null;
  const unit = declaredUnit(a.unit)!;
  if (typeof b === "number") {
    return measure(compute(fromBase(a.base, unit), operator, b), unit) ?? valueError("range", a.unit, String(b));
  }
  if (operator === "+" || kindOf(b) !== "quantity") return null;
  return mismatch(a, b) ?? { ...a, base: a.base - (b as MeasureValue).base, unit: "K" };
}

const numberOf = (amount: Amount): number => (amount.kind === "money" ? amount.amount : amount.base);

function withNumber(amount: Amount, number: number): Amount | ValueError {
  if (!Number.isFinite(number)) return valueError("range", amount.kind, "number");
  return amount.kind === "money" ? { ...amount, amount: number } : { ...amount, base: number };
}
