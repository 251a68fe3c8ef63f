import { COMBINE_FUNCTIONS } from "@semantic-xpath/parser";
import { choice, literal, many, optional, type Part, repeat, sequence } from "../grammar/part.js";
import { token } from "../grammar/terminals.js";
import type { Move, NodeTest, State } from "../states/state.js";
import { AGGREGATE_NAMES, groupBy } from "../words.js";
import { type Grammar, namesOf, oneOf, quantity, stateRule, test, threshold } from "./conditions.js";

/**
 * Paths as a machine: for each state and level, what can follow it. `level` is the nesting of the conditions that the
 * path is in; in its own brackets conditions are one level deeper.
 */

/** One step or more from a state to the end of the path, or null if nothing can follow: `/Day[2]/POI`. */
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

/** After a step that has reached a state: brackets, further steps, or the end. */
export function at(grammar: Grammar, state: State, level: number): Part {
  if (level >= grammar.maxNesting) return optionalSteps(grammar, state, level);
  return stateRule(grammar, state, "at", () => optional(choice(...following(grammar, state, level))), level);
}

/** The same after a bracket: an offset has something to move from. */
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

/** The ways to one state: separators and axes that have the same node tests are written once. */
export function movesPart(grammar: Grammar, moves: readonly Move[]): Part {
  const byLead = groupBy(moves, ({ separator, axis }) => `${separator} ${axis ?? ""}`).map(([, group]) => ({
    lead: leadPart(group[0]!),
    tests: group.map(({ test }) => test),
  }));
  const byTests = groupBy(byLead, ({ tests }) => JSON.stringify(tests));
  return choice(
    ...byTests.map(([, same]) =>
      sequence(
        choice(...same.map(({ lead }) => lead)),
        choice(...same[0]!.tests.map((test) => nodeTest(grammar, test))),
      ),
    ),
  );
}

/** The slash is a token of its own: a lexer that has begun "/child::" could not go back to read "/c" as the start of a name. */
const leadPart = ({ separator, axis }: Move): Part =>
  axis === null ? literal(separator) : sequence(separator, `${axis}::`);

function nodeTest(grammar: Grammar, test: NodeTest): Part {
  switch (test.kind) {
    case "Name":
      return test.name === null ? oneOf(grammar, null) : literal(test.name);
    case "Wildcard":
      return literal("*");
    case "Dot":
      return literal(test.text);
    case "All":
      return sequence("(", ...test.names.flatMap((name, i) => (i === 0 ? [name] : ["|", name])), ")");
    case "Some": {
      const { names } = test;
      const list = () => {
        const one = oneOf(grammar, names);
        return sequence("(", one, repeat(sequence("|", one), 1, null), ")");
      };
      return grammar.book.rule(`list ${names?.join(" ") ?? ""}`, list);
    }
  }
}

/** What is in a bracket: a position or a condition. */
export const bracketContent = (grammar: Grammar, state: State, level: number): Part =>
  stateRule(grammar, state, "in", () => contentPart(grammar, state, level), level);

function contentPart(grammar: Grammar, state: State, level: number): Part {
  const options: Part[] = [position(grammar), condition(grammar, state, level), sequence("last()")];
  const path = steps(grammar, state, level);
  if (path !== null) options.push(sequence("count(", path, ")"));
  return choice(...options);
}

/** `2`, `-1`, `1:3`, `:3`, `-2:`. */
const position = ({ book }: Grammar): Part =>
  book.rule("position", () =>
    choice(sequence(token("index"), optional(sequence(":", optional(token("index"))))), sequence(":", token("index"))),
  );

/** Operands joined by `and` and `or`; which binds tighter is no matter of what can be written. */
const condition = (grammar: Grammar, state: State, level: number): Part =>
  stateRule(
    grammar,
    state,
    "condition",
    () => {
      const one = operand(grammar, state, level);
      return sequence(one, many(sequence(junction(grammar), one)));
    },
    level,
  );

const junction = ({ book }: Grammar): Part => book.rule("junction", () => choice(" and ", " or "));

const operand = (grammar: Grammar, state: State, level: number): Part =>
  stateRule(grammar, state, "operand", () => operandPart(grammar, state, level), level);

/** A test of the node itself, of nodes that a path leads to, or, above the last level, of conditions. */
function operandPart(grammar: Grammar, state: State, level: number): Part {
  const graded = optional(threshold(grammar));
  const options: Part[] = [test(grammar, state)];
  const path = steps(grammar, state, level);
  if (path !== null) {
    options.push(
      sequence(aggregates(grammar), path, ")", graded),
      sequence("exists(", path, ")"),
      sequence("count(", path, ")", quantity(grammar)),
    );
  }
  if (level < grammar.maxNesting) {
    const inner = condition(grammar, state, level + 1);
    const first = operand(grammar, state, level + 1);
    options.push(
      sequence("not(", inner, ")"),
      sequence("1-", first),
      sequence(combinations(grammar), inner, many(sequence(", ", inner)), ")", graded),
      sequence("(", first, junction(grammar), inner, ")", graded),
    );
  }
  return choice(...options);
}

/** Of each function its own name and the names that mean the same. */
const aggregates = ({ book }: Grammar): Part =>
  book.rule("aggregate", () => choice(...AGGREGATE_NAMES.map((name) => `${name}(`)));

const combinations = ({ book }: Grammar): Part =>
  book.rule("combination", () => choice(...COMBINE_FUNCTIONS.map((name) => `${name}(`)));
