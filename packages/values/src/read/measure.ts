import type { MeasureValue } from "../item.js";
import { declaredUnit, singular, toBase, type Unit, unitOf } from "../units.js";
import { splitAmount } from "./amount.js";

/** A measure, "12 km", "1,5 l", "20 °C". A bare number is in the declared unit, which need not be one of ours: "servings". */
export function readMeasure(text: string, declared: string | null): MeasureValue | null {
  const parts = splitAmount(text);
  if (parts === null || parts.before !== "") return null;
  const unitOfType = declared === null ? null : declaredUnit(declared);
  const unit = parts.after === "" ? unitOfType : (unitOf(parts.after) ?? sameWord(unitOfType, parts.after));
  return unit === null ? null : measure(parts.value, unit);
}

/** An amount of a unit; null beyond a double. */
export function measure(value: number, unit: Unit): MeasureValue | null {
  const base = toBase(value, unit);
  return Number.isFinite(base) ? { kind: "quantity", base, dimension: unit.dimension, unit: unit.symbol } : null;
}

const sameWord = (unit: Unit | null, written: string): Unit | null =>
  unit !== null && singular(written) === unit.dimension ? unit : null;
