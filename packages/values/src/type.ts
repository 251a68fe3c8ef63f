import { isCurrency } from "./currencies.js";
import { INTERVAL_KINDS, type IntervalOf } from "./item.js";
import { declaredUnit, timeUnitOf } from "./units.js";

type SimpleKind = "string" | "number" | "boolean" | "date" | "dateTime" | "time" | "duration";

/** A type of values. Without a currency or unit each value says its own. */
export type ValueType =
  | { readonly [Kind in SimpleKind]: { readonly kind: Kind } }[SimpleKind]
  | { readonly kind: "money"; readonly currency: string | null }
  | { readonly kind: "quantity"; readonly unit: string | null }
  | { readonly kind: "interval"; readonly of: IntervalOf };

/** Why a text is no type of values: `text` is the part that is wrong. */
export interface ValueTypeError {
  readonly kind: "ValueTypeError";
  readonly reason: "unknownType" | "unknownCurrency" | "unknownUnit" | "unknownInterval" | "noArgument";
  readonly text: string;
}

export const VALUE_KINDS = [
  ...["string", "number", "boolean", "date", "dateTime", "time", "duration", "money", "quantity", "interval"],
] as const as readonly ValueType["kind"][];

const TYPE = /^([A-Za-z]+)(?:\(([^()]*)\))?$/;

/** @example parseValueType("money(CAD)") // { kind: "money", currency: "CAD" } */
export function parseValueType(text: string): ValueType | ValueTypeError {
  const match = TYPE.exec(text.trim());
  const kind = VALUE_KINDS.find((one) => one === match?.[1]);
  if (match === null || kind === undefined) return error("unknownType", match?.[1] ?? text);
  const argument = match[2]?.trim();
  switch (kind) {
    case "money":
      if (argument === undefined) return { kind, currency: null };
      return isCurrency(argument) ? { kind, currency: argument } : error("unknownCurrency", argument);
    case "quantity":
      if (argument === undefined) return { kind, unit: null };
      return timeUnitOf(argument) !== null || declaredUnit(argument) === null
        ? error("unknownUnit", argument)
        : { kind, unit: argument };
    case "interval": {
      const of = INTERVAL_KINDS.find((one) => one === argument);
      return of === undefined ? error("unknownInterval", argument ?? "") : { kind, of };
    }
    default:
      return argument === undefined ? { kind } : error("noArgument", text);
  }
}

/** The type as a schema writes it: `parseValueType` reads it back. */
export function printValueType(type: ValueType): string {
  switch (type.kind) {
    case "money":
      return type.currency === null ? "money" : `money(${type.currency})`;
    case "quantity":
      return type.unit === null ? "quantity" : `quantity(${type.unit})`;
    case "interval":
      return `interval(${type.of})`;
    default:
      return type.kind;
  }
}

const error = (reason: ValueTypeError["reason"], text: string): ValueTypeError => ({
  kind: "ValueTypeError",
  reason,
  text,
});
