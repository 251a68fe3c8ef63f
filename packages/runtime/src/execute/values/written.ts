import { formatItem, type Item, readBoolean, readNumber, type ValueType } from "@semantic-xpath/values";
import type { Column } from "./column.js";

/** One value of a result. Dates, times, durations, amounts and intervals are texts, as the data may write them. */
export type SingleValue = string | number | boolean;

/** The kind that all columns have of which the values are. */
export function kindOfColumn(column: Column): ValueType["kind"] | null {
  if (column.kind === "numbers") return null;
  if (column.type !== null) return column.type.kind;
  if (column.kind === "items" && column.resultKind !== undefined) return column.resultKind;
  const kinds = new Set((column.inferred?.columns ?? []).map(({ facts }) => facts.type?.kind ?? null));
  const [only = null] = kinds;
  return kinds.size === 1 ? only : null;
}

/** Numbers and Booleans are such, all else is text; a text that does not read as its type is that text. */
export function asWritten(item: Item, kind: ValueType["kind"] | null): SingleValue {
  if (typeof item === "object") return formatItem(item);
  if (typeof item !== "string") return item;
  if (kind === "number") {
    const number = readNumber(item);
    return Number.isNaN(number) ? item : number;
  }
  return kind === "boolean" ? (readBoolean(item) ?? item) : item;
}
