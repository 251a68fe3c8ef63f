import { COMBINE_FUNCTIONS, COMPARISON_OPERATORS, type ComparisonOperator } from "@semantic-xpath/parser";
import type { ValueType } from "@semantic-xpath/planner";
import { choice, literal, optional, type Part, sequence } from "../grammar/part.js";
import type { RuleBook } from "../grammar/ruleBook.js";
import { token } from "../grammar/terminals.js";
import type { AnyName, Comparable, State } from "../states/state.js";
import { AGGREGATE_NAMES, EQUALITIES, groupBy, ORDERS, PLACES, quoteText, SEARCHES } from "../words.js";

/** What all rules need: the book they are written into, and how deep conditions may nest. */
export interface Grammar {
  readonly book: RuleBook;
  /** Brackets are level 1; a level more for what is inside another condition. */
  readonly maxNesting: number;
  /** Paths lead to nodes: what joins scores takes no attributes. */
  readonly onlyNodes: boolean;
}

const signs = (operators: readonly ComparisonOperator[]): Part => choice(...operators.map((each) => ` ${each} `));
const calls = (names: readonly string[]): Part => choice(...names.map((name) => `${name}(`));

type SharedName =
  | "comparison"
  | "equality"
  | "order"
  | "threshold"
  | "quantity"
  | "match"
  | "contains"
  | "position"
  | "junction"
  | "aggregate"
  | "combination";

/** The rules that are the same whatever the schema says, each with what it needs of the others. */
const SHARED: Readonly<Record<SharedName, (grammar: Grammar) => Part>> = {
  /** `<= 3`: any of the six comparisons. */
  comparison: () => signs(COMPARISON_OPERATORS),
  equality: () => signs(EQUALITIES),
  order: () => signs(ORDERS),
  /** After what is graded: `>= 0.5`, which makes it true or false. */
  threshold: (grammar) => sequence(shared(grammar, "comparison"), token("score")),
  /** After what is counted: `> 2`. */
  quantity: (grammar) => sequence(shared(grammar, "comparison"), token("integer")),
  /** `=~ "a condition"`, as a score or, with a threshold, as a filter. */
  match: (grammar) => sequence(" =~ ", token("text"), optional(shared(grammar, "threshold"))),
  contains: () => calls(SEARCHES),
  /** `2`, `-1`, `1:3`, `:3`, `-2:`. */
  position: () =>
    choice(sequence(token("index"), optional(sequence(":", optional(token("index"))))), sequence(":", token("index"))),
  junction: () => choice(" and ", " or "),
  /** Of each function its own name and the names that mean the same. */
  aggregate: () => calls(AGGREGATE_NAMES),
  combination: () => calls(COMBINE_FUNCTIONS),
};

export const shared = (grammar: Grammar, name: SharedName): Part =>
  grammar.book.rule(name, () => SHARED[name](grammar));

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
  { book, onlyNodes }: Grammar,
  state: State,
  what: string,
  make: () => Part,
  level: number | null = null,
): Part =>
  book.rule(
    `${state.name} ${what}${level === null ? "" : ` ${level}`}${onlyNodes ? " nodes" : ""}`,
    make,
    state.comment === null ? null : `${state.name}: ${state.comment}`,
  );

const NUMBERS = PLACES.map((name) => `${name}()`);

/** A condition about the node alone, without a path and without another condition in it. One rule a state, for all levels. */
export const test = (grammar: Grammar, state: State): Part =>
  stateRule(grammar, state, "test", () => testPart(grammar, state));

function testPart(grammar: Grammar, state: State): Part {
  const { both, onlyAttributes, onlyFields } = spellings(state);
  const options: Part[] = [sequence(choice("node", "content", "."), shared(grammar, "match"))];
  if (state.hasText) options.push(sequence("text()", shared(grammar, "match")));
  options.push(sequence(choice(...ownTexts(state)), compared(grammar, { type: "string", values: null })));
  if (both.length > 0) options.push(sequence(optional(sequence("@")), tested(grammar, state, "value", both)));
  if (onlyAttributes.length > 0) options.push(sequence("@", tested(grammar, state, "attribute-value", onlyAttributes)));
  if (onlyFields.length > 0) options.push(tested(grammar, state, "field-value", onlyFields));
  options.push(sequence(choice(...NUMBERS), shared(grammar, "quantity")));
  options.push(contains(grammar, state));
  const { typeNames } = state;
  if (typeNames === null) options.push(sequence("name()", shared(grammar, "equality"), token("string")));
  else if (typeNames.length > 0)
    options.push(sequence("name()", shared(grammar, "equality"), choice(...typeNames.map(quoteText))));
  return choice(...options);
}

/** What `1-` is the opposite of without parentheses: no value that is compared, before which it is arithmetic. */
export const opposite = (grammar: Grammar, state: State): Part =>
  stateRule(grammar, state, "opposite", () => {
    const { attributes, fields } = state;
    const match = shared(grammar, "match");
    const options: Part[] = [sequence(choice("node", "content", "."), match), sequence("1-", opposite(grammar, state))];
    if (state.hasText) options.push(sequence("text()", match));
    if (attributes.length > 0) options.push(sequence("@", oneOf(grammar, namesOf(attributes)), optional(match)));
    const { onlyFields, both } = spellings(state);
    const named = [...both, ...onlyFields];
    if (fields.length > 0 && named.length > 0) options.push(sequence(oneOf(grammar, namesOf(named)), optional(match)));
    return choice(...options);
  });

/** The text of a node as a value. */
const ownTexts = ({ hasText }: State): readonly string[] => (hasText ? [".", "text()"] : ["."]);

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
      sequence(oneOf(grammar, namesOf(values)), optional(shared(grammar, "match"))),
      ...comparisons.map(([, same]) => sequence(oneOf(grammar, namesOf(same)), compared(grammar, same[0]!))),
    );
  });
}

/** A comparison with what the checker accepts for the type and the allowed values. */
function compared(grammar: Grammar, { type, values }: Pick<Comparable, "type" | "values">): Part {
  const { book } = grammar;
  const any = shared(grammar, "comparison");
  if (type === null)
    return book.rule("compare any", () => sequence(any, choice(token("string"), token("number"), "true", "false")));
  if (type === "boolean") return allowed(grammar, type, values ?? ["true", "false"], []);
  if (values === null) return book.rule(`compare ${type}`, () => sequence(any, token(literalOf(type))));
  const literals = values.map(type === "number" ? plainNumber : quoteText);
  return allowed(
    grammar,
    type,
    literals,
    type === "string" ? [] : [sequence(shared(grammar, "order"), token(literalOf(type)))],
  );
}

/** What is written beside values of a type. */
const literalOf = (type: ValueType) => (type === "number" || type === "date" ? type : "string");

const allowed = (grammar: Grammar, type: ValueType, literals: readonly string[], others: readonly Part[]): Part =>
  grammar.book.rule(`allowed ${type} ${literals.join(" ")}`, () =>
    choice(sequence(shared(grammar, "equality"), choice(...new Set(literals))), ...others),
  );

function contains(grammar: Grammar, state: State): Part {
  const { attributes, fields } = state;
  const values: Part[] = [sequence("name()"), ...ownTexts(state).map(literal)];
  if (attributes.length > 0) values.push(sequence("@", oneOf(grammar, namesOf(attributes))));
  if (fields.length > 0) values.push(oneOf(grammar, namesOf(fields)));
  return sequence(shared(grammar, "contains"), choice(...values), ", ", token("text"), ")");
}

/** A schema may write `+1` or `.5`, which are no literals of the language. */
const plainNumber = (value: string): string => String(Number(value));
