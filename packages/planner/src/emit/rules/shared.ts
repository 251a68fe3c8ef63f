import { choice, type Part, sequence } from "../grammar/part.js";
import type { RuleBook } from "../grammar/ruleBook.js";
import { token } from "../grammar/terminals.js";
import type { AnyName, State } from "../states/state.js";

/** What all rules need: the book they are written into, and how deep conditions may nest. */
export interface Grammar {
  readonly book: RuleBook;
  /** Brackets are level 1; a level more for what stands inside another condition. */
  readonly maxNesting: number;
}

/** `<= 3`: any of the six comparisons. */
export const comparison = ({ book }: Grammar): Part =>
  book.rule("comparison", () => choice(" = ", " != ", " < ", " <= ", " > ", " >= "));

export const equality = ({ book }: Grammar): Part => book.rule("equality", () => choice(" = ", " != "));

/** Behind what is graded: `>= 0.5`, which makes it true or false. */
export const threshold = (grammar: Grammar): Part =>
  grammar.book.rule("threshold", () => sequence(comparison(grammar), token("score")));

/** Behind what is counted: `> 2`. */
export const quantity = (grammar: Grammar): Part =>
  grammar.book.rule("quantity", () => sequence(comparison(grammar), token("integer")));

export const namesPart = (names: readonly string[] | AnyName): Part =>
  names === null ? token("name") : choice(...names);

/** A rule of a state, of a level where the level matters. */
export const stateRule = (
  { book }: Grammar,
  state: State,
  what: string,
  make: () => Part,
  level: number | null = null,
): Part => book.rule(
    `${state.name} ${what}${level === null ? "" : ` ${level}`}`,
    make,
    state.comment === null ? null : `${state.name}: ${state.comment}`,
  );
