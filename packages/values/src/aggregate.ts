import { calculate } from "./arithmetic.js";
import { compareItems, mismatch } from "./compare.js";
import { type Item, isValueError, kindOf, type MeasureValue, type ValueError, valueError } from "./item.js";

/**
 * `sum`, `avg`, `min` or `max` of items of one kind, from left to right in IEEE doubles. Sums and averages are those of numbers, durations, money and
 * measures; the least and greatest those of everything that compares, NaN if a number is. Of none, the sum is 0 and the others null.
 */
export function aggregateItems(fn: "sum" | "avg" | "min" | "max", items: ArrayLike<Item>): Item | null | ValueError {
  if (items.length === 0) return fn === "sum" ? 0 : null;
  if (fn === "min" || fn === "max") return extreme(items, fn === "min" ? "<" : ">");
  const sum = sumOf(items, fn === "avg");
  return fn === "sum" || isValueError(sum) ? sum : divided(sum, items.length);
}

function extreme(items: ArrayLike<Item>, operator: "<" | ">"): Item | ValueError {
  let best = items[0]!;
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (Number.isNaN(item)) return Number.NaN;
    const better = compareItems(item, operator, best);
    if (isValueError(better)) return better;
    if (better) best = item;
  }
  return best;
}

const SUMMED = ["number", "duration", "money", "quantity"];

/** Temperatures have no sum, but the sum that an average is made of. */
function sumOf(items: ArrayLike<Item>, isForAverage: boolean): Item | ValueError {
  let sum = items[0]!;
  let i = 1;
  // Numbers alone need no look at kinds.
  for (; typeof sum === "number" && i < items.length; i++) {
    const item = items[i]!;
    if (typeof item !== "number") break;
    sum += item;
  }
  if (!SUMMED.includes(kindOf(sum))) return valueError("kinds", kindOf(sum), "number");
  for (; i < items.length; i++) {
    const item = items[i]!;
    const mistake = mismatch(sum, item);
    if (mistake !== null) return mistake;
    const next = isForAverage && isTemperature(sum) ? plusBase(sum, item) : calculate(sum, "+", item);
    if (isValueError(next)) return next;
    sum = next;
  }
  return sum;
}

const divided = (sum: Item, by: number): Item | ValueError =>
  isTemperature(sum) ? { ...sum, base: sum.base / by } : calculate(sum, "div", by);

const isTemperature = (item: Item): item is MeasureValue =>
  typeof item === "object" && item.kind === "quantity" && item.dimension === "temperature";

const plusBase = (sum: MeasureValue, item: Item): Item => ({ ...sum, base: sum.base + (item as MeasureValue).base });
