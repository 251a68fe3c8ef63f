import type { QueryValue, SingleValue } from "@semantic-xpath/runtime";
import { counted } from "./text.js";

/** The values of a result: none, one, or those of a list. */
export const valuesOf = (value: QueryValue): readonly SingleValue[] =>
  value === null ? [] : isList(value) ? value : [value];

const isList = (value: QueryValue): value is readonly SingleValue[] => Array.isArray(value);

/** A value as text: JSON has no infinite numbers, where the run had one it is absent. */
export const singleText = (value: SingleValue | null): string => (value === null ? "" : String(value));

/** A value in one line: a list of several says how many it has. */
export function valueLine(value: QueryValue): string {
  const [first, ...others] = valuesOf(value);
  if (first === undefined) return isList(value) ? "an empty list" : "no value";
  return others.length === 0 ? singleText(first) : counted(others.length + 1, "value");
}
