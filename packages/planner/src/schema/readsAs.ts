import type { ValueType } from "./schema.js";

/** Whether a written value is one of the type: `readsAs("2.50", "number")`, `readsAs("2026-03-14", "date")`. */
export function readsAs(text: string, type: ValueType): boolean {
  switch (type) {
    case "string":
      return true;
    case "number":
      return readsAsNumber(text);
    case "boolean":
      return text === "true" || text === "false";
    case "date":
      return readsAsDate(text);
  }
}

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** A decimal number, with an exponent or without. */
export const readsAsNumber = (text: string): boolean => NUMBER.test(text);

const DATE =
  /^\s*(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?\s*$/;

/** An ISO 8601 date: a year, a month, a day, or a day with a time. The day must exist. */
export function readsAsDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day, hour, minute, second] = match
    .slice(1)
    .map((part) => (part === undefined ? null : Number(part)));
  if (month !== null && (month! < 1 || month! > 12)) return false;
  if (day !== null && (day! < 1 || day! > daysIn(year!, month!))) return false;
  return (hour ?? 0) <= 24 && (minute ?? 0) < 60 && (second ?? 0) <= 60;
}

/** Day 0 of the next month is the last of this one. */
const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
