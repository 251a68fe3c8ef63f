import { choice, optional, type Part, sequence } from "../grammar/part.js";
import { token } from "../grammar/terminals.js";
import type { Move, State } from "../states/state.js";
import { bracketContent } from "./brackets.js";
import { groupBy } from "./groupBy.js";
import { type Grammar, namesPart, stateRule } from "./shared.js";

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
  for (const [to, group] of groupBy(moves, ({ to, isDot }) => (isDot ? `${to.name} dot` : to.name))) {
    const target = group[0]!.to;
    const there = stateRule(grammar, state, `to ${to}`, () => leads(group));
    options.push(sequence(there, group[0]!.isDot ? optionalSteps(grammar, target, level) : at(grammar, target, level)));
  }
  const { attributes, attributesBelow } = state;
  if (attributes.length > 0) {
    const names = attributes[0]!.name === null ? null : attributes.map(({ name }) => name!);
    options.push(sequence("/", "@", stateRule(grammar, state, "attribute", () => namesPart(names))));
  }
  if (attributesBelow === null || attributesBelow.length > 0) {
    options.push(sequence("//", "@", stateRule(grammar, state, "attribute-below", () => namesPart(attributesBelow))));
  }
  return choice(...options);
}

/** The ways to one state: the separators and axes that have the same node tests are written once. */
function leads(moves: readonly Move[]): Part {
  const byLead = groupBy(moves, ({ lead }) => lead).map(([lead, group]) => {
    const tests = group.map(({ test }) => test);
    return { lead, tests, key: JSON.stringify(tests) };
  });
  const byTests = groupBy(byLead, ({ key }) => key);
  return choice(...byTests.map(([, same]) => sequence(choice(...same.map(({ lead }) => lead)), choice(...same[0]!.tests))));
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
