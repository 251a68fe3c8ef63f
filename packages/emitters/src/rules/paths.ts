import { choice, optional, type Part, sequence } from "../grammar/part.js";
import { token } from "../grammar/terminals.js";
import type { Move, State } from "../states/state.js";
import { bracketContent } from "./brackets.js";
import { groupBy } from "./groupBy.js";
import { movesPart } from "./moves.js";
import { type Grammar, namesOf, oneOf, stateRule } from "./shared.js";

/**
 * Paths as a machine: for each state and level, what can follow it. `level` is the nesting of the conditions that the
 * path stands in; in its own brackets conditions are one level deeper.
 */

/** One step or more from a state to the end of the path, or null where nothing can follow: `/Day[2]/POI`. */
export function steps(grammar: Grammar, state: State, level: number): Part | null {
  const moves = state.moves();
  const isEnd = moves.length === 0 && !hasAttributes(state);
  return isEnd ? null : stateRule(grammar, state, "steps", () => stepsPart(grammar, state, moves, level), level);
}

const hasAttributes = ({ attributes, attributesBelow }: State): boolean =>
  attributes.length > 0 || attributesBelow === null || attributesBelow.length > 0;

function stepsPart(grammar: Grammar, state: State, moves: readonly Move[], level: number): Part {
  const options: Part[] = [];
  for (const [key, group] of groupBy(moves, ({ to, test }) => (test.kind === "Dot" ? `${to.name} dot` : to.name))) {
    const { to, test } = group[0]!;
    const there = stateRule(grammar, state, `to ${key}`, () => movesPart(grammar, group));
    options.push(sequence(there, test.kind === "Dot" ? optionalSteps(grammar, to, level) : at(grammar, to, level)));
  }
  const { attributes, attributesBelow } = state;
  if (attributes.length > 0) options.push(sequence("/", "@", oneOf(grammar, namesOf(attributes))));
  if (attributesBelow === null || attributesBelow.length > 0) {
    options.push(sequence("//", "@", oneOf(grammar, attributesBelow)));
  }
  return choice(...options);
}

const optionalSteps = (grammar: Grammar, state: State, level: number): Part => {
  const more = steps(grammar, state, level);
  return more === null ? sequence() : optional(more);
};

/** Behind a step that has reached a state: brackets, further steps, or the end. */
export function at(grammar: Grammar, state: State, level: number): Part {
  if (level >= grammar.maxNesting) return optionalSteps(grammar, state, level);
  return stateRule(grammar, state, "at", () => optional(choice(...following(grammar, state, level))), level);
}

/** The same behind a bracket: an offset has something to move from. */
function after(grammar: Grammar, state: State, level: number): Part {
  const make = () => {
    const options = following(grammar, state, level);
    const siblings = state.siblings();
    if (siblings !== null) options.push(sequence("[", "@", token("shift"), "]", after(grammar, siblings, level)));
    return optional(choice(...options));
  };
  return stateRule(grammar, state, "after", make, level);
}

function following(grammar: Grammar, state: State, level: number): Part[] {
  const more = steps(grammar, state, level);
  const bracket = sequence("[", bracketContent(grammar, state, level + 1), "]", after(grammar, state, level));
  return more === null ? [bracket] : [bracket, more];
}
