import { choice, many, optional, type Part, sequence } from "../grammar/part.js";
import { token } from "../grammar/terminals.js";
import type { State, StateSpace } from "../states/state.js";
import { rowOf } from "../valueTypes.js";
import { choiceOf, type Grammar, sequenceOf, shared, stateRule } from "./grammar.js";
import { movesPart, stepsTo } from "./moves.js";
import { keys, keysOfNode } from "./orders.js";
import { quantified } from "./quantified.js";
import { record, totals } from "./reports.js";
import { compared, pathTests, plainTests, test } from "./tests.js";
import { endsOf, valuePath } from "./valuePaths.js";
import { comparisons, computed, read } from "./values.js";

/** Brackets without paths in them. */
export const nodeBrackets = (grammar: Grammar, state: State): Part =>
  stateRule(grammar, state, "node brackets", () => {
    const test = plainTests(grammar, state);
    const tests = sequence(test, many(sequence(shared(grammar, "junction"), test)));
    const options = [shared(grammar, "position"), shared(grammar, "last"), keysOfNode(grammar, state), tests];
    return many(sequence("[", choice(...options), "]"));
  });

/** Groups within groups. */
const GROUP_DEPTH = 3;
/** Level of the first path of a query, which may end in a record and which others may follow. */
const FIRST = -1;
/** Level of the others, which may end in values. */
const OTHERS = 0;
/** Level of paths that end in nodes. */
const NODES_ONLY = 1;

/** A whole query: paths joined by `|` and its like, each of which may start with a group; a report; or a value. */
export function query(grammar: Grammar, space: StateSpace): Part {
  const isReachable = reachability();
  const targets = space.single.filter((target) => isReachable(space.start, target));
  const path = (level: number): Part =>
    choice(
      steps(grammar, space.start, level)!,
      ...groups(grammar, space, { targets, isReachable, level }),
      openGroup(grammar, space, GROUP_DEPTH, level),
      sequence(valueGroup(grammar, space), end(grammar, level)),
    );
  grammar.book.rule("others", () => many(sequence(shared(grammar, "set"), path(OTHERS))));
  return choiceOf(path(FIRST), valueQuery(grammar))!;
}

/** After the first path of a query its others, whose rule there is already; after these nothing. */
const end = (grammar: Grammar, level: number): Part =>
  level === FIRST ? grammar.book.rule("others", () => sequence()) : sequence();

const joined = (grammar: Grammar, path: Part): Part => sequence(path, many(sequence(shared(grammar, "set"), path)));

/** Results of paths from the document: a value, or a comparison of two. */
function valueQuery(grammar: Grammar): Part | null {
  const { start, valueTypes } = grammar;
  const all = grammar.isLean ? steps(grammar, start, 0) : valuePath(grammar, start, "any");
  return choiceOf(
    sequenceOf("exists(", all, ")"),
    sequenceOf("distinct-values(", all, ")"),
    grammar.isLean ? sequenceOf("count(", all, ")", optional(shared(grammar, "quantity"))) : null,
    ...valueTypes.flatMap((type) => {
      const sign = shared(grammar, rowOf(type).values === undefined ? "comparison" : "equality");
      const right = choiceOf(rowOf(type).literals, read(grammar, start, type, "paths"));
      const comparison = sequenceOf(sign, right)!;
      const value = computed(grammar, start, type, "paths");
      return [sequenceOf(value, optional(comparison)), sequenceOf(valuePath(grammar, start, type), comparison)];
    }),
  );
}

/** A group of any paths to nodes. It leads to a mixture: with a schema, brackets may follow, but no step. */
function openGroup(grammar: Grammar, space: StateSpace, depth: number, level: number): Part {
  return grammar.book.rule(`group ${depth} ${levelName(level)}`, () => {
    const path = steps(grammar, space.start, NODES_ONLY)!;
    const inside = depth > 1 ? choice(path, openGroup(grammar, space, depth - 1, NODES_ONLY)) : path;
    return sequence("(", joined(grammar, inside), ")", afterGroup(grammar, space.mixture, level));
  });
}

/** After a group as after a step; of a report, keys may follow. */
function afterGroup(grammar: Grammar, state: State, level: number): Part {
  const keyed = level === FIRST ? totals(grammar, state) : null;
  return choiceOf(at(grammar, state, level), keyed)!;
}

/** A group of paths that may end in values. Positions may follow; conditions and steps differ between nodes and values (SXP2019, SXP2020). */
function valueGroup(grammar: Grammar, space: StateSpace): Part {
  return grammar.book.rule("group of values", () => {
    const position = choice(shared(grammar, "position"), shared(grammar, "last"));
    return sequence("(", joined(grammar, steps(grammar, space.start, 0)!), ")", many(sequence("[", position, "]")));
  });
}

interface Down {
  readonly targets: readonly State[];
  readonly isReachable: Reachable;
  readonly level: number;
}

/** A group of paths that all go down, by names, to one type: anything that may follow a step to that type may follow. */
function groups(grammar: Grammar, space: StateSpace, { targets, isReachable, level }: Down): Part[] {
  const inside = (target: State, depth: number): Part => {
    const path = down(grammar, space.start, target, isReachable);
    const inner = depth > 1 ? choice(path, group(target, depth - 1)) : path;
    return sequence("(", joined(grammar, inner), ")");
  };
  const group = (target: State, depth: number): Part =>
    stateRule(grammar, target, "group", () => sequence(inside(target, depth), brackets(grammar, target)), depth);
  return targets.map((target) =>
    stateRule(grammar, target, `group ${levelName(level)}`, () =>
      sequence(inside(target, GROUP_DEPTH), afterGroup(grammar, target, level)),
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

/** Tests that plain steps lead from one state to another. */
function reachability(): Reachable {
  const reachable = new Map<State, ReadonlySet<State>>();
  return (from, target) => {
    const cached = reachable.get(from);
    if (cached !== undefined) return cached.has(target);
    const states = new Set(plainTargets(from));
    // Added states are visited as well.
    for (const state of states) for (const to of plainTargets(state)) states.add(to);
    reachable.set(from, states);
    return states.has(target);
  };
}

/**
 * Paths as a machine: for each state and level, what can follow it. `level` is the nesting of the conditions that the
 * path is in; in its own brackets conditions are one level deeper.
 */

/** One step or more from a state to the end of the path, or null if nothing can follow: `/Day[2]/POI`. Only a query may end in values. */
function steps(grammar: Grammar, state: State, level: number): Part | null {
  const isEnd = state.moves().length === 0 && lastSteps(grammar, state, level).length === 0;
  return isEnd ? null : levelRule(grammar, state, "steps", level, () => stepsPart(grammar, state, level));
}

function stepsPart(grammar: Grammar, state: State, level: number): Part {
  const options = stepsTo(grammar, state).map(({ to, there, isDot }) =>
    sequence(there, isDot ? optionalSteps(grammar, to, level) : at(grammar, to, level)),
  );
  return choice(...options, ...lastSteps(grammar, state, level));
}

/** Attributes and own texts at the end of a path, and records at that of a query. */
function lastSteps(grammar: Grammar, state: State, level: number): Part[] {
  if (level > OTHERS) return [];
  const values = endsOf(grammar, state, "any").map((value) => sequence(value, end(grammar, level)));
  const report = level === FIRST ? record(grammar, state) : null;
  return report === null ? values : [...values, report];
}

const levelName = (level: number): string => (level === FIRST ? "first" : String(level));

/** The rule of a state for paths of a level. */
const levelRule = (grammar: Grammar, state: State, what: string, level: number, make: () => Part): Part =>
  stateRule(grammar, state, `${what} ${levelName(level)}`, make);

const optionalSteps = (grammar: Grammar, state: State, level: number): Part => {
  const more = steps(grammar, state, level);
  return orEnd(grammar, more === null ? [] : [more], level);
};

/** One of some parts, or the end of the path. */
const orEnd = (grammar: Grammar, parts: readonly Part[], level: number): Part =>
  level === FIRST
    ? choice(...parts, end(grammar, level))
    : parts.length === 0
      ? sequence()
      : optional(choice(...parts));

/** After a step that has reached a state: brackets, further steps, or the end. */
function at(grammar: Grammar, state: State, level: number): Part {
  if (level >= grammar.maxNesting) return optionalSteps(grammar, state, level);
  return levelRule(grammar, state, "at", level, () => orEnd(grammar, following(grammar, state, level), level));
}

/** Continuation after a bracket: an offset has an anchor. */
function after(grammar: Grammar, state: State, level: number): Part {
  const make = () => {
    const options = following(grammar, state, level);
    const siblings = state.siblings();
    if (siblings !== null) options.push(sequence("[", "@", token("shift"), "]", after(grammar, siblings, level)));
    return orEnd(grammar, options, level);
  };
  return levelRule(grammar, state, "after", level, make);
}

function following(grammar: Grammar, state: State, level: number): Part[] {
  const more = steps(grammar, state, level);
  const bracket = sequence(
    "[",
    bracketContent(grammar, state, Math.max(level, OTHERS) + 1),
    "]",
    after(grammar, state, level),
  );
  return more === null ? [bracket] : [bracket, more];
}

/** Content of a bracket: a position or a condition. */
const bracketContent = (grammar: Grammar, state: State, level: number): Part =>
  stateRule(grammar, state, "in", () => contentPart(grammar, state, level), level);

function contentPart(grammar: Grammar, state: State, level: number): Part {
  return choiceOf(
    shared(grammar, "position"),
    shared(grammar, "last"),
    keys(grammar, state),
    condition(grammar, state, level),
    quantified(grammar, state),
  )!;
}

/** Operands joined by `and` and `or`; their precedence does not affect the possible texts. */
const condition = (grammar: Grammar, state: State, level: number): Part =>
  stateRule(
    grammar,
    state,
    "condition",
    () => {
      const term = operand(grammar, state, level);
      return sequence(term, many(sequence(shared(grammar, "junction"), term)));
    },
    level,
  );

const operand = (grammar: Grammar, state: State, level: number): Part =>
  stateRule(grammar, state, "operand", () => operandPart(grammar, state, level), level);

/** A test of the node itself, of what paths lead to, or, above the last level, of conditions. */
function operandPart(grammar: Grammar, state: State, level: number): Part {
  const path = steps(grammar, state, level);
  return choiceOf(
    unit(grammar, state, level),
    compared(grammar, state),
    pathTests(grammar, state) ?? comparisons(grammar, state, "node"),
    sequenceOf("count(", path, ")", shared(grammar, "quantity")),
  )!;
}

/** Operand of `1-` that becomes its opposite. */
const unit = (grammar: Grammar, state: State, level: number): Part =>
  stateRule(grammar, state, "unit", () => unitPart(grammar, state, level), level);

function unitPart(grammar: Grammar, state: State, level: number): Part {
  const graded = optional(shared(grammar, "threshold"));
  const path = steps(grammar, state, level);
  const some = quantified(grammar, state);
  return choiceOf(
    test(grammar, state),
    sequenceOf(shared(grammar, "aggregate"), path, ")", graded),
    sequenceOf("exists(", path, ")"),
    sequenceOf("(", some, ")"),
    sequenceOf("not(", some, ")"),
    ...(level < grammar.maxNesting ? nested(grammar, state, level + 1) : []),
  )!;
}

/** Conditions in conditions. */
function nested(grammar: Grammar, state: State, level: number): Part[] {
  const graded = optional(shared(grammar, "threshold"));
  const inner = condition(grammar, state, level);
  const first = operand(grammar, state, level);
  const values = choiceOf(compared(grammar, state), comparisons(grammar, state, "node"))!;
  return [
    sequence("not(", inner, ")"),
    sequence("1-", choice(unit(grammar, state, level), sequence("(", values, ")"))),
    sequence(shared(grammar, "combination"), inner, many(sequence(", ", inner)), ")", graded),
    sequence("(", first, shared(grammar, "junction"), inner, ")", graded),
  ];
}
