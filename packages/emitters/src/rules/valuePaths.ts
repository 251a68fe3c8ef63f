import type { ValueType } from "@semantic-xpath/planner";
import { choice, optional, type Part, sequence } from "../grammar/part.js";
import type { Comparable, State } from "../states/state.js";
import { choiceOf, type Grammar, oneAttribute, sequenceOf, stateRule } from "./grammar.js";
import { type StepTo, stepsTo } from "./moves.js";

/** End of a path: values of a type, or anything, including nodes. */
type Ends = ValueType | "any";

/** Attributes and fields that can be of a type: those of no known type can be of any. */
export const ofType = (values: readonly Comparable[], ends: Ends): readonly Comparable[] =>
  ends === "any" ? values : values.filter(({ type }) => type === ends || type === null);

/**
 * A path from a state that ends in values of a type, null if there is none. In its brackets are positions, orders and tests of the node
 * itself, so that the rule is the same on all levels.
 */
export function valuePath(grammar: Grammar, state: State, ends: Ends): Part | null {
  if (grammar.isLean || !leadsTo(grammar, state, ends)) return null;
  return stateRule(grammar, state, `path to ${ends}`, () => {
    const options: Part[] = [...endsOf(grammar, state, ends)];
    for (const found of stepsTo(grammar, state)) {
      const more = valuePath(grammar, found.to, ends);
      const step = withBrackets(grammar, state, found);
      if (ends === "any") options.push(more === null ? step : sequence(step, optional(more)));
      else if (more !== null) options.push(sequence(step, more));
    }
    return choice(...options);
  });
}

/** A step with brackets that have no paths in them. */
export const withBrackets = (grammar: Grammar, from: State, { there, to, isDot }: StepTo): Part =>
  isDot ? there : stateRule(grammar, from, `by ${to.name}`, () => sequence(there, grammar.nodeBrackets(grammar, to)));

/** Paths from a state, or from the document. */
export const anyPath = (grammar: Grammar, state: State, ends: Ends): Part | null =>
  state === grammar.start
    ? valuePath(grammar, state, ends)
    : choiceOf(valuePath(grammar, state, ends), sequenceOf("root()", valuePath(grammar, grammar.start, ends)));

/** Attributes and own texts, here or below. */
export function endsOf(grammar: Grammar, state: State, ends: Ends): Part[] {
  const attributes = ofType(state.attributes, ends);
  const below = ofType(state.attributesBelow, ends);
  return [
    ...(attributes.length > 0 ? [sequence("/", oneAttribute(grammar, attributes))] : []),
    ...(below.length > 0 ? [sequence("//", oneAttribute(grammar, below))] : []),
    ...(state.hasText ? [sequence("/", "text()")] : []),
    ...(state.hasTextBelow ? [sequence("//", "text()")] : []),
  ];
}

const hasEnds = (state: State, ends: Ends): boolean =>
  state.hasText ||
  state.hasTextBelow ||
  ofType(state.attributes, ends).length > 0 ||
  ofType(state.attributesBelow, ends).length > 0;

/** Tests that a path from a state has such an end. */
function leadsTo({ pathEnds }: Grammar, from: State, ends: Ends): boolean {
  const ofEnds = pathEnds.get(ends) ?? new Map<State, boolean>();
  pathEnds.set(ends, ofEnds);
  const answer = ofEnds.get(from);
  if (answer !== undefined) return answer;
  const visited = new Set([from]);
  // Added states are visited as well.
  for (const state of visited) {
    if (ofEnds.get(state) || hasEnds(state, ends) || (ends === "any" && state.moves().length > 0)) {
      ofEnds.set(from, true);
      return true;
    }
    for (const { to } of state.moves()) visited.add(to);
  }
  for (const state of visited) ofEnds.set(state, false);
  return false;
}
