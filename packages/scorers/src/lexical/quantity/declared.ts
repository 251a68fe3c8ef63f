import type { Quantity } from "@semantic-xpath/english";
import type { Tree } from "@semantic-xpath/tree";
import { toBase, type Unit, unitOf } from "@semantic-xpath/values";
import { dateOrderIn } from "./dateOrder.js";

/** Interpretation of quantities in a tree, from the declarations of their schema and from other dates in them. */
export interface DeclaredQuantities {
  /** Equal for trees in which the same quantities mean the same. */
  readonly id: string;
  /** A quantity of an attribute, or of own text for null, as it is meant; null if it is a reading that is not meant. */
  meant(quantity: Quantity, field: string | null): Quantity | null;
}

/** Nothing is known: what may be read in two ways is both. */
export const UNDECLARED: DeclaredQuantities = { id: "", meant: (quantity) => quantity };

/** Declarations of a tree about its quantities. */
export function declaredQuantities({ source, values }: Tree): DeclaredQuantities {
  const units = unitsOf(source);
  const order = dateOrderIn(values);
  const declared =
    units.size === 0 ? "" : JSON.stringify([...units].map(([field, { symbol }]) => [field, symbol]).sort());
  // Trees with the same words may have their dates in another order: "13/5" and "5/13".
  const id = order === null ? declared : `${declared} ${order} first`;
  const interpret = (quantity: Quantity, field: string | null): Quantity | null => {
    if (quantity.first !== null && order !== null && quantity.first !== order) return null;
    const unit = field === null || quantity.unit !== "" ? undefined : units.get(field);
    return unit === undefined ? quantity : withUnit(quantity, unit);
  };
  return { id, meant: interpret };
}

/** A bare number in the unit or currency of its attribute. */
function withUnit(quantity: Quantity, unit: DeclaredUnit): Quantity {
  const { low, high } = quantity.written;
  if (quantity.kind !== "number" && quantity.kind !== "money") return quantity;
  if (unit.of === null) return { ...quantity, kind: "money", low, high, unit: unit.symbol, about: [] };
  const [least, most] = [toBase(low, unit.of), toBase(high, unit.of)];
  return { ...quantity, kind: "number", low: least, high: most, unit: unit.of.dimension };
}

interface DeclaredUnit {
  readonly symbol: string;
  /** Null for a currency. */
  readonly of: Unit | null;
}

/** Units by field, as far as they are known here. */
function unitsOf({ units }: Tree["source"]): ReadonlyMap<string, DeclaredUnit> {
  const byField = new Map<string, DeclaredUnit>();
  for (const [field, { kind, unit }] of units ?? []) {
    const measure = kind === "money" ? null : unitOf(unit);
    if (kind === "money" || measure !== null) byField.set(field, { symbol: unit, of: measure });
  }
  return byField;
}
