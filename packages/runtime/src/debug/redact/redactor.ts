import type { ArgumentValue } from "../../execute/run.js";

const BAR = "█";
const NUMBER = /^[+-]?[\d.]+$/;
/** Words in double quotes, or in single ones that are no apostrophes; a quote inside is written twice. */
const QUOTED = /"((?:[^"]|"")*)"|(?<![\p{L}\p{N}])'((?:[^']|'')*)'(?![\p{L}\p{N}])/gu;

/** Leaves out of sentences what only the data says. */
export interface Redactor {
  readonly message: (text: string) => string;
  readonly argument: (value: ArgumentValue) => ArgumentValue;
  /** The same, which also leaves out these words where they stand without quotes. */
  knowing(words: readonly string[]): Redactor;
}

/** A text as bars of its length, white space left as it is. */
export const barsOf = (text: string): string => text.replace(/\S/gu, BAR);

/** Keeps what stands in the query (its arguments included) and the names of types. */
export function redactorFor(query: string, types: ReadonlySet<string>, words: readonly string[] = []): Redactor {
  const isKept = (text: string): boolean =>
    text === "" || NUMBER.test(text) || types.has(text) || query.includes(text.replace(/(?:…|\.\.\.)$/, ""));
  // Longest first, so that no rest of a longer one is left.
  const known = words.filter((word) => /\p{L}/u.test(word) && !isKept(word)).sort((a, b) => b.length - a.length);
  const message = (text: string): string => {
    const quoted = text.replace(QUOTED, (whole: string, double: string | undefined, single: string | undefined) =>
      isKept(unescaped(double, single)) ? whole : barsBetweenQuotes(whole),
    );
    return known.reduce((rest, word) => rest.replaceAll(word, barsOf(word)), quoted);
  };
  return {
    message,
    argument: (value) => (typeof value === "string" && !isKept(value) ? barsOf(value) : value),
    knowing: (more) => redactorFor(query, types, more),
  };
}

const unescaped = (double: string | undefined, single: string | undefined): string =>
  double === undefined ? (single ?? "").replaceAll("''", "'") : double.replaceAll('""', '"');

const barsBetweenQuotes = (whole: string): string => `${whole[0]}${barsOf(whole.slice(1, -1))}${whole.at(-1)}`;
