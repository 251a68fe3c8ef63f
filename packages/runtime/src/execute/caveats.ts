import { nounOfType, textOfType, typeWords } from "@semantic-xpath/planner";
import type { ColumnFacts } from "@semantic-xpath/values";

/** A reservation about a result: a column whose type was inferred has values that do not read as it. */
export interface Caveat {
  /**
   * `oddValues`: they were left out, or have no value of the declared type. `mixedColumn`: too many of them, so that the column is text. `comparedAsText`: what it is compared with does
   * not read as its type. `otherKind`: its values do not compare with what is beside them. For validity, `unreadableEnds` are not dates; `allTimes`: the run has no moment; `momentGiven`: the query names one, and
   * the option another.
   */
  readonly code:
    | "oddValues"
    | "mixedColumn"
    | "comparedAsText"
    | "otherKind"
    | "unreadableEnds"
    | "allTimes"
    | "momentGiven";
  /** `POI/@cost`, `Est/text()`. */
  readonly column: string;
  readonly message: string;
  /** Values that are not blank. */
  readonly count: number;
  /** Values that do not read as the type. */
  readonly odd: number;
  /** Up to three of these. */
  readonly examples: readonly string[];
}

/** The caveats of a run, by column. */
export type Caveats = Map<string, Caveat>;

export function noteCaveat(caveats: Caveats, column: string, facts: ColumnFacts): void {
  if (caveats.has(column)) return;
  const { type, count, odd, examples } = facts;
  if (type === null) {
    const message = mixedColumn(column, facts);
    if (message !== null) caveats.set(column, { code: "mixedColumn", column, message, count, odd, examples });
    return;
  }
  const leftOut = `${odd} of its ${count} values ${odd === 1 ? "does" : "do"} not and ${odd === 1 ? "is" : "are"} left out`;
  const message = `${column} reads as ${typeWords(textOfType(type))}, but ${leftOut}: ${exampleTexts(examples, odd)}.`;
  caveats.set(column, { code: "oddValues", column, message, count, odd, examples });
}

/** Notes the values of a column that do not read as its declared type. */
export function noteUnreadable(caveats: Caveats, column: string, { type, count, odd, examples }: ColumnFacts): void {
  if (type === null || odd === 0 || caveats.has(column)) return;
  const unread = `${odd} of its ${count} values ${odd === 1 ? "does not read so and has" : "do not read so and have"} no value`;
  const message = `${column} is declared as ${typeWords(textOfType(type))}, but ${unread}: ${exampleTexts(examples, odd)}.`;
  caveats.set(column, { code: "oddValues", column, message, count, odd, examples });
}

const exampleTexts = (examples: readonly string[], odd: number): string =>
  `${examples.map(abridged).join(", ")}${odd > examples.length ? ", …" : ""}`;

/** Why a column is text; null if its values have too little in common to say so. */
export function mixedColumn(column: string, facts: ColumnFacts): string | null {
  const { type, nearly, isUnclear, count, odd, examples } = facts;
  if (isOfIdentifiers(facts))
    return `${column} counts as text: ${examples.map(abridged).join()} begins with a zero, as identifiers do.`;
  if (type !== null || nearly === null) return null;
  const noun = nounOfType(textOfType(nearly));
  const texts = `such as ${examples.map(abridged).join(", ")}`;
  if (isUnclear)
    return `${column} counts as text, not as ${noun}: ${odd} of its ${count} values can be read in two ways, ${texts}.`;
  const share = `${odd} of its ${count} values ${odd === 1 ? "does" : "do"} not read as ${noun}`;
  return `${column} counts as text: ${share}, ${texts}.`;
}

const isOfIdentifiers = ({ type, examples }: ColumnFacts): boolean => type?.kind === "string" && examples.length > 0;

/** Notes a column of identifiers that is compared with a number. */
export function noteIdentifiers(caveats: Caveats, column: string, facts: ColumnFacts, number: number): void {
  if (!isOfIdentifiers(facts) || caveats.has(column)) return;
  const message = `${mixedColumn(column, facts)} Its values are compared with ${number} as texts.`;
  caveats.set(column, {
    code: "comparedAsText",
    column,
    message,
    count: facts.count,
    odd: 0,
    examples: facts.examples,
  });
}

/** A text beside which the values of a column, which read as another type, compare as the texts that they are. */
export function noteOtherText(caveats: Caveats, column: string, { type, count, odd }: ColumnFacts, text: string): void {
  if (type === null || type.kind === "string" || caveats.has(column)) return;
  const message = `${column} reads as ${typeWords(textOfType(type))} and ${abridged(text)} does not, so its values are compared with it as texts.`;
  caveats.set(column, { code: "comparedAsText", column, message, count, odd, examples: [text] });
}

/** Notes what the values of a column do not compare with, such as a number beside dates. */
export function noteOther(caveats: Caveats, column: string, { type, count, odd }: ColumnFacts, other: string): void {
  if (type === null || caveats.has(column)) return;
  const message = `${column} reads as ${typeWords(textOfType(type))}, which does not compare with ${other}.`;
  caveats.set(column, { code: "otherKind", column, message, count, odd, examples: [] });
}

/** A column and its type in words. */
export const nameOfColumn = (column: string, { type }: ColumnFacts): string =>
  `${column}, ${type === null ? "text" : nounOfType(textOfType(type))}`;

const abridged = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
