import { choice, literal, many, optional, type Part, repeat, sequence } from "../grammar/part.js";
import { token } from "../grammar/terminals.js";
import type { Move, NodeTest, State, StateSpace } from "../states/state.js";
import { groupBy } from "../words.js";
import { type Grammar, namesOf, oneOf, opposite, shared, stateRule, test } from "./conditions.js";

/** Groups within groups. */
const GROUP_DEPTH = 2;

/** A whole query: paths joined by `|`, each of which may start with a group. */
export function query(grammar: Grammar, space: StateSpace): Part {
  const path = choice(
    steps(grammar, space.start, 0)!,
    ...groups(grammar, space),
    openGroup(grammar, space, GROUP_DEPTH),
  );
  return joined(path);
}

const joined = (path: Part): Part => sequence(path, many(sequence(" | ", path)));

/** A group of any paths. What it has found is a mixture: with a schema, positions and relevance may follow, but no step. */
function openGroup(grammar: Grammar, space: StateSpace, depth: number): Part {
  return grammar.book.rule(`group ${depth}`, () => {
    const path = steps(grammar, space.start, 0)!;
    const inside = depth > 1 ? choice(path, openGroup(grammar, space, depth - 1)) : path;
    return sequence("(", joined(inside), ")", at(grammar, space.mixture, 0));
  });
}

/** A group of paths that all go down, by names, to one type: anything that may follow a step to that type may follow. */
function groups(grammar: Grammar, space: StateSpace): Part[] {
  const isReachable = reachability();
  return space.single
    .filter((target) => isReachable(space.start, target))
    .map((target) =>
      stateRule(grammar, target, "group", () =>
        sequence("(", joined(down(grammar, space.start, target, isReachable)), ")", at(grammar, target, 0)),
      ),
    );
}

type Reachable = (from: State, target: State) => boolean;

/** Steps down from one state to another, with brackets. */
function down(grammar: Grammar, from: State, target: State, isReachable: Reachable): Part {
  return stateRule(grammar, from, `down to ${target.name}`, () => {
    const options: Part[] = [];
    for (const to of plainTargets(from)) {
      const step = sequence(plainStep(grammar, from, to), brackets(grammar, to));
      if (to === target) options.push(step);
      if (isReachable(to, target)) options.push(sequence(step, down(grammar, to, target, isReachable)));
    }
    return choice(...options);
  });
}

const plainTargets = (from: State): ReadonlySet<State> =>
  new Set(from.moves().flatMap(({ isPlain, to }) => (isPlain ? [to] : [])));

const plainStep = (grammar: Grammar, from: State, to: State): Part =>
  stateRule(grammar, from, `down ${to.name}`, () =>
    movesPart(
      grammar,
      from.moves().filter((move) => move.isPlain && move.to === to),
    ),
  );

const brackets = (grammar: Grammar, state: State): Part =>
  stateRule(grammar, state, "brackets", () => many(sequence("[", bracketContent(grammar, state, 1), "]")));

/** Whether plain steps lead from one state to another. */
function reachability(): Reachable {
  const known = new Map<State, ReadonlySet<State>>();
  return (from, target) => {
    const found = known.get(from);
    if (found !== undefined) return found.has(target);
    const reached = new Set(plainTargets(from));
    // What is added is gone through as well.
    for (const state of reached) for (const to of plainTargets(state)) reached.add(to);
    known.set(from, reached);
    return reached.has(target);
  };
}

/**
 * Paths as a machine: for each state and level, what can follow it. `level` is the nesting of the conditions that the
 * path is in; in its own brackets conditions are one level deeper.
 */

/** One step or more from a state to the end of the path, or null if nothing can follow: `/Day[2]/POI`. */
export function steps(grammar: Grammar, state: State, level: number): Part | null {
  const moves = state.moves();
  const isEnd = moves.length === 0 && (grammar.onlyNodes || !hasAttributes(state));
  return isEnd ? null : stateRule(grammar, state, "steps", () => stepsPart(grammar, state, moves, level), level);
}

/** Of what is in a bracket it does not matter where the path around it leads. */
const anywhere = (grammar: Grammar): Grammar => (grammar.onlyNodes ? { ...grammar, onlyNodes: false } : grammar);

const hasAttributes = ({ attributes, attributesBelow }: State): boolean =>
  attributes.length > 0 || attributesBelow === null || attributesBelow.length > 0;

function stepsPart(grammar: Grammar, state: State, moves: readonly Move[], level: number): Part {
  const options: Part[] = [];
  for (const [key, group] of groupBy(moves, ({ to, test }) => (test.kind === "Dot" ? `${to.name} dot` : to.name))) {
    const { to, test } = group[0]!;
    const there = stateRule(anywhere(grammar), state, `to ${key}`, () => movesPart(grammar, group));
    options.push(sequence(there, test.kind === "Dot" ? optionalSteps(grammar, to, level) : at(grammar, to, level)));
  }
  if (grammar.onlyNodes) return choice(...options);
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
  const content = bracketContent(anywhere(grammar), state, level + 1);
  const bracket = sequence("[", content, "]", after(grammar, state, level));
  return more === null ? [bracket] : [bracket, more];
}

/** The ways to one state: separators and axes that have the same node tests are written once. */
function movesPart(grammar: Grammar, moves: readonly Move[]): Part {
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
const bracketContent = (grammar: Grammar, state: State, level: number): Part =>
  stateRule(grammar, state, "in", () => contentPart(grammar, state, level), level);

function contentPart(grammar: Grammar, state: State, level: number): Part {
  return choice(shared(grammar, "position"), condition(grammar, state, level), sequence("last()"));
}

/** Operands joined by `and` and `or`; which binds tighter is no matter of what can be written. */
const condition = (grammar: Grammar, state: State, level: number): Part =>
  stateRule(
    grammar,
    state,
    "condition",
    () => {
      const one = operand(grammar, state, level);
      return sequence(one, many(sequence(shared(grammar, "junction"), one)));
    },
    level,
  );

const operand = (grammar: Grammar, state: State, level: number): Part =>
  stateRule(grammar, state, "operand", () => operandPart(grammar, state, level), level);

/** A test of the node itself, of nodes that a path leads to, or, above the last level, of conditions. */
function operandPart(grammar: Grammar, state: State, level: number): Part {
  const graded = optional(shared(grammar, "threshold"));
  const options: Part[] = [test(grammar, state)];
  const nodes = steps({ ...grammar, onlyNodes: true }, state, level);
  if (nodes !== null) options.push(sequence(shared(grammar, "aggregate"), nodes, ")", graded));
  const path = steps(grammar, state, level);
  if (path !== null) {
    options.push(sequence("exists(", path, ")"), sequence("count(", path, ")", shared(grammar, "quantity")));
  }
  if (level < grammar.maxNesting) {
    const inner = condition(grammar, state, level + 1);
    const first = operand(grammar, state, level + 1);
    options.push(
      sequence("not(", inner, ")"),
      sequence("1-", choice(opposite(grammar, state), sequence("(", inner, ")"))),
      sequence(shared(grammar, "combination"), inner, many(sequence(", ", inner)), ")", graded),
      sequence("(", first, shared(grammar, "junction"), inner, ")", graded),
    );
  }
  return choice(...options);
}
