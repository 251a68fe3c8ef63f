import type { Axis } from "@semantic-xpath/parser";
import type { ValueType } from "@semantic-xpath/planner";
import { choice, many, type Part, sequence } from "../grammar/part.js";
import { token } from "../grammar/terminals.js";
import { OPAQUE, type State } from "../states/state.js";
import { rowOf } from "../valueTypes.js";
import { choiceOf, type Grammar, ruleIf, sequenceOf, shared, stateRule } from "./grammar.js";
import { stepsTo } from "./moves.js";
import { searches } from "./tests.js";
import { valuePath, withBrackets } from "./valuePaths.js";
import { named, overlaps } from "./values.js";

/**
 * `some $x in /POI satisfies $x/@cost > 3`: of nodes a step away or beside, which may be compared with the node itself; and of nodes of one
 * type anywhere. Null if there are none.
 */
export const quantified = (grammar: Grammar, state: State): Part | null =>
  grammar.isLean ? null : ruleIf(grammar, state, "quantified", () => quantifiedPart(grammar, state));

function quantifiedPart(grammar: Grammar, state: State): Part | null {
  const near = new Set(
    state.moves().flatMap(({ to, axis, test }) => (isNear(axis) && test.kind !== "Dot" ? [to] : [])),
  );
  near.delete(OPAQUE);
  const nodes = [...near].map((bound) => ofNear(grammar, state, bound));
  return choiceOf(...nodes, ofType(grammar, state), elsewhere(grammar));
}

const isNear = (axis: Axis | null): boolean => axis === null || axis.endsWith("-sibling");
const quantifier = choice("some $x in ", "every $x in ");

/** Nodes that a step leads to. */
const ofNear = (grammar: Grammar, state: State, bound: State): Part =>
  stateRule(grammar, state, `each ${bound.name}`, () => {
    const firstSteps = stepTo(grammar, state, bound)!;
    const neighbours = sequenceOf("$x", stepTo(grammar, bound, bound));
    const second = sequence(", $y in ", choiceOf(neighbours, firstSteps)!, " satisfies ", pairs(grammar, bound));
    return sequence(quantifier, firstSteps, choice(second, sequence(" satisfies ", conditions(grammar, state, bound))));
  });

/** Nodes of the type of the node, wherever they are: they may be compared with it. */
function ofType(grammar: Grammar, state: State): Part | null {
  if (!grammar.bound.includes(state)) return null;
  return sequenceOf(quantifier, rooted(grammar, state), " satisfies ", conditions(grammar, state, state));
}

/** Nodes of any type, wherever they are. */
const elsewhere = (grammar: Grammar): Part | null =>
  ruleIf(grammar, grammar.start, "elsewhere", () => {
    const options = grammar.bound.map((bound) =>
      sequenceOf(rooted(grammar, bound), " satisfies ", alone(grammar, bound)),
    );
    return sequenceOf(quantifier, choiceOf(...options));
  });

const rooted = (grammar: Grammar, bound: State): Part | null =>
  ruleIf(grammar, bound, "rooted", () => sequenceOf("root()", stepTo(grammar, grammar.start, bound)));

/** A step from a state to another, with brackets. */
function stepTo(grammar: Grammar, from: State, to: State): Part | null {
  const target = stepsTo(grammar, from).find((step) => step.to === to && !step.isDot);
  return target === undefined ? null : withBrackets(grammar, from, target);
}

/** Conditions on a bound node, or on it and the node whose bracket it is. */
const conditions = (grammar: Grammar, state: State, bound: State): Part =>
  stateRule(grammar, state, `with ${bound.name}`, () => {
    const comparisons = comparisonsOf(grammar, bound, (type) => named(grammar, state, type));
    const overlap = overlaps(
      grammar,
      state,
      (type) => named(grammar, state, type),
      (type) => sequenceOf("$x", valuePath(grammar, bound, type)),
    );
    return joined(grammar, choiceOf(ofBound(grammar, bound), comparisons, overlap)!);
  });

/** Conditions on a bound node, independent of the node whose bracket it is. */
const alone = (grammar: Grammar, bound: State): Part =>
  stateRule(grammar, bound, "alone", () => joined(grammar, ofBound(grammar, bound)));

/** Conditions on two bound nodes. */
const pairs = (grammar: Grammar, bound: State): Part =>
  stateRule(grammar, bound, "pair", () => {
    const other = (type: ValueType): Part =>
      choiceOf(sequence("$y"), sequenceOf("$y", valuePath(grammar, bound, type)))!;
    return joined(
      grammar,
      choiceOf(
        ofBound(grammar, bound),
        comparisonsOf(grammar, bound, other),
        overlaps(
          grammar,
          bound,
          (type) => sequenceOf("$x", valuePath(grammar, bound, type)),
          (type) => sequenceOf("$y", valuePath(grammar, bound, type)),
        ),
      )!,
    );
  });

const joined = (grammar: Grammar, one: Part): Part => sequence(one, many(sequence(shared(grammar, "junction"), one)));

const comparisonsOf = (grammar: Grammar, bound: State, right: (type: ValueType) => Part | null): Part | null =>
  choiceOf(
    ...grammar.valueTypes.map((type) =>
      sequenceOf("$x", valuePath(grammar, bound, type), signOf(grammar, type), right(type)),
    ),
  );

const signOf = (grammar: Grammar, type: ValueType): Part =>
  shared(grammar, rowOf(type).values === undefined ? "comparison" : "equality");

/** Conditions on a bound node by itself. */
const ofBound = (grammar: Grammar, bound: State): Part =>
  stateRule(grammar, bound, "bound", () => {
    const all = valuePath(grammar, bound, "any");
    const texts = sequenceOf("$x", valuePath(grammar, bound, "string"));
    return choiceOf(
      sequence("$x", shared(grammar, "comparison"), token("string")),
      sequence(".", shared(grammar, "comparison"), "$x"),
      comparisonsOf(grammar, bound, (type) => rowOf(type).literals),
      sequenceOf("exists($x", all, ")"),
      sequenceOf("not(exists($x", all, "))"),
      sequenceOf("count($x", all, ")", shared(grammar, "quantity")),
      searches(grammar, texts),
    )!;
  });
