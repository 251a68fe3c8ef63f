import { DAYS_OF_WEEK } from "@semantic-xpath/planner";
import { groupBy } from "@semantic-xpath/values";
import { choice, literal, optional, type Part, sequence } from "../grammar/part.js";
import { token } from "../grammar/terminals.js";
import type { Comparable, State } from "../states/state.js";
import { rowOf } from "../valueTypes.js";
import { quoteText } from "../words.js";
import { choiceOf, type Grammar, namesOf, oneField, oneName, sequenceOf, shared, stateRule } from "./grammar.js";
import { anyPath } from "./valuePaths.js";
import { comparisons, searchedText, spans, spellings, weekdayOf } from "./values.js";

/** A condition about the node itself, without a path and without another condition in it. One rule a state, for all levels. */
export const plainTests = (grammar: Grammar, state: State): Part =>
  stateRule(
    grammar,
    state,
    "plain",
    () => choiceOf(test(grammar, state), compared(grammar, state), comparisons(grammar, state, "node"))!,
  );

/** Conditions without a value on their left, so that `1-` before one is its opposite: presence, relevance, searches in texts. */
export const test = (grammar: Grammar, state: State): Part =>
  stateRule(grammar, state, "test", () => {
    const match = shared(grammar, "match");
    const names = spelled(grammar, state).map(({ name }) => sequence(name, optional(match)));
    const ofNode = sequence(choice("node", "content", "."), match);
    const ofText = state.hasText ? sequence("text()", optional(match)) : null;
    return choiceOf(ofNode, ofText, ...names, searches(grammar, searchedText(grammar, state)))!;
  });

interface Spelled {
  /** Attributes or fields as they are written. */
  readonly name: Part;
  readonly values: readonly Comparable[];
}

/** The attributes and fields of a state: with `@` or without, with it, and without. */
function spelled(grammar: Grammar, state: State): readonly Spelled[] {
  const { both, onlyAttributes, onlyFields } = spellings(state);
  const sign = optional(literal("@"));
  const groups: readonly (readonly [readonly Comparable[], (values: readonly Comparable[]) => Part])[] = [
    [both, (values) => sequence(sign, oneField(grammar, namesOf(values)))],
    [onlyAttributes, (values) => sequence("@", oneName(grammar, namesOf(values)))],
    [onlyFields, (values) => oneField(grammar, namesOf(values))],
  ];
  return groups.flatMap(([values, write]) => (values.length === 0 ? [] : [{ name: write(values), values }]));
}

/** Comparable attributes and fields, grouped by the literals that they compare with. */
const comparable = (grammar: Grammar, state: State): readonly Spelled[] => {
  const groups = [...groupBy([...state.attributes, ...state.fields], literalsOf)];
  return groups.flatMap(([key]) => {
    const only = (values: readonly Comparable[]) => values.filter((each) => literalsOf(each) === key);
    return spelled(grammar, { ...state, attributes: only(state.attributes), fields: only(state.fields) });
  });
};

const literalsOf = ({ type, values }: Comparable): string => JSON.stringify([type, values]);

/** A value of the node and a literal that it compares with. */
export function compared(grammar: Grammar, state: State): Part {
  return stateRule(grammar, state, "compared", () => {
    const texts = choice(".", ...(state.hasText ? ["text()"] : []));
    const equality = shared(grammar, "equality");
    const options = [
      sequence(texts, comparedWith(grammar, { type: "string", values: null })),
      ...comparable(grammar, state).map(({ name, values }) => sequence(name, comparedWith(grammar, values[0]!))),
      shared(grammar, "place"),
    ];
    const weekday = weekdayOf(grammar, state);
    if (state !== grammar.start)
      options.push(sequence(weekday, equality, choice(...DAYS_OF_WEEK.map(quoteText), weekday)));
    const { typeNames } = state;
    if (typeNames === null) options.push(sequence("name()", equality, token("string")));
    else if (typeNames.length > 0) options.push(sequence("name()", equality, choice(...typeNames.map(quoteText))));
    return choiceOf(...options, spans(grammar, state))!;
  });
}

/** A comparison with what the checker accepts for the type and the allowed values. */
function comparedWith(grammar: Grammar, { type, values }: Pick<Comparable, "type" | "values">): Part {
  const { book } = grammar;
  const any = shared(grammar, "comparison");
  if (type === null)
    return book.rule("compare any", () => sequence(any, choice(token("string"), token("number"), "true", "false")));
  const { literals, written, isOrdered, values: all } = rowOf(type);
  const allowed = values ?? all;
  if (allowed === undefined) return book.rule(`compare ${type}`, () => sequence(any, literals));
  return book.rule(`allowed ${type} ${allowed.join(" ")}`, () =>
    choice(
      sequence(shared(grammar, "equality"), choice(...new Set(allowed.map(written)))),
      ...(isOrdered ? [sequence(shared(grammar, "order"), literals)] : []),
    ),
  );
}

/** `contains(…)` and `matches(…)` of a text. */
export function searches(grammar: Grammar, text: Part | null): Part | null {
  return choiceOf(
    sequenceOf(shared(grammar, "search"), text, ", ", token("text"), shared(grammar, "collation"), ")"),
    sequenceOf("matches(", text, ", ", token("pattern"), optional(sequence(', "i"')), ")"),
  );
}

/** Comparisons and searches of the values of paths. */
export const pathTests = (grammar: Grammar, state: State): Part | null =>
  choiceOf(
    comparisons(grammar, state, "paths"),
    sequenceOf("exists(", anyPath(grammar, state, "any"), ")"),
    searches(grammar, anyPath(grammar, state, "string")),
  );
