import { shortest } from "@semantic-xpath/runtime/internal";
import { countText } from "./numbers.js";

export { decimal, shortNumber, shortNumbers } from "./numbers.js";
export { shortest };

/** JSON in which a score has the digits that it needs and no more: 0.9, not 0.8999999761581421. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === "number" ? shortest(member) : member), indent);

/** `3rd` */
export function ordinal(place: number): string {
  const tens = place % 100;
  const suffix = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${countText(place)}${suffix}`;
}

/** `a POI`, `an Item` */
export const withArticle = (name: string): string => `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;

/** A text in quotes, cut if it is long. */
export function quoted(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return `"${short}"`;
}
