import { COMPARISON_OPERATORS, type ComparisonOperator, FUNCTIONS } from "@semantic-xpath/parser";
import type { ValueType } from "@semantic-xpath/planner";
import { choice, literal, optional, type Part, sequence } from "../grammar/part.js";
import type { RuleBook } from "../grammar/ruleBook.js";
import { token } from "../grammar/terminals.js";
import type { AnyName, Comparable, State } from "../states/state.js";
import { EQUALITIES, functionsThatBuild, groupBy, ORDERS, quoteText } from "../words.js";

/** What all rules need: the book they are written into, and how deep conditions may nest. */
export interface Grammar {
  readonly book: RuleBook;
  /** Brackets are level 1; a level more for what is inside another condition. */
  readonly maxNesting: number;
}

const signs = (operators: readonly ComparisonOperator[]): Part => choice(...operators.map((each) => ` ${each} `));

/** `<= 3`: any of the six comparisons. */
export const comparison = ({ book }: Grammar): Part => book.rule("comparison", () => signs(COMPARISON_OPERATORS));

export const equality = ({ book }: Grammar): Part => book.rule("equality", () => signs(EQUALITIES));

/** After what is graded: `>= 0.5`, which makes it true or false. */
export const threshold = (grammar: Grammar): Part =>
  grammar.book.rule("threshold", () => sequence(comparison(grammar), token("score")));

/** After what is counted: `> 2`. */
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

/** A rule of a state, of a level if the level matters. */
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

/** What gives a number of the node alone: `position()`. */
const NUMBERS = functionsThatBuild("NodeFunction")
  .filter((name) => FUNCTIONS[name].gives === "number")
  .map((name) => `${name}()`);

/** A condition about the node alone, without a path and without another condition in it. One rule a state, for all levels. */
export const test = (grammar: Grammar, state: State): Part =>
  stateRule(grammar, state, "test", () => testPart(grammar, state));

function testPart(grammar: Grammar, state: State): Part {
  const { both, onlyAttributes, onlyFields } = spellings(state);
  const options: Part[] = [sequence(choice("node", "content", "."), match(grammar))];
  if (state.hasText) options.push(sequence("text()", match(grammar)));
  if (both.length > 0) options.push(sequence(optional(sequence("@")), tested(grammar, state, "value", both)));
  if (onlyAttributes.length > 0) options.push(sequence("@", tested(grammar, state, "attribute-value", onlyAttributes)));
  if (onlyFields.length > 0) options.push(tested(grammar, state, "field-value", onlyFields));
  options.push(sequence(choice(...NUMBERS), quantity(grammar)));
  options.push(contains(grammar, state));
  const { typeNames } = state;
  if (typeNames === null) options.push(sequence("name()", equality(grammar), token("string")));
  else if (typeNames.length > 0)
    options.push(sequence("name()", equality(grammar), choice(...typeNames.map(quoteText))));
  return choice(...options);
}

interface Spellings {
  /** Attributes that mean the same with `@` and without. */
  readonly both: readonly Comparable[];
  readonly onlyAttributes: readonly Comparable[];
  readonly onlyFields: readonly Comparable[];
}

/** Before `=~` the words `node` and `content` are not fields, so such an attribute is written with `@`. */
function spellings({ attributes, fields }: State): Spellings {
  const key = (each: Comparable): string => JSON.stringify([each.name, each.type, each.values]);
  const writable = fields.filter(({ name }) => name !== "node" && name !== "content");
  const asFields = new Set(writable.map(key));
  const asAttributes = new Set(attributes.map(key));
  return {
    both: attributes.filter((each) => asFields.has(key(each))),
    onlyAttributes: attributes.filter((each) => !asFields.has(key(each))),
    onlyFields: writable.filter((each) => !asAttributes.has(key(each))),
  };
}

/** An attribute or a field that is there, that is like a text, or that compares with a value. */
function tested(grammar: Grammar, state: State, what: string, values: readonly Comparable[]): Part {
  return stateRule(grammar, state, what, () => {
    const comparisons = groupBy(values, ({ type, values: allowed }) => JSON.stringify([type, allowed]));
    return choice(
      sequence(oneOf(grammar, namesOf(values)), optional(match(grammar))),
      ...comparisons.map(([, same]) => sequence(oneOf(grammar, namesOf(same)), compared(grammar, same[0]!))),
    );
  });
}

/** `=~ "a condition"`, as a score or, with a threshold, as a filter. */
const match = (grammar: Grammar): Part =>
  grammar.book.rule("match", () => sequence(" =~ ", token("text"), optional(threshold(grammar))));

/** A comparison with what the checker accepts for the type and the allowed values. */
function compared(grammar: Grammar, { type, values }: Comparable): Part {
  const { book } = grammar;
  const any = comparison(grammar);
  switch (type) {
    case "string":
      if (values !== null) return allowed(grammar, type, values.map(quoteText), []);
      return book.rule("compare string", () => sequence(any, token("string")));
    case "number":
      if (values !== null)
        return allowed(grammar, type, values.map(plainNumber), [sequence(order(grammar), token("number"))]);
      return book.rule("compare number", () => sequence(any, token("number")));
    case "date":
      if (values !== null)
        return allowed(grammar, type, values.map(quoteText), [sequence(order(grammar), token("date"))]);
      return book.rule("compare date", () => sequence(any, token("date")));
    case "boolean":
      return allowed(grammar, type, values ?? ["true", "false"], []);
    case null:
      return book.rule("compare any", () => sequence(any, choice(token("string"), token("number"), "true", "false")));
  }
}

const allowed = (grammar: Grammar, type: ValueType, literals: readonly string[], others: readonly Part[]): Part =>
  grammar.book.rule(`allowed ${type} ${literals.join(" ")}`, () =>
    choice(sequence(equality(grammar), choice(...new Set(literals))), ...others),
  );

const order = ({ book }: Grammar): Part => book.rule("order", () => signs(ORDERS));

function contains(grammar: Grammar, state: State): Part {
  const { attributes, fields } = state;
  const functions = grammar.book.rule("contains", () =>
    choice(...functionsThatBuild("Call").map((name) => `${name}(`)),
  );
  const values: Part[] = [sequence("name()")];
  if (attributes.length > 0) values.push(sequence("@", oneOf(grammar, namesOf(attributes))));
  if (fields.length > 0) values.push(oneOf(grammar, namesOf(fields)));
  return sequence(functions, choice(...values), ", ", token("text"), ")");
}

/** A schema may write `+1` or `.5`, which are no literals of the language. */
const plainNumber = (value: string): string => String(Number(value));
