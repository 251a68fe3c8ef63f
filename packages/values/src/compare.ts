import { comparable, type Item, isValueError, kindOf, type Quantity, type ValueError, valueError } from "./item.js";
import { measure } from "./read/measure.js";
import { orderKey, readBoolean, readLoosely } from "./readValue.js";
import type { ValueType } from "./type.js";
import { declaredUnit } from "./units.js";
import { readNumber } from "./untyped.js";

export type CompareOperator = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** `a < b` is `b > a`. */
export const MIRRORED: Readonly<Record<CompareOperator, CompareOperator>> = {
  "=": "=",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/**
 * `left operator right` as XPath 3.1 has it: numbers by IEEE (NaN is unequal to all), strings by code point, false before true, quantities
 * of one kind after conversion, dates with date-times as instants, intervals by start, then end. A string beside another kind
 * is read as that kind; a bare number beside money or a measure takes its unit. What does not go together is a `ValueError`.
 */
export function compareItems(left: Item, operator: CompareOperator, right: Item): boolean | ValueError {
  if (typeof left === "number" && typeof right === "number") return compareValues(left, operator, right);
  if (typeof left === "string" && typeof right === "string")
    return compareValues(compareStrings(left, right), operator, 0);
  const a = beside(left, right);
  if (isValueError(a)) return a;
  const b = beside(right, left);
  if (isValueError(b)) return b;
  const mistake = mismatch(a, b);
  return mistake ?? compareAligned(a, operator, b);
}

function compareAligned(a: Item, operator: CompareOperator, b: Item): boolean {
  const [left, right] = [orderKey(a), orderKey(b)];
  if (left !== right || typeof a !== "object" || a.kind !== "interval") return compareValues(left, operator, right);
  return compareValues(a.end, operator, (b as typeof a).end);
}

/** `left operator right` on numbers, or on strings by code unit. */
export function compareValues<T extends number | string>(left: T, operator: CompareOperator, right: T): boolean {
  switch (operator) {
    case "=":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
  }
}

/** -1, 0 or 1 by code point: UTF-16 orders what lies beyond the basic plane before U+E000. */
export function compareStrings(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  for (let i = 0; i < most; i++) {
    const [a, b] = [left.charCodeAt(i), right.charCodeAt(i)];
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? Math.sign(a - b) : isSurrogate(a) ? 1 : -1;
  }
  return Math.sign(left.length - right.length);
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xe000;

/** The item as it counts beside the other: a string read as the other's kind, a bare number with its unit; else itself. */
export function beside(item: Item, other: Item): Item | ValueError {
  if (typeof item === "string") return typeof other === "string" ? item : readBeside(item, other);
  return typeof item === "number" && typeof other === "object" ? withUnit(item, other) : item;
}

function readBeside(text: string, other: Item): Item | ValueError {
  const item =
    typeof other === "number"
      ? numberOrNull(text)
      : typeof other === "boolean"
        ? readBoolean(text)
        : readLoosely(typeOf(other as Quantity), text);
  return item ?? valueError("unreadable", text, kindOf(other));
}

function numberOrNull(text: string): number | null {
  const number = readNumber(text);
  return Number.isNaN(number) ? null : number;
}

function withUnit(number: number, other: Quantity): Item | ValueError {
  const none = (): ValueError => valueError("noUnit", String(number), other.kind);
  if (!Number.isFinite(number)) return none();
  if (other.kind === "money") return { ...other, amount: number };
  return other.kind === "quantity" ? (measure(number, declaredUnit(other.unit)!) ?? none()) : none();
}

/** The type that a quantity is of. A date beside a text is read as either a date or a date with its time. */
export function typeOf(quantity: Quantity): Extract<ValueType, { readonly kind: Quantity["kind"] }> {
  switch (quantity.kind) {
    case "money":
      return { kind: "money", currency: quantity.currency };
    case "quantity":
      return { kind: "quantity", unit: quantity.unit };
    case "interval":
      return { kind: "interval", of: quantity.of };
    default:
      return { kind: quantity.kind };
  }
}

/** Why two items can't be compared or added, null if they can. */
export function mismatch(a: Item, b: Item): ValueError | null {
  const [left, right] = [kindOf(a), kindOf(b)];
  if (comparable(left) !== comparable(right)) return valueError("kinds", left, right);
  if (typeof a !== "object" || typeof b !== "object") return null;
  if (a.kind === "money" && b.kind === "money") {
    return a.currency === b.currency ? null : valueError("currencies", a.currency, b.currency);
  }
  if (a.kind === "quantity" && b.kind === "quantity") {
    return a.dimension === b.dimension ? null : valueError("dimensions", a.unit, b.unit);
  }
  const intervals = a.kind === "interval" && b.kind === "interval" && comparable(a.of) !== comparable(b.of);
  return intervals ? valueError("kinds", `interval(${a.of})`, `interval(${b.of})`) : null;
}
