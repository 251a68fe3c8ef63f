import { nounOfType, textOfType, typeWords } from "@semantic-xpath/planner";
import type { ColumnFacts } from "@semantic-xpath/values";

/** A reservation about a result: a column whose type was inferred has values that do not read as it. */
export interface Caveat {
  /**
   * `oddValues`: they were left out. `mixedColumn`: too many of them, so that the column is text. `comparedAsText`: what it is compared with does
   * not read as its type. For validity, `unreadableEnds` are not dates; `allTimes`: the run has no moment; `momentGiven`: the query names one, and
   * the option another.
   */
  readonly code: "oddValues" | "mixedColumn" | "comparedAsText" | "unreadableEnds" | "allTimes" | "momentGiven";
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
  const exampleText = `${examples.map(abridged).join(", ")}${odd > examples.length ? ", …" : ""}`;
  const message = `${column} reads as ${typeWords(textOfType(type))}, but ${leftOut}: ${exampleText}.`;
  caveats.set(column, { code: "oddValues", column, message, count, odd, examples });
}

/** Why a column has no type; null if its values have too little in common to say so. */
export function mixedColumn(column: string, { type, nearly, count, odd, examples }: ColumnFacts): string | null {
  if (type !== null || nearly === null) return null;
  const share = `${odd} of its ${count} values ${odd === 1 ? "does" : "do"} not read as ${nounOfType(textOfType(nearly))}`;
  return `${column} counts as text: ${share}, such as ${examples.map(abridged).join(", ")}.`;
}

/** A text beside which the values of a column, which read as another type, compare as the texts that they are. */
export function noteOtherText(caveats: Caveats, column: string, { type, count, odd }: ColumnFacts, text: string): void {
  if (type === null || type.kind === "string" || caveats.has(column)) return;
  const message = `${column} reads as ${typeWords(textOfType(type))} and ${abridged(text)} does not, so its values are compared with it as texts.`;
  caveats.set(column, { code: "comparedAsText", column, message, count, odd, examples: [text] });
}

const abridged = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
