import {
  ARITHMETIC_OPERATORS,
  COMBINE_FUNCTIONS,
  COMPARISON_OPERATORS,
  type ComparisonOperator,
} from "@semantic-xpath/parser";
import type { ValueType } from "@semantic-xpath/planner";
import { choice, literal, many, optional, type Part, sequence } from "../grammar/part.js";
import type { RuleBook } from "../grammar/ruleBook.js";
import { token } from "../grammar/terminals.js";
import type { AnyName, Comparable, State, StateSpace } from "../states/state.js";
import { AGGREGATE_NAMES, EQUALITIES, ORDERS, PLACES, SEARCHES, writtenName } from "../words.js";
import type { StepTo } from "./moves.js";

/** Environment of all rules: their book, the maximum nesting of conditions, and all states. */
export interface Grammar {
  readonly book: RuleBook;
  /** Brackets are level 1; a level more for what is inside another condition. */
  readonly maxNesting: number;
  /** Start of paths from the document. */
  readonly start: State;
  /** Possible bindings of a quantifier. */
  readonly bound: readonly State[];
  /** The types of values that a condition may be about. */
  readonly valueTypes: readonly ValueType[];
  /** True if conditions concern the node alone: without quantifiers, and without values of paths. */
  readonly isLean: boolean;
  /** Brackets of the steps of paths to values. They hold values in turn, so they are handed in. */
  readonly nodeBrackets: (grammar: Grammar, state: State) => Part;
  /** Known ends of paths from a state. */
  readonly pathEnds: Map<string, Map<State, boolean>>;
  /** The steps from the states that have been asked for. */
  readonly steps: Map<State, readonly StepTo[]>;
  /** The rules that there may be, null for those that there are not. */
  readonly rules: Map<string, Part | null>;
}

export function grammarOf(
  book: RuleBook,
  maxNesting: number,
  space: StateSpace,
  nodeBrackets: Grammar["nodeBrackets"],
): Grammar {
  const { start, bound, valueTypes, isLean } = space;
  // Functions give numbers and texts, whatever the attributes are.
  const types = new Set<ValueType>(["number", "string", ...valueTypes]);
  return {
    book,
    maxNesting,
    start,
    bound,
    valueTypes: [...types],
    isLean,
    nodeBrackets,
    pathEnds: new Map(),
    steps: new Map(),
    rules: new Map(),
  };
}

const signs = (operators: readonly ComparisonOperator[]): Part => choice(...operators.map((each) => ` ${each} `));
const calls = (names: readonly string[]): Part => choice(...names.map((name) => `${name}(`));
const PLACE_CALLS = PLACES.map((name) => `${name}()`);

type SharedName =
  | "comparison"
  | "equality"
  | "order"
  | "threshold"
  | "quantity"
  | "match"
  | "search"
  | "collation"
  | "position"
  | "last"
  | "place"
  | "sign"
  | "junction"
  | "set"
  | "aggregate"
  | "combination";

/** The rules that are independent of the schema, each with the rules that it needs. */
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
  search: () => calls(SEARCHES),
  collation: () => optional(sequence(', "case-insensitive"')),
  /** `2`, `-1`, `1:3`, `:3`, `-2:`. */
  position: () =>
    choice(sequence(token("index"), optional(sequence(":", optional(token("index"))))), sequence(":", token("index"))),
  /** `last() - 1`: a position alone in a bracket. */
  last: (grammar) => sequence("last()", many(sequence(shared(grammar, "sign"), token("integer")))),
  /** `position() mod 2 = 0` */
  place: (grammar) => {
    const laterPlaces = many(sequence(shared(grammar, "sign"), choice(token("integer"), ...PLACE_CALLS)));
    const place = sequence(choice(...PLACE_CALLS), laterPlaces);
    return sequence(place, shared(grammar, "comparison"), choice(token("integer"), place));
  },
  sign: () => choice(...ARITHMETIC_OPERATORS.map((each) => ` ${each} `)),
  junction: () => choice(" and ", " or "),
  /** Between paths. */
  set: () => choice(" | ", " except ", " intersect "),
  /** Each function's own name and its synonyms. */
  aggregate: () => calls(AGGREGATE_NAMES),
  combination: () => calls(COMBINE_FUNCTIONS),
};

export const shared = (grammar: Grammar, name: SharedName): Part =>
  grammar.book.rule(name, () => SHARED[name](grammar));

type Names = readonly string[] | AnyName;

/** One of the names as it stands bare. States with the same names share the rule. */
export function oneField({ book }: Grammar, names: Names): Part {
  if (names === null) return token("name");
  return names.length === 1 ? literal(names[0]!) : book.rule(`one of ${names.join(" ")}`, () => choice(...names));
}

/** One of the names after a slash or `@`, where a quoted name may be. */
export const oneName = (grammar: Grammar, names: Names): Part =>
  names === null ? choice(token("name"), token("quoted")) : oneField(grammar, names.map(writtenName));

/** `@` and one of the names. */
export const oneAttribute = (grammar: Grammar, values: readonly Comparable[]): Part =>
  sequence("@", oneName(grammar, namesOf(values)));

/** The names of attributes or fields. */
export const namesOf = (values: readonly Comparable[]): Names =>
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

/** The rule of a part that may be null; then null. */
export function ruleIf(grammar: Grammar, state: State, what: string, make: () => Part | null): Part | null {
  const key = `${state.name} ${what}`;
  const cached = grammar.rules.get(key);
  if (cached !== undefined) return cached;
  const part = make();
  const rule = part === null ? null : stateRule(grammar, state, what, () => part);
  grammar.rules.set(key, rule);
  return rule;
}

/** The parts that there are, as a choice; null if there are none. */
export function choiceOf(...options: readonly (Part | null)[]): Part | null {
  const present = options.filter((option) => option !== null);
  return present.length === 0 ? null : choice(...present);
}

/** The sequence; null if a part of it is null. */
export function sequenceOf(...parts: readonly (Part | string | null)[]): Part | null {
  const present = parts.filter((part) => part !== null);
  return present.length < parts.length ? null : sequence(...present);
}
