import { type Item, kindOf, type ValueError, valueError } from "./item.js";
import { declaredUnit, fromBase, toBase } from "./units.js";

/** A function of numbers on a number or on the number of a quantity in its unit, of durations on their seconds. */
export function onAmount(item: Item, apply: (number: number) => number): Item | ValueError {
  if (typeof item === "number") return apply(item);
  if (typeof item !== "object") return valueError("kinds", kindOf(item), "number");
  switch (item.kind) {
    case "money":
      return { ...item, amount: apply(item.amount) };
    case "quantity": {
      const unit = declaredUnit(item.unit)!;
      return { ...item, base: toBase(apply(fromBase(item.base, unit)), unit) };
    }
    default:
      return valueError("kinds", kindOf(item), "number");
  }
}

/** To a number of digits after the point, before it if negative; half a unit goes up, as in XPath. Exact in decimal digits. */
export function roundTo(number: number, precision: number): number {
  if (!Number.isFinite(number) || precision > MAX_DIGITS) return number;
  if (precision <= 0) {
    const unit = 10 ** -precision;
    return unit === Number.POSITIVE_INFINITY ? 0 * number : Math.round(number / unit) * unit;
  }
  if (Math.abs(number) >= 1e21) return number;
  if (number >= 0) return Number(number.toFixed(precision));
  const size = Math.abs(number);
  // `toFixed` takes half a unit away from zero; of negative numbers that is down.
  const isTie = /^50*$/.test(size.toFixed(MAX_DIGITS).split(".")[1]!.slice(precision));
  return isTie ? -Number(downTo(size, precision)) : Number(number.toFixed(precision));
}

/** Digits after the point that are exact. */
const MAX_DIGITS = 100;

const downTo = (size: number, precision: number): string => {
  const text = size.toFixed(MAX_DIGITS);
  return text.slice(0, text.indexOf(".") + 1 + precision);
};
