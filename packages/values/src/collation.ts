/** Comparison of strings: texts are equal if their folded forms are, and ordered by them, by code point. */
export interface Collation {
  readonly uri: string;
  readonly fold: (text: string) => string;
}

const W3C = "http://www.w3.org/2005/xpath-functions/collation/";

const CODEPOINT: Collation = { uri: `${W3C}codepoint`, fold: (text) => text };
const ASCII: Collation = {
  uri: `${W3C}html-ascii-case-insensitive`,
  fold: (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
};
const UNICODE: Collation = { uri: "http://www.w3.org/2013/collation/UCA?strength=secondary", fold: foldCase };

const SHORT_NAMES: ReadonlyMap<string, Collation> = new Map([
  ["case-insensitive", UNICODE],
  ["codepoint", CODEPOINT],
  ["html-ascii-case-insensitive", ASCII],
]);
const COLLATIONS: ReadonlyMap<string, Collation> = new Map([
  ...[...SHORT_NAMES.values()].map((collation) => [collation.uri, collation] as const),
  ...SHORT_NAMES,
]);

/** The short names of collations, the most used first. */
export const COLLATION_NAMES: readonly string[] = [...SHORT_NAMES.keys()];

/** A collation by its URI, or by a short name: "codepoint", "case-insensitive", "html-ascii-case-insensitive"; null for another name. */
export const collationOf = (name: string): Collation | null => COLLATIONS.get(name) ?? null;

/** A text without the difference of capital and small letters: "Straße" and "STRASSE" are one. Any part of a text folds as it does alone. */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
