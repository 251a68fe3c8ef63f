import { shortest } from "@semantic-xpath/runtime/internal";
import { countText } from "./numbers.js";

export { shortest };

/** JSON in which a score has the digits that it needs and no more: 0.9, not 0.8999999761581421. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === "number" ? shortest(member) : member), indent);

/** A number for reading: three significant digits, without an exponent. */
export function shortNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const rounded = Number(value.toPrecision(3));
  return decimal(rounded);
}

/** Two numbers for reading that differ, rounded no further than that they still can be told apart. */
export function shortNumbers(value: number, other: number): readonly [string, string] {
  if (value === other) return [shortNumber(value), shortNumber(other)];
  for (let digits = 3; digits < 17; digits++) {
    const [a, b] = [Number(value.toPrecision(digits)), Number(other.toPrecision(digits))];
    if (a !== b && a < b === value < other) return [decimal(a), decimal(b)];
  }
  return [decimal(value), decimal(other)];
}

/** As a query writes it: the shortest digits that read back as the number, never with an exponent. */
export function decimal(value: number): string {
  const text = String(value);
  const exponent = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (exponent === null) return text;
  const [, sign, first, rest = "", power] = exponent;
  const places = Number(power);
  if (places < 0) return `${sign}0.${"0".repeat(-places - 1)}${first}${rest}`;
  return `${sign}${first}${rest.padEnd(places, "0")}`;
}

/** `3rd` */
export function ordinal(place: number): string {
  const tens = place % 100;
  const suffix = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${countText(place)}${suffix}`;
}

/** `a POI`, `an Item` */
export const withArticle = (name: string): string => `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;

/** `a`, `a and b`, `a, b and c` */
export function listOf(items: readonly string[], word: "and" | "or"): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}

/** A text in quotes, cut if it is long. */
export function quoted(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return `"${short}"`;
}
