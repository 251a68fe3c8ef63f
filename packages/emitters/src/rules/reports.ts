import { choice, many, optional, type Part, sequence } from "../grammar/part.js";
import type { Comparable, State } from "../states/state.js";
import { isNameOfLanguage, quoteText, writtenName } from "../words.js";
import { choiceOf, type Grammar, oneName, shared, stateRule } from "./grammar.js";

/**
 * Reports at the end of a query. A record follows the steps to its nodes as any other step does, and groups follow the parenthesis that they are of:
 * nothing of a text is read twice, so that reading takes no longer than without them.
 */

/** `/{ @name, POI: count(/POI) }`: attributes and numbers of children, each at most once, in the order of the schema; null if there are none. */
export function record(grammar: Grammar, state: State): Part | null {
  if (state === grammar.start) return null;
  const columns = columnsOf(state);
  if (columns.length > 0)
    return stateRule(grammar, state, "record", () => sequence("/{ ", listOf(grammar, state, columns), " }"));
  if (state.attributes.length === 0) return null;
  return stateRule(grammar, state, "record", () => sequence("/{ @", oneName(grammar, null), " }"));
}

function columnsOf(state: State): readonly string[] {
  const names = namesOf(state);
  const children = state.moves().flatMap(({ separator, axis, test }) => {
    if (separator !== "/" || axis !== null || test.kind !== "Name" || test.name === null) return [];
    return names.includes(test.name) ? [] : [test.name];
  });
  return [
    ...names.map((name) => `@${writtenName(name)}`),
    ...[...new Set(children)].map((name) => `${fieldName(name)}: count(/${writtenName(name)})`),
  ];
}

const namesOf = ({ attributes }: State): readonly string[] => attributes.flatMap(({ name }) => name ?? []);

/** One word, or a text in quotes. */
const fieldName = (name: string): string => (isNameOfLanguage(name) && !name.includes(":") ? name : quoteText(name));

/** At least one of the columns, in their order. */
function listOf(grammar: Grammar, state: State, columns: readonly string[]): Part {
  const columnsFrom = (index: number): Part =>
    stateRule(grammar, state, `columns from ${index}`, () => {
      const column = optional(sequence(`, ${columns[index]!}`));
      return index + 1 < columns.length ? sequence(column, columnsFrom(index + 1)) : column;
    });
  return choice(
    ...columns.map((column, index) => (index + 1 < columns.length ? sequence(column, columnsFrom(index + 1)) : column)),
  );
}

/** Aggregates of the members of a group, with the names of their columns. */
const COLUMNS = [
  ["sum", "total"],
  ["avg", "average"],
  ["min", "least"],
  ["max", "greatest"],
] as const;

/**
 * After a group in parentheses: a key, orders and conditions, and a record of counts and sums; null if there is nothing to group by.
 */
export function totals(grammar: Grammar, state: State): Part | null {
  if (state.attributes.length === 0) return null;
  return stateRule(grammar, state, "totals", () => {
    const names = namesOf(state);
    if (names.length > 0) return choice(...names.map((name) => totalsBy(grammar, state, name)));
    return sequence(
      "[group by @",
      oneName(grammar, null),
      "]",
      ofGroups(grammar, state),
      optional(sequence("/{ count: count(/*) }")),
    );
  });
}

/** Brackets on groups. */
const ofGroups = (grammar: Grammar, state: State): Part =>
  stateRule(grammar, state, "brackets of groups", () => {
    const value = choiceOf(sequence("count(/*)"), ...COLUMNS.map(([name]) => aggregate(grammar, state, name)))!;
    const order = sequence("order by ", value, optional(choice(" ascending", " descending")));
    const least = sequence("count(/*)", shared(grammar, "quantity"));
    return many(sequence("[", choice(order, least, shared(grammar, "position")), "]"));
  });

function totalsBy(grammar: Grammar, state: State, key: string): Part {
  const field = `@${writtenName(key)}`;
  const columns = choice(`/${field}`, sequence(`/{ ${field}`, measures(grammar, state, key), " }"));
  return sequence(`[group by ${field}]`, ofGroups(grammar, state), optional(columns));
}

/** Columns of what is counted and summed, each at most once, without one that has the name of the key. */
function measures(grammar: Grammar, state: State, key: string): Part {
  const named = [
    ["count", sequence("count(/*)")] as const,
    ...COLUMNS.map(([name, column]) => [column, aggregate(grammar, state, name)] as const),
  ];
  const isTaken = named.some(([column]) => column === key);
  return stateRule(grammar, state, isTaken ? `measures beside ${key}` : "measures", () =>
    sequence(
      ...named.flatMap(([column, part]) =>
        part === null || column === key ? [] : [optional(sequence(`, ${column}: `, part))],
      ),
    ),
  );
}

/** A sum or its like over the members, of an attribute that is a number or money of one currency; null if there is none. */
function aggregate(grammar: Grammar, state: State, name: string): Part | null {
  const numbers = state.attributes.filter(isNumber);
  if (numbers.length === 0) return null;
  const number = stateRule(grammar, state, "number", () => choice(...numbers.map((each) => writtenName(each.name!))));
  return sequence(`${name}(/*/@`, number, ")");
}

const isNumber = ({ name, type }: Comparable): boolean =>
  name !== null && (type === "number" || (type?.startsWith("money(") ?? false));
