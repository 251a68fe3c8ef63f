import { choice, many, optional, type Part, sequence } from "../grammar/part.js";
import type { State } from "../states/state.js";
import { type Grammar, oneAttribute, stateRule } from "./grammar.js";
import { computed, type Reach, spanOf, textFunction } from "./values.js";

const ordered = (key: Part): Part => {
  const directed = sequence(key, optional(choice(" ascending", " descending")));
  return sequence("order by ", directed, many(sequence(", ", directed)));
};

/** `order by @minutes descending, @name`: each key is one value. */
export const keys = (grammar: Grammar, state: State): Part => keysOf(grammar, state, "paths");

/** Order keys without paths. */
export const keysOfNode = (grammar: Grammar, state: State): Part => keysOf(grammar, state, "node");

const keysOf = (grammar: Grammar, state: State, reach: Reach): Part =>
  stateRule(grammar, state, `${reach} keys`, () => {
    const { attributes, hasText } = state;
    const options: (Part | null)[] = [
      attributes.length > 0 ? oneAttribute(grammar, attributes) : null,
      sequence("."),
      sequence("name()"),
      hasText ? sequence("text()") : null,
      textFunction(grammar, state),
      spanOf(grammar, state),
      ...grammar.valueTypes.filter((type) => type !== "string").map((type) => computed(grammar, state, type, reach)),
    ];
    return ordered(choice(...options.filter((option) => option !== null)));
  });
