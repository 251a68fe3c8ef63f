import { choice, literal, type Part, sequence } from "../grammar/part.js";
import type { RuleBook } from "../grammar/ruleBook.js";
import { token } from "../grammar/terminals.js";
import type { AnyName, Comparable, State } from "../states/state.js";

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

/** One of the names. States with the same names share the rule. */
export function oneOf({ book }: Grammar, names: readonly string[] | AnyName): Part {
  if (names === null) return token("name");
  return names.length === 1 ? literal(names[0]!) : book.rule(`one of ${names.join(" ")}`, () => choice(...names));
}

/** The names of attributes or fields. */
export const namesOf = (values: readonly Comparable[]): readonly string[] | AnyName =>
  values.some(({ name }) => name === null) ? null : values.map(({ name }) => name!);

/** A rule of a state, of a level where the level matters. */
export const stateRule = (
  { book }: Grammar,
  state: State,
  what: string,
  make: () => Part,
  level: number | null = null,
): Part =>
  book.rule(
    `${state.name} ${what}${level === null ? "" : ` ${level}`}`,
    make,
    state.comment === null ? null : `${state.name}: ${state.comment}`,
  );
