import type { ValueType } from "@semantic-xpath/planner";
import { choice, many, type Part, sequence } from "../grammar/part.js";
import { token } from "../grammar/terminals.js";
import { OPAQUE, type State } from "../states/state.js";
import { rowOf, spanType } from "../valueTypes.js";
import { choiceOf, type Grammar, sequenceOf, shared, stateRule } from "./grammar.js";
import { stepsTo } from "./moves.js";
import { searches } from "./tests.js";
import { valuePath, withBrackets } from "./valuePaths.js";
import { intervalOf, named } from "./values.js";

/** `some $x in /POI satisfies $x/@cost > 3`: of nodes a step away, or of one type anywhere. Null if there are none. */
export function quantified(grammar: Grammar, state: State): Part | null {
  const near = stepsTo(grammar, state).flatMap(({ to, isDot }) => (isDot || to === OPAQUE ? [] : [to]));
  const options = [...new Set([...near, ...grammar.bound])].map((bound) => ofType(grammar, state, bound));
  const found = choiceOf(...options);
  return found === null ? null : stateRule(grammar, state, "quantified", () => found);
}

function ofType(grammar: Grammar, state: State, bound: State): Part | null {
  const here = stepTo(grammar, state, bound);
  const anywhere = rooted(grammar, bound);
  if (here === null && anywhere === null) return null;
  return stateRule(grammar, state, `each ${bound.name}`, () => {
    const beside = sequenceOf("$x", stepTo(grammar, bound, bound));
    const second = sequenceOf(", $y in ", choiceOf(beside, here, anywhere), " satisfies ", pairs(grammar, bound))!;
    const satisfied = choice(second, sequence(" satisfies ", conditions(grammar, state, bound)));
    return sequence(choice("some ", "every "), "$x in ", choiceOf(here, anywhere)!, satisfied);
  });
}

/** The same from the document. */
function rooted(grammar: Grammar, bound: State): Part | null {
  const path = sequenceOf("root()", stepTo(grammar, grammar.start, bound));
  return path === null ? null : stateRule(grammar, bound, "rooted", () => path);
}

/** A step from a state to another, with brackets. */
function stepTo(grammar: Grammar, from: State, to: State): Part | null {
  const found = stepsTo(grammar, from).find((step) => step.to === to && !step.isDot);
  return found === undefined ? null : withBrackets(grammar, from, found);
}

/** What holds of a bound node, or of it and the node whose bracket it is. */
const conditions = (grammar: Grammar, state: State, bound: State): Part =>
  stateRule(grammar, state, `with ${bound.name}`, () => {
    const both = comparisonsOf(grammar, bound, (type) => named(grammar, state, type));
    const span = sequenceOf("$x", valuePath(grammar, bound, spanType(grammar.valueTypes)));
    const overlap = sequenceOf("overlaps(", intervalOf(grammar, state), ", ", span, ")");
    return joined(grammar, choiceOf(ofBound(grammar, bound), both, overlap)!);
  });

/** What holds of two bound nodes. */
const pairs = (grammar: Grammar, bound: State): Part =>
  stateRule(grammar, bound, "pair", () => {
    const other = (type: ValueType): Part =>
      choiceOf(sequence("$y"), sequenceOf("$y", valuePath(grammar, bound, type)))!;
    const type = spanType(grammar.valueTypes);
    const span = sequenceOf("$x", valuePath(grammar, bound, type));
    return joined(
      grammar,
      choiceOf(
        ofBound(grammar, bound),
        comparisonsOf(grammar, bound, other),
        sequenceOf("overlaps(", span, ", ", other(type), ")"),
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

/** What is known of a bound node by itself. */
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
