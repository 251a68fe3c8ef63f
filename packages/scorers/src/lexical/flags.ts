/**
 * Meaning of an attribute's value for its name: true, false, no value, or none of it (a zero, which may be a number as well); "value" for all
 * others.
 */
export type Flag = "true" | "false" | "absent" | "none" | "value";

const FLAGS: Readonly<Record<string, Flag>> = Object.assign(Object.create(null), {
  true: "true",
  yes: "true",
  false: "false",
  no: "false",
  none: "false",
  never: "false",
  "0": "none",
  "": "absent",
  "-": "absent",
  "n/a": "absent",
  na: "absent",
  null: "absent",
  nil: "absent",
  undefined: "absent",
  unknown: "absent",
});
const MAX_FLAG = 12;
/** First characters of flags, with white space on either side of a flag ignored. */
const BEGINNINGS = " \t\n\v\f\r0-tyfnuTYFNU";

/** Reads the value in [start, end) of a text. */
export function readFlag(text: string, start: number, end: number): Flag {
  if (end - start > MAX_FLAG) return "value";
  if (end > start && text.charCodeAt(start) < 128 && !BEGINNINGS.includes(text[start]!)) return "value";
  return FLAGS[text.slice(start, end).trim().toLowerCase()] ?? "value";
}
