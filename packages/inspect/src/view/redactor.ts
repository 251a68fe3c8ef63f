import type { ArgumentValue } from "@semantic-xpath/runtime/internal";

const BAR = "█";
/** Words in double quotes, or in single ones that are no apostrophes; a quote inside is written twice. */
const QUOTED = /"((?:[^"]|"")*)"|(?<![\p{L}\p{N}])'((?:[^']|'')*)'(?![\p{L}\p{N}])/gu;
/** Numbers by themselves: no places in paths, no ranks, no parts of names. */
const NUMBER = /(?<![\p{L}\p{N}_.[:-])-?\d+(?:\.\d+)?(?![\p{L}\p{N}_:]|\.\d)/gu;
const IS_NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Leaves out of sentences what only the data says. */
export interface Redactor {
  /** Numbers that are not quoted stay: they are measured, not read. */
  readonly message: (text: string) => string;
  /** The same of a text whose numbers may be values of the data. */
  readonly values: (text: string) => string;
  readonly argument: (value: ArgumentValue) => ArgumentValue;
  /** The same, which also leaves out these words when they are not quoted. */
  knowing(words: readonly string[]): Redactor;
}

/** A text as bars of its length, white space left as it is. */
export const barsOf = (text: string): string => text.replace(/\S/gu, BAR);

/** Keeps what is in the query (its arguments included) and the names of types. */
export function redactorFor(query: string, types: ReadonlySet<string>, words: readonly string[] = []): Redactor {
  const numbers = new Set(query.match(NUMBER)?.map(Number) ?? []);
  const isKept = (text: string): boolean =>
    text === "" ||
    types.has(text) ||
    (IS_NUMBER.test(text) ? numbers.has(Number(text)) : query.includes(text.replace(/(?:…|\.\.\.)$/, "")));
  const unlessKept = (text: string): string => (isKept(text) ? text : barsOf(text));
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
    values: (text) => message(text).replace(NUMBER, unlessKept),
    argument: (value) => (isKept(String(value)) || typeof value === "boolean" ? value : barsOf(String(value))),
    knowing: (more) => redactorFor(query, types, more),
  };
}

const unescaped = (double: string | undefined, single: string | undefined): string =>
  double === undefined ? (single ?? "").replaceAll("''", "'") : double.replaceAll('""', '"');

const barsBetweenQuotes = (whole: string): string => `${whole[0]}${barsOf(whole.slice(1, -1))}${whole.at(-1)}`;
