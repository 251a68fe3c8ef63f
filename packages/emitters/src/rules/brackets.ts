import { choice, many, optional, type Part, sequence } from "../grammar/part.js";
import { token } from "../grammar/terminals.js";
import type { State } from "../states/state.js";
import { steps } from "./paths.js";
import { type Grammar, quantity, stateRule, threshold } from "./shared.js";
import { test } from "./tests.js";

/** What stands in a bracket: a position or a condition. */
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

const aggregates = ({ book }: Grammar): Part =>
  book.rule("aggregate", () =>
    choice(...["min", "max", "avg", "gmean"].flatMap((name) => [`${name}(`, `agg_${name}(`])),
  );

const combinations = ({ book }: Grammar): Part =>
  book.rule("combination", () => choice("min(", "max(", "avg(", "gmean(", "product("));
