import { choice, many, optional, type Part, sequence } from "../grammar/part.js";
import type { Comparable, State } from "../states/state.js";
import { writtenName } from "../words.js";
import { choiceOf, type Grammar, shared, stateRule } from "./grammar.js";

/** Reports over nodes of one type that a path leads to: a table of their attributes, and totals by an attribute. */
export function reports(grammar: Grammar, target: State, path: Part, joined: Part): Part | null {
  const names = target.attributes.flatMap(({ name }) => (name === null ? [] : [name]));
  if (names.length === 0 || target.typeNames === null || target.typeNames.length !== 1) return null;
  return choiceOf(
    sequence(path, "/", table(grammar, target, names)),
    sequence("(", joined, ")", totals(grammar, target, target.typeNames[0]!, names)),
  );
}

/** `{ @name, @minutes }`: attributes in the order of the schema, each at most once. */
function table(grammar: Grammar, state: State, names: readonly string[]): Part {
  const rest = (index: number): Part =>
    stateRule(grammar, state, `columns from ${index}`, () => {
      const column = optional(sequence(", @", writtenName(names[index]!)));
      return index + 1 < names.length ? sequence(column, rest(index + 1)) : column;
    });
  return stateRule(grammar, state, "table", () => {
    const rows = names.map((name, index) =>
      index + 1 < names.length ? sequence("@", writtenName(name), rest(index + 1)) : sequence("@", writtenName(name)),
    );
    return sequence("{ ", choice(...rows), " }");
  });
}

/** Aggregates of the members of a group, with the names of their columns. */
const COLUMNS = [
  ["sum", "total"],
  ["avg", "average"],
  ["min", "least"],
  ["max", "greatest"],
] as const;

/** `[group by @category][order by count(/POI) descending]/{ @category, count: count(/POI), total: sum(/POI/@minutes) }`. */
const totals = (grammar: Grammar, state: State, type: string, names: readonly string[]): Part =>
  stateRule(grammar, state, "totals", () => choice(...names.map((name) => totalsBy(grammar, state, type, name))));

function totalsBy(grammar: Grammar, state: State, type: string, key: string): Part {
  const members = `/${writtenName(type)}`;
  const number = numberOf(grammar, state);
  const count = `count(${members})`;
  const aggregate = (name: string): Part | null =>
    number === null ? null : sequence(`${name}(${members}/@`, number, ")");
  const value = choiceOf(
    sequence(count),
    ...COLUMNS.map(([name]) => aggregate(name)),
    sequence("@", writtenName(key)),
  )!;
  const bracket = choice(
    sequence("order by ", value, optional(choice(" ascending", " descending"))),
    shared(grammar, "position"),
  );
  const columns = [
    ["count", sequence(count)] as const,
    ...COLUMNS.map(([name, column]) => [column, aggregate(name)] as const),
  ];
  const fields = columns.flatMap(([column, part]) =>
    part === null || column === key ? [] : [optional(sequence(`, ${column}: `, part))],
  );
  const field = `@${writtenName(key)}`;
  return sequence(
    `[group by ${field}]`,
    many(sequence("[", bracket, "]")),
    choice(sequence(`/${field}`), sequence(`/{ ${field}`, ...fields, " }")),
  );
}

/** One of the attributes that are numbers or amounts of one currency; null if there is none. */
function numberOf(grammar: Grammar, state: State): Part | null {
  const numbers = state.attributes.filter(isNumber);
  if (numbers.length === 0) return null;
  return stateRule(grammar, state, "number", () => choice(...numbers.map(({ name }) => writtenName(name!))));
}

const isNumber = ({ name, type }: Comparable): boolean =>
  name !== null && (type === "number" || (type?.startsWith("money(") ?? false));
